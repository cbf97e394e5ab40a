// @ts-check
// Where and why the run is paused: operator, reason, step, the user's line, and whether that is in the past.

import { h, set, text } from "./dom.js";
import { nameIn, stepCount } from "./state.js";
import { sourceLine } from "./source.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").Stopped} Stopped */

/** The next operator: `relu → h`; a line of Python, with the operator that calls it; or the end of a block or run.
 * @param {Stopped} at @param {string} [called] what the list calls the value that it makes */
export function operatorText(at, called = at.called || at.name) {
  const operator = `${at.op_type}${called ? ` → ${called}` : ""}`;
  if (at.at_line) return `line ${at.line} of Python${at.op < 0 ? "" : `, in ${operator}`}`;
  if (at.op < 0) return at.depth ? "end of the block" : "end of the run";
  return `${at.behind ? "behind " : ""}${operator}`;
}

/** The reason of the stop; for a breakpoint with its text. @param {Stopped} at */
export function reasonText({ reason, text }) {
  const names = reason.endsWith("breakpoint") && text && !text.includes("breakpoint");
  return names ? `${reason}: ${text}` : text || reason;
}

/** Step, role, thread (where there are several) and block; without the step if it is null. @param {Omit<Stopped, "step"> & {step: number | null}} at */
export function stepText(at) {
  const number = at.step === null ? "" : at.step ? `step ${at.step}` : "outside of the steps";
  const step = at.counters ? `${number} (${at.counters})`.trim() : number;
  const thread = at.thread ? `thread ${at.thread} ${at.thread_name}` : "";
  return [step, at.role, thread, at.depth ? `block ${at.block}, ${at.depth} deep` : ""].filter(Boolean).join(" · ");
}

/** `step 12 of 40, in the past`; "" in the present. @param {State} state */
export function pastText(state) {
  const at = state.stopped;
  if (!at?.past) return "";
  return at.step ? `step ${at.step} of ${stepCount(state)}, in the past` : "in the past";
}

/** Everything in one line, for the tooltip. @param {State} state */
export function whereText(state) {
  const at = state.stopped;
  if (at) return [operatorText(at), reasonText(at), stepText(at), at.path ? `${at.path}:${at.line}` : at.site].filter(Boolean).join(" · ");
  return state.error.trim().split("\n")[0]; // behind it come facts, the user's line and a fix
}

/** The text while the run is not paused; "" if there is nothing to do or to know. @param {State} state */
export function idleText(state) {
  if (state.phase === "waiting") return "Not started. You can already set breakpoints in the graph.";
  if (state.phase === "running") return slowText(state);
  const back = state.recorded ? ` You can go back to steps ${state.recorded.first} to ${state.recorded.last}.` : "";
  return `The run ${state.phase === "failed" ? "failed" : `has ${state.phase === "stopped" ? "been stopped" : "finished"}`}.${back}`;
}

/** Why runs go operator by operator; "" if all go at full speed. @param {State} state */
export function slowText({ slow }) {
  const reasons = slow?.reasons ?? [];
  const named = reasons.map((reason, i) => (reasons.length > 1 ? `${slow?.programs[i]}: ${reason}` : reason));
  return named.length ? `Slow, operator by operator: ${named.join("; ")}` : "";
}

/** `Searching back to a breakpoint: 120 of 4000 runs. Pause ends the search.`; "" without a search. @param {State} state */
export function searchText({ search }) {
  return search ? `Searching ${search.text}: ${search.done} of ${search.total} runs. Pause ends the search.` : "";
}

/** @param {boolean} offline */
export function positionBar(offline) {
  const op = h("span", { class: "opscope-op" });
  const reason = h("span", { class: "opscope-reason" });
  const step = h("span", { class: "opscope-at" });
  const message = h("span", { class: "opscope-said" });
  const where = h("div", { class: "opscope-where" }, op, reason, step, message);
  const past = h("span", { class: "opscope-past" });
  const source = sourceLine();
  const el = h("div", { class: "opscope-place-bar" }, past, where, source.el);

  return {
    el,
    /** @param {State} state @param {string} refusal the reason why a command was refused */
    update(state, refusal) {
      const at = state.stopped;
      const error = whereText({ ...state, stopped: null });
      text(op, at ? operatorText(at, state.values.has(at.name) ? nameIn(state, at.name) : undefined) : "");
      const searching = searchText(state); // takes the room
      text(reason, at && !searching ? reasonText(at) : "");
      text(step, at && !searching ? stepText(at.past ? { ...at, step: null } : at) : ""); // the badge shows the step of the past
      text(message, refusal || searching || (at ? "" : error || idleText(state)));
      set(where, "data-bad", Boolean(refusal) || (!at && Boolean(error)));
      const slow = !refusal && !at && state.phase === "running" && Boolean(slowText(state));
      set(where, "data-slow", slow);
      set(where, "title", refusal || (slow ? slowText(state) : whereText(state)));
      set(reason, "data-reason", at?.reason);
      text(past, pastText(state));
      set(past, "hidden", !at?.past);
      set(el, "data-past", at?.past);
      set(el, "data-empty", !at && !message.textContent);
      set(el, "hidden", offline && !at && !error);
      source.update(at?.path ?? "", at?.line ?? 0, at?.source ?? "");
      set(el, "data-source", Boolean(at?.path));
    },
  };
}
