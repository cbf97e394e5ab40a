// @ts-check
// The warnings of the run, and the full text of the error that ended it.

import { h, set, text } from "./dom.js";

/** @typedef {import("./state.js").State} State */

/** @type {import("./tab_registry.js").Tab} */
export const notesTab = { id: "notes", label: "Notes", create: notes, count: noteCount };

/** @param {import("./tab_registry.js").Actions} actions @returns {import("./tab_registry.js").Pane} */
function notes({ select, signal }) {
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
    update(state) {
      text(error, state.error);
      set(error, "hidden", !state.error);
      set(none, "hidden", Boolean(state.error) || state.warnings.size > 0);
      if (state.warnings === shown) return;
      shown = state.warnings;
      const all = [...state.warnings.values()].reverse();
      rows.replaceChildren(
        ...all.map((w) => h("button", { class: "opscope-note", type: "button", "data-name": w.subject }, h("code", {}, w.subject), h("span", {}, w.text))),
      );
    },
  };
}

/** The number of warnings and errors, for the tab. @param {State} state */
export function noteCount(state) {
  return state.warnings.size + (state.error ? 1 : 0);
}
