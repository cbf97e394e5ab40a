// @ts-check
// The state of a view: `fold(state, events)` is a new state. Everything that is drawn reads it.

import { foldEvents } from "./event_fold.js";
import { EMPTY_FOLD } from "./events.generated.js";
import { group, names, titles } from "./format.js";
import { nearestPoint, scalarPoints } from "./series.js";

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./events.generated.js").Fold} Fold */
/** @typedef {import("./events.generated.js").Stopped} Stopped */
/** @typedef {import("./events.generated.js").ValueSeen} ValueSeen */
/** @typedef {"waiting"|"running"|"paused"|"finished"|"stopped"|"failed"} Phase */

/**
 * A breakpoint, and the operators of the current program that it is set at. `wanted`: from which hit on it stops; `log`:
 * "" where it stops, else it only logs; `verified`: it fits something that is known, else `problem` may say why not.
 * @typedef {{number: number, spec: string, condition: string, hits: number, ops: readonly number[], enabled: boolean, wanted: number, log: string, verified: boolean, problem: string}} Breakpoint
 */

/**
 * What depends on every event that this view has received, so that a page that opens late may have other numbers.
 * @typedef {object} Received
 * @property {number} runs  number of runs that have started
 * @property {number} reached  the newest step that the run has stopped in
 */

/**
 * @typedef {object} Facts
 * @property {Fold} fold  the events that are kept
 * @property {string} title
 * @property {string} place
 * @property {boolean} rules  whether the rules of diagnosis look while it runs
 * @property {Phase} phase
 * @property {Stopped|null} stopped  where the run is paused
 * @property {boolean} over  true if the run has ended; it can still be paused, in its past
 * @property {string} error  the error that ended the run
 * @property {Fold["search"]} search  the search in progress; null if there is none
 * @property {Fold["recorded"]} recorded  the steps that the run can go back to; null if there are none
 * @property {Fold["recording"]} recording  whether runs are recorded, and the budget; null in a run that is only watched
 * @property {Fold["cost"]} cost  what recording costs, as it was last measured
 * @property {Fold["slow"]} slow  the programs that run operator by operator
 * @property {readonly Breakpoint[]} breakpoints
 * @property {readonly string[]} exceptions  the exceptions of the program's Python at which the run stops
 * @property {number} step  the newest step that is finished
 * @property {number|null} seconds  that a step takes, on average of the last ones
 * @property {Readonly<Record<string, number|null>>} scalars
 * @property {Fold["scalars"]} scalarHistory
 * @property {ReadonlyMap<string, string>} scalarNames  what the user's code calls them, "" if nothing better
 * @property {Fold["graph"]} graph
 * @property {Fold["values"]} values
 * @property {Fold["values"]} present  the values that exist where the run is paused; all of them while it runs
 * @property {ReadonlySet<string>} absent  the names of values that do not exist yet where the run is paused
 * @property {Fold["history"]} history
 * @property {Fold["details"]} details
 * @property {Fold["warnings"]} warnings
 * @property {Fold["findings"]} findings
 * @property {Fold["explained"]} explained
 * @property {Fold["responses"]} responses
 */

/** @typedef {Facts & Received} State */

/** @type {readonly string[]} */
const NO_EXCEPTIONS = Object.freeze([]);
/** @type {ReadonlySet<string>} */
const NONE_ABSENT = new Set();

/** @type {State} */
export const INITIAL = Object.freeze({ ...facts(EMPTY_FOLD), runs: 0, reached: 0 });

/** The state after one event. @param {State} state @param {Event} event @returns {State} */
export function reduce(state, event) {
  return fold(state, [event]);
}

/** The state after these events, oldest first. @param {State} state @param {readonly Event[]} events @returns {State} */
export function fold(state, events) {
  return { ...facts(foldEvents(state.fold, events), state), ...events.reduce(receive, state) };
}

/** @param {Received} seen @param {Event} event @returns {Received} */
function receive({ runs, reached }, event) {
  switch (event.kind) {
    case "RunStarted":
      return { runs: runs + 1, reached: 0 };
    case "Stopped":
      return { runs, reached: Math.max(reached, event.step) };
    default:
      return { runs, reached };
  }
}

