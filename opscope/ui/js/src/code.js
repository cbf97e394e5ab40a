// @ts-check
// The user's code: source with a gutter, breakpoints, call stack, variables, watch expressions, evaluation.

import { breakpointList } from "./breakpoints.js";
import { callStack } from "./call_stack.js";
import { h, set, text } from "./dom.js";
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
  const points = breakpointList({ ask, open, offline, signal });
  const stack = callStack({ ask, show: source.show, refresh, signal });
  const watches = watchList({ ask, signal });
  const operator = operatorAttributes({ ask, signal });
  const line = evaluationLine({ ask, frame: () => stack.frame, signal });
  const pointsSection = /** @type {HTMLDetailsElement} */ (section("Breakpoints", points.el, offline));
  const pointCount = h("span", { class: "opscope-count" });
  pointsSection.firstElementChild?.append(pointCount);
  set(pointsSection, "data-of", "breakpoints");
  const operatorSection = /** @type {HTMLDetailsElement} */ (section("Operator", operator.el, false));
  operatorSection.addEventListener("toggle", refresh, { signal }); // it is asked for when it is open
  const ofAPlace = [section("Call stack", stack.el), section("Variables", stack.variables), section("Watch", watches.el), operatorSection];
  const side = h("div", { class: "opscope-code-side" }, pointsSection, ...(offline ? [] : ofAPlace));
  const none = h("div", { class: "opscope-nothing" }, "The code is shown while a kernel runs the program.");
  const body = h("div", { class: "opscope-code-body" }, offline ? none : source.el, side);
  const el = h("div", { class: "opscope-code-tab" }, body, line.el);
  set(line.el, "hidden", offline);
  let known = 0; // breakpoints

  return {
    el,
    /** Shows an operator with its attributes, or starts a breakpoint at a place. */
    open(target) {
      if (typeof target === "string") {
        pointsSection.open = true;
        points.compose(target);
        return;
      }
      operatorSection.open = true;
      operator.choose(target);
    },
    update(state) {
      const count = state.breakpoints.length;
      if (count && !known) pointsSection.open = true;
      known = count;
      text(pointCount, count ? String(count) : "");
      points.update(state);
      if (offline) return;
      source.update(state);
      stack.update(state);
      watches.update(state);
      operator.update(state, operatorSection.open);
      line.update(state);
    },
  };
}
