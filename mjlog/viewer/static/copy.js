// Copying a moment: the links lead to files; with this script they fill the clipboard.
"use strict";
(() => {
  const said = document.createElement("p");
  said.className = "said-so";
  said.setAttribute("role", "status");
  document.body.append(said);
  let timer = 0;

  const say = (text) => {
    said.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => (said.textContent = ""), 2500);
  };

  // Without HTTPS there is no clipboard to write to, but a selection can still be copied.
  const bySelection = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("readonly", "");
    area.className = "vh";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("the browser does not copy");
  };

  const textOf = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`the file is not to be had (${answer.status})`);
    return answer.text();
  };

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-copy]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const text = link.dataset.copy === "address" ? link.href : await textOf(link.href);
      await (navigator.clipboard ? navigator.clipboard.writeText(text) : bySelection(text));
      say(`Copied: ${link.dataset.copy}`);
    } catch {
      location.href = link.href;
    }
  });
})();
