// @ts-check
// Whose keys they are: the panel's while it has the focus, the notebook's as soon as one clicks elsewhere.

import { set } from "./dom.js";

const SUPPRESS = "data-lm-suppress-shortcuts"; // JupyterLab leaves keys alone whose target has it

/** @param {{root: HTMLElement, memory: import("./panel.js").Memory, offline: boolean, signal: AbortSignal}} options */
export function takeKeys({ root, memory, offline, signal }) {
  // Else JupyterLab moves between cells on arrow keys and Enter. It looks for the attribute upwards from the focused
  // element, but only up to the first match of its own selector, so the focused element itself needs it.
  set(root, SUPPRESS, "true");
  root.addEventListener(
    "focusin",
    ({ target }) => {
      set(/** @type {Element} */ (target), SUPPRESS, "true");
      memory.keyboard = true;
    },
    { signal },
  );
  root.addEventListener(
    "focusout",
    ({ relatedTarget }) => {
      // a view that is replaced loses the focus to nothing: the next one gets the keys
      if (relatedTarget && !root.contains(/** @type {Node} */ (relatedTarget))) memory.keyboard = false;
    },
    { signal },
  );
  if (memory.keyboard && !offline) requestAnimationFrame(() => document.activeElement === document.body && root.focus({ preventScroll: true }));

  const release = () => {
    memory.keyboard = false;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement);
    if (focused && root.contains(focused)) focused.blur();
  };
  // JupyterLab leaves the focus in an output if one clicks on the prompt of its own cell
  document.addEventListener("pointerdown", ({ target }) => root.contains(/** @type {Node} */ (target)) || release(), { signal, capture: true });
  root.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || event.target !== root || event.defaultPrevented) return;
      release();
      /** @type {HTMLElement|null} */ (root.closest(".jp-Notebook"))?.focus({ preventScroll: true });
    },
    { signal },
  );
  // Ctrl or Cmd S saves the notebook, also from here: before JupyterLab sees the key, nothing suppresses it
  window.addEventListener(
    "keydown",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s" || !root.contains(target)) return;
      const marked = [root, ...root.querySelectorAll(`[${SUPPRESS}]`)];
      for (const each of marked) each.removeAttribute(SUPPRESS);
      setTimeout(() => marked.forEach((each) => set(each, SUPPRESS, "true")));
    },
    { signal, capture: true },
  );
}
