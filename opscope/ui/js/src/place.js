// @ts-check
// Where and why the run stands still: operator, reason, step, the user's line, and whether that is in the past.

import { h, set, text } from "./dom.js";
import { newestStep } from "./state.js";
import { sourceLine } from "./source.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").Stopped} Stopped */

/** What comes next: `relu → h`, or which end it stands at. @param {Stopped} at */
export function operatorText(at) {
  if (at.op < 0) return at.depth ? "end of the block" : "end of the run";
  return `${at.behind ? "behind " : ""}${at.op_type}${at.name ? ` → ${at.name}` : ""}`;
}

/** Why it stopped: the text, which of a breakpoint is what it is set at. @param {Stopped} at */
export function reasonText({ reason, text }) {
  const names = reason.endsWith("breakpoint") && text && !text.includes("breakpoint");
  return names ? `${reason} ${text}` : text || reason;
}

/** Which part of which step; of no step where it is null. @param {Omit<Stopped, "step"> & {step: number | null}} at */
export function stepText(at) {
  const step = at.step === null ? "" : at.step ? `step ${at.step}` : "outside of the steps";
  return [at.role, step, at.depth ? `block ${at.block}, ${at.depth} deep` : ""].filter(Boolean).join(" · ");
}

/** `step 12 of 40, in the past`; "" in the present. @param {State} state */
export function pastText(state) {
  const at = state.stopped;
  if (!at?.past) return "";
  return at.step ? `step ${at.step} of ${newestStep(state)}, in the past` : "in the past";
}

/** All of it in one line, for a tooltip and for whoever cannot see it. @param {State} state */
export function whereText(state) {
  const at = state.stopped;
  if (at) return [operatorText(at), reasonText(at), stepText(at), at.path ? `${at.path}:${at.line}` : at.site].filter(Boolean).join(" · ");
  return state.error.trim().split("\n").at(-1) ?? "";
}

/** What there is to know while it does not stand still. @param {State} state */
export function idleText(state) {
  if (state.phase === "waiting") return "Not started. Breakpoints can be set in the graph already.";
  if (state.phase === "running") return "Running. Pause to look around; breakpoints are set in the graph.";
  const back = state.recorded ? ` Steps ${state.recorded.first} to ${state.recorded.last} can be gone back to.` : "";
  return `The run ${state.phase === "failed" ? "failed" : `has ${state.phase === "stopped" ? "been stopped" : "finished"}`}.${back}`;
}

/** @param {boolean} offline */
export function place(offline) {
  const op = h("span", { class: "opscope-op" });
  const reason = h("span", { class: "opscope-reason" });
  const step = h("span", { class: "opscope-at" });
  const said = h("span", { class: "opscope-said" });
  const where = h("div", { class: "opscope-where" }, op, reason, step, said);
  const past = h("span", { class: "opscope-past" });
  const source = sourceLine();
  const el = h("div", { class: "opscope-place-bar" }, past, where, source.el);

  return {
    el,
    /** @param {State} state @param {string} refusal what the run said to a command it did not take */
    update(state, refusal) {
      const at = state.stopped;
      const error = whereText({ ...state, stopped: null });
      text(op, at ? operatorText(at) : "");
      text(reason, at ? reasonText(at) : "");
      text(step, at ? stepText(at.past ? { ...at, step: null } : at) : ""); // the badge says which step of the past
      text(said, refusal || (at ? "" : error || idleText(state)));
      set(where, "data-bad", Boolean(refusal) || (!at && Boolean(error)));
      set(where, "title", refusal || whereText(state));
      set(reason, "data-reason", at?.reason);
      text(past, pastText(state));
      set(past, "hidden", !at?.past);
      set(el, "data-past", at?.past);
      set(el, "hidden", offline && !at && !error);
      source.update(at?.path ?? "", at?.line ?? 0, at?.source ?? "");
      set(el, "data-source", Boolean(at?.path));
    },
  };
}
