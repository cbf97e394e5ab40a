// @ts-check
// The offline page: the same panel, over a model that replays recorded events up to any step.

import { h, text } from "./dom.js";
import { panel } from "./panel.js";
import { fromJson } from "./protocol.js";

/** @typedef {import("./protocol.js").Event} Event */

/** The steps, and for each the number of events up to its end; the last number is that of all events.
 * @param {readonly Event[]} events @returns {{steps: number[], ends: number[]}} */
export function index(events) {
  /** @type {number[]} */
  const steps = [];
  /** @type {number[]} */
  const ends = [];
  events.forEach((event, i) => {
    if (event.kind !== "StepFinished") return;
    if (steps.at(-1) === event.step) ends[ends.length - 1] = i + 1; // another program that ran in the same step
    else {
      steps.push(event.step);
      ends.push(i + 1);
    }
  });
  if (ends.length) ends[ends.length - 1] = events.length; // the end of the run belongs to its last step
  return { steps, ends };
}

/** A model that responds to `attach` with the events up to the chosen step. @param {readonly Event[]} events @returns {import("./channel.js").Model & {upTo(end: number): void}} */
export function recorded(events) {
  /** @type {Set<(message: any, buffers: ArrayBuffer[]) => void>} */
  const listeners = new Set();
  let end = events.length;
  let n = 0;
  const sendSnapshot = () => {
    const message = { kind: "snapshot", n: ++n, events: events.slice(0, end), trails: [], block: 0 };
    for (const listener of listeners) listener(message, []);
  };
  return {
    on: (_event, callback) => void listeners.add(callback),
    off: (_event, callback) => void listeners.delete(callback),
    send: (content) => content.kind === "attach" && queueMicrotask(sendSnapshot), // like a comm: later, not during the call
    upTo(to) {
      end = to;
      sendSnapshot();
    },
  };
}

/** Shows a recording: `lines` as `events.to_json` writes them. @param {HTMLElement} el @param {string} lines */
export function replay(el, lines) {
  const events = lines.split("\n").filter((line) => line.trim()).map(fromJson);
  const model = recorded(events);
  const { steps, ends } = index(events);
  const signal = new AbortController().signal; // never aborted: the page lives as long as its window
  /** @type {(step: number) => void} */
  let goTo = () => {};
  const root = panel({ model, el, signal, page: { goTo: (step) => goTo(step), steps: [steps[0] ?? 0, steps.at(-1) ?? 0] } });
  if (steps.length < 2) return;
  const slider = h("input", { type: "range", min: 0, max: steps.length - 1, value: steps.length - 1, "aria-label": "step" });
  const shown = h("output", { class: "opscope-number" }, `step ${steps[steps.length - 1]}`);
  let frame = 0;
  goTo = (step) => {
    slider.value = String(Math.max(0, steps.filter((one) => one <= step).length - 1));
    slider.dispatchEvent(new Event("input"));
  };
  slider.addEventListener("input", () => {
    text(shown, `step ${steps[Number(slider.value)]}`);
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      model.upTo(ends[Number(slider.value)]);
    });
  });
  root.querySelector(".opscope-headline")?.append(h("label", { class: "opscope-scrub" }, slider, shown));
}
