// A game in one file: its film is in it, some hands packed together (pages/replay.py).
"use strict";
(() => {
  const { dataset } = document.getElementById("viewer");
  const packed = [...document.querySelectorAll("script[data-film]")];
  // Base 85: five letters are four bytes.
  const worth = new Map([..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%,()*+-;.=>?@^_`{|}~"].map((one, at) => [one, at]));
  const unpacked = ({ textContent, dataset: { bytes } }) => {
    const view = new DataView(new ArrayBuffer(textContent.length / 5 * 4));
    for (let at = 0; at < textContent.length; at += 5) {
      view.setUint32(at / 5 * 4, [...textContent.slice(at, at + 5)].reduce((sum, one) => sum * 85 + worth.get(one), 0));
    }
    const packed = new Blob([view.buffer.slice(0, Number(bytes))]);
    return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).json();
  };
  // The view of a seat is that of the player who has it at first.
  const asked = new URLSearchParams(location.search).get("view");
  const link = [...document.querySelectorAll("a[data-view]")].find(({ dataset: { key } }) => key === asked?.toLowerCase());
  dataset.view = link?.dataset.view ?? (asked === null ? dataset.view : encodeURIComponent(asked));
  dataset.seq = location.hash.match(/\/events\/(\d+)$/)?.[1] ?? dataset.seq;

  const summed = (steps) => { let sum = 0; return steps.map((step) => (sum += step)); };
  const index = unpacked(packed.shift()).then(({ lengths, seqs }) => ({ ends: summed(lengths), seqs: summed(seqs) }));
  let ends = [];

  // What stands for an event that is not there is the next one.
  const frameOf = ({ seqs }, seq) => {
    const there = seqs.indexOf(seq);
    const next = there < 0 ? seqs.findIndex((one) => one >= seq) : there;
    return next < 0 ? seqs.length - 1 : next;
  };

  window.mjlogReels = {
    reelOf: (number) => ends.findIndex((end) => number < end),
    fetch: async ({ seq, reel }) => {
      const found = await index;
      ends = found.ends;
      const number = seq === undefined ? ends[reel] - 1 : frameOf(found, Number(seq));
      const which = window.mjlogReels.reelOf(number);
      return { ...await unpacked(packed[which]), reel: which, reels: ends.length, asked: found.seqs[number] };
    },
  };
})();
