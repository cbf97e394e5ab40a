// @ts-check
// The warnings of the run, and the full text of the error that ended it.

import { h, set, text } from "./dom.js";
import { FOLD_RULES } from "./events.generated.js";

/** @typedef {import("./state.js").State} State */

const [RULE] = FOLD_RULES.Warned;
const LIMIT = ("limit" in RULE && RULE.limit) || Infinity; // notes that are kept

/** @type {import("./tab_registry.js").Tab} */
export const notesTab = { id: "notes", label: "Notes", create: notes, count: noteCount };

/** @param {import("./tab_registry.js").Actions} actions @returns {import("./tab_registry.js").Pane} */
function notes({ select, signal }) {
  const none = h("div", { class: "opscope-nothing" }, "Nothing to report.");
  const error = h("pre", { class: "opscope-error" });
  const rows = h("div", { class: "opscope-notes-rows" });
  const older = h("div", { class: "opscope-notes-older", hidden: true }, `The newest ${LIMIT} notes are kept; those before them are gone.`);
  /** @type {unknown} */
  let shown;
  let known = 0;
  rows.addEventListener(
    "click",
    (event) => {
      const hit = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-name]"));
      if (hit) select(hit.dataset.name ?? "");
    },
    { signal },
  );
  return {
    el: h("div", { class: "opscope-notes" }, none, error, rows, older),
    update(state) {
      text(error, state.error);
      set(error, "hidden", !state.error);
      set(none, "hidden", Boolean(state.error) || state.warnings.size > 0);
      set(older, "hidden", state.warnings.size < LIMIT);
      if (state.warnings === shown && state.values.size === known) return;
      shown = state.warnings;
      known = state.values.size;
      const all = [...state.warnings.values()].reverse();
      rows.replaceChildren(...all.map((w) => note(w, state.values.has(w.subject))));
    },
  };
}

/** What is said about a value can be pressed, and shows it. @param {import("./events.generated.js").Warned} warned
 * @param {boolean} isValue */
function note({ subject, text, count }, isValue) {
  const parts = [h("code", {}, subject), h("span", {}, text)];
  if (count > 1) parts.push(h("span", { class: "opscope-note-count", title: `${count} times` }, `\u00d7${count}`));
  if (!isValue) return h("div", { class: "opscope-note" }, ...parts);
  return h("button", { class: "opscope-note", type: "button", "data-name": subject }, ...parts);
}

/** The number of warnings and errors, for the tab. @param {State} state */
export function noteCount(state) {
  return state.warnings.size + (state.error ? 1 : 0);
}
