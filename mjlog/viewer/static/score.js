// Tiles to click, above the line of a hand: each writes into the line that the cursor stands in, which stays the one truth.
"use strict";
(() => {
  const form = document.querySelector(".ask");
  const [pad, area, rules] = [form.querySelector("#pad"), form.querySelector("#hands"), form.querySelector("#ruleset")];
  const [seat, round, count] = [pad.querySelector("#of-seat"), pad.querySelector("#of-round"), pad.querySelector("#count")];
  const PART = /\([^)]*\)?|\[[^\]]*\]?|\S+/g, TILES = /^(?:[0-9ESWNRGFJ?]+[bcdwfsk?])+$/, TILE = /([0-9ESWNRGFJ?])(?=[0-9ESWNRGFJ?]*([bcdwfsk?]))/g;
  const LISTS = ["indicators", "under"];

  // A line in its parts; what is none of them stays as it is, among the words.
  const read = (text) => {
    const hand = { head: "", tiles: [], sets: [], won: null, words: [], indicators: [], under: [] };
    const rest = text.replace(/^\s*([ESWN])\s+in\s+([ESWN])\b/i, (_, own, wind) => ((hand.head = `${own} in ${wind}`.replace(/\b[eswn]\b/g, (one) => one.toUpperCase())), ""));
    for (const part of rest.match(PART) ?? []) {
      const [name, value] = part.split("=");
      if (/^[([]/.test(part)) {
        const [tiles, ...how] = part.slice(1).replace(/[)\]]$/, "").trim().split(/\s+/);
        hand.sets.push({ down: part[0] === "[", tiles: codes(tiles ?? ""), how });
      } else if (part[0] === "+") hand.won = codes(part.slice(1))[0] ?? null;
      else if (LISTS.includes(name) && value !== undefined) hand[name].push(...codes(value));
      else if (TILES.test(part)) hand.tiles.push(...codes(part));
      else hand.words.push(part);
    }
    return hand;
  };
  const codes = (text) => (text === "??" ? ["??"] : [...text.matchAll(TILE)].filter(([, rank, letter]) => rank !== letter || rank === "?").map(([, rank, letter]) => rank + letter));

  // Tiles of a class stand together, as people write them: 123b 55d RRd.
  const CLASSES = ["b", "c", "d", "w", "D", "k", "f", "F", "s", "?"];
  const classOf = (code) => (code[1] === "d" && /\D/.test(code[0]) ? "D" : code[0] === "F" ? "F" : code[1]);
  const rank = (code) => (code[0] === "0" ? 5 : /\d/.test(code[0]) ? Number(code[0]) : (code[1] === "d" ? "RGW" : "ESWN").indexOf(code[0]));
  const grouped = (tiles) => CLASSES.map((name) => tiles.filter((code) => classOf(code) === name).sort((one, other) => rank(one) - rank(other))).filter((group) => group.length).map((group) => group.map((code) => code[0]).join("") + group[0][1]).join(" ");

  const written = ({ head, tiles, sets, won, words, indicators, under }) => [
    head, grouped(tiles), ...sets.map(({ down, tiles: laid, how }) => (down ? "[" : "(") + [grouped(laid), ...how].join(" ") + (down ? "]" : ")")),
    won && `+${won}`, ...words, indicators.length && `indicators=${indicators.join("")}`, under.length && `under=${under.join("")}`,
  ].filter(Boolean).join(" ");

  // The line that was written into last, or in which the cursor was set.
  const lines = () => area.value.split("\n");
  let place = lines().length - 1;
  const current = () => read(lines()[place] ?? "");
  const write = (hand) => {
    const all = lines();
    all[place] = written(hand);
    area.value = all.join("\n");
    show(hand);
  };
  const follow = () => {
    place = area.value.slice(0, area.selectionStart).split("\n").length - 1;
    show(current());
  };

  const ofTiles = (hand) => hand.tiles.filter((code) => !(/[fs]$/.test(code) && code[0] !== "F")).length;
  const show = (hand) => {
    const held = ofTiles(hand) + 3 * hand.sets.length + (hand.won ? 1 : 0);
    count.textContent = `${held} tile${held === 1 ? "" : "s"}${hand.sets.length ? ", a set counts as three" : ""}`;
    const [own, , wind] = hand.head.split(" ");
    if (own) [seat.value, round.value] = [own, wind];
    pad.querySelectorAll("[data-word]").forEach((key) => key.setAttribute("aria-pressed", String(hand.words.includes(key.dataset.word))));
  };

  const modes = () => pad.querySelector("[name=to]:checked").value;
  const toSet = (hand, code, down) => {
    const last = hand.sets.at(-1);
    const grows = last && last.down === down && (last.tiles.length < 3 || (last.tiles.length === 3 && last.tiles.every((one) => classOf(one) === classOf(code) && rank(one) === rank(code))));
    if (grows) last.tiles.push(code);
    else hand.sets.push({ down, tiles: [code], how: [] });
  };
  const PUT = {
    hand: (hand, code) => hand.tiles.push(code),
    open: (hand, code) => toSet(hand, code, false),
    down: (hand, code) => toSet(hand, code, true),
    won: (hand, code) => (hand.won = code),
    indicators: (hand, code) => hand.indicators.push(code),
    under: (hand, code) => hand.under.push(code),
  };
  const taken = (hand, mode) => {
    const last = hand.sets.at(-1);
    if (mode === "won") hand.won = null;
    else if (mode === "open" || mode === "down") {
      last?.tiles.pop();
      if (last && !last.tiles.length) hand.sets.pop();
    } else (hand[mode] ?? hand.tiles).pop();
  };

  // Seat and round that were typed in another way stay as they are.
  const SAID = /^(?:east|south|west|north|[eswn]|seat|round)\b/i;
  const headed = (hand) => {
    if (!hand.words.some((word) => SAID.test(word))) hand.head ||= `${seat.value} in ${round.value}`;
    return hand;
  };
  pad.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (!key) return;
    const hand = headed(current()), { tile, word, act } = key.dataset;
    if (tile) {
      PUT[modes()](hand, tile);
      if (modes() === "won" && !hand.words.some((one) => pad.querySelector(`[data-source][data-word="${CSS.escape(one)}"]`))) hand.words.unshift(pad.querySelector("[data-source]:not([hidden])").dataset.word);
    } else if (word && hand.words.includes(word)) hand.words = hand.words.filter((one) => one !== word);
    else if (word) {
      if (key.dataset.source !== undefined) hand.words = hand.words.filter((one) => !pad.querySelector(`[data-source][data-word="${CSS.escape(one)}"]`));
      hand.words.push(word);
    } else if (act === "back") taken(hand, modes());
    else if (act === "clear") Object.assign(hand, read(""));
    if (act === "next") {
      area.value = `${area.value.trimEnd()}\n`;
      place = lines().length - 1;
      return show(current());
    }
    return write(hand);
  });
  for (const choice of [seat, round]) choice.addEventListener("change", () => write({ ...current(), head: `${seat.value} in ${round.value}` }));
  for (const what of ["input", "click", "keyup"]) area.addEventListener(what, follow);

  // Only tiles and words of the rule set are keys.
  const fit = () => {
    const { tiles, kind } = rules.selectedOptions[0].dataset, known = new Set(tiles.split(" "));
    pad.querySelectorAll("[data-tile]").forEach((key) => (key.hidden = !known.has(key.dataset.tile)));
    form.querySelectorAll("[data-of]").forEach((part) => {
      part.hidden = !part.dataset.of.split(" ").includes(kind);
      part.querySelectorAll("select").forEach((choice) => (choice.disabled = part.hidden));
    });
    const mode = pad.querySelector("[name=to]:checked");
    if (mode.closest("[hidden]")) pad.querySelector("[name=to][value=hand]").checked = true;
  };
  rules.addEventListener("change", fit);
  pad.hidden = false;
  fit();
  show(current());
})();
