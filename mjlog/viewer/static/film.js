// Stepping without a request. The server sends reels: what differs from event to event, as ready-made HTML and as things of
// the picture, ready-made too. This script knows nothing of the game. Without it every step is a link.
"use strict";
(() => {
  const root = document.getElementById("viewer");
  if (!root) return;
  const { film, log, asOf } = root.dataset;
  const first = decodeURIComponent(root.dataset.view);
  let address = root.dataset.event;
  let view = first;
  const places = new Map([...document.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, one]));
  // The same as in viewer.css.
  const narrow = matchMedia("(max-width: 35rem), (max-width: 44rem) and (orientation: portrait)");
  const SIZE = Number(root.dataset.reel);
  const MOST_REELS = 24;
  const GONE = "\xff";
  let layout, reels, count;
  let edition = 0; // The film is made of so many events of the log.
  let current; // The frame that is shown.
  let wanted = Number(root.dataset.seq);
  let now = wanted;
  // The address leads to what stands in the place of its event: the page says so, and goes on saying it.
  const seqIn = ({ pathname, hash }) => Number(`${pathname}${hash}`.match(/\/events\/(\d+)$/)?.[1]);
  let isElsewhere = seqIn(location) !== now;
  let asks = 0;
  let writing, quiet; // Timers.

  // -- reels ------------------------------------------------------------------------------------------------

  const lookAt = () => { layout = narrow.matches ? "tall" : "wide"; };
  const forget = () => { reels = new Map(); };
  const reelOf = window.mjlogReels?.reelOf ?? ((number) => Math.floor(number / SIZE));
  const frameAt = (number) => reels.get(reelOf(number))?.find((frame) => frame.number === number);
  const frameOf = (seq) => [...reels.values()].flat().find((frame) => frame.seq === seq);

  const fetchReel = async (asked, tries = 3) => {
    if (window.mjlogReels) return take(await window.mjlogReels.fetch(asked)); // A replay that needs no server.
    const [known, drawn] = [edition, `${layout} ${view}`];
    const query = new URLSearchParams({ ...asked, view, layout, ...(log && { log }), ...(asOf && { "as-of": asOf }) });
    const answer = await fetch(`${film}?${query}`);
    const isBusy = answer.status === 429 || answer.status === 503;
    if (isBusy && tries) {
      await new Promise((done) => setTimeout(done, 1000 * Number(answer.headers.get("Retry-After") ?? 2)));
      return fetchReel(asked, tries - 1);
    }
    if (!answer.ok) throw Object.assign(new Error(`the film is not to be had (${answer.status})`), { isRefused: !isBusy });
    const reel = await answer.json();
    // Logs only grow: this is another one.
    if (reel.edition < known) location.reload();
    return drawn === `${layout} ${view}` ? take(reel) : reel;
  };

  // A later event can change what is shown of an earlier one. So frames of two editions are never mixed: a reel that was
  // overtaken on its way is left, a newer one puts an end to all that is there.
  const take = (reel) => {
    if (reel.edition < edition) return reel;
    if (reel.edition > edition) {
      forget();
      edition = reel.edition;
      if (current) queueMicrotask(() => renew().catch(() => {}));
    }
    count = reel.reels;
    reels.set(reel.reel, unrolled(reel));
    // Of a long evening only what was fetched last is kept.
    if (reels.size > MOST_REELS) reels.delete(reels.keys().next().value);
    return reel;
  };

  // The frames of a reel: what stands at the head of each, and how it is made whole when it is shown. From here and there
  // on all that is to be seen is kept, so that any frame can follow any other.
  const unrolled = (reel) => {
    // Who does not play in a hand sees what the table sees.
    const eyes = [view, "table", reel.eyes[0].split(" ")[0]].map((one) => reel.eyes.indexOf(`${one} ${layout}`));
    const mine = eyes.find((eye) => eye >= 0);
    const often = (text) => text.replace(/[\ue000-\uf8ff]/g, (one) => reel.often[one.charCodeAt() - 0xe000] ?? one);
    const texts = reel.texts.map(often);
    const spelled = (value) => [...value].map((one) => texts[one.charCodeAt() - 0x100]).join("");
    const names = reel.names.map((name) => name.split("/"));
    const layers = new Map(reel.layers[layout].map((track, at) => [names[track][1], at]));
    const patterns = reel.patterns.map((sign) => [sign[mine], new Set(sign.replaceAll(".", "")).size]);
    const numbers = (text) => [...text].map((one) => one.charCodeAt() - 0x23);
    const changes = [];
    names.forEach((name, track) => {
      const [signs, values] = [numbers(reel.signs[track]), reel.values[track]];
      let [at, read] = [0, 0];
      numbers(reel.steps[track]).forEach((step, turn) => {
        const [sign, count] = patterns[signs[turn]];
        at += step;
        if (sign !== ".") (changes[at] ??= []).push([...name, values[read + sign.charCodeAt() - 48]]);
        read += count;
      });
    });
    const copied = (now) => Object.fromEntries(Object.entries(now).map(([kind, told]) => [kind, { ...told }]));
    const move = (now, at) => { for (const [kind, what, value] of changes[at]) now[kind][what] = value; };
    const heads = [];
    const kept = [{ head: {}, ways: {}, parts: {}, look: {}, place: {} }];
    const whole = (at) => {
      const base = Math.floor(at / SIZE);
      for (let last = kept.length; last <= base; last += 1) {
        kept[last] = copied(kept[last - 1]);
        for (let one = SIZE * (last - 1); one < SIZE * last; one += 1) move(kept[last], one);
      }
      const now = copied(kept[base]);
      for (let one = SIZE * base; one <= at; one += 1) move(now, one);
      const { seq } = heads[at];
      for (const way of ["previous", "next"]) now.ways[way] &&= seq + now.ways[way];
      for (const name in now.parts) now.parts[name] = spelled(now.parts[name]).replaceAll("\x02", seq);
      return { ...now, layers, spelled };
    };
    const { game, last, stops } = reel;
    return Array.from(changes, (changed, at) => {
      const before = heads[at - 1] ?? { seq: 0 };
      const head = Object.fromEntries(changed.filter(([kind]) => kind === "head").map(([, what, value]) => [what, value]));
      heads[at] = { ...before, ...head, seq: before.seq + head.seq };
      return { ...heads[at], edition, game, last, stops, number: reel.first + at, whole: () => whole(at) };
    });
  };

  // What is asked for again while it is on its way is fetched once.
  const coming = new Map();
  const fetchOnce = (asked) => {
    const what = JSON.stringify([asked, edition, layout, view]);
    if (!coming.has(what)) coming.set(what, fetchReel(asked).finally(() => coming.delete(what)));
    return coming.get(what);
  };

  // Something else may stand in its place by now; and what was fetched may have been overtaken.
  const seek = async (seq) => {
    let found = frameOf(seq);
    for (let tries = 0; !found && tries < 3; tries += 1) found = frameOf((await fetchOnce({ seq })).asked);
    return found;
  };
  const seekAt = async (number) => {
    for (let tries = 0; !frameAt(number) && tries < 3; tries += 1) await fetchOnce({ reel: reelOf(number) });
    return frameAt(number);
  };

  const fetchAround = ({ number }) => {
    for (const reel of [reelOf(number) + 1, reelOf(number) - 1]) {
      if (reel >= 0 && reel < count && !reels.has(reel)) fetchOnce({ reel }).catch(() => {});
    }
  };

  // -- showing a frame ----------------------------------------------------------------------------------------

  const put = (element, name, value) => (value === null ? element.removeAttribute(name) : element.setAttribute(name, value));

  const show = (frame) => {
    isElsewhere &&= now === frame.seq;
    const { parts, ways, ...picture } = frame.whole();
    for (const [name, place] of places) if (name in parts && (name !== "note" || !isElsewhere)) fill(place, parts[name]);
    draw(picture, frame.size);
    for (const link of document.querySelectorAll("a[data-step]")) {
      const seq = ways[link.dataset.step];
      // Whoever is at one that leads nowhere now stays there.
      put(link, "tabindex", !seq && link === document.activeElement ? 0 : null);
      put(link, "aria-disabled", seq ? null : true);
      put(link, "href", seq ? addressOf(seq) : null);
    }
    const words = places.get("words").textContent.trim().replace(/\s+/g, " ");
    document.title = `Event ${words.replace(" ", ": ")} – ${frame.game} – mjlog`;
    const look = document.querySelector(".tools a[href*='back=']");
    if (look) look.search = `?back=${encodeURIComponent(addressOf(frame.seq))}`;
    document.querySelector(".goto input[name=seq]").max = frame.last;
    document.getElementById("at").textContent = frame.seq;
    document.getElementById("of").textContent = frame.until;
    const isOther = now !== frame.seq;
    now = frame.seq;
    current = { ...frame, ways };
    root.dataset.seq = now;
    mark(now, isOther);
    showHand(frame, parts, isOther).catch(() => {});
    root.dispatchEvent(new CustomEvent("frame", { detail: { ...current, isOther } }));
  };

  // What stays the same during a hand comes with its first frame.
  const showHand = async (frame, parts, isOther) => {
    const hand = `${edition}.${frame.hand}`;
    if (root.dataset.hand === hand) return;
    const first = "log" in parts ? parts : (await seekAt(frame.number - frame.at + 1)).whole().parts;
    if (current?.hand !== frame.hand) return;
    for (const [name, place] of places) if (!(name in parts)) fill(place, first[name]);
    root.dataset.hand = hand;
    mark(now, isOther);
  };

  // What stands there already is left alone, so that nothing is announced or loses its place for no reason.
  const fill = (place, html) => {
    if (place.shown === html) return;
    const twin = place.cloneNode(false);
    twin.innerHTML = html;
    place.shown = html;
    window.mjlogBecome(place, twin);
  };

  const draw = ({ look, place, layers, spelled }, size) => {
    const svg = root.querySelector(`svg.${layout}`);
    if (!svg) return;
    const layer = svg.querySelector("g.sprites");
    const drawn = new Map([...layer.children].map((one) => [one.dataset.n, one]));
    const isThere = (name) => (look[name] ?? GONE) !== GONE;
    const things = Object.keys(look).filter(isThere);
    things.sort((one, other) => layers.get(one) - layers.get(other));
    for (const [name, gone] of drawn) if (!isThere(name)) gone.remove();
    things.forEach((name, at) => {
      const one = drawn.get(name) ?? document.createElementNS("http://www.w3.org/2000/svg", "g");
      const transform = spelled(place[name]);
      one.dataset.n = name;
      if (layer.children[at] !== one) layer.insertBefore(one, layer.children[at] ?? null);
      if (one.getAttribute("transform") !== transform) one.setAttribute("transform", transform);
      fill(one, spelled(look[name]));
    });
    root.querySelector(".stage").classList.toggle("bare", !layer.children.length);
    if (size) svg.setAttribute("viewBox", size);
  };

  const mark = (seq, isOther = true) => {
    const box = root.querySelector('.box[data-part="log"]');
    for (const link of box.querySelectorAll(".lines > li > a")) {
      const until = seqIn(link);
      const isHere = Number(link.dataset.from ?? until) <= seq && seq <= until;
      // One line of the list is in the order of the Tab key; the arrows lead to the others.
      put(link, "aria-current", isHere ? "step" : null);
      put(link, "tabindex", isHere ? null : -1);
      const line = link.parentElement;
      if (isHere && isOther && box.clientHeight) box.scrollTop = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2;
    }
  };

  const addressOf = (seq) => address.replace("/events/0", `/events/${seq}`);

  // -- going --------------------------------------------------------------------------------------------------

  // Goes to an event; to its page where the film does not have it.
  const go = async (seq, push = false) => {
    wanted = seq;
    asks += 1;
    try {
      const frame = await seek(seq);
      if (wanted !== seq) return;
      // What was said of an event that is not there any more stands on its page.
      if (!frame || (push && frame.seq !== seq)) return void (location.href = addressOf(seq));
      arrive(frame, push);
      fetchAround(frame);
    } catch (error) {
      if (wanted !== seq) return;
      wanted = now;
      // A page that has lost its server stays, and the next step tries again.
      if (error.isRefused) location.href = addressOf(seq);
      else say(`Event ${seq} cannot be fetched: no connection`);
    }
  };

  const arrive = (frame, push) => {
    const isOther = now !== frame.seq;
    wanted = frame.seq;
    show(frame);
    if (!isOther && !push) return;
    clearTimeout(writing);
    // Browsers take no more than some hundred addresses a minute: a step is written down when the next one does not follow.
    if (push) history.pushState({ view }, "", addressOf(wanted));
    else writing = setTimeout(() => history.replaceState({ view }, "", addressOf(frame.seq)), 150);
  };

  // The same moment as somebody else sees it: the page stays, and the list where it is.
  const turnTo = async (link) => {
    const before = [view, address, reels];
    clearTimeout(writing);
    history.replaceState({ view }, "", addressOf(now));
    view = decodeURIComponent(link.dataset.view);
    address = link.getAttribute("href").replace(/\/events\/\d+/, "/events/0");
    forget();
    root.dataset.hand = "";
    try {
      await renew();
      root.dataset.view = link.dataset.view;
      history.pushState({ view }, "", addressOf(now));
    } catch {
      [view, address, reels] = before;
      say("That view cannot be fetched: no connection");
    }
  };

  const said = document.querySelector(".said-so");
  const say = (text) => {
    said.textContent = text;
    setTimeout(() => { if (said.textContent === text) said.textContent = ""; }, 4000);
  };

  // Goes to a frame by its number in the game, unless somewhere else is asked for meanwhile.
  const goTo = (number) => {
    const mine = (asks += 1);
    const arrived = (frame) => { if (mine === asks && frame) go(frame.seq); };
    seekAt(number).then(arrived, () => say("That event cannot be fetched: no connection"));
  };

  const step = (way) => {
    const seq = current ? current.ways[way] : seqIn(document.querySelector(`a[data-step="${way}"][href]`) ?? {});
    if (seq) go(seq);
    return Boolean(seq);
  };

  root.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("a");
    const path = link && (link.getAttribute("href") ?? link.href?.baseVal);
    if (!path || link.dataset.copy || (link.dataset.view && window.mjlogReels)) return;
    if (link.dataset.view) {
      event.preventDefault();
      return turnTo(link);
    }
    const there = new URL(path, location.href);
    const seq = seqIn(there);
    if (!seq || there.href !== new URL(addressOf(seq), location.href).href) return;
    event.preventDefault();
    go(seq, !link.dataset.step);
  });

  addEventListener("popstate", ({ state }) => {
    const seq = seqIn(location);
    if ((state?.view ?? first) !== view) location.reload();
    else if (seq) go(seq);
  });

  narrow.addEventListener("change", () => {
    lookAt();
    forget();
    renew().catch(() => {});
  });

  // -- a log that grows -----------------------------------------------------------------------------------------

  // The page of a game that goes on has a way to its end, which leads nowhere for whoever is there.
  const isAtEnd = () => document.querySelector('a[data-step="end"]')?.hasAttribute("href") === false;

  // Fetches what is shown anew, until it is of the newest edition known; who is at the end is taken along.
  const renewed = async () => {
    do {
      const asked = wanted;
      const reel = await fetchReel({ seq: asked === now && isAtEnd() ? "last" : asked });
      const frame = frameOf(reel.asked);
      if (frame && wanted === asked) arrive(frame, false);
    } while (current?.edition !== edition || !reels.size);
    clearTimeout(quiet);
    quiet = setTimeout(() => fetchAround(current), 1000);
  };

  // One at a time.
  let renewing;
  const renew = () => (renewing ??= renewed().finally(() => { renewing = undefined; }));

  lookAt();
  forget();
  mark(now);
  renew().catch(() => {});

  window.mjlog = {
    go, goTo, step, renew, isAtEnd, say, now: () => now, frame: () => current, layout: () => layout, edition: () => edition,
  };
})();
