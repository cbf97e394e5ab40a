// @ts-check
// The view is a fold of events: `fold(state, events)` is a new state, nothing else knows how one comes to be.

import { group } from "./format.js";
import { EMPTY, extend } from "./series.js";

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./protocol.js").ValueSeen} ValueSeen */
/** @typedef {import("./protocol.js").DetailSeen} DetailSeen */
/** @typedef {import("./series.js").Series} Series */
/** @typedef {"waiting"|"running"|"paused"|"finished"|"stopped"|"failed"} Phase */

/**
 * A breakpoint, and the operators of the program now running that it stands at.
 * @typedef {{number: number, spec: string, condition: string, hits: number, ops: readonly number[]}} Breakpoint
 */

/**
 * @typedef {object} State
 * @property {string} title
 * @property {string} place
 * @property {Phase} phase
 * @property {import("./protocol.js").Stopped|null} stopped  where the run stands, while it is paused
 * @property {boolean} over  whether the run has ended; then it can still stand still, in the past
 * @property {string} error  what ended the run, if it failed
 * @property {import("./protocol.js").HistoryGrown|null} recorded  what can be gone back to
 * @property {readonly Breakpoint[]} breakpoints
 * @property {number} runs  how many have started, in what this view has seen
 * @property {number} step
 * @property {number} reached  the newest step that the run has stood still in
 * @property {number|null} seconds  smoothed time of a step
 * @property {Readonly<Record<string, number|null>>} scalars
 * @property {Readonly<Record<string, Series>>} scalarHistory
 * @property {import("./protocol.js").GraphDrawn|null} graph
 * @property {Readonly<Record<string, ValueSeen>>} values
 * @property {Readonly<Record<string, Series>>} history
 * @property {Readonly<Record<string, DetailSeen>>} details
 * @property {readonly import("./protocol.js").Warned[]} warnings
 * @property {readonly import("./protocol.js").Answered[]} answers
 */

const DETAILS = 32;
const WARNINGS = 50;
const ANSWERS = 16;

/** A record without a prototype: a variable may be called "constructor". @template T @param {Readonly<Record<string, T>>} from
 * @returns {Record<string, T>} */
const copy = (from) => Object.assign(Object.create(null), from);

/** @type {State} */
export const INITIAL = Object.freeze({
  title: "",
  place: "",
  phase: "waiting",
  stopped: null,
  over: false,
  error: "",
  recorded: null,
  breakpoints: [],
  runs: 0,
  step: 0,
  reached: 0,
  seconds: null,
  scalars: copy({}),
  scalarHistory: copy({}),
  graph: null,
  values: copy({}),
  history: copy({}),
  details: copy({}),
  warnings: [],
  answers: [],
});

/** @param {State} state @param {Event} event @returns {State} */
export function reduce(state, event) {
  return fold(state, [event]);
}

/** All events folded in, oldest first. Copies each table once a batch, not once an event.
 * @param {State} state @param {readonly Event[]} events @returns {State} */
export function fold(state, events) {
  let next = draft(state);
  for (const event of events) {
    if (event.kind === "RunStarted") next = draft({ ...INITIAL, graph: next.graph, breakpoints: next.breakpoints, runs: next.runs + 1 });
    step(next, event);
  }
  return next;
}

/** @param {State} s @returns {State} */
function draft(s) {
  return {
    ...s,
    scalars: copy(s.scalars),
    scalarHistory: copy(s.scalarHistory),
    values: copy(s.values),
    history: copy(s.history),
    details: copy(s.details),
  };
}

