// @ts-check
// The head of the panel: what runs, where it stands, the buttons, and the newest scalars.

import { arrange, h, s, set, text } from "./dom.js";
import { number } from "./format.js";
import { sparkline } from "./sparkline.js";

/** @typedef {import("./reduce.js").State} State */

const MOST_SCALARS = 4;
const NOT_FINITE = "NaN/Inf";
const ICONS = { pause: "M3,2h3v10h-3zM8,2h3v10h-3z", continue: "M3,2L12,7L3,12z", stop: "M3,3h8v8h-8z" };

/** The state in words: `paused at op 17`. @param {State} state */
export function phaseText(state) {
  return state.phase === "paused" && state.stopped ? `paused at op ${state.stopped.op}` : state.phase;
}

/** Where and why the run stands still, or what ended it. @param {State} state */
export function whereText(state) {
  const at = state.stopped;
  if (at) return [`${at.op_type}${at.name ? ` → ${at.name}` : ""}`, at.reason, at.site].filter(Boolean).join(" · ");
  return state.error.trim().split("\n").at(-1) ?? "";
}

/** A fetched scalar; None travels for both NaN and Inf. @param {number|null} x */
export function scalarText(x) {
  return x === null ? NOT_FINITE : number(x);
}

/** Steps a second, from the smoothed time of a step. @param {State} state */
export function rateText(state) {
  return state.seconds ? number(1 / state.seconds) : "–";
}

/** @param {{send: (kind: import("./protocol.js").CommandKind) => void, offline: boolean, signal: AbortSignal}} actions */
export function controls({ send, offline, signal }) {
  const title = h("span", { class: "opscope-title" });
  const place = h("span", { class: "opscope-place" });
  const phase = h("span", { class: "opscope-state", role: "status" });
  const where = h("span", { class: "opscope-where" });
  const pause = button("pause", "Pause", () => send("Pause"));
  const go = button("continue", "Continue", () => send("Continue"));
  const stop = button("stop", "Stop", () => send("Terminate"));
  const buttons = h("div", { class: "opscope-buttons", role: "group", "aria-label": "run" }, pause, go, stop);
  const step = metric("step", "opscope-step");
  const rate = metric("steps / s", "opscope-rate");
  const metrics = h("div", { class: "opscope-metrics" }, step.el, rate.el);
  const head = h("div", { class: "opscope-headline" }, h("div", { class: "opscope-names" }, title, place), phase, where);
  if (!offline) head.append(buttons);
  /** @type {Map<string, ReturnType<typeof metric>>} */
  const scalars = new Map();

  /** @param {keyof typeof ICONS} icon @param {string} label @param {() => void} act */
  function button(icon, label, act) {
    const path = s("path", { d: ICONS[icon] });
    const el = h("button", { class: `opscope-button opscope-${icon}`, type: "button" });
    el.append(s("svg", { width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true" }, path), label);
    el.addEventListener("click", act, { signal });
    return el;
  }

  return {
    el: h("header", { class: "opscope-header" }, head, metrics),
    /** @param {State} state @param {string} refusal what the run said to a command it did not take */
    update(state, refusal) {
      text(title, state.title || "run");
      text(place, state.place);
      set(phase, "data-phase", state.phase);
      text(phase, phaseText(state));
      text(where, refusal || whereText(state));
      set(where, "title", refusal || state.error || whereText(state));
      set(where, "data-bad", Boolean(refusal) || state.phase === "failed");
      pause.disabled = state.phase !== "running";
      go.disabled = state.phase !== "paused";
      stop.disabled = state.phase !== "running" && state.phase !== "paused";
      step.update(String(state.step));
      rate.update(rateText(state));
      const shown = Object.keys(state.scalars).slice(0, MOST_SCALARS);
      for (const name of shown) {
        const one = scalars.get(name) ?? metric(name, "opscope-scalar", true);
        scalars.set(name, one);
        one.update(scalarText(state.scalars[name]), state.scalarHistory[name]);
      }
      arrange(metrics, [step.el, rate.el, ...shown.map((n) => /** @type {any} */ (scalars.get(n)).el)]);
    },
  };
}

/** A labelled number, with a curve if it has one. @param {string} label @param {string} name @param {boolean} [curve] */
function metric(label, name, curve = false) {
  const value = h("span", { class: `opscope-number ${name}` });
  const line = sparkline(96, 30);
  const el = h("div", { class: "opscope-metric" }, h("div", {}, h("span", { class: "opscope-label", title: label }, label), value));
  if (curve) el.append(line.el);
  return {
    el,
    /** @param {string} shown @param {import("./series.js").Series} [series] */
    update(shown, series) {
      text(value, shown);
      set(value, "data-bad", shown === NOT_FINITE);
      if (curve) line.update(series);
    },
  };
}
