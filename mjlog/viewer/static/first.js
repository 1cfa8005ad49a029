// A finished hand at play on the first page: its last moments, over and over, as draw.js draws them.
"use strict";
(async () => {
  const root = document.querySelector(".at-play");
  if (!root) return;
  const { film, seq, event } = root.dataset;
  const reel = await (await fetch(`${film}?${new URLSearchParams({ seq, view: "open" })}`)).json();
  const address = (to) => event.replace("/events/0", `/events/${to}`);
  const pen = { tiles: reel.tiles, upright: reel.upright, widths: reel.widths, address };
  let now = {};
  const moments = [];
  for (const changes of reel.frames) {
    now = { ...now };
    for (const [name, value] of changes) now[reel.names[name]] = value;
    moments.push(now);
    if (now["head/seq"] === Number(seq)) break;
  }
  const shown = moments.filter((one) => one["board/play"]).slice(-30);
  let [at, timer] = [-1, 0];
  const show = () => {
    const board = Object.fromEntries(Object.entries(shown[at]).map(([name, value]) => [name.replace("board/", ""), value]));
    const { sprites } = window.mjlogDrawn(board, "wide", pen);
    const things = [...sprites].map(([, [x, y, turn, markup]]) => `<g transform="translate(${x} ${y}) rotate(${turn})">${markup}</g>`);
    root.querySelector(".sprites").innerHTML = things.join("");
  };
  const tick = () => {
    at = (at + 1) % shown.length;
    show();
    timer = setTimeout(tick, at === shown.length - 1 ? 6000 : 900);
  };
  const button = root.querySelector("button");
  const play = (plays) => {
    clearTimeout(timer);
    button.textContent = plays ? "Pause" : "Play";
    if (plays) tick();
  };
  let plays = shown.length > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches && document.documentElement.dataset.motion !== "off";
  button.addEventListener("click", () => play((plays = !plays)));
  button.hidden = shown.length < 2;
  play(plays);
})();
