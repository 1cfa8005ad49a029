// A game in one file: its film is in it, hand by hand, each packed by itself (pages/replay.py).
"use strict";
(() => {
  const { dataset } = document.getElementById("viewer");
  const packed = [...document.querySelectorAll("script[data-film]")];
  const unpacked = ({ textContent }) => {
    const bytes = Uint8Array.from(atob(textContent), (one) => one.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  };
  const asked = new URLSearchParams(location.search).get("view");
  dataset.view = asked === null ? dataset.view : encodeURIComponent(asked);
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
