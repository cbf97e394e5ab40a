// @ts-check
// The recorded steps as a slider: the thumb is at the current step, and dragging it goes to another. Beside it the
// switch of recording.

import { h, set, text } from "./dom.js";
import { recordingControl } from "./recording.js";
import { newestStep } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./events.generated.js").CommandKind} CommandKind */
/** @typedef {import("./panel.js").Ask} Ask */

const RESPONSE_TIMEOUT = 10_000; // milliseconds after which a response counts as lost

/** Goes to the step that was requested last: one command at a time, and a running run is paused first.
 * @param {Ask} ask @param {() => number} [now] */
export function seeker(ask, now = Date.now) {
  /** @type {number|null} */
  let wanted = null;
  /** @type {number|null} */
  let target = null;
  let before = -1; // the operator of the wanted step
  /** @type {State["stopped"]} */
  let from = null;
  /** @type {number|null} */
  let since = null; // when the pending command was sent
  let pausing = false;
  let sent = 0;

  const isPending = () => since !== null && now() - since < RESPONSE_TIMEOUT;
  /** @param {"Pause"|"Goto"} kind @param {object} fields */
  const send = (kind, fields) => {
    const number = ++sent;
    since = now();
    pausing = kind === "Pause";
    ask(kind, fields, (ok) => {
      if (number !== sent) return;
      if (!ok) wanted = target = null;
      if (!ok || !pausing) since = null; // the response to Pause comes before the stop
    });
  };
  /** Ends the pending command when the run is where it should be, even if its response was lost. @param {State} state */
  const settle = (state) => {
    if (pausing && state.phase !== "running") {
      pausing = false;
      since = null;
    }
    if (target === null || state.phase === "running" || state.stopped === from) return;
    if (since !== null && state.stopped?.step !== target) return;
    target = since = null;
  };

  return {
    /** The step that the run is going to, null if it is there. */
    get target() {
      return wanted ?? target;
    },
    /** @param {number} step @param {number} op the operator before which the run is to stop; -1: the first one */
    goTo(step, op = -1) {
      wanted = step;
      before = op;
    },
    /** Call this with each new state: sends the next command if there is one. @param {State} state */
    follow(state) {
      settle(state);
      if (wanted === null || isPending()) return;
      if (state.phase === "running") return send("Pause", {});
      target = wanted;
      wanted = null;
      from = state.stopped;
      send("Goto", before < 0 ? { step: target } : { step: target, op: before });
    },
  };
}

/** The first and the last step of the slider and its thumb; null if nothing is recorded. While recording is off, newer
 * steps cannot be gone to. @param {State} state
 * @returns {{first: number, last: number, at: number}|null} */
export function span(state) {
  if (!state.recorded) return null;
  const first = state.recorded.first;
  const last = Math.max(first, state.recording?.on === false ? state.recorded.last : newestStep(state));
  const at = state.stopped?.step || last;
  return { first, last, at: Math.max(first, Math.min(last, at)) };
}

/** The steps that can be gone to: `1 to 40 and 61 to 90`. @param {number} first @param {number} last
 * @param {readonly number[]} gaps the first and last step of each */
export function keptText(first, last, gaps) {
  const texts = [];
  let from = first;
  for (let i = 0; i < gaps.length; i += 2) {
    if (gaps[i] > from) texts.push(`${from} to ${gaps[i] - 1}`);
    from = Math.max(from, gaps[i + 1] + 1);
  }
  if (from <= last) texts.push(`${from} to ${last}`);
  return [texts.slice(0, -1).join(", "), texts.at(-1)].filter(Boolean).join(" and ");
}

/** @param {{ask: Ask, seek: ReturnType<typeof seeker>, refresh: () => void, signal: AbortSignal}} actions */
export function timeline({ ask, seek, refresh, signal }) {
  const slider = h("input", { class: "opscope-scrub-history", type: "range", step: 1, "aria-label": "recorded steps" });
  const gaps = h("span", { class: "opscope-gaps", "aria-hidden": "true" });
  const begin = h("span", { class: "opscope-begin", title: "the first step that is kept: earlier ones were let go, to stay within the memory" });
  const track = h("span", { class: "opscope-track-box" }, slider, gaps);
  const shown = h("output", { class: "opscope-number" });
  const control = recordingControl({ ask, signal });
  const el = h("div", { class: "opscope-timeline", "data-asks": true }, control.toggle, begin, track, shown, control.cost, control.memory);
  slider.addEventListener("input", () => (seek.goTo(Number(slider.value)), refresh()), { signal });

  /** @param {number} first @param {number} last @param {readonly number[]} all */
  function showGaps(first, last, all) {
    const part = (/** @type {number} */ step) => Math.max(0, Math.min(1, (step - first) / Math.max(1, last - first)));
    const key = `${first} ${last} ${all}`;
    if (key === shownGaps) return;
    shownGaps = key;
    gaps.replaceChildren(
      ...all.flatMap((start, i) => (i % 2 || start > last ? [] : [h("i", { style: `left: ${(100 * part(start)).toFixed(2)}%; right: ${(100 * (1 - part(all[i + 1]))).toFixed(2)}%` })])),
    );
  }
  let shownGaps = "";

  return {
    el,
    /** @param {State} state */
    update(state) {
      const now = span(state);
      set(el, "hidden", !now && !state.recording);
      control.update(state);
      seek.follow(state);
      const at = now ? Math.min(now.last, Math.max(now.first, seek.target ?? now.at)) : 0;
      const [first, last] = now ? [now.first, now.last] : [0, 0];
      set(slider, "min", first);
      set(slider, "max", last);
      slider.disabled = first === last || state.phase === "waiting";
      if (Number(slider.value) !== at) slider.value = String(at);
      slider.style.setProperty("--at", `${(100 * (at - first)) / Math.max(1, last - first)}%`);
      set(el, "data-past", Boolean(state.stopped?.past));
      set(el, "data-phase", state.recording?.on === false ? "off" : state.phase);
      set(slider, "aria-valuetext", now ? `step ${at} of ${last}` : "no step yet");
      text(begin, first > 1 ? `from ${first}` : "");
      text(shown, now ? `step ${at} / ${last}` : "no step yet");
      set(track, "title", now ? `steps ${keptText(first, last, state.recorded?.gaps ?? [])} are recorded` : "no step is recorded yet");
      showGaps(first, last, state.recorded?.gaps ?? []);
    },
  };
}
