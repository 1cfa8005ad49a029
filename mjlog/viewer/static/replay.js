// A game in one file: the reels of its film are in it, packed, for each view and both layouts.
"use strict";
(() => {
  const root = document.getElementById("viewer");
  const { dataset } = root;
  let film;
  // Texts are spelled in pieces, a character for each.
  const unpacked = async () => {
    const bytes = Uint8Array.from(atob(document.getElementById("film").textContent), (one) => one.charCodeAt(0));
    const found = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
    const spelled = (text) => Array.from(text, (one) => found.pieces[one.codePointAt() - 0xe000]).join("");
    return { ...found, strings: found.strings.map(spelled) };
  };
  dataset.view = new URLSearchParams(location.search).get("view") ?? dataset.view;
  // Of a seat's view there is one picture; all open is drawn for telephones, too.
  if (dataset.view !== "open") dataset.layout = "wide";
  dataset.seq = location.hash.match(/\/events\/(\d+)$/)?.[1] ?? dataset.seq;

  // Frame by frame, by name, what has changed, made of its place and the number of its text. Thing by thing it was packed.
  const unrolled = (things, of, made) => {
    const frames = [];
    for (const [name, places, columns] of things) {
      let [at, text] = [0, 0];
      const [steps, those, texts] = columns[of] ?? [[]];
      steps.forEach((step, number) => {
        at += step;
        text += texts[number];
        (frames[at] ??= {})[name] = made(places[those[number]], text);
      });
    }
    return frames;
  };
  const seen = new Map();
  const framesOf = (name) => {
    const told = unrolled(film.parts, name, (_, text) => text);
    const drawn = unrolled(film.drawn, name, (place, text) => (place.length ? [...place.slice(0, 3), text, place[3]] : 0));
    return (at) => {
      const { title, ...parts } = told[at] ?? {};
      return { title: film.strings[title], parts, sprites: drawn[at] ?? {}, size: film.sizes[name][at] };
    };
  };

  window.mjlogReels = async ({ reel, seq }, layout) => {
    film ??= await unpacked();
    const name = [`${dataset.view}.${layout}`, `open.${layout}`].find((one) => one in film.sizes);
    if (!seen.has(name)) seen.set(name, framesOf(name));
    const { strings, reels } = film;
    const asked = Number(seq);
    const one = reels[reel] ?? reels.find(({ frames }) => frames.some((frame) => frame.seq >= asked)) ?? reels.at(-1);
    const frames = one.frames.map((head, at) => ({ ...head, ...seen.get(name)(one.first + at) }));
    return { ...one, frames, strings, layout, asked: (frames.find((frame) => frame.seq >= asked) ?? frames[0]).seq };
  };

  // Another view is this file again, at the same event.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest?.("a[data-view]");
    if (link) link.hash = `#/events/${window.mjlog.now()}`;
  }, true);
})();
