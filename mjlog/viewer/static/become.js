// Makes one element like another, and leaves alone what is so already: it keeps its place, its focus, its scrolling.
"use strict";
window.mjlogBecome = (old, fresh) => {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== fresh.nodeName) return old.replaceWith(fresh);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [there, wanted] = [[...old.childNodes], [...fresh.childNodes]];
  wanted.forEach((one, at) => (there[at] ? window.mjlogBecome(there[at], one) : old.append(one)));
  there.slice(wanted.length).forEach((one) => one.remove());
};
