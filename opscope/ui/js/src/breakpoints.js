// @ts-check
// The breakpoints: all there are, one to be added, and why it could not be.

import { h, s, set, text } from "./dom.js";
import { count } from "./format.js";

/** @typedef {import("./reduce.js").State} State */
/** @typedef {import("./reduce.js").Breakpoint} Breakpoint */
/** @typedef {import("./protocol.js").CommandKind} CommandKind */

/** Which operators of the program it stands at, in words. @param {Breakpoint} b */
export function opsText({ ops }) {
  if (ops.length > 3) return `${ops.length} operators`;
  return ops.length ? `op ${ops.join(", ")}` : "";
}

/** How often it was met. @param {number} hits */
export function hitsText(hits) {
  return `${count(hits)} ${hits === 1 ? "hit" : "hits"}`;
}

/**
 * @param {{ask: (kind: CommandKind, fields: object, done: import("./panel.js").Done) => void,
 *   reveal: (op: number) => void, offline: boolean, signal: AbortSignal}} actions
 */
export function breakpoints({ ask, reveal, offline, signal }) {
  const field = (/** @type {string} */ name, /** @type {string} */ hint, /** @type {string} */ label) =>
    h("input", { class: `opscope-field opscope-${name}`, type: "text", placeholder: hint, "aria-label": label, spellcheck: "false", autocomplete: "off" });
  const spec = field("spec-field", "op:relu, id:17, at:train.py:20, h", "where to stop");
  const condition = field("condition-field", "only if … (optional)", "condition");
  const add = h("button", { class: "opscope-button opscope-add", type: "submit" }, "Add");
  const form = h("form", { class: "opscope-breakpoint-form" }, spec, condition, add);
  const problem = h("div", { class: "opscope-breakpoint-error", role: "alert", hidden: true });
  const none = h("div", { class: "opscope-nothing" }, offline ? "The run had no breakpoints." : "No breakpoints. Add one above, or click left of an operator in the graph.");
  const rows = h("div", { class: "opscope-breakpoint-rows" });
  const el = h("div", { class: "opscope-breakpoints" });
  if (!offline) el.append(form, problem);
  el.append(none, rows);
  /** @type {unknown} */
  let shown;

  const complain = (/** @type {string} */ said) => {
    text(problem, said);
    set(problem, "hidden", !said);
    set(spec, "aria-invalid", said ? "true" : undefined);
  };
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      const wanted = { spec: spec.value.trim(), condition: condition.value.trim() };
      if (!wanted.spec) return complain("Say where to stop: an operator type (op:relu), an operator (id:17), a line (at:train.py:20) or a value (h).");
      complain("");
      ask("SetBreakpoint", wanted, (ok, said) => {
        const untouched = spec.value.trim() === wanted.spec && condition.value.trim() === wanted.condition;
        if (!ok) complain(said);
        else if (untouched) spec.value = condition.value = "";
        return "said";
      });
    },
    { signal },
  );
  for (const one of [spec, condition]) {
    one.addEventListener("input", () => complain(""), { signal });
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
  rows.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const row = /** @type {HTMLElement|null} */ (target.closest("[data-number]"));
      if (!row) return;
      if (target.closest(".opscope-remove")) ask("ClearBreakpoint", { number: Number(row.dataset.number) }, (ok, said) => (complain(ok ? "" : said), "said"));
      else if (target.closest(".opscope-breakpoint-ops")) reveal(Number(row.dataset.op));
    },
    { signal },
  );

  /** @param {Breakpoint} b @param {boolean} here */
  function row(b, here) {
    const dot = h("i", { class: "opscope-dot-mark", "data-conditional": Boolean(b.condition) });
    const where = h("button", { class: "opscope-breakpoint-ops", type: "button", title: "show it in the graph", disabled: !b.ops.length }, opsText(b));
    const remove = h("button", { class: "opscope-remove", type: "button", title: "remove", "aria-label": `remove breakpoint ${b.number}` });
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
    /** Starts a new one in the form, the condition to be filled in. @param {string} wanted */
    compose(wanted) {
      spec.value = wanted;
      complain("");
      condition.focus();
    },
    /** @param {State} state */
    update(state) {
      set(none, "hidden", state.breakpoints.length > 0);
      const at = state.stopped?.reason.endsWith("breakpoint") ? state.stopped.op : -1;
      const key = JSON.stringify([state.breakpoints, at]);
      if (key === shown) return;
      shown = key;
      rows.replaceChildren(...state.breakpoints.map((b) => row(b, b.ops.includes(at))));
    },
  };
}
