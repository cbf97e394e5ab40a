// @ts-check
// The switch of recording, the share of time that it takes now, and how much memory it may take.

import { h, set, text } from "./dom.js";
import { bytes, wholePercent } from "./format.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./panel.js").Ask} Ask */

const BUDGETS = [64e6, 256e6, 1e9, 4e9];
const SWITCH_TITLE = {
  on: "Record the runs that follow, so that you can go back to them",
  off: "Switch recording off: you cannot go back to the runs that follow",
};

/** The budgets to choose from: the usual ones and the present one. @param {number} budget */
export function choices(budget) {
  return [...new Set([...BUDGETS, budget])].sort((a, b) => a - b);
}

/** The measured share of time, as `takes 4.0 %`; "" if recording is off or was not measured. @param {State} state */
export function costText({ recording, cost, over }) {
  if (!recording?.on || over || cost?.recording === null || cost?.recording === undefined) return "";
  return `takes ${wholePercent(cost.recording)}`;
}

/** @param {{ask: Ask, signal: AbortSignal}} actions */
export function recordingControl({ ask, signal }) {
  const label = h("span", { class: "opscope-label" });
  const knob = h("i", { class: "opscope-switch" });
  const toggle = h("button", { class: "opscope-record", type: "button", role: "switch" }, knob, label);
  const cost = h("span", { class: "opscope-cost", title: "of the time of the runs goes into recording them: measured, about every second" });
  const size = h("span", { class: "opscope-bytes" });
  const budget = h("select", { class: "opscope-budget", "aria-label": "memory for the recording" });
  const limit = h("span", { class: "opscope-limit" }, "of ", budget);
  const memory = h("span", { class: "opscope-memory" }, size, limit);
  let on = false;
  let shown = 0;

  toggle.addEventListener("click", () => ask("SetRecording", { on: !on }), { signal });
  budget.addEventListener("change", () => ask("SetRecording", { on, budget: Number(budget.value) }), { signal });

  return {
    toggle,
    cost,
    memory,
    /** @param {State} state */
    update(state) {
      on = Boolean(state.recording?.on);
      const changeable = Boolean(state.recording) && !state.over;
      text(label, changeable ? "Recording" : "Recorded");
      toggle.disabled = !changeable;
      set(toggle, "aria-checked", on && changeable ? "true" : "false");
      set(toggle, "title", changeable ? SWITCH_TITLE[on ? "off" : "on"] : undefined);
      for (const el of [knob, cost, limit]) set(el, "hidden", !changeable);
      text(cost, costText(state));
      text(size, bytes(state.recorded?.bytes ?? 0));
      if (state.recording && state.recording.budget !== shown) {
        shown = state.recording.budget;
        budget.replaceChildren(...choices(shown).map((n) => h("option", { value: n, selected: n === shown }, bytes(n))));
      }
    },
  };
}
