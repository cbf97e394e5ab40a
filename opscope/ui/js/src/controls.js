// @ts-check
// The head of the panel: title, buttons, position of the run, and the newest scalars.

import { arrange, h, set, text } from "./dom.js";
import { number } from "./format.js";
import { scalarSeries, shownScalars, shownStep } from "./state.js";
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
 * @param {{send: (kind: import("./events.generated.js").CommandKind) => void, ask: import("./timeline.js").Ask, seek: ReturnType<typeof import("./timeline.js").seeker>, refresh: () => void,
 *   offline: boolean, signal: AbortSignal}} actions
 */
export function controls({ send, ask, seek, refresh, offline, signal }) {
  const title = h("span", { class: "opscope-title" });
  const place = h("span", { class: "opscope-place" });
  const phase = h("span", { class: "opscope-state", role: "status" });
  const where = positionBar(offline);
  const history = timeline({ ask, seek, refresh, signal });
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
    /** @param {State} state @param {boolean} connected @param {string} refusal the reason why a command was refused */
    update(state, connected, refusal) {
      text(title, state.title || "run");
      set(title, "title", state.title);
      text(place, state.place);
      set(phase, "data-past", state.stopped?.past);
      const isGone = !connected && (state.phase === "running" || state.phase === "waiting");
      set(phase, "data-phase", isGone ? "gone" : state.phase);
      text(phase, isGone ? "no kernel" : phaseText(state));
      where.update(state, refusal);
      if (!offline) {
        history.update(state);
        buttons.update(state, connected);
      }
      step.update(String(shownStep(state)));
      rate.update(rateText(state));
      const shown = [...shownScalars(state)].slice(0, MAX_SCALARS);
      for (const [name, scalar] of shown) {
        const one = scalars.get(name) ?? metric(name, "opscope-scalar", true);
        scalars.set(name, one);
        one.update(scalarText(scalar.value), scalarSeries(state, name, scalar), scalar.when, state.scalarNames.get(name));
      }
      set(rate.el, "hidden", state.phase !== "running" && !offline); // of a run that stands it would be a lie
      arrange(metrics, [step.el, rate.el, ...shown.map(([n]) => /** @type {any} */ (scalars.get(n)).el)]);
    },
  };
}

/** A labelled number, with a curve if it has one. @param {string} label @param {string} name @param {boolean} [curve] */
function metric(label, name, curve = false) {
  const value = h("span", { class: `opscope-number ${name}` });
  const line = sparkline(96, 30);
  const title = h("span", { class: "opscope-label", title: label }, label);
  const of = h("span", { class: "opscope-when" });
  const el = h("div", { class: "opscope-metric" }, h("div", {}, title, value, ...(curve ? [of] : [])));
  if (curve) el.append(line.el);
  return {
    el,
    /** `called` is what the user's code calls it. @param {string} shown @param {import("./series.js").Series} [series]
     * @param {string} [when] @param {string} [called] */
    update(shown, series, when = "", called = "") {
      text(title, called || label);
      set(title, "title", called ? `${called}, ${label}` : label);
      text(value, shown);
      text(of, when);
      set(el, "data-elsewhere", Boolean(when));
      set(value, "data-bad", shown === NOT_FINITE);
      if (curve) line.update(series);
    },
  };
}
