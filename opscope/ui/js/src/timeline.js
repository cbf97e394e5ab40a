// @ts-check
// The recorded steps as a slider: the thumb is where the run stands, and dragging it goes there.

import { h, set, text } from "./dom.js";
import { bytes } from "./format.js";
import { newestStep } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").CommandKind} CommandKind */
/** @typedef {(kind: CommandKind, fields: object, done: import("./panel.js").Done) => void} Ask */

const PATIENCE = 10_000; // milliseconds until an answer is taken for lost

/** Goes to the step that was wished for last: one request at a time, and a run that goes on is paused first.
 * @param {Ask} ask @param {() => number} [now] */
export function seeker(ask, now = Date.now) {
  /** @type {number|null} */
  let wish = null;
  /** @type {number|null} */
  let aim = null;
  /** @type {State["stopped"]} */
  let from = null;
  /** @type {number|null} */
  let since = null; // when what is under way was sent
  let pausing = false;
  let turn = 0;

  const away = () => since !== null && now() - since < PATIENCE;
  /** @param {"Pause"|"Goto"} kind @param {object} fields */
  const send = (kind, fields) => {
    const mine = ++turn;
    since = now();
    pausing = kind === "Pause";
    ask(kind, fields, (ok) => {
      if (mine !== turn) return;
      if (!ok) wish = aim = null;
      if (!ok || !pausing) since = null; // a run that will pause has not paused yet
    });
  };
  /** What was under way is done, whether or not its answer came. @param {State} state */
  const settle = (state) => {
    if (pausing && state.phase !== "running") {
      pausing = false;
      since = null;
    }
    if (aim === null || state.phase === "running" || state.stopped === from) return;
    if (since !== null && state.stopped?.step !== aim) return;
    aim = since = null;
  };

  return {
    /** Where it is going, null if it is there. */
    get aim() {
      return wish ?? aim;
    },
    /** @param {number} step */
    want(step) {
      wish = step;
    },
    /** To be called with every new state: sends what can be sent. @param {State} state */
    follow(state) {
      settle(state);
      if (wish === null || away()) return;
      if (state.phase === "running") return send("Pause", {});
      aim = wish;
      wish = null;
      from = state.stopped;
      send("Goto", { step: aim });
    },
  };
}

/** First and last step of the slider and where its thumb is; null without a history. @param {State} state
 * @returns {{first: number, last: number, at: number}|null} */
export function span(state) {
  if (!state.recorded) return null;
  const first = state.recorded.first;
  const last = Math.max(first, newestStep(state));
  const at = state.stopped?.step || last;
  return { first, last, at: Math.max(first, Math.min(last, at)) };
}

/** @param {{ask: Ask, refresh: () => void, signal: AbortSignal}} actions */
export function timeline({ ask, refresh, signal }) {
  const slider = h("input", { class: "opscope-scrub-history", type: "range", step: 1, "aria-label": "recorded steps" });
  const track = h("span", { class: "opscope-track-box" }, slider);
  const shown = h("output", { class: "opscope-number" });
  const size = h("span", { class: "opscope-bytes" });
  const el = h("div", { class: "opscope-timeline" }, h("span", { class: "opscope-label" }, "Recorded"), track, shown, size);
  const seek = seeker(ask);
  slider.addEventListener("input", () => (seek.want(Number(slider.value)), refresh()), { signal });

  return {
    el,
    /** @param {State} state */
    update(state) {
      const now = span(state);
      set(el, "hidden", !now);
      if (!now || !state.recorded) return;
      seek.follow(state);
      const at = Math.min(now.last, Math.max(now.first, seek.aim ?? now.at));
      set(slider, "min", now.first);
      set(slider, "max", now.last);
      slider.disabled = now.first === now.last || state.phase === "waiting";
      if (Number(slider.value) !== at) slider.value = String(at);
      slider.style.setProperty("--at", `${(100 * (at - now.first)) / Math.max(1, now.last - now.first)}%`);
      set(el, "data-past", Boolean(state.stopped?.past));
      set(el, "data-phase", state.phase);
      text(shown, `step ${at} / ${now.last}`);
      text(size, bytes(state.recorded.bytes));
      set(size, "title", `steps ${state.recorded.first} to ${state.recorded.last} are recorded`);
    },
  };
}
