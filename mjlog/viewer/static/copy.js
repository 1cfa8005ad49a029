// Sharing a moment: the links lead to files; with this script they fill the clipboard, or are saved as a picture.
"use strict";
(() => {
  // Without HTTPS there is no clipboard to write to, but a selection can still be copied.
  const bySelection = (text) => {
    const area = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "vh" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("the browser does not copy");
  };

  const textOf = async ({ href, dataset: { copy } }) => {
    if (copy === "address") return href;
    if (copy === "frame") return `<iframe src="${href.replaceAll("&", "&amp;")}" width="800" height="720" style="border: 0; max-width: 100%"></iframe>`;
    const answer = await fetch(href);
    if (!answer.ok) throw new Error(`the file is not to be had (${answer.status})`);
    return answer.text();
  };

  // The picture as it lies on the server, with its colours in it, drawn twice as large.
  const save = async (link) => {
    const image = new Image();
    image.src = link.href;
    await image.decode();
    const [width, height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d").drawImage(image, 0, 0, width, height);
    const href = URL.createObjectURL(await new Promise((done) => canvas.toBlob(done)));
    const download = `${decodeURIComponent(link.pathname.split("/").pop()).replace(/\.svg$/, "")}.png`;
    Object.assign(document.createElement("a"), { href, download }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  };

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-copy]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const what = link.dataset.copy;
    try {
      if (what === "PNG") await save(link);
      else {
        const text = await textOf(link);
        await (navigator.clipboard ? navigator.clipboard.writeText(text) : bySelection(text));
      }
      window.mjlog.say(`${what === "PNG" ? "Saved" : "Copied"}: ${what}`);
    } catch {
      location.href = link.href;
    }
  });
})();
