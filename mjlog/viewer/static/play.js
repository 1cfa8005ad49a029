// Keys, slider, autoplay, swiping, the whole screen.
"use strict";
(() => {
  const root = document.getElementById("viewer");
  if (!root || !window.mjlog) return;
  const { go, goTo, step, frame, now } = window.mjlog;
  const byId = (id) => document.getElementById(id);
  const slider = byId("slider");
  const play = byId("play");
  const pace = byId("pace");
  let timer = 0;

  // -- playing by itself ----------------------------------------------------------------------------------------

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  };
  const tick = () => {
    timer = setTimeout(() => (step("next") ? tick() : stop()), Number(pace.value) * 1000 * (frame()?.tempo ?? 1));
  };
  const toggle = () => {
    if (timer) return stop();
    play.setAttribute("aria-pressed", "true");
    tick();
  };
  const faster = (by) => {
    pace.selectedIndex = Math.min(pace.length - 1, Math.max(0, pace.selectedIndex + by));
    keep("pace", pace.value);
  };
  play.addEventListener("click", toggle);

  // -- the slider counts the events of the hand -----------------------------------------------------------------

  slider.addEventListener("input", () => {
    const found = frame();
    if (found) goTo(found.number - found.at + Number(slider.value));
  });
  root.addEventListener("frame", ({ detail }) => {
    slider.max = detail.of;
    if (document.activeElement !== slider || Math.abs(slider.value - detail.at) > 1) slider.value = detail.at;
    slider.setAttribute("aria-valuetext", `event ${detail.at} of ${detail.of}`);
  });

  // -- keys -------------------------------------------------------------------------------------------------------

  // Links and buttons say themselves by which key they are pressed (`data-key`); these are the others.
  const steps = {
    ArrowLeft: ["previous", "previous-decision"], ArrowRight: ["next", "next-decision"],
    Home: ["first", "start"], End: ["last", "end"], PageUp: ["previous-hand"], PageDown: ["next-hand"],
    ",": ["previous-finding"], ".": ["next-finding"],
  };
  const acts = { "+": () => faster(1), "-": () => faster(-1), g: () => document.querySelector(".goto input").focus() };
  byId("whole").hidden = !document.fullscreenEnabled;
  byId("whole").addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen?.().catch(() => {});
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest("input:not([type=range]), select, textarea")) return;
    const line = event.target.closest(".box li");
    if (line && /^Arrow(Up|Down)$/.test(event.key)) {
      const links = [...line.parentElement.querySelectorAll("a")].filter((one) => one.offsetParent);
      links[links.indexOf(line.querySelector("a")) + (event.key === "ArrowUp" ? -1 : 1)]?.focus();
      return event.preventDefault();
    }
    const range = event.target === slider && /^(Arrow|Home|End|Page)/.test(event.key);
    const presses = event.target.closest("button, summary") && event.key === " ";
    const scrolls = event.target.closest(".box, .scroll") && /^(Page|Home|End|Arrow(Up|Down))/.test(event.key);
    if (range || presses || scrolls) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const ways = steps[key];
    const pressed = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (ways) step(ways[event.shiftKey && ways[1] ? 1 : 0]);
    else if (acts[key]) acts[key]();
    else if (pressed) pressed.click();
    else return;
    if (ways && timer) stop();
    event.preventDefault();
  });

  // -- what is kept from page to page: the panels that are open, the pace ---------------------------------------------

  let memory;
  try { memory = localStorage; } catch { /* this browser keeps nothing */ }
  const kept = (name) => memory?.getItem(`mjlog-${name}`);
  const keep = (name, value) => memory?.setItem(`mjlog-${name}`, value);

  // On a phone the views are a list in the bar.
  const view = byId("view");
  const listViews = () => {
    view.replaceChildren(...[...root.querySelectorAll("a[data-view]")].map((one) => {
      const isHere = one.hasAttribute("aria-current");
      return new Option(one.textContent, one.dataset.view, isHere, isHere);
    }));
    view.hidden = !view.length;
  };
  root.addEventListener("frame", listViews);
  view.addEventListener("change", () => root.querySelector(`a[data-view="${CSS.escape(view.value)}"]`).click());
  listViews();

  // Of some buttons one is pressed: which panel is seen, which events the list shows.
  const pressed = (selector, name, act) => {
    const buttons = [...root.querySelectorAll(selector)];
    const press = (one) => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === one));
      act(one.dataset[name]);
    };
    // Whatever is pressed already is given up.
    for (const one of buttons) {
      one.addEventListener("click", () => {
        const chosen = one.getAttribute("aria-pressed") === "true" ? buttons[0] : one;
        press(chosen);
        keep(name, chosen.dataset[name]);
      });
    }
    return (value) => press(buttons.find((one) => one.dataset[name] === value) ?? buttons[0]);
  };
  pressed("[data-tab]", "tab", (tab) => { root.dataset.panel = tab; })(kept("tab") ?? "claims");
  pressed("[data-only]", "only", (only) => { root.querySelector(".box").dataset.shows = only; })("");

  if ([...pace.options].some(({ value }) => value === kept("pace"))) pace.value = kept("pace");
  pace.addEventListener("change", () => keep("pace", pace.value));

  // -- a button that is held goes on stepping ------------------------------------------------------------------------

  let held = 0;
  const letGo = () => { clearInterval(held); held = 0; };
  for (const way of ["previous", "next"]) {
    const button = root.querySelector(`.steps [data-step="${way}"]`);
    button.addEventListener("pointerdown", ({ button: which }) => {
      letGo();
      if (!which) held = setTimeout(() => { held = setInterval(() => step(way), 120); }, 350);
    });
    for (const ends of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(ends, letGo);
    button.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
    button.draggable = false;
  }

  // -- swiping and the wheel over the table ----------------------------------------------------------------------------

  const picture = root.querySelector("[data-swipe]");
  let turned = 0;
  picture.addEventListener("wheel", (event) => {
    if (event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    // A wheel turns by notches of a hundred, a touchpad by a few at a time.
    turned = Math.sign(turned) === -Math.sign(event.deltaY) ? event.deltaY : turned + event.deltaY;
    if (Math.abs(turned) < 40) return;
    step(turned > 0 ? "next" : "previous");
    turned = 0;
  }, { passive: false });
  let from;
  picture.addEventListener("touchstart", ({ touches }) => { from = touches.length === 1 ? touches[0] : null; }, { passive: true });
  picture.addEventListener("touchend", ({ changedTouches: [to] }) => {
    if (!from) return;
    const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
    from = null;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) step(across < 0 ? "next" : "previous");
  }, { passive: true });

  // -- a soft click at each event, for whoever chose it --------------------------------------------------------------

  let audio;
  const click = ({ detail }) => {
    if (!detail.isOther || !navigator.userActivation?.hasBeenActive) return;
    audio ??= new AudioContext();
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = 1600;
    gain.gain.setValueAtTime(0.08, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.05);
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.05);
  };
  if (document.documentElement.dataset.sound === "on") root.addEventListener("frame", click);

  // -- going to a number ---------------------------------------------------------------------------------------------

  document.querySelector(".goto").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = event.target.elements.seq;
    if (Number(input.value) !== now()) go(Number(input.value), true);
    input.blur();
    event.target.reset();
  });
})();
