// @ts-check
// The list of breakpoints, the form that adds one, and the reason why it was refused.

import { h, s, set, text } from "./dom.js";
import { count } from "./format.js";

/** @typedef {import("./state.js").Breakpoint} Breakpoint */

const FILTERS = [
  ["raised", "stop where an exception comes to the program's code first"],
  ["caught", "stop where the program's code has caught an exception"],
  ["uncaught", "stop where an operator fails, and where an exception has ended the program"],
];

/** The operators that a breakpoint is set at, in words. @param {Breakpoint} b */
export function opsText({ ops }) {
  if (ops.length > 3) return `${ops.length} operators`;
  return ops.length ? `op ${ops.join(", ")}` : "";
}

/** How often a breakpoint was reached. @param {number} hits */
export function hitsText(hits) {
  return `${count(hits)} ${hits === 1 ? "hit" : "hits"}`;
}

/** @type {import("./tab_registry.js").Tab} */
export const breakpointsTab = { id: "breakpoints", label: "Breakpoints", short: "Breaks", create: breakpoints, count: (state) => state.breakpoints.length };

/** @param {import("./tab_registry.js").Actions} actions @returns {import("./tab_registry.js").Pane} */
function breakpoints({ ask, open, offline, signal }) {
  const field = (/** @type {string} */ name, /** @type {string} */ hint, /** @type {string} */ label) =>
    h("input", { class: `opscope-field opscope-${name}`, type: "text", placeholder: hint, "aria-label": label, spellcheck: "false", autocomplete: "off" });
  const spec = field("spec-field", "op:relu, id:17, h, train.py:20, function:forward", "where to stop");
  const condition = field("condition-field", "only if … (optional)", "condition");
  const add = h("button", { class: "opscope-button opscope-add", type: "submit" }, "Add");
  const form = h("form", { class: "opscope-breakpoint-form", "data-asks": true }, spec, condition, add);
  const problem = h("div", { class: "opscope-breakpoint-error", role: "alert", hidden: true });
  const none = h("div", { class: "opscope-nothing" }, offline ? "The run had no breakpoints." : "No breakpoints. Add one above, or click left of an operator in the graph.");
  const rows = h("div", { class: "opscope-breakpoint-rows" });
  const el = h("div", { class: "opscope-breakpoints" });
  const filters = FILTERS.map(([name, title]) => ({ name, box: h("input", { type: "checkbox", "data-filter": name }), title }));
  const exceptions = h("div", { class: "opscope-exception-filters", "data-asks": true, role: "group", "aria-label": "exceptions of Python" }, "Exceptions");
  exceptions.append(...filters.map(({ name, box, title }) => h("label", { title }, box, ` ${name}`)));
  if (!offline) el.append(form, exceptions, problem);
  el.append(none, rows);
  /** @type {unknown} */
  let shown;

  const showProblem = (/** @type {string} */ message) => {
    text(problem, message);
    set(problem, "hidden", !message);
    set(spec, "aria-invalid", message ? "true" : undefined);
  };
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      const wanted = { spec: spec.value.trim(), condition: condition.value.trim() };
      if (!wanted.spec) return showProblem("Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a line of Python (train.py:20) or a value (h).");
      showProblem("");
      ask("SetBreakpoint", wanted, (ok, answer) => {
        const untouched = spec.value.trim() === wanted.spec && condition.value.trim() === wanted.condition;
        if (!ok || answer) showProblem(answer); // it is set, and waits for a program that has it
        if (ok && untouched) spec.value = condition.value = "";
        return true;
      });
    },
    { signal },
  );
  for (const one of [spec, condition]) {
    one.addEventListener("input", () => showProblem(""), { signal });
    one.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        form.requestSubmit(); // in JupyterLab a form does not do so by itself
      },
      { signal },
    );
  }
  exceptions.addEventListener(
    "change",
    () => {
      const wanted = filters.filter(({ box }) => box.checked).map(({ name }) => name);
      ask("SetExceptionFilters", { filters: wanted }, (ok, answer) => (showProblem(ok ? "" : answer), true));
    },
    { signal },
  );
  rows.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const row = /** @type {HTMLElement|null} */ (target.closest("[data-number]"));
      if (!row) return;
      if (target.closest(".opscope-remove")) ask("ClearBreakpoint", { number: Number(row.dataset.number) }, (ok, answer) => (showProblem(ok ? "" : answer), true));
      else if (target.closest(".opscope-breakpoint-ops")) open("graph", Number(row.dataset.op));
    },
    { signal },
  );

  /** @param {Breakpoint} b @param {boolean} here */
  function row(b, here) {
    const dot = h("i", { class: "opscope-dot-mark", "data-conditional": Boolean(b.condition) });
    const where = h("button", { class: "opscope-breakpoint-ops", type: "button", title: "show it in the graph", disabled: !b.ops.length }, opsText(b));
    const remove = h("button", { class: "opscope-remove", "data-asks": true, type: "button", title: "remove", "aria-label": `remove breakpoint ${b.number}` });
    remove.append(s("svg", { width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true" }, s("path", { class: "opscope-stroke", d: "M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5" })));
    return h(
      "div",
      { class: "opscope-breakpoint", "data-number": b.number, "data-op": b.ops[0], "data-here": here },
      dot,
      h("span", { class: "opscope-breakpoint-number" }, String(b.number)),
      h("code", { class: "opscope-breakpoint-spec", title: b.spec }, b.spec),
      h("code", { class: "opscope-breakpoint-condition", title: b.condition }, b.condition ? `if ${b.condition}` : ""),
      where,
      h("span", { class: "opscope-breakpoint-hits" }, hitsText(b.hits)),
      ...(offline ? [] : [remove]),
    );
  }

  return {
    el,
    /** Starts a new breakpoint in the form; the user fills in the condition. */
    open(wanted) {
      spec.value = String(wanted);
      showProblem("");
      condition.focus();
    },
    update(state) {
      set(none, "hidden", state.breakpoints.length > 0);
      for (const { name, box } of filters) if (box !== document.activeElement) box.checked = state.exceptions.includes(name);
      const at = state.stopped?.reason.endsWith("breakpoint") ? state.stopped.op : -1;
      const key = JSON.stringify([state.breakpoints, at]);
      if (key === shown) return;
      shown = key;
      rows.replaceChildren(...state.breakpoints.map((b) => row(b, b.ops.includes(at))));
    },
  };
}
