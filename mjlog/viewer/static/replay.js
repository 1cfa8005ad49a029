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

  window.mjlogReels = async ({ reel, seq }, layout) => {
    await new Promise((done) => setTimeout(done)); // The page is shown before.
    film ??= unpacked();
    const { strings, reels, films } = film;
    const view = films[dataset.view] ?? films.open;
    const asked = Number(seq);
    const one = reels[reel] ?? reels.find(({ frames }) => frames.some((frame) => frame.seq >= asked)) ?? reels.at(-1);
    const frames = one.frames.map((head, at) => {
      const own = view[layout][one.first + at];
      return { ...head, ...own, parts: view.wide[one.first + at].parts };
    });
    return { ...one, frames, strings, layout, asked: (frames.find((frame) => frame.seq >= asked) ?? frames[0]).seq };
  };

  // Another view is this file again, at the same event.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest?.("a[data-view]");
    if (link) link.hash = `#/events/${window.mjlog.now()}`;
  }, true);
})();
