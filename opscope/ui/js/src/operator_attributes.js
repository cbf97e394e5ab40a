// @ts-check
// An operator with its attributes, which can be set for this run: the next one, or one that was chosen in the graph.

import { textField } from "./breakpoint_form.js";
import { h, set, text } from "./dom.js";

/** @typedef {import("./state.js").State} State */

/** @param {{ask: import("./panel.js").Ask, signal: AbortSignal}} options */
export function operatorAttributes({ ask, signal }) {
  const title = h("div", { class: "opscope-attributes-title" });
  const rows = h("dl", { class: "opscope-variables" });
  const answer = h("div", { class: "opscope-empty", role: "status" });
  const el = h("div", { "data-asks": true }, title, rows, answer);
  let chosen = -1; // by the user; else the next operator
  let place = "";
  let asked = "";
  let answered = -1; // the operator that the answer is about
  /** @type {unknown} */
  let shown;

  /** @param {number} op @param {string} name @param {string} value */
  function change(op, name, value) {
    ask("SetAttribute", { op, name, value }, (ok, words) => {
      text(answer, words);
      set(answer, "data-failed", !ok);
      asked = ""; // read it again
      return true;
    });
  }
  rows.addEventListener(
    "keydown",
    (event) => {
      const field = /** @type {HTMLInputElement|null} */ (/** @type {Element} */ (event.target).closest("input"));
      if (event.key === "Escape" && field) field.value = field.dataset.was ?? "";
      if (event.key !== "Enter" || !field || event.isComposing) return;
      event.preventDefault();
      change(Number(field.dataset.op), field.name, field.value);
    },
    { signal },
  );
  return {
    el,
    /** @param {number} op */
    choose(op) {
      chosen = op;
      asked = "";
    },
    /** @param {State} state @param {boolean} visible */
    update(state, visible) {
      const at = state.stopped;
      const here = `${at?.run} ${at?.tick}`;
      if (here !== place && at?.text !== "edited") chosen = place ? -1 : chosen;
      place = here;
      const op = chosen >= 0 ? chosen : (at?.op ?? -1);
      if (visible && op >= 0 && state.phase !== "running" && asked !== `${op} ${here}`) {
        asked = `${op} ${here}`;
        ask("FetchOperator", { op }, (ok, words) => {
          if (!ok) text(answer, words);
          return true;
        });
      }
      const seen = state.fold.shown_operator?.op === op ? state.fold.shown_operator : null;
      const editable = state.phase === "paused" && !state.over && !seen?.fixed;
      if (op !== answered) text(answer, "");
      answered = op;
      const key = JSON.stringify([seen, editable, op]);
      if (key === shown) return;
      shown = key;
      text(title, seen ? `${seen.op_type} ${seen.op}${seen.name ? ` → ${seen.name}` : ""}` : "No operator: pause before one, or choose one in the graph.");
      set(title, "title", seen?.site);
      rows.replaceChildren(
        ...(seen?.names ?? []).flatMap((name, i) => {
          const field = textField("attribute-field", "", `${name} of ${seen?.op_type} ${seen?.op}; Enter sets it for this run`);
          field.name = name;
          field.value = field.dataset.was = seen?.texts[i] ?? "";
          field.dataset.op = String(seen?.op);
          field.readOnly = !editable;
          set(field, "title", editable ? "Enter sets it for this run" : seen?.fixed ? `cannot be changed: ${seen.fixed}` : "pause the run to change it");
          return [h("dt", { title: name }, name), h("dd", {}, field)];
        }),
        ...(seen && !seen.names.length ? [h("dt", {}, "no attributes"), h("dd", {})] : []),
      );
    },
  };
}
