// @ts-check
// The form that adds a breakpoint, or changes one: place, condition, hits, log message.

import { h, set, text } from "./dom.js";

/** @typedef {import("./state.js").Breakpoint} Breakpoint */

const NO_PLACE = "Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a line of Python (train.py:20) or a value (h).";

/** @param {string} name @param {string} hint @param {string} label @param {string} [type] */
export function textField(name, hint, label, type = "text") {
  return h("input", { class: `opscope-field opscope-${name}`, type, placeholder: hint, "aria-label": label, spellcheck: "false", autocomplete: "off" });
}

/** @param {{ask: import("./panel.js").Ask, showProblem: (message: string) => void, signal: AbortSignal}} options */
export function breakpointForm({ ask, showProblem, signal }) {
  const spec = textField("spec-field", "op:relu, id:17, h, train.py:20", "where to stop");
  const condition = textField("condition-field", "only if … (optional)", "condition");
  const hits = textField("hits-field", "1", "stop from this hit on", "number");
  const log = h("input", { class: "opscope-log-field", type: "checkbox" });
  const message = textField("message-field", "message, as: loss is {loss}", "log message; values stand in braces");
  const add = h("button", { class: "opscope-button opscope-add", type: "submit" }, "Add");
  const cancel = h("button", { class: "opscope-button opscope-cancel", type: "button", hidden: true }, "Cancel");
  const logging = h("span", { class: "opscope-logging" }, h("label", { title: "write a note at each hit, and go on" }, log, " only log"), message);
  const summary = h("summary", {}, "Hits, log …");
  const more = h("details", { class: "opscope-breakpoint-more" }, summary, h("div", {}, h("label", {}, "stop from hit ", hits), logging));
  const el = h("form", { class: "opscope-breakpoint-form", "data-asks": true }, spec, condition, add, cancel, more);
  set(hits, "min", 1);
  set(message, "hidden", true);
  /** The breakpoint that is changed. @type {Breakpoint|null} */
  let changed = null;

  const problem = (/** @type {string} */ words) => {
    showProblem(words);
    const isCondition = words.split("\n").slice(1).some((line) => line.trim() === condition.value.trim() && line.trim()); // the line over the ^
    set(spec, "aria-invalid", words && !isCondition ? "true" : undefined);
    set(condition, "aria-invalid", isCondition ? "true" : undefined);
  };
  const from = () => Math.max(1, Math.round(Number(hits.value) || 1));

  /** @param {Breakpoint|null} b null: the form adds a new one */
  function edit(b) {
    changed = b;
    spec.value = b?.spec ?? "";
    spec.readOnly = Boolean(b);
    condition.value = b?.condition ?? "";
    hits.value = b && b.wanted > 1 ? String(b.wanted) : "";
    log.checked = false;
    message.value = "";
    set(message, "hidden", true);
    set(logging, "hidden", Boolean(b));
    text(add, b ? `Change ${b.number}` : "Add");
    set(cancel, "hidden", !b);
    if (b) more.open = b.wanted > 1 || more.open;
    problem("");
  }

  function submit() {
    const now = { spec: spec.value.trim(), condition: condition.value.trim(), hits: from() };
    if (!now.spec) return problem(NO_PLACE);
    problem("");
    const done = (/** @type {boolean} */ ok, /** @type {string} */ answer) => {
      const untouched = spec.value.trim() === now.spec && condition.value.trim() === now.condition;
      if (ok && untouched) edit(null);
      if (!ok || answer) problem(answer); // it is set, and waits for a program that has it
      return true;
    };
    if (changed) ask("ChangeBreakpoint", { number: changed.number, enabled: changed.enabled, condition: now.condition, hits: now.hits }, done);
    else ask("SetBreakpoint", { spec: now.spec, condition: now.condition, ...(now.hits > 1 && { hits: now.hits }), ...(log.checked && { log: true, message: message.value.trim() }) }, done);
  }

  el.addEventListener("submit", (event) => (event.preventDefault(), submit()), { signal });
  cancel.addEventListener("click", () => edit(null), { signal });
  log.addEventListener("change", () => set(message, "hidden", !log.checked), { signal });
  for (const one of [spec, condition, hits, message]) {
    one.addEventListener("input", () => problem(""), { signal });
    one.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape" && changed) edit(null);
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        el.requestSubmit(); // in JupyterLab a form does not do so by itself
      },
      { signal },
    );
  }
  return {
    el,
    problem,
    /** Puts a breakpoint into the form, to change its condition and hits. @param {Breakpoint} b */
    change(b) {
      edit(b);
      condition.focus();
    },
    /** Starts a new breakpoint; the user fills in the condition. @param {string} wanted */
    compose(wanted) {
      edit(null);
      spec.value = wanted;
      condition.focus();
    },
  };
}
