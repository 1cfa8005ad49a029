// A finished hand at play on the first page: its last moments, over and over, as film.js shows them.
"use strict";
(async () => {
  const root = document.querySelector(".at-play");
  if (!root) return;
  const { film, seq } = root.dataset;
  const reel = await (await fetch(`${film}?${new URLSearchParams({ seq, view: "open" })}`)).json();
  const thing = ([place, look]) => `<g transform="${reel.texts[place]}">${reel.texts[look]}</g>`;
  const now = { head: {}, wide: {} };
  const moments = [];
  for (const changes of reel.frames) {
    for (const [number, value] of changes) {
      const [kind, name] = reel.names[number].split("/");
      if (kind in now) now[kind][name] = value;
    }
    const things = Object.values(now.wide).filter(Boolean);
    if (things.length) moments.push(things.map((one) => thing([...one].map((sign) => sign.charCodeAt() - 0x100))).join(""));
    if (now.head.seq === Number(seq)) break;
  }
  let [at, timer] = [-1, 0];
  const tick = () => {
    at = (at + 1) % moments.length;
    root.querySelector(".sprites").innerHTML = moments[at];
    timer = setTimeout(tick, at === moments.length - 1 ? 6000 : 900);
  };
  const button = root.querySelector("button");
  const play = (plays) => {
    clearTimeout(timer);
    button.textContent = plays ? "Pause" : "Play";
    if (plays) tick();
  };
  let plays = moments.length > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches && document.documentElement.dataset.motion !== "off";
  button.addEventListener("click", () => play((plays = !plays)));
  button.hidden = moments.length < 2;
  play(plays);
})();
