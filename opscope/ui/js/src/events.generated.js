// @ts-check
// Generated from opscope/events by `python -m tests.ui.generate_events_js` (`make js`). Do not edit.

/**
 * @typedef {{kind: "EditsChanged", texts: string[]}} EditsChanged
 * @typedef {{kind: "BranchSeen", name: string, change: string, steps: number[], recorded: (number|null)[],
 *   changed: (number|null)[], differences: number}} BranchSeen
 * @typedef {{kind: "OperatorSeen", op: number, op_type: string, name: string, site: string, names: string[],
 *   texts: string[], fixed: string}} OperatorSeen
 * @typedef {{kind: "StackSeen", run: number, tick: number, kinds: string[], functions: string[], paths: string[],
 *   lines: number[], texts: string[], ops: number[], now: boolean[], threads: number[], thread_names: string[],
 *   thread_states: string[], chosen: number}} StackSeen
 * @typedef {{kind: "VariablesSeen", run: number, tick: number, frame: number, total: number, names: string[],
 *   texts: string[], tensors: string[], called: string[], now: boolean[], own: number}} VariablesSeen
 * @typedef {{kind: "ExpressionsEvaluated", expressions: string[], texts: string[],
 *   failed: boolean[]}} ExpressionsEvaluated
 * @typedef {{kind: "SourceSeen", path: string, first: number, lines: string[], op_lines: number[], ops: string[],
 *   op_types: string[], code_lines: number[], static: boolean, paths: string[]}} SourceSeen
 * @typedef {{kind: "RunStarted", title: string, place: string, rules: boolean}} RunStarted
 * @typedef {{kind: "GraphDrawn", program: number, svg: string, ops: number, hidden: number, open: string[],
 *   arrangement: string, center: string, reveal: string, dot: string, eager: boolean}} GraphDrawn
 * @typedef {{kind: "GraphSearched", text: string, total: number, ids: string[], labels: string[],
 *   details: string[]}} GraphSearched
 * @typedef {{kind: "OperatorsMeasured", by: string, step: number, against: number, ops: number[],
 *   numbers: number[]}} OperatorsMeasured
 * @typedef {{kind: "StepFinished", step: number, seconds: number, names: string[], scalars: (number|null)[],
 *   called: string[], pace: number, tapped: string[], tapped_scalars: (number|null)[],
 *   infinite: string[]}} StepFinished
 * @typedef {{kind: "ValueSeen", name: string, op: number, op_type: string, role: string, step: number, shape: number[],
 *   dtype: string, min: number|null, max: number|null, mean: number|null, std: number|null, zeros: number, nan: number,
 *   inf: number, grad_of: string, parameter: boolean, site: string, called: string, named: boolean, program: number,
 *   eager: boolean}} ValueSeen
 * @typedef {{kind: "DetailSeen", name: string, step: number, low: number, high: number, counts: number[], rows: number,
 *   cols: number, row_stride: number, col_stride: number, pixels: Uint8Array, request: number}} DetailSeen
 * @typedef {{kind: "SliceSeen", name: string, step: number, shape: number[], axes: number[], index: number[],
 *   facets: number, facet_stride: number, top: number, left: number, height: number, width: number, row_stride: number,
 *   col_stride: number, low: number, high: number, nonfinite: number, pixels: Uint8Array, numbers: string[],
 *   difference: string, readers: number[], reader_types: string[], writers: number[], request: number}} SliceSeen
 * @typedef {{kind: "PinChanged", name: string, step: number, shape: number[]}} PinChanged
 * @typedef {{kind: "Stopped", reason: string, op: number, op_type: string, name: string, step: number, site: string,
 *   text: string, run: number, tick: number, depth: number, block: number, role: string, past: boolean,
 *   behind: boolean, path: string, line: number, source: string, at_line: boolean, breakpoint: number, thread: number,
 *   thread_name: string, counters: string, called: string}} Stopped
 * @typedef {{kind: "FindingSeen", number: number, origin: string, rule: string, severity: string, step: number,
 *   value: string, evidence: string, suggestion: string, op: number, operator: string, site: string, code: string,
 *   times: number, cause: number, called: string}} FindingSeen
 * @typedef {{kind: "GradientsChecked", step: number, text: string}} GradientsChecked
 * @typedef {{kind: "ValueExplained", asked: string, at: number, summary: string, cause: number, values: string[],
 *   makers: string[], ops: number[], reads: string[], notes: string[], steps: number[], sites: string[],
 *   sources: string[], gaps: number[], growth: string[]}} ValueExplained
 * @typedef {{kind: "PlaceSeen", step: number, absent: string[], names: string[], scalars: (number|null)[],
 *   later: string[]}} PlaceSeen
 * @typedef {{kind: "Continued", step: number}} Continued
 * @typedef {{kind: "BreakpointsChanged", numbers: number[], specs: string[], conditions: string[], hits: number[],
 *   ops: string[], exceptions: string[], enabled: boolean[], wanted: number[], logs: string[], verified: boolean[],
 *   problems: string[], program: number}} BreakpointsChanged
 * @typedef {{kind: "RecordedRangeChanged", first: number, last: number, bytes: number,
 *   gaps: number[]}} RecordedRangeChanged
 * @typedef {{kind: "RecordingChanged", on: boolean, budget: number}} RecordingChanged
 * @typedef {{kind: "CostMeasured", recording: number|null, hz: number}} CostMeasured
 * @typedef {{kind: "SlowRunsChanged", programs: string[], reasons: string[]}} SlowRunsChanged
 * @typedef {{kind: "SearchProgressed", text: string, done: number, total: number}} SearchProgressed
 * @typedef {{kind: "Warned", subject: string, text: string, count: number}} Warned
 * @typedef {{kind: "Terminated", reason: string, steps: number, error: string}} Terminated
 * @typedef {{kind: "Response", request: number, ok: boolean, text: string}} Response
 * @typedef {EditsChanged|BranchSeen|OperatorSeen|StackSeen|VariablesSeen|ExpressionsEvaluated|SourceSeen|RunStarted|
 *   GraphDrawn|GraphSearched|OperatorsMeasured|StepFinished|ValueSeen|DetailSeen|SliceSeen|PinChanged|Stopped|
 *   FindingSeen|GradientsChecked|ValueExplained|PlaceSeen|Continued|BreakpointsChanged|RecordedRangeChanged|
 *   RecordingChanged|CostMeasured|SlowRunsChanged|SearchProgressed|Warned|Terminated|Response} RunEvent
 */