/** What the kept events say. @param {Fold} fold @param {Facts} [before] @returns {Facts} */
function facts(fold, before) {
  const stopped = fold.past_stop ?? fold.stopped;
  const newest = [...fold.steps.values()].at(-1);
  const absent = !fold.place ? NONE_ABSENT : before && before.fold.place === fold.place ? before.absent : new Set(fold.place.absent);
  const unchanged = before && before.absent === absent && before.stopped === stopped && before.values === fold.values;
  return {
    fold,
    title: fold.started?.title ?? "",
    place: fold.started?.place ?? "",
    rules: fold.started?.rules ?? false,
    phase: phase(fold),
    stopped,
    over: Boolean(fold.terminated),
    error: fold.terminated?.error ?? "",
    search: fold.search?.total ? fold.search : null,
    recorded: fold.recorded?.last ? fold.recorded : null,
    recording: fold.recording,
    cost: fold.cost,
    slow: fold.slow,
    breakpoints: before && before.fold.breakpoints === fold.breakpoints ? before.breakpoints : breakpoints(fold.breakpoints),
    exceptions: fold.breakpoints?.exceptions ?? NO_EXCEPTIONS,
    step: newest?.step ?? 0,
    seconds: newest ? newest.pace || newest.seconds : null,
    scalars: scalars(fold),
    scalarHistory: fold.scalars,
    scalarNames: new Map([...fold.steps.values()].flatMap((e) => e.names.map((name, i) => [name, e.called?.[i] ?? ""]))),
    graph: fold.graph,
    values: fold.values,
    present: unchanged ? before.present : present(fold.values, stopped, absent),
    absent,
    history: fold.history,
    details: fold.details,
    warnings: fold.warnings,
    findings: fold.findings,
    explained: fold.explained,
    responses: fold.responses,
  };
}

/** @param {Fold} fold @returns {Phase} */
function phase(fold) {
  if (fold.past_stop || fold.stopped) return "paused";
  if (fold.continued) return "running";
  if (!fold.terminated) return fold.started || fold.steps.size ? "running" : "waiting";
  const { reason } = fold.terminated;
  return reason === "failed" || reason === "stopped" ? reason : "finished";
}

/** The newest scalars by name, in the order in which they first came. @param {Fold} fold @returns {Record<string, number|null>} */
function scalars(fold) {
  const newest = new Map([...fold.steps.values()].flatMap((e) => scalarPoints(e).map(([name, point]) => [name, point.mean])));
  /** @type {Record<string, number|null>} */
  const named = Object.create(null); // a scalar may be called "constructor"
  for (const name of fold.scalars.keys()) if (newest.has(name)) named[name] = newest.get(name) ?? null;
  return named;
}

/** @param {Fold["breakpoints"]} e @returns {Breakpoint[]} */
function breakpoints(e) {
  return (e?.numbers ?? []).map((number, i) => {
    const ops = e?.ops[i] ? e.ops[i].split(" ").map(Number) : [];
    const set = { enabled: e?.enabled?.[i] ?? true, wanted: e?.wanted?.[i] ?? 1, log: e?.logs?.[i] ?? "", verified: e?.verified?.[i] ?? true, problem: e?.problems?.[i] ?? "" };
    return { number, spec: e?.specs[i] ?? "", condition: e?.conditions[i] ?? "", hits: e?.hits[i] ?? 0, ops, ...set };
  });
}

/** @param {Fold["values"]} values @param {Stopped|null} stopped @param {ReadonlySet<string>} absent @returns {Fold["values"]} */
function present(values, stopped, absent) {
  return stopped ? new Map([...values].filter(([name, value]) => value.step === stopped.step && !absent.has(name))) : values;
}

/** The step of what is shown: where the run is paused, else the newest; 0 in a start-up program of the past.
 * @param {State} state */
export function shownStep(state) {
  return state.stopped?.past ? state.stopped.step : state.stopped?.step || newestStep(state);
}

