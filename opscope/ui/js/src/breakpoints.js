// @ts-check
// The breakpoints: which are set, on, verified and hit, and the exceptions at which the run stops.

import { breakpointForm } from "./breakpoint_form.js";
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

/** What a breakpoint does, beside its condition. @param {Breakpoint} b */
export function conditionText({ condition, wanted, log }) {
  const message = log && log !== "True" ? `log ${log}` : log ? "log" : "";
  return [condition && `if ${condition}`, wanted > 1 && `from hit ${wanted} on`, message].filter(Boolean).join(", ");
}

/** Whether it can stop, in words. @param {Breakpoint} b */
export function statusText({ number, enabled, verified, problem }) {
  const on = enabled ? "on" : "off";
  return `breakpoint ${number} is ${on}${verified ? "" : `, not verified: ${problem || "nothing that it fits has run yet"}`}`;
}

/** @param {Pick<import("./tab_registry.js").Actions, "ask"|"open"|"offline"|"signal">} actions */
export function breakpointList({ ask, open, offline, signal }) {
  const problem = h("div", { class: "opscope-breakpoint-error", role: "alert", hidden: true });
  const showProblem = (/** @type {string} */ message) => {
    text(problem, message);
    set(problem, "hidden", !message);
    set(problem, "data-points", message.includes("^"));
  };
  const form = breakpointForm({ ask, showProblem, signal });
  const none = h("div", { class: "opscope-empty" }, offline ? "The run had no breakpoints." : "Click left of a line here, or of an operator in the graph; or name a place above.");
  const rows = h("div", { class: "opscope-breakpoint-rows" });
  const el = h("div", { class: "opscope-breakpoints" });
  const filters = FILTERS.map(([name, title]) => ({ name, box: h("input", { type: "checkbox", "data-filter": name }), title }));
  const exceptions = h("div", { class: "opscope-exception-filters", "data-asks": true, role: "group", "aria-label": "exceptions of Python" }, "Exceptions");
  exceptions.append(...filters.map(({ name, box, title }) => h("label", { title }, box, ` ${name}`)));
  if (!offline) el.append(form.el, exceptions, problem);
  el.append(none, rows);
  /** @type {unknown} */
  let shown;
  /** @type {readonly Breakpoint[]} */
  let all = [];
  const answered = (/** @type {boolean} */ ok, /** @type {string} */ answer) => (form.problem(ok ? "" : answer), true);

  exceptions.addEventListener(
    "change",
    () => {
      const wanted = filters.filter(({ box }) => box.checked).map(({ name }) => name);
      ask("SetExceptionFilters", { filters: wanted }, answered);
    },
    { signal },
  );
  rows.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const row = /** @type {HTMLElement|null} */ (target.closest("[data-number]"));
      const b = all.find(({ number }) => number === Number(row?.dataset.number));
      if (!b) return;
      if (target.closest(".opscope-remove")) ask("ClearBreakpoint", { number: b.number }, answered);
      else if (target.closest(".opscope-dot-mark")) ask("ChangeBreakpoint", { number: b.number, enabled: !b.enabled, condition: b.condition, hits: b.wanted }, answered);
      else if (target.closest(".opscope-breakpoint-condition")) form.change(b);
      else if (target.closest(".opscope-breakpoint-ops")) open("graph", b.ops[0]);
    },
    { signal },
  );

  /** @param {Breakpoint} b @param {boolean} here */
  function row(b, here) {
    const looks = { "data-conditional": Boolean(b.condition), "data-off": !b.enabled, "data-hollow": !b.verified, "data-log": Boolean(b.log) };
    const status = statusText(b);
    const does = conditionText(b);
    const dot = h("button", { class: "opscope-dot-mark", type: "button", role: "switch", "aria-checked": b.enabled ? "true" : "false", "aria-label": status, title: status, disabled: offline, ...looks });
    const where = h("button", { class: "opscope-breakpoint-ops", type: "button", title: "show it in the graph", disabled: !b.ops.length }, opsText(b));
    const condition = h("button", { class: "opscope-breakpoint-condition", type: "button", title: does ? `${does}; click to change` : "set a condition", "aria-label": `condition of breakpoint ${b.number}: ${does || "always"}`, disabled: offline }, does);
    const remove = h("button", { class: "opscope-remove", "data-asks": true, type: "button", title: "remove", "aria-label": `remove breakpoint ${b.number}` });
    remove.append(s("svg", { width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true" }, s("path", { class: "opscope-stroke", d: "M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5" })));
    return h(
      "div",
      { class: "opscope-breakpoint", "data-number": b.number, "data-op": b.ops[0], "data-here": here, "data-off": !b.enabled },
      dot,
      h("span", { class: "opscope-breakpoint-number" }, String(b.number)),
      h("code", { class: "opscope-breakpoint-spec", title: b.spec }, b.spec),
      condition,
      where,
      h("span", { class: "opscope-breakpoint-hits" }, hitsText(b.hits)),
      ...(offline ? [] : [remove]),
      ...(b.problem ? [h("div", { class: "opscope-breakpoint-problem" }, b.problem)] : []),
    );
  }

  return {
    el,
    /** Starts a new breakpoint in the form. @param {string} wanted */
    compose: (wanted) => form.compose(wanted),
    /** @param {import("./state.js").State} state */
    update(state) {
      set(none, "hidden", state.breakpoints.length > 0);
      for (const { name, box } of filters) if (box !== document.activeElement) box.checked = state.exceptions.includes(name);
      const at = state.stopped?.reason.endsWith("breakpoint") ? state.stopped.op : -1;
      const key = JSON.stringify([state.breakpoints, at]);
      if (key === shown) return;
      shown = key;
      all = state.breakpoints;
      const focused = /** @type {HTMLElement|null} */ (document.activeElement?.closest?.("[data-number]"));
      const kind = rows.contains(focused) ? /** @type {Element} */ (document.activeElement).className : "";
      rows.replaceChildren(...all.map((b) => row(b, b.ops.includes(at))));
      if (kind) /** @type {HTMLElement|null} */ (rows.querySelector(`[data-number="${focused?.dataset.number}"] .${kind}`))?.focus({ preventScroll: true });
    },
  };
}