/**
 * @typedef {"SetBreakpoint"|"ChangeBreakpoint"|"ClearBreakpoint"|"SetExceptionFilters"|"SetValue"|"SetAttribute"|
 *   "UndoEdit"|"TryValue"|"FetchOperator"|"FetchStack"|"SelectThread"|"FetchVariables"|"FetchSource"|"Evaluate"|
 *   "WatchExpressions"|"Pause"|"Continue"|"Terminate"|"Next"|"StepIn"|"StepOut"|"StepBack"|"ReverseContinue"|
 *   "RunToEnd"|"NextRun"|"RunTo"|"Goto"|"DrawGraph"|"SearchGraph"|"MeasureOperators"|"SetTapLevel"|"SetRecording"|
 *   "Explain"|"FindFaults"|"CheckGradients"|"FetchDetail"|"FetchSlice"|"PinValue"|"WatchDetail"} CommandKind
 */

/**
 * What is kept of the events.
 * @typedef {object} Fold
 * @property {RunStarted|null} started
 * @property {GraphDrawn|null} graph
 * @property {GraphSearched|null} found
 * @property {OperatorsMeasured|null} measured
 * @property {ReadonlyMap<string, StepFinished>} steps
 * @property {BreakpointsChanged|null} breakpoints
 * @property {RecordedRangeChanged|null} recorded
 * @property {RecordingChanged|null} recording
 * @property {CostMeasured|null} cost
 * @property {SlowRunsChanged|null} slow
 * @property {ReadonlyMap<string, ValueSeen>} values
 * @property {ReadonlyMap<string, DetailSeen>} details
 * @property {ReadonlyMap<string, SliceSeen>} slices
 * @property {PinChanged|null} pinned
 * @property {StackSeen|null} stack
 * @property {VariablesSeen|null} variables
 * @property {ExpressionsEvaluated|null} watched
 * @property {SourceSeen|null} source
 * @property {EditsChanged|null} edits
 * @property {ReadonlyMap<string, BranchSeen>} branches
 * @property {OperatorSeen|null} shown_operator
 * @property {SearchProgressed|null} search
 * @property {ReadonlyMap<string, Warned>} warnings
 * @property {ReadonlyMap<string, FindingSeen>} findings
 * @property {GradientsChecked|null} gradients
 * @property {ValueExplained|null} explained
 * @property {Terminated|null} terminated
 * @property {Continued|null} continued
 * @property {Stopped|null} stopped
 * @property {Stopped|null} past_stop
 * @property {PlaceSeen|null} place
 * @property {readonly Response[]} responses
 * @property {ReadonlyMap<string, import("./series.js").Series>} history
 * @property {ReadonlyMap<string, import("./series.js").Series>} scalars
 */

/** @type {Readonly<Fold>} */
export const EMPTY_FOLD = Object.freeze({
  started: null,
  graph: null,
  found: null,
  measured: null,
  steps: new Map(),
  breakpoints: null,
  recorded: null,
  recording: null,
  cost: null,
  slow: null,
  values: new Map(),
  details: new Map(),
  slices: new Map(),
  pinned: null,
  stack: null,
  variables: null,
  watched: null,
  source: null,
  edits: null,
  branches: new Map(),
  shown_operator: null,
  search: null,
  warnings: new Map(),
  findings: new Map(),
  gradients: null,
  explained: null,
  terminated: null,
  continued: null,
  stopped: null,
  past_stop: null,
  place: null,
  responses: [],
  history: new Map(),
  scalars: new Map(),
});