/** Of when a value is that does not exist where the run is paused: `later in step 3`, `step 9`; "" if it exists there.
 * @param {State} state @param {ValueSeen} value */
export function elsewhere(state, value) {
  if (state.present.has(value.name)) return "";
  return value.step === state.stopped?.step ? `later in step ${value.step}` : `step ${value.step}`;
}

/** `step 11` of a value that is older than what is shown beside it; "" else. When the run is over: older than its last step,
 * such as a branch that was not taken later. While it runs, samples are of several steps: a value of `otherOperators`, or
 * older than another value with its name in the user's code. @param {State} state @param {ValueSeen} value */
export function earlier(state, value) {
  if (state.stopped) return "";
  const newest = state.over ? newestStep(state) : (newestByName(state.values).get(value.called) ?? value.step);
  return value.step < newest || otherOperators(state).has(value.name) ? `step ${value.step}` : "";
}

/** @type {WeakMap<Fold["values"], Map<string, number>>} */
const newestSteps = new WeakMap();

/** The newest step of the values with a name in the user's code, by name. @param {Fold["values"]} values */
function newestByName(values) {
  let found = newestSteps.get(values);
  if (!found) {
    newestSteps.set(values, (found = new Map()));
    for (const { called, step } of values.values()) if (called) found.set(called, Math.max(step, found.get(called) ?? 0));
  }
  return found;
}

/** @type {WeakMap<Fold["values"], {step: number|undefined, names: ReadonlySet<string>}>} */
const othersOf = new WeakMap();

/** The names of values of eager steps that have other operators than the step that is shown, such as a first step that
 * also builds the model: what is shown has another operator with the number of theirs, or another value with their name.
 * @param {State} state @returns {ReadonlySet<string>} */
export function otherOperators({ values, stopped }) {
  const known = othersOf.get(values);
  if (known && known.step === stopped?.step) return known.names;
  const age = (/** @type {ValueSeen} */ value) => (value.step === stopped?.step ? Infinity : value.step); // of the newest, the largest
  const eager = [...values.values()].filter((value) => value.eager);
  /** @type {Map<string, ValueSeen>} */
  const newest = new Map();
  const keys = (/** @type {ValueSeen} */ { program, op, called }) => [`${program} ${op}`, ...(called ? [`${program} called ${called}`] : [])];
  const isOlder = (/** @type {ValueSeen} */ value, /** @type {ValueSeen|undefined} */ other) => other !== undefined && age(value) < age(other);
  for (const value of eager) {
    for (const key of keys(value)) if (!newest.has(key) || isOlder(/** @type {ValueSeen} */ (newest.get(key)), value)) newest.set(key, value);
  }
  /** The newest step with other operators, by program. @type {Map<number, number>} */
  const last = new Map();
  for (const value of eager) {
    const other = newest.get(keys(value)[0]);
    if (isOlder(value, other) && other?.op_type !== value.op_type) last.set(value.program, Math.max(age(value), last.get(value.program) ?? 0));
  }
  const names = new Set(eager.filter((value) => age(value) <= (last.get(value.program) ?? -1) || isOlder(value, newest.get(keys(value)[1] ?? ""))).map(({ name }) => name));
  othersOf.set(values, { step: stopped?.step, names });
  return names;
}

/**
 * @typedef {{value: number|null, when: string}} ShownScalar  `when` is as of `elsewhere`
 */

/** The scalars of the place that is shown, by name: what is not computed there is what the run returned at the step's end.
 * @param {State} state @returns {Map<string, ShownScalar>} */
