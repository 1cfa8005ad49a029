// Recording with a telephone. Taps write short hand into the line; the page that the server answers says what it means.
// What is entered is kept here until the server has it: each with a name of its own, so that it is never entered twice.
"use strict";
(() => {
  document.documentElement.classList.add("scripted");
  const showKey = () => {
    const [form, key] = [document.getElementById("open"), location.hash.slice(1)];
    if (!key || key === "main") return;
    // It is to be in no history.
    history.replaceState(null, "", location.pathname);
    if (!form) return;
    form.elements.key.value = key;
    form.requestSubmit(form.querySelector("button"));
  };
  addEventListener("hashchange", showKey);
  showKey();
  // Of a new game the options of the rule set that is chosen; what is not shown is not sent.
  const rules = document.getElementById("ruleset");
  const showOptions = () => {
    for (const one of document.querySelectorAll("[data-of]")) one.hidden = one.disabled = one.dataset.of !== rules.value;
  };
  rules?.addEventListener("change", showOptions);
  if (rules) showOptions();
  const root = document.getElementById("recorder");
  if (!root) return;

  const SHORTEST_REST = 1;
  const LONGEST_REST = 15;
  const PATIENCE = 10;
  const LONGEST_LIST = 80; // signs of what is not sent yet that are shown
  const BEFORE_A_LOOK = 0.12;
  const BEFORE_A_WORD = 4;
  const LONGEST_SILENCE = 40; // seconds; the server says something every 15
  const field = document.getElementById("text");
  const said = root.querySelector(".unsent");
  const place = `mjlog-record ${location.pathname} ${root.dataset.scope}`;
  const part = (name, of = root) => of.querySelector(`[data-part="${name}"]`);
  // How the game stood: as the page shows it, and where the line was begun, which belongs there.
  const mark = () => part("marks").querySelector("[name=after][form]").value;
  const begun = () => part("marks").querySelector("[name=after]");

  // -- what is kept on this telephone ----------------------------------------------------------------------------

  // queue: what is to be sent, the first first; base: how the game stood after the last that was taken; text: the line;
  // after: where it was begun; isHeld: it holds something that was not taken, and what was entered after that waits.
  let kept = { queue: [], base: "", text: "", after: "", isHeld: false };
  try {
    kept = { ...kept, ...JSON.parse(localStorage.getItem(place)) };
  } catch { /* what cannot be read is none of ours */ }
  const keep = () => {
    [kept.text, kept.after] = [field.value, begun().value];
    try {
      localStorage.setItem(place, JSON.stringify(kept));
    } catch { /* a full or forbidden storage: it is kept as long as the page is */ }
  };
  const name = () => [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(36)).join("");

  // -- asking the server -----------------------------------------------------------------------------------------

  let isFilled = false; // the form of a result holds taps that were not entered: it stays as it is
  const isBegun = () => isFilled || Boolean(field.value.trim());
  // How the game stood when something was last tapped or answered: what others wrote since may have come unseen.
  let noticed = mark();
  let isAway = false; // there is no connection
  let isShut = false; // the key is not taken any more

  const ask = async (fields) => {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), 1000 * PATIENCE);
    try {
      const body = new URLSearchParams({ ...fields, script: "1" });
      const answer = await fetch(location.pathname, { method: "POST", body, signal: control.signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      isAway = false;
      isShut = answer.status === 403;
      return { answer, page };
    } catch (error) {
      isAway = true;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  // What is tapped stays where it is on the screen, however much is said above it.
  const underThumb = () => {
    const top = (one) => root.querySelector(one)?.getBoundingClientRect();
    const found = [".whose", ".form", ".acts"].find((one) => top(one)?.bottom > 0 && top(one).top < innerHeight);
    const before = found && top(found).top;
    return () => {
      const after = found && top(found);
      if (after) scrollBy({ top: after.top - before, behavior: "instant" });
    };
  };

  // Parts that the server says otherwise than before are put in the place of those that are there.
  const shown = new Map();
  const parts = [...root.querySelectorAll("[data-part]")].map((one) => one.dataset.part);
  for (const one of parts) shown.set(one, part(one).innerHTML);
  const take = (page) => {
    if (!page.getElementById("recorder")) return;
    const stays = underThumb();
    for (const one of parts) {
      const fresh = part(one, page);
      if (shown.get(one) === fresh.innerHTML || (one === "result" && isFilled)) continue;
      shown.set(one, fresh.innerHTML);
      part(one).replaceChildren(...document.importNode(fresh, true).childNodes);
    }
    press();
    stays();
  };

  const clear = (...words) => {
    part("preview").replaceChildren(...words);
    shown.delete("preview");
  };

  const tell = () => {
    const count = kept.queue.length;
    const words = [];
    if (isShut) words.push("The key of this table has changed: open its link again");
    else if (isAway) words.push("No connection: what you enter is kept here");
    if (kept.isHeld && count) words.push("look at the line below first");
    const lines = kept.queue.map(({ do: what, text: line }) => line || what).join(" · ");
    const list = lines.length > LONGEST_LIST ? `… ${lines.slice(-LONGEST_LIST)}` : lines;
    if (count) words.push(`not sent yet: ${count} (${list})`);
    const text = words.join(" · ");
    if (said.textContent !== text) said.textContent = text;
  };

  // -- looking ---------------------------------------------------------------------------------------------------

  let looking;
  let looks = 0;
  const look = async () => {
    const mine = ++looks;
    const text = field.value.trim();
    const after = isBegun() ? begun().value : "";
    try {
      const { answer, page } = await ask({ do: "look", text, after });
      if (mine !== looks || busy || (!after && isBegun())) return;
      if (answer.ok) take(page);
    } catch {
      if (mine === looks && text) {
        const words = document.createElement("p");
        words.className = "quiet";
        words.textContent = "What it means is shown when the connection is back.";
        clear(words);
      }
    }
    tell();
  };
  const lookSoon = () => {
    clearTimeout(looking);
    looking = setTimeout(look, 1000 * BEFORE_A_LOOK);
  };

  // -- sending ---------------------------------------------------------------------------------------------------

  let busy = false;
  let resting;
  let rest = SHORTEST_REST;
  const send = async () => {
    clearTimeout(resting);
    tell();
    if (busy || kept.isHeld) return;
    busy = true;
    while (kept.queue.length && !kept.isHeld && (await sendFirst()));
    busy = false;
    tell();
    if (kept.queue.length && !kept.isHeld) {
      resting = setTimeout(send, 1000 * rest);
      rest = Math.min(LONGEST_REST, 2 * rest);
    } else if (isBegun() ? !kept.isHeld : heard && heard !== mark()) lookSoon();
  };

  // Another page of this telephone has entered something: whichever sends it first, it is entered once.
  const seen = new Set(kept.queue.map(({ key }) => key));
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== place || !newValue) return;
    const fresh = JSON.parse(newValue).queue.filter((one) => !seen.has(one.key));
    for (const one of fresh) seen.add(one.key);
    kept.queue.push(...fresh);
    if (fresh.length) send();
  });

  // Whether it was answered: taken, or not.
  const sendFirst = async () => {
    const { at, ...item } = kept.queue[0];
    const after = item.after || kept.base || "-";
    const before = begun().value;
    const ago = Math.round((Date.now() - at) / 1000);
    let answer, page;
    try {
      ({ answer, page } = await ask({ ...item, after, ago: ago > 4 ? ago : 0 }));
    } catch {
      return false;
    }
    if (answer.status === 403 || answer.status === 429 || answer.status >= 500) return false;
    rest = SHORTEST_REST;
    kept.queue.shift();
    clearTimeout(looking);
    looks++;
    if (answer.ok) {
      kept.base = answer.headers.get("Record-Mark") ?? "";
      if (item.do === "enter") shown.delete("result");
    } else {
      // What was not taken comes back, as it can only be meant, before what has been typed since.
      kept.base = "";
      kept.isHeld = Boolean(item.text);
      const back = item.text && (page.getElementById("text")?.value || item.text);
      field.value = [back, field.value.trim()].filter(Boolean).join(" ");
      isFilled = false;
    }
    take(page);
    noticed = mark();
    // What was typed meanwhile follows on what was sent; what was tapped in the form belongs to whom that names.
    if (answer.ok || !item.text) {
      const follows = answer.ok && !isFilled && before === after;
      if (isBegun()) begun().value = follows ? kept.base : before;
    }
    if (answer.ok && !root.querySelector("[data-tile]")) {
      const form = part("result").querySelector(".form");
      if (form) form.scrollIntoView({ block: "nearest" });
    }
    if (!page.getElementById("recorder")) part("preview").textContent = page.querySelector("main p")?.textContent ?? "";
    keep();
    return true;
  };

  const enter = (fields, isFirst) => {
    const chained = kept.queue.length && !isFirst && !isFilled;
    const item = { after: "", meant: "", sure: "", text: "", ...fields, key: name(), at: Date.now() };
    if (chained) item.after = item.meant = "";
    isFilled = false;
    seen.add(item.key);
    kept.queue[isFirst ? "unshift" : "push"](item);
    kept.isHeld = false;
    keep();
    send();
  };

  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (button?.name === "tap") {
      if (button.dataset.tile === undefined) add(button.value);
      else tile(button.value);
      return;
    }
    const fields = Object.fromEntries(new FormData(event.target));
    fields.do = button?.value || "enter";
    const wasHeld = kept.isHeld;
    if (event.target.id === "line") {
      fields.text = field.value.trim();
      if (!fields.text) return;
    } else if (fields.do === "undo" && !fields.sure) fields.after = noticed;
    if (fields.do === "enter") {
      field.value = "";
      clear();
    }
    free();
    enter(fields, wasHeld);
  });

  // -- taps ------------------------------------------------------------------------------------------------------

  let seat = "";
  let verb = "";
  let isJoined = false; // the next tile belongs to the word before it

  const press = () => {
    for (const one of root.querySelectorAll("[aria-pressed]")) {
      const isPressed = one.dataset.seat === undefined ? one.dataset.verb === verb : one.dataset.seat === seat;
      one.setAttribute("aria-pressed", isPressed);
    }
  };
  const free = () => {
    seat = verb = "";
    isJoined = false;
    press();
  };
  const change = () => {
    noticed = mark();
    if (isFilled && !field.value.trim()) {
      isFilled = false;
      shown.delete("result");
    }
    // An empty line after something that was not taken: it was given up, and what came after it is sent.
    if (kept.isHeld && !field.value.trim()) {
      kept.isHeld = false;
      send();
    }
    keep();
    lookSoon();
  };
  const add = (word) => {
    field.value = isJoined || !field.value.trim() ? field.value + word : `${field.value.trimEnd()} ${word}`;
    field.scrollLeft = field.scrollWidth;
    change();
  };
  const classOf = (code) => code.replace(/^[1-9]/, "").replace(/^[eswn]w$/, "w").replace(/^[rgw]d$/, "dragon");
  const tile = (code) => {
    if (verb === "h") {
      // Tiles of a class share its letter: `nwnw` would be three winds.
      if (isJoined && classOf(field.value.slice(-2)) === classOf(code)) field.value = field.value.slice(0, -1);
      add(code);
      isJoined = true;
      return;
    }
    add(`${isJoined ? "" : seat}${/^(k|j.)$/.test(verb) ? verb : ""}${code}`);
    const draws = verb === "2";
    free();
    isJoined = draws;
  };

  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button || button.type !== "button") return;
    const { seat: whose, verb: what, sign, glue, die } = button.dataset;
    if (whose !== undefined) seat = seat === whose ? "" : whose;
    if (what !== undefined) {
      isJoined = false;
      verb = verb === what ? "" : what;
      if (verb === "h") add(`${seat}h`);
    }
    if (sign !== undefined) isJoined = false;
    if (glue !== undefined || die !== undefined) {
      isJoined = glue !== undefined || /(^|\s)r[1-6]$/.test(field.value);
      add(glue ?? (isJoined ? die : `r${die}`));
      isJoined = false;
    }
    if (button.dataset.back !== undefined) {
      field.value = field.value.trimEnd().replace(/\S+$/, "").trimEnd();
      free();
      change();
    }
    if (button.dataset.no !== undefined) clear();
    press();
  });
  field.addEventListener("input", change);

  // -- the result of a hand --------------------------------------------------------------------------------------

  const worthOf = (fields) => {
    const [han, fu, limit] = ["han", "fu", "limit"].map((one) => fields.querySelector(`[name=${one}]`).value.trim());
    return limit || (han && `${han}h${fu}`);
  };
  const result = (form) => {
    const whole = form.dataset.seats;
    const [winner, from] = ["winner", "from"].map((one) => form.querySelector(`[name=${one}]:checked`)?.value ?? "");
    const fields = [...form.querySelectorAll("[data-points]")];
    const points = Object.fromEntries(fields.map((one) => [one.dataset.points, one.value.trim()]));
    if (form.dataset.scores !== undefined) {
      return Object.keys(points).filter((who) => points[who]).map((who) => `${who}=${points[who]}`).join(" ");
    }
    const [how, count] = [form.querySelector(".how"), form.querySelector(".points")];
    const isWon = winner && winner !== "-";
    const [ready, worth] = [form.querySelector(".ready"), form.querySelector(".worth")];
    const ticked = (name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map((one) => one.value);
    how.hidden = !isWon;
    if (ready) ready.hidden = winner !== "-";
    if (worth) worth.hidden = !isWon;
    const source = from === `f${winner}` ? "" : from;
    const discarder = isWon && source.startsWith("f") ? source[1] : "";
    const also = form.querySelector(".also");
    if (also) also.hidden = !discarder;
    for (const one of how.querySelectorAll("[data-seat]")) one.hidden = one.dataset.seat === winner;
    if (count) {
      count.hidden = !isWon;
      for (const one of count.querySelectorAll("label")) {
        const isWinner = one.querySelector("input").dataset.points === winner;
        one.hidden = count.dataset.whose === "winner" && !isWinner;
        one.classList.toggle("winner", isWinner);
      }
    }
    const sticks = ticked("riichi").map((who) => `${who}! `).join("");
    const before = (form.dataset.before ? `${form.dataset.before} ` : "") + sticks;
    if (!winner) return sticks && before.trim();
    if (!isWon) return `${before}wash${ready ? ` r${ticked("ready").join("") || "-"}` : ""}`;
    if (worth) {
      const worths = new Map([[winner, worthOf(worth)]]);
      for (const one of discarder && also ? also.querySelectorAll("fieldset") : []) {
        one.hidden = [winner, discarder].includes(one.dataset.seat);
        if (!one.hidden && worthOf(one)) worths.set(one.dataset.seat, worthOf(one));
      }
      // The nearest to the discarder in turn comes first: who that is takes what lies on the table.
      const after = whole.indexOf(discarder) + 1;
      const [first, ...others] = [...whole.slice(after), ...whole.slice(0, after)].filter((one) => worths.has(one));
      return `${before}${first}m${source}${worths.get(first)}${others.map((one) => `+${one}${worths.get(one)}`).join("")}`;
    }
    const lacks = count && points[winner] === "" && Object.values(points).some(Boolean);
    count?.classList.toggle("lacks", Boolean(lacks));
    if (lacks) return "";
    const others = [...whole].filter((one) => one !== winner && points[one] && count.dataset.whose === "all");
    if (!others.length) return `${before}${winner}m${source}${points[winner] ?? ""}`;
    const list = [...whole].map((one) => points[one]);
    if (source.startsWith("f")) return `${before}${winner}m${source}${list.join("/")}`;
    const at = whole.indexOf(winner);
    return `${before}${list.slice(0, at).join("/")}${winner}${source}${list.slice(at).join("/")}`;
  };
  part("result").addEventListener("input", ({ target }) => {
    field.value = result(target.closest(".form"));
    change();
    isFilled = true;
  });

  // -- what others write -----------------------------------------------------------------------------------------

  const lose = () => {
    isAway = true;
    tell();
  };
  let stream, losing;
  let heard = "";
  const listen = () => {
    stream?.close();
    stream = new EventSource(root.dataset.live);
    const mine = stream;
    const hear = () => {
      clearTimeout(losing);
      losing = setTimeout(() => { lose(); listen(); }, 1000 * LONGEST_SILENCE);
      isAway = false;
      tell();
    };
    mine.addEventListener("still", hear);
    mine.addEventListener("stands", ({ data }) => {
      hear();
      heard = JSON.parse(data).mark;
      if (kept.queue.length) send();
      else if (heard !== mark() && !busy) look();
    });
    mine.onerror = () => {
      clearTimeout(losing);
      // The server ends every stream now and then: not worth a word, if it is there again at once.
      if (mine.readyState !== EventSource.CLOSED) losing = setTimeout(lose, 1000 * BEFORE_A_WORD);
      else losing = setTimeout(comeAgain, 1000 * (isShut ? LONGEST_REST : SHORTEST_REST + 2 * Math.random()));
    };
  };
  const comeAgain = () => {
    look();
    listen();
  };
  const sleep = () => {
    clearTimeout(losing);
    stream?.close();
  };
  const wake = () => {
    listen();
    send();
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  addEventListener("offline", lose);
  addEventListener("online", wake);

  if (!field.value && kept.text) [field.value, begun().value] = [kept.text, kept.after || "-"];
  kept.isHeld &&= Boolean(field.value);
  if (field.value) look();
  wake();
})();
