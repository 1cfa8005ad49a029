// Following a game that is being recorded. The stream tells that the log has grown, the film brings what is new; a page
// without a film takes over what is different on itself as it is now.
"use strict";
(() => {
  const root = document.getElementById("viewer");
  const page = document.querySelector("[data-live-page]");
  const again = Number(document.querySelector("[data-again]")?.dataset.again);
  const source = root?.dataset.live || page?.dataset.livePage;
  if (!source && !again) return;
  const said = document.querySelector(".live-state");
  const way = document.querySelector('.live a[data-step="end"]');
  let stream, seen;
  let [isOver, isAway, isBusy] = [false, false, false];
  let state = said?.textContent ?? "";
  // Whether something came lately: otherwise nobody knows that the game goes on, until something comes.
  let isPlayed = (root ?? page)?.hasAttribute("data-played");
  let last = Number(source?.match(/after=(\d+)/)?.[1] ?? 0);

  // -- what is new -----------------------------------------------------------------------------------------------

  const renewPage = async () => {
    const answer = await fetch(location.href);
    if (!answer.ok) throw new Error(`the page is not to be had (${answer.status})`);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    fresh.querySelector(".live-state")?.replaceWith(said.cloneNode(true));
    window.mjlogBecome(document.getElementById("main"), fresh.getElementById("main"));
    document.title = fresh.title;
  };

  // -- what is said of it ----------------------------------------------------------------------------------------

  const tell = (now = state) => {
    state = now;
    if (!said) return;
    const stops = window.mjlog?.frame()?.stops;
    if (stops && (seen === undefined || window.mjlog.isAtEnd())) seen = stops;
    const missed = Math.max(0, (stops ?? 0) - (seen ?? 0));
    const text = missed ? `${state} · ${missed} new ${missed === 1 ? "event" : "events"}` : state;
    if (said.textContent !== text) said.textContent = text;
    if (way) way.textContent = missed ? "Go to the end" : "To the latest event";
    (root ?? said).classList.toggle("is-live", state === "Live");
  };
  root?.addEventListener("frame", () => tell());

  // -- the stream ------------------------------------------------------------------------------------------------

  const timers = {};
  const stop = (...names) => {
    for (const name of names) timers[name] = clearTimeout(timers[name]);
  };
  const start = (name, seconds, act) => {
    stop(name);
    timers[name] = setTimeout(() => { stop(name); act(); }, 1000 * seconds);
  };

  // One after the other; what comes while one is due, or under way, is fetched in one go.
  const renew = (rest = 0.03) => timers.renew ?? start("renew", rest, async () => {
    if (isBusy) return renew(rest);
    isBusy = true;
    try {
      await (root ? window.mjlog.renew() : renewPage());
      tell();
    } catch {
      if (!isAway) renew(Math.min(15, 2 * rest + 1));
    }
    isBusy = false;
  });

  const close = () => {
    stream?.close();
    stop("look", "silence", "loss");
  };
  const lose = () => tell("Connection lost, trying again …");
  // A connection can be dead without anybody saying so: the server says something every 15 seconds.
  const hear = () => start("silence", 40, () => { lose(); open(); });

  const follow = () => {
    const mine = stream = new EventSource(source.replace(/after=\d+/, `after=${last}`));
    hear();
    mine.onopen = () => {
      stop("loss");
      hear();
      tell(isPlayed ? "Live" : "Not ended");
    };
    mine.onerror = () => {
      if (mine.readyState !== EventSource.CLOSED) {
        // The server ends every stream now and then: not worth a word, if it is there again at once.
        if (!timers.loss) start("loss", 4, lose);
        return;
      }
      // Refused, and not only cut: there are too many followers, or the server is about to end. Meanwhile the game is
      // looked at now and then.
      close();
      start("look", 5 + 2 * Math.random(), () => { renew(); open(); });
      tell(`${isPlayed ? "In progress" : "Not ended"}, looked at every few seconds`);
    };
    mine.addEventListener("still", hear);
    mine.addEventListener("row", ({ lastEventId }) => {
      hear();
      last = Number(lastEventId);
      isPlayed = true;
      tell(state === "Not ended" ? "Live" : state);
      if (!root || last > window.mjlog.edition()) renew();
    });
    mine.addEventListener("end", () => {
      close();
      isOver = true;
      tell("The game has ended");
      renew();
    });
  };

  const look = () => start("look", again, () => { renew(); look(); });
  const open = () => {
    close();
    if (!isOver) (source ? follow : look)();
  };

  // -- a page that nobody looks at ------------------------------------------------------------------------------------

  // It gives its connection to others (a browser has six for all its pages of one server), and comes back when it is seen.
  const hide = () => {
    isAway = true;
    close();
  };
  const comeBack = () => {
    stop("hide");
    if (!isAway) return;
    isAway = false;
    open();
    renew();
  };
  const seeWhoLooks = () => (document.hidden ? start("hide", 10, hide) : comeBack());
  document.addEventListener("visibilitychange", seeWhoLooks);
  addEventListener("pagehide", hide);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  // A machine without a network still reaches itself: the connection says what it is worth.
  for (const change of ["offline", "online"]) addEventListener(change, () => !isAway && open());
  open();
  seeWhoLooks();
})();
