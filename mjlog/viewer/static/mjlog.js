// Keys for stepping; everything works without them.
"use strict";
(() => {
  const names = { ArrowLeft: ["previous", "previous-move"], ArrowRight: ["next", "next-move"], Home: ["first"], End: ["last"] };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, .scroll, details[open] .lines")) return;
    const steps = names[event.key];
    if (!steps) return;
    const step = event.shiftKey ? steps[1] : steps[0];
    const link = step && document.querySelector(`a[data-step="${step}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
