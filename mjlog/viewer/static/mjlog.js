// Keys for stepping, and the page stays where it was scrolled to. Everything works without this.
"use strict";
(() => {
  const names = { ArrowLeft: ["previous", "previous-move"], ArrowRight: ["next", "next-move"], Home: ["first"], End: ["last"] };
  const busy = "input, select, textarea, .scroll, summary";
  const key = "mjlog-scroll";

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest(busy)) return;
    const steps = names[event.key];
    const step = steps && steps[event.shiftKey ? 1 : 0];
    const link = step && document.querySelector(`a[data-step="${step}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("a[data-step]")) sessionStorage.setItem(key, String(scrollY));
  });
  const at = sessionStorage.getItem(key);
  if (at !== null) {
    sessionStorage.removeItem(key);
    scrollTo(0, Number(at));
  }
})();
