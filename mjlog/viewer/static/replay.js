// A game in one file: its film is in it, packed (pages/replay_film.py), as one reel for each view and layout.
"use strict";
(() => {
  const { dataset } = document.getElementById("viewer");
  const bytes = Uint8Array.from(atob(document.getElementById("film").textContent), (one) => one.charCodeAt(0));
  const film = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  dataset.view = new URLSearchParams(location.search).get("view") ?? dataset.view;
  // Of a seat's view there is one picture; all open is drawn for telephones, too.
  if (dataset.view !== "open") dataset.layout = "wide";
  dataset.seq = location.hash.match(/\/events\/(\d+)$/)?.[1] ?? dataset.seq;

  // What comes again in the texts is there once, between \x01 and \x02; elsewhere a character stands for it.
  const reader = () => {
    const again = [];
    const spelled = (text) => text.replace(/[\ue000-\u{10ffff}]/gu, (one) => again[one.codePointAt() - 0xe000]);
    const ended = (_, text) => again[again.push(spelled(text)) - 1];
    return (text) => {
      while (text.includes("\x01")) text = text.replace(/\x01([^\x01\x02]*)\x02/, ended);
      return spelled(text);
    };
  };

  // Piece by piece it was packed, all views side by side; frame by frame it is shown.
  const summed = (steps) => { let sum = 0; return steps.map((step) => (sum += step)); };
  const stepped = (text, seq) => text.replace(/\x06(-?\d+)/g, (_, step) => (seq += Number(step)));
  const unrolled = ({ numbers, views, pieces, texts }, view) => {
    const [seqs, places, ...ways] = numbers.map(summed);
    const frames = seqs.map((seq, at) => (
      { seq, at: places[at], ways: ways.map((way) => way[at]), head: {}, parts: {}, sprites: {} }
    ));
    const read = reader();
    const mine = Math.max(0, views.indexOf(view));
    let next = 0;
    for (const [kind, name, number, rows] of pieces) {
      const shown = [];
      let at = 0;
      for (const [step, signs] of rows) {
        at += step;
        [...signs].forEach((sign, other) => {
          if (sign === ".") return;
          shown[other] = sign < other ? shown[sign] : stepped(read(texts[next++]), frames[at].seq);
        });
        if (signs[mine] !== ".") (frames[at][kind][name] ??= [])[number] = shown[mine];
      }
    }
    const strings = [];
    const made = {
      head: ([value]) => JSON.parse(value),
      parts: (all) => strings.push(all.join("")) - 1,
      sprites: ([place, markup]) => (place ? JSON.parse(place).toSpliced(3, 0, strings.push(markup) - 1) : 0),
    };
    const now = { head: {}, parts: {}, sprites: {} };
    const head = {};
    for (const frame of frames) {
      for (const kind in made) {
        for (const name in frame[kind]) frame[kind][name] = made[kind](Object.assign(now[kind][name] ??= [], frame[kind][name]));
      }
      Object.assign(frame, Object.assign(head, frame.head));
    }
    return { frames, strings };
  };

  window.mjlogReels = async ({ seq }, layout) => {
    const packed = await film;
    const { frames, strings } = unrolled(packed, `${dataset.view} ${layout}`);
    const { seq: asked } = frames.find((frame) => frame.seq >= Number(seq)) ?? frames.at(-1);
    return { ...packed.reel, frames, strings, layout, asked, often: [] };
  };
})();
