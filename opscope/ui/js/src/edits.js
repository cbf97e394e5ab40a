// @ts-check
// The edits of this run, with Undo.

import { h, set, text } from "./dom.js";

/** @typedef {import("./state.js").State} State */

/** @param {{ask: import("./panel.js").Ask, signal: AbortSignal}} options */
export function edits({ ask, signal }) {
  const list = h("code", {});
  const undo = h("button", { type: "button", class: "opscope-slice-tool opscope-undo", title: "undo the latest edit of this run" }, "Undo");
  const answer = h("span", { role: "status" });
  const el = h("div", { class: "opscope-edits", hidden: true, "data-asks": true }, "edited", list, undo, answer);
  undo.addEventListener("click", () => ask("UndoEdit", {}, (ok, words) => (text(answer, ok ? "" : words), true)), { signal });
  return {
    el,
    /** @param {State} state */
    update(state) {
      const all = state.fold.edits?.texts ?? [];
      set(el, "hidden", !all.length || state.phase !== "paused");
      text(list, all.join("; "));
      set(list, "title", all.join("\n"));
    },
  };
}
