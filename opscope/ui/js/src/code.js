// @ts-check
// The user's code where the run stands: source with a gutter, call stack, variables, watch expressions, evaluation.

import { callStack } from "./call_stack.js";
import { h, set } from "./dom.js";
import { evaluationLine } from "./evaluation_line.js";
import { operatorAttributes } from "./operator_attributes.js";
import { sourceView } from "./source_view.js";
import { watchList } from "./watch_list.js";

/** @type {import("./tab_registry.js").Tab} */
export const codeTab = { id: "code", label: "Code", create: code };

/** A section that folds. @param {string} title @param {HTMLElement} content @param {boolean} [open] */
export function section(title, content, open = true) {
  return h("details", { class: "opscope-section", open }, h("summary", {}, title), content);
}

/** @param {import("./tab_registry.js").Actions} actions @returns {import("./tab_registry.js").Pane} */
function code({ ask, open, refresh, offline, signal }) {
  const source = sourceView({ ask, open, refresh, signal });
  const stack = callStack({ ask, show: source.show, refresh, signal });
  const watches = watchList({ ask, signal });
  const operator = operatorAttributes({ ask, signal });
  const line = evaluationLine({ ask, frame: () => stack.frame, signal });
  const operatorSection = section("Operator", operator.el, false);
  operatorSection.addEventListener("toggle", refresh, { signal }); // it is asked for when it is open
  const side = h("div", { class: "opscope-code-side" }, section("Call stack", stack.el), section("Variables", stack.variables), section("Watch", watches.el), operatorSection);
  const none = h("div", { class: "opscope-nothing", hidden: !offline }, "The code is shown while a kernel runs the program.");
  const body = h("div", { class: "opscope-code-body", hidden: offline }, source.el, side);
  const el = h("div", { class: "opscope-code-tab" }, none, body, line.el);
  set(line.el, "hidden", offline);

  return {
    el,
    /** Shows an operator with its attributes. */
    open(op) {
      /** @type {HTMLDetailsElement} */ (operatorSection).open = true;
      operator.choose(Number(op));
    },
    update(state) {
      if (offline) return;
      source.update(state);
      stack.update(state);
      watches.update(state);
      operator.update(state, /** @type {HTMLDetailsElement} */ (operatorSection).open);
      line.update(state);
    },
  };
}
