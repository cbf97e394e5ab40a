// @ts-check
// Sets an element, or a part, of the shown value: in this run, or in a replay that shows what would have been.

import { textField } from "./breakpoint_form.js";
import { h, set, text } from "./dom.js";
import { elsewhere, nameIn } from "./state.js";

/** @typedef {import("./state.js").State} State */

const SET = "in this run; what follows is computed again";
const TRY = "replay the steps from here on with this value, beside the run";

/** Why a value cannot be set in the run itself where it stands, in the words of *Why*; "" if it can.
 * @param {State} state @param {string} [name] of the value */
export function editable(state, name = "") {
  if (state.phase === "running") return "pause the run first";
  const inEagerPast = state.graph?.eager && state.stopped?.past; // shown with the change: the run itself is not changed
  if (state.over && !inEagerPast) return "the run is over: try what would have been";
  const value = state.values.get(name);
  return value && elsewhere(state, value) ? `${nameIn(state, name)} is not computed yet here: step on, or go to a later place` : "";
}

/** Why no steps can be replayed from where the run stands; "" if they can. @param {State} state */
export function untriable(state) {
  if (!state.recorded) return "nothing is recorded";
  if (state.phase === "running") return "pause the run first";
  const at = state.stopped;
  if (state.graph?.eager && !at?.past) return "eager code is not run again: go back to a past step, or set the value here";
  return at && !at.past && at.op >= 0 ? `step ${at.step} has not finished yet: continue, then go back to it` : "";
}

/** @param {{ask: import("./panel.js").Ask, signal: AbortSignal}} options */
export function cellEditor({ ask, signal }) {
  const title = h("code", { class: "opscope-cell-name" });
  const index = textField("cell-index", "all", "index: 0, 3 or 0, :3; empty is all of it");
  const value = textField("cell-value", "0.5, nan, h.mean()", "new value");
  const apply = h("button", { type: "submit", class: "opscope-slice-tool opscope-cell-set", title: SET }, "Set");
  const attempt = h("button", { type: "button", class: "opscope-slice-tool opscope-cell-try", title: TRY }, "What if");
  const steps = textField("cell-steps", "100", "how many steps to replay", "number");
  const close = h("button", { type: "button", class: "opscope-slice-tool opscope-cell-close", title: "close (Esc)", "aria-label": "close" }, "×");
  const answer = h("div", { class: "opscope-cell-answer", role: "status" }); // in the form, above the fields, while it is open
  const form = h("form", { class: "opscope-cell-form", hidden: true, "data-asks": true }, answer, h("span", {}, title, " [ ", index, " ] = ", value), h("span", {}, apply, attempt, h("label", { title: "how many steps to replay" }, steps, " steps"), close));
  const el = h("div", { class: "opscope-cell-editor" }, form);
  let name = "";
  let reason = ""; // why it cannot be set in the run itself
  let refused = ""; // why nothing can be replayed
  let place = "";
  /** @type {HTMLElement|null} */
  let opener = null;

  const target = () => (index.value.trim() ? `${name}[${index.value.trim()}]` : name);
  const say = (/** @type {boolean} */ ok, /** @type {string} */ words) => {
    const place = form.hidden ? el : form;
    if (answer.parentNode !== place) place[form.hidden ? "append" : "prepend"](answer);
    text(answer, words);
    set(answer, "data-failed", !ok);
    set(answer, "data-points", words.includes("^"));
    set(answer, "hidden", !words);
    if (words) (form.hidden ? answer : form).scrollIntoView({ block: "nearest" }); // below the elements it may be out of sight
    return true;
  };
  function hide() {
    set(form, "hidden", true);
    opener?.focus({ preventScroll: true });
    opener = null;
  }
  /** @param {boolean} tries */
  function send(tries) {
    const why = tries ? refused : reason;
    if (why) return void say(false, why);
    if (!value.value.trim()) return void say(false, "Give the new value: a number, nan, or an expression such as h.mean().");
    say(true, tries ? "replaying …" : "");
    const fields = { target: target(), value: value.value.trim() };
    const answered = (/** @type {boolean} */ ok, /** @type {string} */ words) => {
      if (ok) hide();
      return say(ok, words);
    };
    if (tries) ask("TryValue", { ...fields, steps: Math.max(1, Math.round(Number(steps.value) || 100)) }, answered);
    else ask("SetValue", fields, answered);
  }
  const sendEither = () => send(Boolean(reason) && !refused);
  form.addEventListener("submit", (event) => (event.preventDefault(), sendEither()), { signal });
  attempt.addEventListener("click", () => send(true), { signal });
  close.addEventListener("click", hide, { signal });
  form.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") hide();
      else if (event.key === "Enter" && !event.isComposing && /** @type {Element} */ (event.target).matches("input")) sendEither();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );

  return {
    el,
    /** Opens the editor for a part of a value. @param {string} of @param {string} label how it is called
     * @param {string} at its index @param {string} now its number @param {HTMLElement} from */
    open(of, label, at, now, from) {
      [name, opener] = [of, from];
      text(title, label);
      set(title, "title", of);
      index.value = at;
      value.value = now;
      set(form, "hidden", false);
      say(!reason, reason);
      value.focus();
      value.select();
    },
    /** @param {State} state @param {string} selected */
    update(state, selected) {
      if (name && selected !== name && !form.hidden) set(form, "hidden", true);
      const here = `${selected} ${state.stopped?.run} ${state.stopped?.tick}`;
      const former = reason;
      reason = editable(state, selected);
      if (here !== place || (former !== reason && !form.hidden)) say(!reason, form.hidden ? "" : reason); // it was about another value or place
      place = here;
      apply.disabled = Boolean(reason);
      set(apply, "title", reason || SET);
      refused = untriable(state);
      attempt.disabled = Boolean(refused);
      set(attempt, "title", refused || TRY);
    },
  };
}
