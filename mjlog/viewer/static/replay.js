// A game in one file: the reels of its film are in it, packed, for each view and both layouts.
"use strict";
(() => {
  const root = document.getElementById("viewer");
  const { dataset } = root;
  const packed = document.getElementById("film");
  let film;
  const unpacked = () => {
    const bytes = Uint8Array.from(atob(packed.textContent), (one) => one.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(window.mjlogUnpacked(bytes, Number(packed.dataset.size))));
  };
  dataset.view = new URLSearchParams(location.search).get("view") ?? dataset.view;
  // Of a seat's view there is one picture; all open is drawn for telephones, too.
  if (dataset.view !== "open") dataset.layout = "wide";
  dataset.seq = location.hash.match(/\/events\/(\d+)$/)?.[1] ?? dataset.seq;

  // Frame by frame, by name, what has changed, made of its place and the number of its text. Thing by thing it was packed.
  const unrolled = (places, columns, made) => {
    const frames = [];
    places.forEach(([name, of], thing) => {
      let [at, text] = [0, 0];
      const [ats, those, texts] = columns[thing] ?? [[]];
      ats.forEach((step, number) => {
        at += step;
        text += texts[number];
        (frames[at] ??= {})[name] = made(of[those[number]], text);
      });
    });
    return frames;
  };
  const seen = new Map();
  const framesOf = (view, layout) => {
    const own = film.films[view] ?? film.films.open;
    const told = unrolled(film.parts, own.parts, (_, text) => text);
    const sprite = (place, text) => (place.length ? [...place.slice(0, 3), text, place[3]] : 0);
    const drawn = unrolled(film.drawn, own[layout].drawn, sprite);
    return (at) => {
      const { title, ...parts } = told[at] ?? {};
      return { title: film.strings[title], parts, sprites: drawn[at] ?? {}, size: own[layout].sizes[at] };
    };
  };

  window.mjlogReels = async ({ reel, seq }, layout) => {
    await new Promise((done) => setTimeout(done)); // The page is shown before.
    film ??= unpacked();
    if (!seen.has(layout)) seen.set(layout, framesOf(dataset.view, layout));
    const { strings, reels } = film;
    const asked = Number(seq);
    const one = reels[reel] ?? reels.find(({ frames }) => frames.some((frame) => frame.seq >= asked)) ?? reels.at(-1);
    const frames = one.frames.map((head, at) => ({ ...head, ...seen.get(layout)(one.first + at) }));
    return { ...one, frames, strings, layout, asked: (frames.find((frame) => frame.seq >= asked) ?? frames[0]).seq };
  };

  // Another view is this file again, at the same event.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest?.("a[data-view]");
    if (link) link.hash = `#/events/${window.mjlog.now()}`;
  }, true);
})();
