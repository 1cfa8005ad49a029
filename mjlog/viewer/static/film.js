// Stepping without a request. The server sends reels: what differs from event to event, as ready-made HTML and SVG.
// This script puts it in place and knows nothing of the game. Without it every step is a link.
"use strict";
(() => {
  const root = document.getElementById("viewer");
  if (!root) return;
  const { film, view, log, event: address } = root.dataset;
  const places = new Map([...document.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, one]));
  const narrow = matchMedia("(max-width: 44rem)");
  const SIZE = Number(root.dataset.reel);
  let layout, reels, frames, bySeq, count;
  let writing = 0;
  let wanted = Number(root.dataset.seq);
  let now = wanted;

  // -- reels ------------------------------------------------------------------------------------------------

  const forget = () => {
    layout = narrow.matches ? "tall" : "wide";
    reels = new Map();
    frames = [];
    bySeq = new Map();
  };

  const fetchReel = async (asked) => {
    const query = new URLSearchParams({ ...asked, layout });
    if (view !== "table") query.set("view", view);
    if (log) query.set("log", log);
    let answer = await fetch(`${film}?${query}`);
    for (let tries = 0; tries < 3 && (answer.status === 429 || answer.status === 503); tries += 1) {
      await new Promise((done) => setTimeout(done, 1000 * Number(answer.headers.get("Retry-After") ?? 2)));
      answer = await fetch(`${film}?${query}`);
    }
    if (!answer.ok) throw new Error(`the film is not to be had (${answer.status})`);
    return unroll(await answer.json());
  };

  // Differences become whole pictures once, so that any frame can follow any other.
  const unroll = (reel) => {
    if (reel.layout !== layout) return reel;
    let parts = {};
    let sprites = new Map();
    let size = [0, 0];
    reel.frames.forEach((frame, at) => {
      parts = { ...parts };
      for (const name in frame.parts) parts[name] = reel.strings[frame.parts[name]];
      sprites = changed(sprites, frame.sprites, reel.strings);
      size = frame.size ?? size;
      const ways = Object.fromEntries(reel.steps.map((way, index) => [way, frame.ways[index]]));
      const whole = { ...frame, number: reel.first + at, parts, sprites, size, ways };
      frames[whole.number] = whole;
      bySeq.set(whole.seq, whole);
    });
    count = reel.reels;
    reels.set(reel.reel, Promise.resolve(reel));
    return reel;
  };

  const changed = (before, differences, strings) => {
    const after = new Map();
    const above = new Map();
    for (const name in differences) {
      const one = differences[name];
      if (one && !before.has(name)) above.set(one[4], [...(above.get(one[4]) ?? []), name]);
    }
    const add = (name) => {
      const one = differences[name];
      if (one !== 0) after.set(name, one ? [one[0], one[1], one[2], strings[one[3]]] : before.get(name));
      for (const next of above.get(name) ?? []) add(next);
    };
    for (const next of above.get("") ?? []) add(next);
    for (const name of before.keys()) add(name);
    return after;
  };

  const reelOf = (number) => {
    if (!reels.has(number)) {
      reels.set(number, fetchReel({ reel: number }).catch((error) => { reels.delete(number); throw error; }));
    }
    return reels.get(number);
  };

  const frameOf = async (seq) => {
    if (bySeq.has(seq)) return bySeq.get(seq);
    // Something else may stand in its place by now.
    return bySeq.get((await fetchReel({ seq })).asked);
  };

  const fetchAround = (frame) => {
    const reel = Math.floor(frame.number / SIZE);
    const next = frame.number % SIZE < SIZE / 2 ? [reel - 1, reel + 1] : [reel + 1, reel - 1];
    for (const number of next) if (number >= 0 && number < count) reelOf(number).catch(() => {});
  };

  // -- showing a frame ----------------------------------------------------------------------------------------

  const show = (frame) => {
    for (const [name, place] of places) {
      fill(place, frame.parts[name] ?? "");
    }
    draw(frame);
    for (const link of document.querySelectorAll("a[data-step]")) {
      const seq = frame.ways[link.dataset.step];
      if (seq) {
        link.href = addressOf(seq);
        link.removeAttribute("aria-disabled");
        link.removeAttribute("role");
      } else {
        link.removeAttribute("href");
        link.setAttribute("aria-disabled", "true");
        link.setAttribute("role", "link");
      }
    }
    document.title = `${frame.title} – mjlog`;
    document.getElementById("at").textContent = frame.at;
    document.getElementById("of").textContent = frame.of;
    now = frame.seq;
    root.dataset.seq = now;
    mark(frame.seq);
    root.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  };

  // What stands there already is left alone, so that nothing is announced or loses its place for no reason.
  const fill = (place, html) => {
    if (place.shown === html) return;
    if (place.shown === undefined && place.childNodes.length) {
      const twin = place.cloneNode(false);
      twin.innerHTML = html;
      if (twin.innerHTML === place.innerHTML) {
        place.shown = html;
        return;
      }
    }
    place.innerHTML = html;
    place.shown = html;
  };

  const draw = (frame) => {
    const svg = root.querySelector(`svg.${layout}`);
    if (!svg) return;
    root.querySelector(".stage").classList.toggle("bare", !frame.sprites.size);
    if (frame.size[0]) svg.setAttribute("viewBox", `0 0 ${frame.size[0]} ${frame.size[1]}`);
    const layer = svg.querySelector("g.sprites");
    const drawn = new Map([...layer.children].map((one) => [one.dataset.n, one]));
    let below = null;
    for (const [name, [x, y, turn, markup]] of frame.sprites) {
      let one = drawn.get(name);
      if (!one) {
        one = document.createElementNS("http://www.w3.org/2000/svg", "g");
        one.dataset.n = name;
      }
      drawn.delete(name);
      const transform = `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}`;
      if (one.getAttribute("transform") !== transform) one.setAttribute("transform", transform);
      fill(one, markup);
      const next = below ? below.nextSibling : layer.firstChild;
      if (next !== one) layer.insertBefore(one, next);
      below = one;
    }
    for (const gone of drawn.values()) gone.remove();
  };

  const mark = (seq) => {
    const box = root.querySelector('.box[data-part="log"]');
    for (const link of box.querySelectorAll("a[data-until]")) {
      const here = Number(link.dataset.from) <= seq && seq <= Number(link.dataset.until);
      if (!here) { link.removeAttribute("aria-current"); continue; }
      link.setAttribute("aria-current", "step");
      const line = link.parentElement;
      if (box.clientHeight) box.scrollTop = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2;
    }
  };

  const addressOf = (seq) => address.replace("/events/0", `/events/${seq}`);

  // -- going --------------------------------------------------------------------------------------------------

  // Goes to an event; to its page where the film is not to be had.
  const go = async (seq, push = false) => {
    wanted = seq;
    try {
      const frame = bySeq.get(seq) ?? (await frameOf(seq));
      if (wanted !== seq) return;
      if (!frame) throw new Error("no such event in the film");
      show(frame);
      keepAddress(frame.seq, push);
      fetchAround(frame);
    } catch {
      location.href = addressOf(seq);
    }
  };

  // Browsers take no more than some hundred addresses a minute: a step is written down when the next one does not follow.
  const keepAddress = (seq, push) => {
    clearTimeout(writing);
    if (push) history.pushState(null, "", addressOf(seq));
    else writing = setTimeout(() => history.replaceState(null, "", addressOf(seq)), 150);
  };

  // Goes to a frame by its number in the game.
  const goTo = async (number) => {
    try {
      await reelOf(Math.floor(number / SIZE));
    } catch {
      return;
    }
    if (frames[number]) go(frames[number].seq);
  };

  const step = (way) => {
    const frame = bySeq.get(now);
    const seq = frame ? frame.ways[way] : Number(document.querySelector(`a[data-step="${way}"][href]`)?.href.match(/\/events\/(\d+)/)?.[1]);
    if (seq) go(seq);
    return Boolean(seq);
  };

  root.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("a");
    const path = link && (link.getAttribute("href") ?? link.href?.baseVal);
    if (!path || link.dataset.copy || link.dataset.view) return;
    const there = new URL(path, location.href);
    const here = new URL(addressOf(0), location.href);
    const seq = there.pathname.startsWith(here.pathname.slice(0, -1)) && Number(there.pathname.slice(here.pathname.length - 1));
    if (!seq || there.search !== here.search) return;
    event.preventDefault();
    go(seq, !link.dataset.step);
  });

  addEventListener("popstate", () => {
    const seq = Number(location.pathname.match(/\/events\/(\d+)$/)?.[1]);
    if (seq) go(seq);
  });

  narrow.addEventListener("change", () => {
    forget();
    go(now);
  });

  forget();
  // Without a script the events round this one stand above it.
  root.querySelector(".all").open = true;
  mark(now);
  fetchReel({ seq: now }).then(({ asked }) => {
    const frame = bySeq.get(asked);
    if (frame && wanted === now) {
      show(frame);
      fetchAround(frame);
    }
  }).catch(() => {});

  // A past that has changed, or an end that has grown: what is known of it is thrown away.
  const renew = async (changedToo) => {
    if (changedToo) forget();
    else reels.clear();
    try {
      return bySeq.get((await fetchReel({ seq: now })).asked);
    } catch {
      return undefined;
    }
  };

  window.mjlog = { go, goTo, step, renew, addressOf, now: () => now, frame: () => bySeq.get(now), layout: () => layout };
})();