/** Folds one event into a state that nobody else holds yet. @param {any} s @param {Event} e */
function step(s, e) {
  switch (e.kind) {
    case "RunStarted":
      Object.assign(s, { title: e.title, place: e.place, phase: "running" });
      break;
    case "GraphDrawn":
      s.graph = e;
      break;
    case "StepFinished":
      finish(s, e);
      break;
    case "ValueSeen":
      s.values[e.name] = e;
      s.history[e.name] = extend(s.history[e.name] ?? EMPTY, [point(e)]);
      break;
    case "Trail": {
      const table = e.group === "value" ? s.history : s.scalarHistory;
      table[e.name] = extend(table[e.name] ?? EMPTY, e.points);
      break;
    }
    case "DetailSeen":
      delete s.details[e.name];
      s.details[e.name] = e;
      for (const old of Object.keys(s.details).slice(0, -DETAILS)) delete s.details[old];
      break;
    case "Stopped":
      Object.assign(s, { phase: "paused", stopped: e, reached: Math.max(s.reached, e.step) });
      break;
    case "Continued":
      Object.assign(s, { phase: "running", stopped: null });
      break;
    case "Terminated":
      Object.assign(s, { phase: ended(e.reason), stopped: null, over: true, error: e.error });
      break;
    case "BreakpointsChanged":
      s.breakpoints = breakpoints(e);
      break;
    case "HistoryGrown":
      s.recorded = e.last ? e : null;
      break;
    case "Warned":
      s.warnings = [...s.warnings.filter((/** @type {any} */ w) => w.subject !== e.subject || w.text !== e.text), e].slice(-WARNINGS);
      break;
    case "Answered":
      s.answers = [...s.answers, e].slice(-ANSWERS);
      break;
  }
}

/** @param {any} s @param {import("./protocol.js").StepFinished} e */
function finish(s, e) {
  s.step = e.step;
  s.seconds = s.seconds === null ? e.seconds : 0.8 * s.seconds + 0.2 * e.seconds;
  if (s.phase === "waiting") s.phase = "running";
  e.names.forEach((name, i) => {
    const x = e.scalars[i] ?? null;
    const at = { step: e.step, mean: x, min: x, max: x, rms: null, bad: x === null ? 1 : 0 };
    s.scalars[name] = x;
    s.scalarHistory[name] = extend(s.scalarHistory[name] ?? EMPTY, [at]);
  });
}

/** @param {import("./protocol.js").BreakpointsChanged} e @returns {Breakpoint[]} */
function breakpoints(e) {
  return e.numbers.map((number, i) => {
    const ops = e.ops[i] ? e.ops[i].split(" ").map(Number) : [];
    return { number, spec: e.specs[i] ?? "", condition: e.conditions[i] ?? "", hits: e.hits[i] ?? 0, ops };
  });
}

/** The newest step that is known of: the present, as seen from the past. @param {State} state */
export function newestStep(state) {
  return Math.max(state.step, state.reached, state.recorded?.last ?? 0);
}

/** @param {string} reason @returns {Phase} */
function ended(reason) {
  return reason === "failed" || reason === "stopped" ? reason : "finished";
}

/** What the history keeps of one summary. @param {ValueSeen} e @returns {import("./series.js").Point} */
export function point(e) {
  const rms = e.mean === null || e.std === null ? null : Math.hypot(e.mean, e.std);
  return { step: e.step, mean: e.mean, min: e.min, max: e.max, rms, bad: e.nan + e.inf };
}

/** Values in the order of their operators, gradients apart; a filter matches name or operator type.
 * @param {State} state @param {string} [filter] @returns {{forward: ValueSeen[], parameters: ValueSeen[], gradients: ValueSeen[]}} */
export function listed(state, filter = "") {
  const wanted = filter.trim().toLowerCase();
  /** @type {{forward: ValueSeen[], parameters: ValueSeen[], gradients: ValueSeen[]}} */
  const groups = { forward: [], parameters: [], gradients: [] };
  for (const value of Object.values(state.values)) {
    const text = `${value.name} ${value.op_type} ${value.grad_of}`.toLowerCase();
    if (!text.includes(wanted)) continue;
    groups[group(value)].push(value);
  }
  for (const values of Object.values(groups)) values.sort((a, b) => a.op - b.op || (a.name < b.name ? -1 : 1));
  return groups;
}

/** Gradients of parameters, in the order of the forward pass. @param {State} state @returns {ValueSeen[]} */
export function parameterGradients(state) {
  return Object.values(state.values)
    .filter((v) => v.grad_of && v.parameter)
    .sort((a, b) => b.op - a.op || (a.name < b.name ? -1 : 1));
}
