// @ts-check
// A row of tabs; one pane is shown and updated.

import { arrow, h, set, text } from "./dom.js";

/** A narrow panel shows the short label, where there is one.
 * @typedef {{id: string, label: string, short?: string, el: HTMLElement}} Pane */

let tabCount = 0; // ids are unique in the page, which may have several panels

/** @param {Pane[]} panes @param {() => void} refresh @param {AbortSignal} signal */
export function tabs(panes, refresh, signal) {
  const counts = new Map(panes.map((p) => [p.id, h("span", { class: "opscope-count" })]));
  const buttons = panes.map((p) => {
    const count = /** @type {HTMLElement} */ (counts.get(p.id));
    const label = p.short ? [h("span", { class: "opscope-long" }, p.label), h("span", { class: "opscope-short" }, p.short)] : [p.label];
    return h("button", { class: `opscope-tab opscope-tab-${p.id}`, type: "button", role: "tab" }, ...label, count);
  });
  const bar = h("div", { class: "opscope-tabs", role: "tablist" }, ...buttons);
  panes.forEach((p, i) => {
    buttons[i].id = `opscope-tab-${++tabCount}`;
    set(p.el, "role", "tabpanel");
    set(p.el, "aria-labelledby", buttons[i].id);
  });
  let at = 0;

  /** @param {number} to */
  function show(to) {
    at = to;
    panes.forEach((p, i) => {
      set(buttons[i], "aria-selected", i === at ? "true" : "false");
      set(buttons[i], "tabindex", i === at ? 0 : -1);
      set(p.el, "hidden", i !== at);
    });
  }
  bar.addEventListener(
    "click",
    (event) => {
      const i = buttons.findIndex((b) => b.contains(/** @type {Node} */ (event.target)));
      if (i < 0) return;
      show(i);
      refresh();
    },
    { signal },
  );
  bar.addEventListener(
    "keydown",
    (event) => {
      const to = arrow(event, at, panes.length);
      if (to === null) return;
      event.preventDefault();
      show(to);
      buttons[to].focus();
      refresh();
    },
    { signal },
  );
  show(0);
  return {
    el: h("main", { class: "opscope-main" }, bar, ...panes.map((p) => p.el)),
    /** The id of the pane that is shown. */
    get open() {
      return panes[at].id;
    },
    /** @param {string} id */
    show: (id) => show(Math.max(0, panes.findIndex((p) => p.id === id))),
    /** @param {string} id @param {number} n */
    count(id, n) {
      const el = counts.get(id);
      if (el) text(el, n ? String(n) : "");
    },
  };
}
