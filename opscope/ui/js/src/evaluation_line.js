// @ts-check
// A line of code that is evaluated where the run stands, with the answers so far.

import { textField } from "./breakpoint_form.js";
import { h, set } from "./dom.js";

/** @typedef {import("./state.js").State} State */

const KEPT = 30;

/** @param {{ask: import("./panel.js").Ask, frame: () => number, signal: AbortSignal}} options */
export function evaluationLine({ ask, frame, signal }) {
  const field = textField("evaluation-field", "evaluate here: h[0].mean(), loss > previous(loss), rate = 0.1", "expression or statement, evaluated in the chosen frame");
  const answers = h("div", { class: "opscope-answers", role: "log", "aria-label": "answers" });
  const el = h("form", { class: "opscope-evaluation", "data-asks": true }, answers, h("div", { class: "opscope-evaluation-line" }, h("span", { "aria-hidden": "true" }, "›"), field));
  /** @type {string[]} */
  const typed = [];
  let at = 0;

  function submit() {
    const code = field.value.trim();
    if (!code) return;
    field.value = "";
    typed.push(code);
    at = typed.length;
    const out = h("pre", {}, "…");
    answers.append(h("div", { class: "opscope-answer" }, h("code", {}, code), out));
    while (answers.children.length > KEPT) answers.firstElementChild?.remove();
    answers.scrollTop = answers.scrollHeight;
    ask("Evaluate", { code, frame: frame() }, (ok, answer) => {
      out.textContent = answer;
      set(out, "data-failed", !ok);
      answers.scrollTop = answers.scrollHeight;
      return true;
    });
  }
  el.addEventListener("submit", (event) => (event.preventDefault(), submit()), { signal });
  field.addEventListener(
    "keydown",
    (event) => {
      const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      if (step && typed.length) {
        at = Math.max(0, Math.min(typed.length, at + step));
        field.value = typed[at] ?? "";
      } else if (event.key === "Enter" && !event.isComposing) submit();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  return {
    el,
    /** @param {State} state */
    update(state) {
      const off = state.phase === "running" || state.phase === "waiting";
      field.disabled = off;
      set(field, "title", off ? "pause the run first" : undefined);
    },
  };
}
