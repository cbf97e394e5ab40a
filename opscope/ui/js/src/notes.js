// @ts-check
// What the run warned of, and the whole text of the error that ended it.

import { h, set, text } from "./dom.js";

/** @typedef {import("./reduce.js").State} State */

/** @param {{select: (name: string) => void, signal: AbortSignal}} actions */
export function notes({ select, signal }) {
  const none = h("div", { class: "opscope-nothing" }, "Nothing to report.");
  const error = h("pre", { class: "opscope-error" });
  const rows = h("div", { class: "opscope-notes-rows" });
  /** @type {unknown} */
  let shown;
  rows.addEventListener(
    "click",
    (event) => {
      const hit = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-name]"));
      if (hit) select(hit.dataset.name ?? "");
    },
    { signal },
  );
  return {
    el: h("div", { class: "opscope-notes" }, none, error, rows),
    /** @param {State} state */
    update(state) {
      text(error, state.error);
      set(error, "hidden", !state.error);
      set(none, "hidden", Boolean(state.error) || state.warnings.length > 0);
      if (state.warnings === shown) return;
      shown = state.warnings;
      const all = [...state.warnings].reverse();
      rows.replaceChildren(
        ...all.map((w) => h("button", { class: "opscope-note", type: "button", "data-name": w.subject }, h("code", {}, w.subject), h("span", {}, w.text))),
      );
    },
  };
}

/** How many there are, for the tab. @param {State} state */
export function noteCount(state) {
  return state.warnings.length + (state.error ? 1 : 0);
}
