// @ts-check
// The head of the panel: title, buttons, position of the run, and the newest scalars.

import { arrange, h, set, text } from "./dom.js";
import { number } from "./format.js";
import { positionBar } from "./position.js";
import { sparkline } from "./sparkline.js";
import { timeline } from "./timeline.js";
import { toolbar } from "./toolbar.js";

/** @typedef {import("./state.js").State} State */

const MAX_SCALARS = 4;
const NOT_FINITE = "NaN/Inf";

/** The state in words: `paused at op 17`. @param {State} state */
export function phaseText(state) {
  if (state.phase !== "paused" || !state.stopped) return state.phase;
  if (state.stopped.at_line) return `paused at line ${state.stopped.line}`;
  return state.stopped.op < 0 ? "paused at the end" : `paused at op ${state.stopped.op}`;
}

/** A fetched scalar; both NaN and Inf arrive as null. @param {number|null} x */
export function scalarText(x) {
  return x === null ? NOT_FINITE : number(x);
}

/** Steps a second, from the smoothed time of a step. @param {State} state */
export function rateText(state) {
  return state.seconds ? number(1 / state.seconds) : "–";
}

/**
 * @param {{send: (kind: import("./events.generated.js").CommandKind) => void, ask: import("./timeline.js").Ask, refresh: () => void,
 *   offline: boolean, signal: AbortSignal}} actions
 */
export function controls({ send, ask, refresh, offline, signal }) {
  const title = h("span", { class: "opscope-title" });
  const place = h("span", { class: "opscope-place" });
  const phase = h("span", { class: "opscope-state", role: "status" });
  const where = positionBar(offline);
  const history = timeline({ ask, refresh, signal });
  const buttons = toolbar({ send, signal });
  const step = metric("step", "opscope-step");
  const rate = metric("steps / s", "opscope-rate");
  const metrics = h("div", { class: "opscope-metrics" }, step.el, rate.el);
  const head = h("div", { class: "opscope-headline" }, h("div", { class: "opscope-names" }, title, place), phase);
  const el = h("header", { class: "opscope-header" }, head, where.el);
  if (!offline) {
    head.append(buttons.el);
    el.append(history.el);
  }
  el.append(metrics);
  /** @type {Map<string, ReturnType<typeof metric>>} */
  const scalars = new Map();

  return {
    el,
    /** @param {State} state @param {string} refusal the reason why a command was refused */
    update(state, refusal) {
      text(title, state.title || "run");
      text(place, state.place);
      set(phase, "data-phase", state.phase);
      set(phase, "data-past", state.stopped?.past);
      text(phase, phaseText(state));
      where.update(state, refusal);
      if (!offline) {
        history.update(state);
        buttons.update(state);
      }
      step.update(String(state.step));
      rate.update(rateText(state));
      const shown = Object.keys(state.scalars).slice(0, MAX_SCALARS);
      for (const name of shown) {
        const one = scalars.get(name) ?? metric(name, "opscope-scalar", true);
        scalars.set(name, one);
        one.update(scalarText(state.scalars[name]), state.scalarHistory.get(name));
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