export function shownScalars(state) {
  const { place } = state.fold;
  const at = state.stopped;
  return new Map(
    Object.keys(state.scalars).map((name) => {
      const tapped = at && (state.present.get(name) ?? theOneCalled(state.present, name));
      if (tapped) return [name, { value: tapped.mean, when: "" }];
      const i = at && place ? place.names.indexOf(name) : -1;
      if (i >= 0 && !place?.later?.includes(name)) return [name, { value: place?.scalars[i] ?? null, when: "" }];
      const points = state.scalarHistory.get(name)?.points ?? [];
      const point = at?.past ? nearestPoint(points, at.step) : points.at(-1);
      const value = i >= 0 ? (place?.scalars[i] ?? null) : at?.past ? (point?.mean ?? null) : state.scalars[name];
      const step = i >= 0 ? place?.step : point?.step;
      const isEnd = at && at.op < 0 && !at.depth;
      const when = step === at?.step ? (isEnd ? "" : `later in step ${step}`) : `step ${step}`;
      return [name, { value, when: at && step !== undefined ? when : "" }];
    }),
  );
}

/** The curve of a scalar, up to its value in the step that is going on. @param {State} state @param {string} name
 * @param {ShownScalar} shown */
export function scalarSeries(state, name, { value: mean, when }) {
  const series = state.scalarHistory.get(name);
  const last = series?.points.at(-1);
  const step = state.stopped?.step ?? 0;
  if (!series || !last || when || step <= last.step) return series;
  return { ...series, points: [...series.points, { ...last, step, mean, min: mean, max: mean }] };
}

/** The value that the user's code calls so, if it is one: losses of eager code have that name.
 * @param {Fold["values"]} values @param {string} name */
function theOneCalled(values, name) {
  const found = [...values.values()].filter((v) => (v.called ?? "").split(", ").includes(name));
  return found.length === 1 ? found[0] : undefined;
}

/** The name of the value that has this name, or that the user's code calls so; "" if there is none, or several.
 * @param {State} state @param {string} name */
export function ownName(state, name) {
  return state.values.has(name) ? name : (theOneCalled(state.values, name)?.name ?? "");
}

/** What each value is called in lists. A value of `otherOperators` takes no name from a value of the step that is shown.
 * @param {State} state @returns {Map<string, string>} */
export function listTitles(state) {
  const others = otherOperators(state);
  const all = [...state.values.values()];
  return new Map([...titles(all), ...(others.size ? titles(all.filter(({ name }) => !others.has(name))) : [])]);
}

/** How a value is called: as in the list. @param {State} state @param {string} name */
export function nameIn(state, name) {
  const value = state.values.get(name);
  return value ? names(value)[0] : name;
}

/** The newest step that is known: the present, while the run shows its past. @param {State} state */
export function newestStep(state) {
  return Math.max(state.step, state.reached, state.recorded?.last ?? 0);
}

/** The steps of the run. In a finished run, a part behind the last step is none: an evaluation behind the loop.
 * @param {State} state */
export function stepCount(state) {
  const end = state.fold.terminated;
  return end?.reason === "finished" ? Math.max(end.steps, state.stopped?.step ?? 0) : newestStep(state);
}

/** Values in the order of their operators, by group; those of `otherOperators` last. A filter matches its names, the operator
 * type or the variable.
 * @param {State} state @param {string} [filter] @returns {Record<"forward"|"parameters"|"gradients"|"optimizer", ValueSeen[]>} */
export function listed(state, filter = "") {
  const wanted = filter.trim().toLowerCase();
  /** @type {Record<"forward"|"parameters"|"gradients"|"optimizer", ValueSeen[]>} */
  const groups = { forward: [], parameters: [], gradients: [], optimizer: [] };
  for (const value of state.values.values()) {
    const text = `${value.name} ${value.called} ${value.op_type} ${value.grad_of}`.toLowerCase();
    if (!text.includes(wanted)) continue;
    groups[group(value)].push(value);
  }
  const others = otherOperators(state);
  const isOther = (/** @type {ValueSeen} */ value) => Number(others.has(value.name));
  for (const values of Object.values(groups)) values.sort((a, b) => isOther(a) - isOther(b) || a.op - b.op || (a.name < b.name ? -1 : 1));
  return groups;
}

/** Gradients of parameters, in the order of the forward pass. @param {State} state @returns {ValueSeen[]} */
export function parameterGradients(state) {
  return [...state.values.values()]
    .filter((v) => v.grad_of && v.parameter)
    .sort((a, b) => b.op - a.op || (a.name < b.name ? -1 : 1));
}