/**
 * How an event is kept: opscope/events/fold_rules.py.
 * @typedef {{rule: "latest", slot: keyof Fold, clears: (keyof Fold)[],
 *   where: [string, boolean]|null}} Latest
 * @typedef {{rule: "latestByKey", slot: keyof Fold, key: string[], limit: number|null}} LatestByKey
 * @typedef {{rule: "newest", slot: keyof Fold, limit: number}} Newest
 * @typedef {{rule: "addPoints", slot: "history"|"scalars", points: string}} AddPoints
 * @typedef {{rule: "restart", slot: keyof Fold, keeps: (keyof Fold)[]}} Restart
 * @typedef {Latest|LatestByKey|Newest|AddPoints|Restart} FoldRule
 */

/** @type {Readonly<Record<string, FoldRule[]>>} */
export const FOLD_RULES = {
  EditsChanged: [{"rule": "latest", "slot": "edits", "clears": [], "where": null}],
  BranchSeen: [{"rule": "latestByKey", "slot": "branches", "key": ["name"], "limit": 8}],
  OperatorSeen: [{"rule": "latest", "slot": "shown_operator", "clears": [], "where": null}],
  StackSeen: [{"rule": "latest", "slot": "stack", "clears": [], "where": null}],
  VariablesSeen: [{"rule": "latest", "slot": "variables", "clears": [], "where": null}],
  ExpressionsEvaluated: [{"rule": "latest", "slot": "watched", "clears": [], "where": null}],
  SourceSeen: [{"rule": "latest", "slot": "source", "clears": [], "where": null}],
  RunStarted: [{"rule": "restart", "slot": "started", "keeps": ["graph", "breakpoints", "responses"]}],
  GraphDrawn: [{"rule": "latest", "slot": "graph", "clears": [], "where": null}],
  GraphSearched: [{"rule": "latest", "slot": "found", "clears": [], "where": null}],
  OperatorsMeasured: [{"rule": "latest", "slot": "measured", "clears": [], "where": null}],
  StepFinished: [{"rule": "latestByKey", "slot": "steps", "key": ["names"], "limit": 16}, {"rule": "addPoints", "slot": "scalars", "points": "scalars"}, {"rule": "addPoints", "slot": "history", "points": "tapped"}],
  ValueSeen: [{"rule": "latestByKey", "slot": "values", "key": ["name"], "limit": null}, {"rule": "addPoints", "slot": "history", "points": "statistics"}],
  DetailSeen: [{"rule": "latestByKey", "slot": "details", "key": ["name"], "limit": 32}],
  SliceSeen: [{"rule": "latestByKey", "slot": "slices", "key": ["name"], "limit": 8}],
  PinChanged: [{"rule": "latest", "slot": "pinned", "clears": [], "where": null}],
  Stopped: [{"rule": "latest", "slot": "stopped", "clears": ["past_stop", "continued", "place"], "where": ["past", false]}, {"rule": "latest", "slot": "past_stop", "clears": ["place"], "where": ["past", true]}],
  FindingSeen: [{"rule": "latestByKey", "slot": "findings", "key": ["number"], "limit": 200}],
  GradientsChecked: [{"rule": "latest", "slot": "gradients", "clears": [], "where": null}],
  ValueExplained: [{"rule": "latest", "slot": "explained", "clears": [], "where": null}],
  PlaceSeen: [{"rule": "latest", "slot": "place", "clears": [], "where": null}],
  Continued: [{"rule": "latest", "slot": "continued", "clears": ["stopped", "past_stop", "place"], "where": null}],
  BreakpointsChanged: [{"rule": "latest", "slot": "breakpoints", "clears": [], "where": null}],
  RecordedRangeChanged: [{"rule": "latest", "slot": "recorded", "clears": [], "where": null}],
  RecordingChanged: [{"rule": "latest", "slot": "recording", "clears": [], "where": null}],
  CostMeasured: [{"rule": "latest", "slot": "cost", "clears": [], "where": null}],
  SlowRunsChanged: [{"rule": "latest", "slot": "slow", "clears": [], "where": null}],
  SearchProgressed: [{"rule": "latest", "slot": "search", "clears": [], "where": null}],
  Warned: [{"rule": "latestByKey", "slot": "warnings", "key": ["subject", "text"], "limit": 50}],
  Terminated: [{"rule": "latest", "slot": "terminated", "clears": ["continued", "stopped", "past_stop", "place"], "where": null}],
  Response: [{"rule": "newest", "slot": "responses", "limit": 64}],
};

/** The number of points of a curve. */
export const SERIES_CAPACITY = 256;

/** The share of zeros from which a value counts as "zeros". */
export const MOSTLY_ZEROS = 0.9;
