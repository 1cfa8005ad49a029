// The tile that is pointed at, and all its like, light up; and it is said how many are seen and left. What is counted
// is the picture that this reader was sent, so that nothing is told that this reader may not see.
"use strict";
(() => {
  const root = document.getElementById("viewer");
  if (!root) return;
  const copies = JSON.parse(root.dataset.copies);
  const said = root.querySelector(".alike");
  // A red five is a five.
  const kindOf = (tile) => tile.getAttribute("href").split("#")[1].replace(/^0/, "5");

  // A concealed kong lies with its inner tiles face down.
  const isOfKong = (one, kind) => {
    const set = kindOf(one) === "back" && one.closest("[data-n]").dataset.n.match(/^s\..*\./);
    return set && [...one.ownerSVGElement.querySelectorAll(`[data-n^="${set[0]}"] use`)].some((other) => kindOf(other) === kind);
  };

  const words = (kind) => {
    const board = root.querySelector(`svg.${window.mjlog.layout()}`);
    // When a hand is won, its last tile may lie there twice.
    if (!copies[kind] || board.querySelector('[data-n="won"]')) return "";
    const tiles = [...board.querySelectorAll("use.tile:not(.gone, .meant)")];
    const seen = tiles.filter((one) => kindOf(one) === kind || isOfKong(one, kind)).length;
    return seen ? `${seen} seen, ${Math.max(copies[kind] - seen, 0)} left` : "";
  };

  const light = (event) => {
    for (const one of root.querySelectorAll(".like")) one.classList.remove("like");
    said.textContent = "";
    const at = event.target.closest?.(".tile, a");
    const tile = at?.matches("use") ? at : at?.querySelector("use");
    const kind = tile && kindOf(tile);
    if (!kind || kind === "back" || kind === "unknown") return;
    for (const one of root.querySelectorAll("use")) one.classList.toggle("like", kindOf(one) === kind);
    said.textContent = words(kind);
    const box = tile.getBoundingClientRect();
    said.style.left = `${Math.min(box.left, innerWidth - said.offsetWidth - 4)}px`;
    said.style.top = `${box.top > 40 ? box.top - said.offsetHeight - 4 : box.bottom + 4}px`;
  };

  for (const name of ["pointerover", "focusin", "frame"]) root.addEventListener(name, light);
  root.addEventListener("pointerleave", light);
})();
