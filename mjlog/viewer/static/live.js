// Following a game that is being recorded: the stream tells that the log has grown, the film brings what is new.
"use strict";
(() => {
  const root = document.getElementById("viewer");
  const page = document.querySelector("[data-live-page]");
  const source = root?.dataset.live || page?.dataset.livePage;
  if (!source || !window.EventSource) return;
  const said = document.createElement("p");
  said.className = "live-state";
  (root?.querySelector(".controls") ?? page).append(said);
  let stream, timer, waiting, looking;

  const isAtEnd = () => {
    const frame = window.mjlog.frame();
    return Boolean(frame) && !frame.ways.end;
  };

  // Rows that come together are fetched together.
  const grown = (changed) => {
    if (!root) return location.reload();
    const follows = isAtEnd() || window.mjlog.follows;
    clearTimeout(timer);
    waiting = waiting || changed;
    timer = setTimeout(async () => {
      const all = waiting;
      waiting = false;
      const frame = await window.mjlog.renew(all, follows);
      if (frame && follows && frame.ways.end) window.mjlog.go(frame.ways.end);
      else if (frame) window.mjlog.go(frame.seq);
    }, 30);
    window.mjlog.follows = follows;
  };

  const open = () => {
    stream = new EventSource(source);
    stream.onopen = () => { said.textContent = "Live"; root?.classList.add("is-live"); };
    stream.onerror = () => {
      said.textContent = "Connection lost, trying again …";
      // Refused, and not only cut: there are too many followers. The game is looked at now and then instead.
      if (stream.readyState === EventSource.CLOSED) looking = setInterval(() => grown(false), 5000);
    };
    stream.addEventListener("row", ({ data }) => grown(JSON.parse(data).changed === true));
    stream.addEventListener("opened", () => grown(true));
    stream.addEventListener("end", () => { stream.close(); said.textContent = "The game has ended"; grown(true); });
  };
  addEventListener("pagehide", () => {
    stream?.close();
    clearInterval(looking);
  });
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  open();
})();
