// Built from opscope/ui/js by `npm run build`; edit the sources there, not this file.

// src/actions.js
var DOT = (x, y) => `M${x - 1.7},${y}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0z`;
var GROUPS = [
  [
    { kind: "Pause", name: "pause", label: "Pause", key: ".", about: "stop before the next operator", fill: "M3,2h3v10h-3zM8,2h3v10h-3z" },
    { kind: "Continue", name: "continue", label: "Continue", key: "c", about: "go on to the next breakpoint", fill: "M3,2L12,7L3,12z" }
  ],
  [
    { kind: "Next", name: "next", label: "Step over", key: "n", about: "stop before the next operator of this block", line: "M1.6,8.2A5.2,5.2 0 0 1 11.3,5.6M12,1.9V6H7.9", fill: DOT(7, 11.2) },
    { kind: "StepIn", name: "in", label: "Step in", key: "s", about: "into the operator's block, or the rule of a gradient", line: "M7,1.2V7M3.9,4.4L7,7.5L10.1,4.4", fill: DOT(7, 11.2) },
    { kind: "StepOut", name: "out", label: "Step out", key: "o", about: "run until this block is over", line: "M7,7.6V1.8M3.9,4.4L7,1.3L10.1,4.4", fill: DOT(7, 11.2) }
  ],
  [
    { kind: "StepBack", name: "back", label: "Step back", key: "b", about: "stand before the operator that ran last", line: "M12.4,8.2A5.2,5.2 0 0 0 2.7,5.6M2,1.9V6H6.1", fill: DOT(7, 11.2) },
    { kind: "ReverseContinue", name: "reverse", label: "Reverse continue", key: "r", about: "back to the last place where a breakpoint stops", fill: "M11,2L2,7L11,12z" }
  ],
  [
    { kind: "RunToEnd", name: "end", label: "To the end of this run", key: "e", about: "stop before what it wrote is stored", line: "M1.3,7H8.6M5.5,3.9L8.6,7L5.5,10.1M12,2.4V11.6" },
    { kind: "NextRun", name: "next-run", label: "To the next run", key: "m", about: "stop before its first operator", fill: "M1.6,2.2L8.8,7L1.6,11.8zM10,2.4h2.2v9.2h-2.2z" }
  ],
  [{ kind: "Terminate", name: "stop", label: "Stop", about: "end the run before the next operator", fill: "M3,3h8v8h-8z" }]
];
var ACTIONS = GROUPS.flat();
var FORWARDS = (
  /** @type {const} */
  ["Continue", "Next", "StepIn", "StepOut", "RunToEnd", "NextRun", "RunTo"]
);
var BACKWARDS = (
  /** @type {const} */
  ["StepBack", "ReverseContinue", "Goto"]
);
function allowed(state) {
  const always = ["SetBreakpoint", "ClearBreakpoint"];
  if (state.search) return /* @__PURE__ */ new Set(["Pause"]);
  if (state.phase === "running") return /* @__PURE__ */ new Set([...always, "Pause", "Terminate"]);
  if (state.phase === "paused") {
    const end = state.over ? [] : (
      /** @type {const} */
      ["Terminate"]
    );
    return /* @__PURE__ */ new Set([...always, ...FORWARDS, ...BACKWARDS, ...end]);
  }
  return new Set(state.over && state.recorded ? [...always, ...BACKWARDS] : always);
}
function commandOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return void 0;
  const target = (
    /** @type {Element} */
    event.target
  );
  if (target.matches("input:not([type=range]), textarea, select, [contenteditable]")) return void 0;
  return ACTIONS.find((a) => a.key === event.key)?.kind;
}
function tooltip({ label: label2, key, about }) {
  return `${label2}${key ? ` (${key})` : ""}: ${about}`;
}

// src/protocol.js
function bytes(buffer) {
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer) : new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
function floats(buffer) {
  const copy = bytes(buffer).slice();
  return new Float32Array(copy.buffer, 0, copy.byteLength >> 2);
}
function unpack(message, buffers) {
  const events = message.events.map((event) => {
    const at2 = event.pixels?.buffer;
    return typeof at2 === "number" ? { ...event, pixels: bytes(buffers[at2]) } : event;
  });
  const first = events.findIndex((e) => e.kind !== "RunStarted" && e.kind !== "GraphDrawn");
  const at = first < 0 ? events.length : first;
  return [...events.slice(0, at), ...trails(message, buffers), ...events.slice(at)];
}
function trails(message, buffers) {
  if (!message.trails?.length) return [];
  const block = floats(buffers[message.block]);
  let start = 0;
  return message.trails.map(([slot, name, count2]) => {
    const column = (k, i) => {
      const x = block[start + k * count2 + i];
      return Number.isNaN(x) ? null : x;
    };
    const points = Array.from({ length: count2 }, (_, i) => ({
      step: block[start + i],
      mean: column(1, i),
      min: column(2, i),
      max: column(3, i),
      rms: column(4, i),
      bad: block[start + 5 * count2 + i]
    }));
    start += 6 * count2;
    return { kind: "Trail", slot, name, points };
  });
}
function fromJson(line) {
  return JSON.parse(
    line,
    (_key, value) => value && typeof value === "object" && typeof value.base64 === "string" && Object.keys(value).length === 1 ? Uint8Array.from(atob(value.base64), (c) => c.charCodeAt(0)) : value
  );
}

// src/events.generated.js
var EMPTY_FOLD = Object.freeze({
  started: null,
  graph: null,
  found: null,
  measured: null,
  steps: /* @__PURE__ */ new Map(),
  breakpoints: null,
  recorded: null,
  recording: null,
  cost: null,
  slow: null,
  values: /* @__PURE__ */ new Map(),
  details: /* @__PURE__ */ new Map(),
  slices: /* @__PURE__ */ new Map(),
  pinned: null,
  search: null,
  warnings: /* @__PURE__ */ new Map(),
  terminated: null,
  continued: null,
  stopped: null,
  past_stop: null,
  responses: [],
  history: /* @__PURE__ */ new Map(),
  scalars: /* @__PURE__ */ new Map()
});
var FOLD_RULES = {
  RunStarted: [{ "rule": "restart", "slot": "started", "keeps": ["graph", "breakpoints", "responses"] }],
  GraphDrawn: [{ "rule": "latest", "slot": "graph", "clears": [], "where": null }],
  GraphSearched: [{ "rule": "latest", "slot": "found", "clears": [], "where": null }],
  OperatorsMeasured: [{ "rule": "latest", "slot": "measured", "clears": [], "where": null }],
  StepFinished: [{ "rule": "latestByKey", "slot": "steps", "key": ["names"], "limit": 16 }, { "rule": "addPoints", "slot": "scalars", "points": "scalars" }],
  ValueSeen: [{ "rule": "latestByKey", "slot": "values", "key": ["name"], "limit": null }, { "rule": "addPoints", "slot": "history", "points": "statistics" }],
  DetailSeen: [{ "rule": "latestByKey", "slot": "details", "key": ["name"], "limit": 32 }],
  SliceSeen: [{ "rule": "latestByKey", "slot": "slices", "key": ["name"], "limit": 8 }],
  PinChanged: [{ "rule": "latest", "slot": "pinned", "clears": [], "where": null }],
  Stopped: [{ "rule": "latest", "slot": "stopped", "clears": ["past_stop", "continued"], "where": ["past", false] }, { "rule": "latest", "slot": "past_stop", "clears": [], "where": ["past", true] }],
  Continued: [{ "rule": "latest", "slot": "continued", "clears": ["stopped", "past_stop"], "where": null }],
  BreakpointsChanged: [{ "rule": "latest", "slot": "breakpoints", "clears": [], "where": null }],
  RecordedRangeChanged: [{ "rule": "latest", "slot": "recorded", "clears": [], "where": null }],
  RecordingChanged: [{ "rule": "latest", "slot": "recording", "clears": [], "where": null }],
  CostMeasured: [{ "rule": "latest", "slot": "cost", "clears": [], "where": null }],
  SlowRunsChanged: [{ "rule": "latest", "slot": "slow", "clears": [], "where": null }],
  SearchProgressed: [{ "rule": "latest", "slot": "search", "clears": [], "where": null }],
  Warned: [{ "rule": "latestByKey", "slot": "warnings", "key": ["subject", "text"], "limit": 50 }],
  Terminated: [{ "rule": "latest", "slot": "terminated", "clears": ["continued", "stopped", "past_stop"], "where": null }],
  Response: [{ "rule": "newest", "slot": "responses", "limit": 64 }]
};
var SERIES_CAPACITY = 256;
var MOSTLY_ZEROS = 0.9;

// src/series.js
var EMPTY = { points: [], stride: 1 };
function extend({ points, stride }, more) {
  let kept = points.slice();
  for (const point of more) {
    if (kept.length && point.step < kept[kept.length - 1].step) continue;
    append(kept, point, stride);
    while (kept.length > SERIES_CAPACITY) {
      stride *= 2;
      const fewer = [];
      for (const p of kept) append(fewer, p, stride);
      kept = fewer;
    }
  }
  return { points: kept, stride };
}
function append(points, point, stride) {
  const last = points.at(-1);
  if (last && Math.floor((last.step - 1) / stride) === Math.floor((point.step - 1) / stride)) {
    points[points.length - 1] = merge(last, point);
  } else {
    points.push(point);
  }
}
function merge(old, added) {
  return {
    step: added.step,
    mean: added.mean,
    min: choose(Math.min, old.min, added.min),
    max: choose(Math.max, old.max, added.max),
    rms: added.rms,
    bad: Math.max(old.bad, added.bad)
  };
}
function choose(choice, a, b) {
  if (a === null || b === null) return a === null ? b : a;
  return choice(a, b);
}
function valuePoint(e) {
  const rms = e.mean === null || e.std === null ? null : Math.hypot(e.mean, e.std);
  return { step: e.step, mean: e.mean, min: e.min, max: e.max, rms, bad: e.nan + e.inf };
}
function scalarPoints(e) {
  return e.scalars.slice(0, e.names.length).map((x, i) => {
    return [e.names[i], { step: e.step, mean: x, min: x, max: x, rms: null, bad: x === null ? 1 : 0 }];
  });
}

// src/event_fold.js
function foldEvents(fold2, events) {
  const next = new Draft(fold2);
  for (const event of events) {
    if (event.kind === "Trail") next.addPoints(event.slot, event.name, event.points);
    else if (Object.hasOwn(FOLD_RULES, event.kind)) for (const rule of FOLD_RULES[event.kind]) apply(next, rule, event);
  }
  return next.slots;
}
var Draft = class {
  /** @param {Fold} fold */
  constructor(fold2) {
    this.slots = { ...fold2 };
    this.copied = /* @__PURE__ */ new Set();
  }
  /** The table of a slot, to be changed. @param {keyof Fold} slot @returns {Map<string, any>} */
  table(slot) {
    if (!this.copied.has(slot)) {
      this.slots[slot] = new Map(this.slots[slot]);
      this.copied.add(slot);
    }
    return this.slots[slot];
  }
  /** @param {readonly (keyof Fold)[]} slots */
  clear(slots) {
    for (const slot of slots) {
      this.slots[slot] = EMPTY_FOLD[slot];
      this.copied.delete(slot);
    }
  }
  /** @param {"history"|"scalars"} slot @param {string} name @param {Point[]} points */
  addPoints(slot, name, points) {
    const curves = this.table(slot);
    curves.set(name, extend(curves.get(name) ?? EMPTY, points));
  }
};
function apply(next, rule, event) {
  switch (rule.rule) {
    case "latest":
      if (rule.where && Boolean(event[rule.where[0]]) !== rule.where[1]) break;
      next.clear(rule.clears);
      next.slots[rule.slot] = event;
      break;
    case "latestByKey": {
      const table2 = next.table(rule.slot);
      const values = rule.key.map((name) => event[name]);
      const key = values.length === 1 && typeof values[0] === "string" ? values[0] : JSON.stringify(values);
      if (rule.limit !== null) table2.delete(key);
      table2.set(key, event);
      for (const oldest of table2.keys()) {
        if (rule.limit === null || table2.size <= rule.limit) break;
        table2.delete(oldest);
      }
      break;
    }
    case "newest":
      next.slots[rule.slot] = [...next.slots[rule.slot], event].slice(-rule.limit);
      break;
    case "addPoints":
      if (rule.points === "statistics") next.addPoints(rule.slot, event.name, [valuePoint(event)]);
      else for (const [name, point] of scalarPoints(event)) next.addPoints(rule.slot, name, [point]);
      break;
    case "restart":
      next.clear(
        /** @type {(keyof Fold)[]} */
        Object.keys(EMPTY_FOLD).filter((slot) => !rule.keeps.includes(slot))
      );
      next.slots[rule.slot] = event;
      break;
  }
}

// src/format.js
var MINUS = "−";
function number(x) {
  if (x === null || x === void 0) return "–";
  if (x === 0) return "0";
  const [mantissa, exponent] = x.toExponential(3).split("e");
  const power = Number(exponent);
  const text2 = power >= -3 && power <= 3 ? x.toFixed(3 - power) : `${mantissa}e${power}`;
  return text2.replaceAll("-", MINUS);
}
function shape(dims) {
  return dims.length ? dims.join("×") : "scalar";
}
var TAIL_LENGTH = 9;
var UNSPLIT_LENGTH = 16;
function splitName(name) {
  return name.length <= UNSPLIT_LENGTH ? [name, ""] : [name.slice(0, -TAIL_LENGTH), name.slice(-TAIL_LENGTH)];
}
function shortType(dtype) {
  return dtype.replace(/^(float|int|uint|complex|bfloat)(?=\d)/, (word2) => ({ uint: "u", bfloat: "bf" })[word2] ?? word2[0]);
}
function percent(share) {
  return `${(100 * share).toFixed(1)}%`;
}
function wholePercent(share) {
  const value = 100 * share;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} %`;
}
function hertz(rate) {
  return `${rate < 1.95 ? rate.toFixed(1) : Math.round(rate)} Hz`;
}
function count(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, " ");
}
function bytes2(n) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, n)) / 3)));
  const scaled = n / 1e3 ** power;
  return `${power && scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)} ${units[power]}`;
}
function health(value) {
  if (value.nan) return "nan";
  if (value.inf) return "inf";
  return value.zeros >= MOSTLY_ZEROS ? "zeros" : "ok";
}
var HEALTH_TEXT = { ok: "ok", zeros: "zeros", inf: "Inf", nan: "NaN" };
function group(value) {
  if (value.grad_of || value.role === "backward") return "gradients";
  return value.parameter ? "parameters" : "forward";
}
function index(dims, row2, col) {
  if (dims.length < 2) return dims.length ? [col] : [];
  const lead = [];
  for (let axis = dims.length - 2; axis >= 0; axis--) {
    lead.unshift(axis ? row2 % dims[axis] : row2);
    row2 = Math.floor(row2 / dims[axis]);
  }
  return [...lead, col];
}
function ticks(low, high, about = 4) {
  const span2 = high - low;
  if (!(span2 > 0) || !Number.isFinite(span2)) return [low];
  const power = 10 ** Math.floor(Math.log10(span2 / about));
  for (const multiple of [10, 5, 2, 1]) {
    const unit = power * multiple;
    const first = Math.ceil(low / unit - 1e-9);
    const last = Math.floor(high / unit + 1e-9);
    if (last - first + 1 >= about - 1 || multiple === 1) return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * unit);
  }
  return [];
}
function tick(x) {
  if (x === 0) return "0";
  const a = Math.abs(x);
  const text2 = a >= 1e5 || a < 1e-3 ? x.toExponential(1).replace(".0e", "e").replace("e+", "e") : String(Number(x.toPrecision(6)));
  return text2.replaceAll("-", MINUS);
}

// src/state.js
var NO_EXCEPTIONS = Object.freeze([]);
var INITIAL = Object.freeze({ ...facts(EMPTY_FOLD), runs: 0, reached: 0, seconds: null });
function fold(state, events) {
  return { ...facts(foldEvents(state.fold, events), state), ...events.reduce(receive, state) };
}
function receive({ runs: runs2, reached, seconds: seconds2 }, event) {
  switch (event.kind) {
    case "RunStarted":
      return { runs: runs2 + 1, reached: 0, seconds: null };
    case "Stopped":
      return { runs: runs2, reached: Math.max(reached, event.step), seconds: seconds2 };
    case "StepFinished":
      return { runs: runs2, reached, seconds: seconds2 === null ? event.seconds : 0.8 * seconds2 + 0.2 * event.seconds };
    default:
      return { runs: runs2, reached, seconds: seconds2 };
  }
}
function facts(fold2, before) {
  const stopped = fold2.past_stop ?? fold2.stopped;
  return {
    fold: fold2,
    title: fold2.started?.title ?? "",
    place: fold2.started?.place ?? "",
    phase: phase(fold2),
    stopped,
    over: Boolean(fold2.terminated),
    error: fold2.terminated?.error ?? "",
    search: fold2.search?.total ? fold2.search : null,
    recorded: fold2.recorded?.last ? fold2.recorded : null,
    recording: fold2.recording,
    cost: fold2.cost,
    slow: fold2.slow,
    breakpoints: before && before.fold.breakpoints === fold2.breakpoints ? before.breakpoints : breakpoints(fold2.breakpoints),
    exceptions: fold2.breakpoints?.exceptions ?? NO_EXCEPTIONS,
    step: [...fold2.steps.values()].at(-1)?.step ?? 0,
    scalars: scalars(fold2),
    scalarHistory: fold2.scalars,
    graph: fold2.graph,
    values: fold2.values,
    history: fold2.history,
    details: fold2.details,
    warnings: fold2.warnings,
    responses: fold2.responses
  };
}
function phase(fold2) {
  if (fold2.past_stop || fold2.stopped) return "paused";
  if (fold2.continued) return "running";
  if (!fold2.terminated) return fold2.started || fold2.steps.size ? "running" : "waiting";
  const { reason } = fold2.terminated;
  return reason === "failed" || reason === "stopped" ? reason : "finished";
}
function scalars(fold2) {
  const newest = new Map([...fold2.steps.values()].flatMap((e) => scalarPoints(e).map(([name, point]) => [name, point.mean])));
  const named = /* @__PURE__ */ Object.create(null);
  for (const name of fold2.scalars.keys()) if (newest.has(name)) named[name] = newest.get(name) ?? null;
  return named;
}
function breakpoints(e) {
  return (e?.numbers ?? []).map((number2, i) => {
    const ops = e?.ops[i] ? e.ops[i].split(" ").map(Number) : [];
    return { number: number2, spec: e?.specs[i] ?? "", condition: e?.conditions[i] ?? "", hits: e?.hits[i] ?? 0, ops };
  });
}
function newestStep(state) {
  return Math.max(state.step, state.reached, state.recorded?.last ?? 0);
}
function listed(state, filter = "") {
  const wanted = filter.trim().toLowerCase();
  const groups = { forward: [], parameters: [], gradients: [] };
  for (const value of state.values.values()) {
    const text2 = `${value.name} ${value.called} ${value.op_type} ${value.grad_of}`.toLowerCase();
    if (!text2.includes(wanted)) continue;
    groups[group(value)].push(value);
  }
  for (const values of Object.values(groups)) values.sort((a, b) => a.op - b.op || (a.name < b.name ? -1 : 1));
  return groups;
}
function parameterGradients(state) {
  return [...state.values.values()].filter((v) => v.grad_of && v.parameter).sort((a, b) => b.op - a.op || (a.name < b.name ? -1 : 1));
}

// src/channel.js
function missing(last, message) {
  return message.kind === "batch" && message.n !== last + 1;
}
function channel({ model, el, signal, paint: paint3 }) {
  const view = Math.random().toString(36).slice(2);
  let request = Math.floor(Math.random() * 2 ** 20) * 2 ** 20;
  let state = INITIAL;
  let last = 0;
  let synced = false;
  let visible = false;
  let asked = false;
  let frame = 0;
  const send = (content) => {
    try {
      model.send(content);
    } catch {
    }
  };
  const tick2 = () => {
    frame = 0;
    try {
      paint3(state);
    } finally {
      if (asked) send({ kind: "ack", n: last, view });
      asked = false;
    }
  };
  const refresh = () => {
    if (!frame && visible && !signal.aborted) frame = requestAnimationFrame(tick2);
  };
  const attach = () => {
    synced = false;
    send({ kind: "attach", view });
  };
  const receive2 = (message, buffers) => {
    if (message.kind !== "snapshot" && !(message.kind === "batch" && synced)) return;
    if (missing(last, message)) return attach();
    state = fold(message.kind === "snapshot" ? INITIAL : state, unpack(message, buffers));
    last = message.n;
    synced = true;
    asked ||= Boolean(message.ack);
    refresh();
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      const now = entries[entries.length - 1].isIntersecting;
      if (now === visible) return;
      visible = now;
      if (visible) attach();
      else send({ kind: "detach", view });
      refresh();
    },
    { rootMargin: "100px" }
  );
  const size = new ResizeObserver(refresh);
  model.on("msg:custom", receive2);
  watcher.observe(el);
  size.observe(el);
  signal.addEventListener("abort", () => {
    model.off("msg:custom", receive2);
    watcher.disconnect();
    size.disconnect();
    cancelAnimationFrame(frame);
    if (visible) send({ kind: "detach", view });
  });
  return {
    refresh,
    /** Sends a command; returns the number that its response will carry.
     * @param {import("./events.generated.js").CommandKind} kind @param {object} [fields] */
    command(kind, fields = {}) {
      send({ kind, request: ++request, ...fields });
      return request;
    }
  };
}

// src/dom.js
var SVG = "http://www.w3.org/2000/svg";
function h(tag, attributes = {}, ...children) {
  const el = document.createElement(tag);
  setAll(el, attributes);
  el.append(...children);
  return el;
}
function s(tag, attributes = {}, ...children) {
  const el = document.createElementNS(SVG, tag);
  setAll(el, attributes);
  el.append(...children);
  return el;
}
function nameTag(name) {
  const el = h("span", { class: "opscope-name" });
  rename(el, name);
  return el;
}
function rename(el, name) {
  if (el.title === name) return;
  el.title = name;
  const [head, tail] = splitName(name);
  el.replaceChildren(h("span", {}, head), ...tail ? [h("span", { class: "opscope-name-end" }, tail)] : []);
}
function setAll(el, attributes) {
  for (const [name, value] of Object.entries(attributes)) set(el, name, value);
}
function set(el, name, value) {
  if (value === void 0 || value === false) {
    if (el.hasAttribute(name)) el.removeAttribute(name);
    return;
  }
  const text2 = value === true ? "" : String(value);
  if (el.getAttribute(name) !== text2) el.setAttribute(name, text2);
}
function text(el, value) {
  if (el.textContent !== value) el.textContent = value;
}
function arrange(el, children) {
  if (el.children.length === children.length && children.every((c, i) => el.children[i] === c)) return;
  el.replaceChildren(...children);
}
function arrow(event, at, count2) {
  if (!count2 || event.altKey || event.ctrlKey || event.metaKey) return null;
  const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: count2 - 1 }[event.key];
  return to === void 0 ? null : Math.max(0, Math.min(count2 - 1, to));
}

// src/source.js
var KEYWORDS = new Set(
  "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield".split(" ")
);
var WORDS = [
  /(?<comment>#.*)/,
  /(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,
  /(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
  /(?<word>[\p{L}_][\p{L}\p{N}_]*)/u
];
var ANY = new RegExp(WORDS.map((w) => w.source).join("|"), "giu");
function tokens(line) {
  const out = [];
  let end = 0;
  for (const match of line.matchAll(ANY)) {
    if (match.index > end) out.push(["plain", line.slice(end, match.index)]);
    end = match.index + match[0].length;
    const kind = (
      /** @type {string} */
      Object.keys(match.groups ?? {}).find((k) => match.groups?.[k] !== void 0)
    );
    out.push([kind === "word" ? word(match[0], line.slice(end)) : (
      /** @type {Token} */
      kind
    ), match[0]]);
  }
  if (end < line.length) out.push(["plain", line.slice(end)]);
  return out;
}
function word(name, after) {
  if (KEYWORDS.has(name)) return "keyword";
  return after.startsWith("(") ? "call" : "plain";
}
function fileName(path) {
  return path.split(/[/\\]/).at(-1) || path;
}
function sourceLine() {
  const place2 = h("span", { class: "opscope-line-number" });
  const code = h("code", {});
  const el = h("div", { class: "opscope-source", hidden: true }, place2, code);
  return {
    el,
    /** @param {string} path @param {number} line @param {string} source */
    update(path, line, source) {
      set(el, "hidden", !path);
      set(el, "title", `${path}:${line}
${source}`);
      text(place2, `${fileName(path)}:${line}`);
      if (code.textContent === source) return;
      code.replaceChildren(...tokens(source).map(([kind, part]) => kind === "plain" ? part : h("span", { "data-token": kind }, part)));
    }
  };
}

// src/position.js
function operatorText(at) {
  if (at.at_line) return `line ${at.line} of Python`;
  if (at.op < 0) return at.depth ? "end of the block" : "end of the run";
  return `${at.behind ? "behind " : ""}${at.op_type}${at.name ? ` → ${at.name}` : ""}`;
}
function reasonText({ reason, text: text2 }) {
  const names = reason.endsWith("breakpoint") && text2 && !text2.includes("breakpoint");
  return names ? `${reason} ${text2}` : text2 || reason;
}
function stepText(at) {
  const step = at.step === null ? "" : at.step ? `step ${at.step}` : "outside of the steps";
  const thread = at.thread ? `thread ${at.thread} ${at.thread_name}` : "";
  return [at.role, step, thread, at.depth ? `block ${at.block}, ${at.depth} deep` : ""].filter(Boolean).join(" · ");
}
function pastText(state) {
  const at = state.stopped;
  if (!at?.past) return "";
  return at.step ? `step ${at.step} of ${newestStep(state)}, in the past` : "in the past";
}
function whereText(state) {
  const at = state.stopped;
  if (at) return [operatorText(at), reasonText(at), stepText(at), at.path ? `${at.path}:${at.line}` : at.site].filter(Boolean).join(" · ");
  return state.error.trim().split("\n").at(-1) ?? "";
}
function idleText(state) {
  if (state.phase === "waiting") return "Not started. You can already set breakpoints in the graph.";
  if (state.phase === "running" && slowText(state)) return slowText(state);
  if (state.phase === "running") return "Running. Pause it to inspect values; set breakpoints in the graph.";
  const back = state.recorded ? ` You can go back to steps ${state.recorded.first} to ${state.recorded.last}.` : "";
  return `The run ${state.phase === "failed" ? "failed" : `has ${state.phase === "stopped" ? "been stopped" : "finished"}`}.${back}`;
}
function slowText({ slow }) {
  const reasons = slow?.reasons ?? [];
  const named = reasons.map((reason, i) => reasons.length > 1 ? `${slow?.programs[i]}: ${reason}` : reason);
  return named.length ? `Slow, operator by operator: ${named.join("; ")}` : "";
}
function searchText({ search }) {
  return search ? `Searching ${search.text}: ${search.done} of ${search.total} runs. Pause ends the search.` : "";
}
function positionBar(offline) {
  const op = h("span", { class: "opscope-op" });
  const reason = h("span", { class: "opscope-reason" });
  const step = h("span", { class: "opscope-at" });
  const message = h("span", { class: "opscope-said" });
  const where = h("div", { class: "opscope-where" }, op, reason, step, message);
  const past = h("span", { class: "opscope-past" });
  const source = sourceLine();
  const el = h("div", { class: "opscope-place-bar" }, past, where, source.el);
  return {
    el,
    /** @param {State} state @param {string} refusal the reason why a command was refused */
    update(state, refusal) {
      const at = state.stopped;
      const error = whereText({ ...state, stopped: null });
      text(op, at ? operatorText(at) : "");
      text(reason, at ? reasonText(at) : "");
      text(step, at ? stepText(at.past ? { ...at, step: null } : at) : "");
      const searching = searchText(state);
      text(message, refusal || searching || (at ? "" : error || idleText(state)));
      set(where, "data-bad", Boolean(refusal) || !at && Boolean(error));
      const slow = !refusal && !at && state.phase === "running" && Boolean(slowText(state));
      set(where, "data-slow", slow);
      set(where, "title", refusal || (slow ? slowText(state) : whereText(state)));
      set(reason, "data-reason", at?.reason);
      text(past, pastText(state));
      set(past, "hidden", !at?.past);
      set(el, "data-past", at?.past);
      set(el, "hidden", offline && !at && !error);
      source.update(at?.path ?? "", at?.line ?? 0, at?.source ?? "");
      set(el, "data-source", Boolean(at?.path));
    }
  };
}

// src/sparkline.js
var MAX_POINTS = 64;
function paths(points, width, height) {
  const every = Math.max(1, Math.ceil(points.length / MAX_POINTS));
  const thinned = points.filter((_, i) => (points.length - 1 - i) % every === 0);
  const means = thinned.flatMap((p) => p.mean === null ? [] : [p.mean]);
  const low = Math.min(...means);
  const span2 = Math.max(...means) - low;
  const first = thinned[0]?.step ?? 0;
  const steps = (thinned.at(-1)?.step ?? 0) - first || 1;
  let line = "";
  let bad = "";
  let pen = "M";
  for (const p of thinned) {
    const x = (1 + (p.step - first) / steps * (width - 2)).toFixed(1);
    if (p.bad) bad += `M${x},${height - 3}V${height}`;
    if (p.mean === null) {
      pen = "M";
      continue;
    }
    const y = span2 > 0 ? height - 4 - (p.mean - low) / span2 * (height - 6) : height / 2;
    line += `${pen}${x},${y.toFixed(1)}`;
    pen = "L";
  }
  return { line, bad };
}
function sparkline(width, height) {
  const line = s("path", { class: "opscope-spark-line" });
  const bad = s("path", { class: "opscope-spark-bad" });
  const el = s("svg", { class: "opscope-spark", width, height, viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, line, bad);
  let shown;
  return {
    el,
    /** @param {import("./series.js").Series|undefined} series */
    update(series) {
      if (series === shown) return;
      shown = series;
      const drawn2 = paths(series?.points ?? [], width, height);
      set(line, "d", drawn2.line);
      set(bad, "d", drawn2.bad);
    }
  };
}

// src/recording.js
var BUDGETS = [64e6, 256e6, 1e9, 4e9];
var SWITCH_TITLE = {
  on: "Record the runs that follow, so that you can go back to them",
  off: "Switch recording off: you cannot go back to the runs that follow"
};
function choices(budget) {
  return [.../* @__PURE__ */ new Set([...BUDGETS, budget])].sort((a, b) => a - b);
}
function costText({ recording, cost, over }) {
  if (!recording?.on || over || cost?.recording === null || cost?.recording === void 0) return "";
  return `takes ${wholePercent(cost.recording)}`;
}
function recordingControl({ ask, signal }) {
  const label2 = h("span", { class: "opscope-label" });
  const knob = h("i", { class: "opscope-switch" });
  const toggle = h("button", { class: "opscope-record", type: "button", role: "switch" }, knob, label2);
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
      text(label2, changeable ? "Recording" : "Recorded");
      toggle.disabled = !changeable;
      set(toggle, "aria-checked", on && changeable ? "true" : "false");
      set(toggle, "title", changeable ? SWITCH_TITLE[on ? "off" : "on"] : void 0);
      for (const el of [knob, cost, limit]) set(el, "hidden", !changeable);
      text(cost, costText(state));
      text(size, bytes2(state.recorded?.bytes ?? 0));
      if (state.recording && state.recording.budget !== shown) {
        shown = state.recording.budget;
        budget.replaceChildren(...choices(shown).map((n) => h("option", { value: n, selected: n === shown }, bytes2(n))));
      }
    }
  };
}

// src/timeline.js
var RESPONSE_TIMEOUT = 1e4;
function seeker(ask, now = Date.now) {
  let wanted = null;
  let target = null;
  let from = null;
  let since = null;
  let pausing = false;
  let sent = 0;
  const isPending = () => since !== null && now() - since < RESPONSE_TIMEOUT;
  const send = (kind, fields) => {
    const number2 = ++sent;
    since = now();
    pausing = kind === "Pause";
    ask(kind, fields, (ok) => {
      if (number2 !== sent) return;
      if (!ok) wanted = target = null;
      if (!ok || !pausing) since = null;
    });
  };
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
    /** @param {number} step */
    goTo(step) {
      wanted = step;
    },
    /** Call this with each new state: sends the next command if there is one. @param {State} state */
    follow(state) {
      settle(state);
      if (wanted === null || isPending()) return;
      if (state.phase === "running") return send("Pause", {});
      target = wanted;
      wanted = null;
      from = state.stopped;
      send("Goto", { step: target });
    }
  };
}
function span(state) {
  if (!state.recorded) return null;
  const first = state.recorded.first;
  const last = Math.max(first, state.recording?.on === false ? state.recorded.last : newestStep(state));
  const at = state.stopped?.step || last;
  return { first, last, at: Math.max(first, Math.min(last, at)) };
}
function timeline({ ask, refresh, signal }) {
  const slider = h("input", { class: "opscope-scrub-history", type: "range", step: 1, "aria-label": "recorded steps" });
  const track = h("span", { class: "opscope-track-box" }, slider);
  const shown = h("output", { class: "opscope-number" });
  const control = recordingControl({ ask, signal });
  const el = h("div", { class: "opscope-timeline" }, control.toggle, track, shown, control.cost, control.memory);
  const seek = seeker(ask);
  slider.addEventListener("input", () => (seek.goTo(Number(slider.value)), refresh()), { signal });
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
      slider.style.setProperty("--at", `${100 * (at - first) / Math.max(1, last - first)}%`);
      set(el, "data-past", Boolean(state.stopped?.past));
      set(el, "data-phase", state.recording?.on === false ? "off" : state.phase);
      text(shown, now ? `step ${at} / ${last}` : "no step yet");
      set(track, "title", now ? `steps ${first} to ${last} are recorded` : "no step is recorded yet");
    }
  };
}

// src/toolbar.js
var LABELLED = /* @__PURE__ */ new Set(["Pause", "Continue", "Terminate"]);
function toolbar({ send, signal }) {
  const buttons = /* @__PURE__ */ new Map();
  const groups = GROUPS.map((group2) => h("div", { class: "opscope-group" }, ...group2.map(createButton)));
  const el = h("div", { class: "opscope-buttons", role: "toolbar", "aria-label": "run" }, ...groups);
  function createButton(action) {
    const icon = s("svg", { width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true" });
    if (action.line) icon.append(s("path", { d: action.line, class: "opscope-stroke" }));
    if (action.fill) icon.append(s("path", { d: action.fill }));
    const button2 = h("button", {
      class: `opscope-button opscope-${action.name}`,
      type: "button",
      title: tooltip(action),
      "aria-label": action.label,
      "aria-keyshortcuts": action.key
    });
    button2.append(icon);
    if (LABELLED.has(action.kind)) button2.append(h("span", {}, action.label));
    button2.addEventListener("click", () => send(action.kind), { signal });
    buttons.set(action.kind, button2);
    return button2;
  }
  function keepFocus(button2, change) {
    const focused = button2.matches(":focus");
    change();
    const panel2 = (
      /** @type {HTMLElement|null} */
      el.closest(".opscope-panel")
    );
    if (focused && !button2.matches(":enabled:not([hidden])")) panel2?.focus({ preventScroll: true });
  }
  return {
    el,
    /** @param {State} state */
    update(state) {
      const can = allowed(state);
      const pausable = state.phase === "running" || state.phase === "waiting";
      for (const [kind, button2] of buttons) {
        keepFocus(button2, () => {
          button2.disabled = !can.has(kind);
          if (kind === "Pause" || kind === "Continue") set(button2, "hidden", pausable !== (kind === "Pause"));
        });
      }
    }
  };
}

// src/controls.js
var MAX_SCALARS = 4;
var NOT_FINITE = "NaN/Inf";
function phaseText(state) {
  if (state.phase !== "paused" || !state.stopped) return state.phase;
  if (state.stopped.at_line) return `paused at line ${state.stopped.line}`;
  return state.stopped.op < 0 ? "paused at the end" : `paused at op ${state.stopped.op}`;
}
function scalarText(x) {
  return x === null ? NOT_FINITE : number(x);
}
function rateText(state) {
  return state.seconds ? number(1 / state.seconds) : "–";
}
function controls({ send, ask, refresh, offline, signal }) {
  const title = h("span", { class: "opscope-title" });
  const place2 = h("span", { class: "opscope-place" });
  const phase2 = h("span", { class: "opscope-state", role: "status" });
  const where = positionBar(offline);
  const history = timeline({ ask, refresh, signal });
  const buttons = toolbar({ send, signal });
  const step = metric("step", "opscope-step");
  const rate = metric("steps / s", "opscope-rate");
  const metrics = h("div", { class: "opscope-metrics" }, step.el, rate.el);
  const head = h("div", { class: "opscope-headline" }, h("div", { class: "opscope-names" }, title, place2), phase2);
  const el = h("header", { class: "opscope-header" }, head, where.el);
  if (!offline) {
    head.append(buttons.el);
    el.append(history.el);
  }
  el.append(metrics);
  const scalars2 = /* @__PURE__ */ new Map();
  return {
    el,
    /** @param {State} state @param {string} refusal the reason why a command was refused */
    update(state, refusal) {
      text(title, state.title || "run");
      text(place2, state.place);
      set(phase2, "data-phase", state.phase);
      set(phase2, "data-past", state.stopped?.past);
      text(phase2, phaseText(state));
      where.update(state, refusal);
      if (!offline) {
        history.update(state);
        buttons.update(state);
      }
      step.update(String(state.step));
      rate.update(rateText(state));
      const shown = Object.keys(state.scalars).slice(0, MAX_SCALARS);
      for (const name of shown) {
        const one = scalars2.get(name) ?? metric(name, "opscope-scalar", true);
        scalars2.set(name, one);
        one.update(scalarText(state.scalars[name]), state.scalarHistory.get(name));
      }
      arrange(metrics, [step.el, rate.el, ...shown.map((n) => (
        /** @type {any} */
        scalars2.get(n).el
      ))]);
    }
  };
}
function metric(label2, name, curve = false) {
  const value = h("span", { class: `opscope-number ${name}` });
  const line = sparkline(96, 30);
  const el = h("div", { class: "opscope-metric" }, h("div", {}, h("span", { class: "opscope-label", title: label2 }, label2), value));
  if (curve) el.append(line.el);
  return {
    el,
    /** @param {string} shown @param {import("./series.js").Series} [series] */
    update(shown, series) {
      text(value, shown);
      set(value, "data-bad", shown === NOT_FINITE);
      if (curve) line.update(series);
    }
  };
}

// src/list.js
var HEADINGS = { forward: "Forward", parameters: "Parameters", gradients: "Gradients" };
function list({ select, refresh, signal }) {
  const filter = h("input", { class: "opscope-filter", type: "search", placeholder: "Filter values", "aria-label": "filter values" });
  const found = h("span", { class: "opscope-found" });
  const box = h("div", { class: "opscope-rows", role: "listbox", "aria-label": "values", tabindex: 0 });
  const el = h("aside", { class: "opscope-list" }, h("div", { class: "opscope-search" }, filter, found), box);
  const rows = /* @__PURE__ */ new Map();
  let order = [];
  let selected = "";
  const headings = Object.fromEntries(Object.entries(HEADINGS).map(([k, v]) => [k, heading(v)]));
  filter.addEventListener("input", refresh, { signal });
  box.addEventListener("scroll", refresh, { signal, passive: true });
  box.addEventListener(
    "click",
    (event) => {
      const hit = (
        /** @type {Element} */
        event.target.closest("[data-name]")
      );
      if (hit) select(
        /** @type {HTMLElement} */
        hit.dataset.name ?? ""
      );
    },
    { signal }
  );
  box.addEventListener(
    "keydown",
    (event) => {
      const to = arrow(event, order.indexOf(selected), order.length);
      if (to === null) return;
      event.preventDefault();
      select(order[to]);
      rows.get(order[to])?.el.scrollIntoView({ block: "nearest" });
    },
    { signal }
  );
  return {
    el,
    /** @param {State} state @param {string} chosen */
    update(state, chosen) {
      selected = chosen;
      const groups = listed(state, filter.value);
      order = [];
      const nodes = [];
      for (const [key, values] of Object.entries(groups)) {
        if (!values.length) continue;
        const head = headings[key];
        text(head.count, String(values.length));
        nodes.push(head.el);
        for (const value of values) {
          const one = rows.get(value.name) ?? row(value.name);
          rows.set(value.name, one);
          order.push(value.name);
          nodes.push(one.el);
        }
      }
      arrange(box, nodes);
      set(box, "aria-activedescendant", rows.get(chosen)?.el.id);
      const total2 = state.values.size;
      const hz = state.cost?.hz && !state.over ? ` · ${hertz(state.cost.hz)}` : "";
      text(found, `${order.length === total2 ? total2 : `${order.length} of ${total2}`}${hz}`);
      set(found, "title", hz ? "each value is summarized so often: more would take over a twentieth of the time" : void 0);
      set(box, "data-empty", total2 ? order.length ? void 0 : "No value matches the filter." : "Values appear here as soon as the run sends them.");
      paint3(state, chosen);
    }
  };
  function paint3(state, chosen) {
    const seen = box.getBoundingClientRect();
    const tall = order.length ? rows.get(order[0])?.el.offsetHeight || 44 : 44;
    for (const name of order) {
      const one = (
        /** @type {ReturnType<typeof row>} */
        rows.get(name)
      );
      const top = one.el.offsetTop - box.scrollTop;
      const visible = top > -2 * tall && top < seen.height + 2 * tall;
      set(one.el, "aria-selected", name === chosen ? "true" : "false");
      const value = state.values.get(name);
      if (visible && value) one.update(value, state.history.get(name));
    }
  }
}
function heading(title) {
  const count2 = h("span");
  return { el: h("div", { class: "opscope-heading", role: "presentation" }, title, count2), count: count2 };
}
var rowCount = 0;
function row(name) {
  const pill = h("span", { class: "opscope-pill" });
  const title = nameTag(name);
  const spec = h("span", { class: "opscope-spec" });
  const mean = h("span", { class: "opscope-mean" });
  const std = h("span", { class: "opscope-std" });
  const line = sparkline(52, 26);
  const el = h("div", { class: "opscope-row", role: "option", "data-name": name, id: `opscope-value-${++rowCount}` }, pill, title, spec, mean, std, line.el);
  let shown;
  return {
    el,
    /** @param {ValueSeen} value @param {import("./series.js").Series|undefined} series */
    update(value, series) {
      line.update(series);
      if (value === shown) return;
      shown = value;
      const is = health(value);
      set(el, "data-health", is);
      rename(title, value.called || value.name);
      text(pill, HEALTH_TEXT[is]);
      text(spec, `${shape(value.shape)}  ${shortType(value.dtype)}${value.called ? `  ${value.name}` : ""}`);
      text(mean, number(value.mean));
      text(std, value.std === null || !value.shape.length ? "" : `± ${number(value.std)}`);
    }
  };
}

// src/breakpoints.js
var FILTERS = [
  ["raised", "stop where an exception comes to the program's code first"],
  ["caught", "stop where the program's code has caught an exception"],
  ["uncaught", "stop where an operator fails, and where an exception has ended the program"]
];
function opsText({ ops }) {
  if (ops.length > 3) return `${ops.length} operators`;
  return ops.length ? `op ${ops.join(", ")}` : "";
}
function hitsText(hits) {
  return `${count(hits)} ${hits === 1 ? "hit" : "hits"}`;
}
var breakpointsTab = { id: "breakpoints", label: "Breakpoints", create: breakpoints2, count: (state) => state.breakpoints.length };
function breakpoints2({ ask, open, offline, signal }) {
  const field = (name, hint, label2) => h("input", { class: `opscope-field opscope-${name}`, type: "text", placeholder: hint, "aria-label": label2, spellcheck: "false", autocomplete: "off" });
  const spec = field("spec-field", "op:relu, id:17, h, train.py:20, function:forward", "where to stop");
  const condition = field("condition-field", "only if … (optional)", "condition");
  const add = h("button", { class: "opscope-button opscope-add", type: "submit" }, "Add");
  const form = h("form", { class: "opscope-breakpoint-form" }, spec, condition, add);
  const problem = h("div", { class: "opscope-breakpoint-error", role: "alert", hidden: true });
  const none = h("div", { class: "opscope-nothing" }, offline ? "The run had no breakpoints." : "No breakpoints. Add one above, or click left of an operator in the graph.");
  const rows = h("div", { class: "opscope-breakpoint-rows" });
  const el = h("div", { class: "opscope-breakpoints" });
  const filters = FILTERS.map(([name, title]) => ({ name, box: h("input", { type: "checkbox", "data-filter": name }), title }));
  const exceptions = h("div", { class: "opscope-exception-filters", role: "group", "aria-label": "exceptions of Python" }, "Exceptions");
  exceptions.append(...filters.map(({ name, box, title }) => h("label", { title }, box, ` ${name}`)));
  if (!offline) el.append(form, exceptions, problem);
  el.append(none, rows);
  let shown;
  const showProblem = (message) => {
    text(problem, message);
    set(problem, "hidden", !message);
    set(spec, "aria-invalid", message ? "true" : void 0);
  };
  form.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      const wanted = { spec: spec.value.trim(), condition: condition.value.trim() };
      if (!wanted.spec) return showProblem("Say where to stop: an operator type (op:relu), an operator (id:17), the operators of a line (at:train.py:20), a line of Python (train.py:20) or a value (h).");
      showProblem("");
      ask("SetBreakpoint", wanted, (ok, answer) => {
        const untouched = spec.value.trim() === wanted.spec && condition.value.trim() === wanted.condition;
        if (!ok || answer) showProblem(answer);
        if (ok && untouched) spec.value = condition.value = "";
        return true;
      });
    },
    { signal }
  );
  for (const one of [spec, condition]) {
    one.addEventListener("input", () => showProblem(""), { signal });
    one.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        form.requestSubmit();
      },
      { signal }
    );
  }
  exceptions.addEventListener(
    "change",
    () => {
      const wanted = filters.filter(({ box }) => box.checked).map(({ name }) => name);
      ask("SetExceptionFilters", { filters: wanted }, (ok, answer) => (showProblem(ok ? "" : answer), true));
    },
    { signal }
  );
  rows.addEventListener(
    "click",
    (event) => {
      const target = (
        /** @type {Element} */
        event.target
      );
      const row3 = (
        /** @type {HTMLElement|null} */
        target.closest("[data-number]")
      );
      if (!row3) return;
      if (target.closest(".opscope-remove")) ask("ClearBreakpoint", { number: Number(row3.dataset.number) }, (ok, answer) => (showProblem(ok ? "" : answer), true));
      else if (target.closest(".opscope-breakpoint-ops")) open("graph", Number(row3.dataset.op));
    },
    { signal }
  );
  function row2(b, here) {
    const dot = h("i", { class: "opscope-dot-mark", "data-conditional": Boolean(b.condition) });
    const where = h("button", { class: "opscope-breakpoint-ops", type: "button", title: "show it in the graph", disabled: !b.ops.length }, opsText(b));
    const remove = h("button", { class: "opscope-remove", type: "button", title: "remove", "aria-label": `remove breakpoint ${b.number}` });
    remove.append(s("svg", { width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true" }, s("path", { class: "opscope-stroke", d: "M3.5,3.5L10.5,10.5M10.5,3.5L3.5,10.5" })));
    return h(
      "div",
      { class: "opscope-breakpoint", "data-number": b.number, "data-op": b.ops[0], "data-here": here },
      dot,
      h("span", { class: "opscope-breakpoint-number" }, String(b.number)),
      h("code", { class: "opscope-breakpoint-spec", title: b.spec }, b.spec),
      h("code", { class: "opscope-breakpoint-condition", title: b.condition }, b.condition ? `if ${b.condition}` : ""),
      where,
      h("span", { class: "opscope-breakpoint-hits" }, hitsText(b.hits)),
      ...offline ? [] : [remove]
    );
  }
  return {
    el,
    /** Starts a new breakpoint in the form; the user fills in the condition. */
    open(wanted) {
      spec.value = String(wanted);
      showProblem("");
      condition.focus();
    },
    update(state) {
      set(none, "hidden", state.breakpoints.length > 0);
      for (const { name, box } of filters) if (box !== document.activeElement) box.checked = state.exceptions.includes(name);
      const at = state.stopped?.reason.endsWith("breakpoint") ? state.stopped.op : -1;
      const key = JSON.stringify([state.breakpoints, at]);
      if (key === shown) return;
      shown = key;
      rows.replaceChildren(...state.breakpoints.map((b) => row2(b, b.ops.includes(at))));
    }
  };
}

// src/chart.js
var HEIGHT = 150;
var LEFT = 58;
var RIGHT = 10;
var TOP = 8;
var BOTTOM = 22;
function extent(points) {
  const ys = points.flatMap((p) => [p.min, p.max, p.mean]).filter((y) => y !== null);
  let low = ys.length ? Math.min(.../** @type {number[]} */
  ys) : 0;
  let high = ys.length ? Math.max(.../** @type {number[]} */
  ys) : 1;
  if (high === low) [low, high] = [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
  const margin = (high - low) * 0.04;
  const first = points[0]?.step ?? 0;
  const last = points.at(-1)?.step ?? 1;
  return { x: [first, last > first ? last : first + 1], y: [low - margin, high + margin] };
}
function runs(points, has) {
  const out = [];
  let open = false;
  for (const p of points) {
    if (has(p)) {
      if (!open) out.push([]);
      out[out.length - 1].push(p);
    }
    open = has(p);
  }
  return out;
}
function chart(signal) {
  const grid = s("g", { class: "opscope-grid" });
  const band = s("path", { class: "opscope-band" });
  const line = s("path", { class: "opscope-line" });
  const bad = s("path", { class: "opscope-bad" });
  const cross = s("path", { class: "opscope-cross" });
  const root = s("svg", { class: "opscope-chart", height: HEIGHT, role: "img", "aria-label": "history of mean, min and max" });
  root.append(grid, band, line, bad, cross);
  const readout = h("span");
  const el = h("section", { class: "opscope-card opscope-wide" }, h("h4", {}, "History", readout), root);
  let points = [];
  let drawn2 = "";
  let hovered = null;
  let to = scales([], 1);
  const showReadout = () => {
    const p = hovered === null ? void 0 : nearest(points, to.step(hovered));
    text(readout, p ? `step ${p.step}   mean ${number(p.mean)}   min ${number(p.min)}   max ${number(p.max)}` : "mean, min … max");
    set(cross, "d", p ? `M${to.x(p.step)},${TOP}V${HEIGHT - BOTTOM}` : "");
  };
  root.addEventListener("pointermove", (e) => (hovered = e.clientX - root.getBoundingClientRect().left, showReadout()), { signal });
  root.addEventListener("pointerleave", () => (hovered = null, showReadout()), { signal });
  return {
    el,
    /** @param {import("./series.js").Series|undefined} series */
    update(series) {
      const now = series?.points ?? [];
      const width = Math.max(200, root.clientWidth || el.clientWidth);
      if (now === points && drawn2 === String(width)) return;
      points = now;
      drawn2 = String(width);
      to = scales(points, width);
      draw(grid, band, line, bad, points, to, width);
      showReadout();
    }
  };
}
function isolatedPoint(p, to) {
  const range = p.min === null || p.max === null ? "" : `M${to.x(p.step)},${to.y(p.min)}V${to.y(p.max)}`;
  return `M${to.x(p.step) - 4},${to.y(
    /** @type {number} */
    p.mean
  )}h8${range}`;
}
function scales(points, width) {
  const { x, y } = extent(points);
  const inner = width - LEFT - RIGHT;
  const tall = HEIGHT - TOP - BOTTOM;
  return {
    extent: { x, y },
    x: (v) => +(LEFT + (v - x[0]) / (x[1] - x[0]) * inner).toFixed(1),
    y: (v) => +(TOP + (1 - (v - y[0]) / (y[1] - y[0])) * tall).toFixed(1),
    step: (px) => x[0] + (px - LEFT) / inner * (x[1] - x[0])
  };
}
function nearest(points, step) {
  return points.reduce((best, p) => !best || Math.abs(p.step - step) < Math.abs(best.step - step) ? p : best, void 0);
}
function draw(grid, band, line, bad, points, to, width) {
  const floor = HEIGHT - BOTTOM;
  const across = ticks(...to.extent.y, 4).flatMap((y) => [
    s("path", { d: `M${LEFT},${to.y(y)}H${width - RIGHT}` }),
    s("text", { x: LEFT - 6, y: to.y(y) + 3.5, "text-anchor": "end" }, tick(y))
  ]);
  const along = ticks(...to.extent.x, Math.max(3, width / 110)).filter(Number.isInteger).map((x) => s("text", { x: to.x(x), y: HEIGHT - 6, "text-anchor": "middle" }, tick(x)));
  grid.replaceChildren(...points.length ? [...across, ...along] : [], s("path", { class: "opscope-floor", d: `M${LEFT},${floor}H${width - RIGHT}` }));
  const areas = runs(points, (p) => p.min !== null && p.max !== null).map((run) => {
    const there = run.map((p) => `${to.x(p.step)},${to.y(
      /** @type {number} */
      p.max
    )}`);
    const back = [...run].reverse().map((p) => `${to.x(p.step)},${to.y(
      /** @type {number} */
      p.min
    )}`);
    return `M${[...there, ...back].join("L")}Z`;
  });
  set(band, "d", areas.join(""));
  const lines = runs(points, (p) => p.mean !== null).map((run) => {
    const xy = run.map((p) => `${to.x(p.step)},${to.y(
      /** @type {number} */
      p.mean
    )}`);
    return xy.length > 1 ? `M${xy.join("L")}` : isolatedPoint(run[0], to);
  });
  set(line, "d", lines.join(""));
  const marks = points.filter((p) => p.bad).map((p) => `M${to.x(p.step)},${floor - 5}V${floor}`);
  set(bad, "d", marks.join(""));
}

// src/explanation.js
function parts(answer) {
  const at = answer.indexOf("\nchain");
  return at < 0 ? [answer, ""] : [answer.slice(0, at), answer.slice(at + 1)];
}
function explanation({ ask, signal, offline }) {
  const why = h("button", { class: "opscope-why", title: "from its first cause through the operators to this value" }, "Why this value?");
  const first = h("button", { class: "opscope-why", title: "the NaN or Inf at this stop, else the first of the history" }, "Why NaN or Inf?");
  const cause = h("pre", { class: "opscope-cause", "aria-live": "polite" });
  const chain = h("pre", { class: "opscope-chain" });
  const el = h("div", { class: "opscope-explanation", hidden: offline }, h("div", {}, why, first), cause, chain);
  let selected = "";
  let about = "";
  function request(name) {
    show("Searching …");
    ask("Explain", { name }, (_, answer) => {
      show(answer);
      return true;
    });
  }
  function show(answer) {
    const [head, rest] = parts(answer);
    text(cause, head);
    text(chain, rest);
    set(cause, "hidden", !head);
    set(chain, "hidden", !rest);
  }
  why.addEventListener("click", () => request(selected), { signal });
  first.addEventListener("click", () => request(""), { signal });
  show("");
  return {
    el,
    /** @param {string} name @param {State["stopped"]} at */
    update(name, at) {
      const place2 = `${name} ${at?.run} ${at?.tick}`;
      if (place2 !== about) show("");
      selected = name;
      about = place2;
    }
  };
}

// src/histogram.js
var HEIGHT2 = 168;
function heights(counts, log = false) {
  const size = (c) => log ? Math.log1p(c) : c;
  const highest = Math.max(size(1), ...counts.map(size));
  return counts.map((c) => c ? Math.max(0.012, size(c) / highest) : 0);
}
function quantile(d, share) {
  let rest = share * d.counts.reduce((a, b) => a + b, 0);
  const width = (d.high - d.low) / d.counts.length;
  for (const [bin, c] of d.counts.entries()) {
    if (c && rest <= c) return d.low + width * (bin + rest / c);
    rest -= c;
  }
  return null;
}
function drawn(d) {
  if (d.low !== d.high) return d.counts;
  const middle = d.counts.length >> 1;
  return d.counts.map((_, i) => i === middle ? d.counts.reduce((a, b) => a + b, 0) : 0);
}
function describe(d, bin) {
  const width = (d.high - d.low) / d.counts.length;
  if (!width) return total(d);
  return `${number(d.low + bin * width)} … ${number(d.low + (bin + 1) * width)}: ${count(d.counts[bin])}`;
}
function histogram(signal) {
  const canvas = h("canvas", { class: "opscope-histogram", role: "img", "aria-label": "histogram", style: `height: ${HEIGHT2}px` });
  const low = h("span");
  const zero = h("span", { class: "opscope-zero" }, "0");
  const high = h("span");
  const readout = h("div", { class: "opscope-readout" });
  const title = h("span");
  const log = h("button", { type: "button", class: "opscope-log", "aria-pressed": "false", title: "logarithmic counts: rare values stay visible" }, "log");
  const axis = h("div", { class: "opscope-axis" }, low, zero, high);
  const el = h("section", { class: "opscope-card" }, h("h4", {}, "Distribution", title), log, canvas, axis, readout);
  let shown;
  let hovered = null;
  let painted = "";
  let logarithmic = false;
  let repaint = () => {
  };
  log.addEventListener(
    "click",
    () => {
      logarithmic = !logarithmic;
      set(log, "aria-pressed", logarithmic ? "true" : "false");
      repaint();
    },
    { signal }
  );
  const showReadout = () => {
    const inside = shown && hovered !== null && hovered < shown.counts.length;
    text(readout, shown ? inside ? describe(
      shown,
      /** @type {number} */
      hovered
    ) : total(shown) : "");
  };
  canvas.addEventListener(
    "pointermove",
    (event) => {
      if (!shown) return;
      const r = canvas.getBoundingClientRect();
      hovered = Math.max(0, Math.min(shown.counts.length - 1, Math.floor((event.clientX - r.left) / r.width * shown.counts.length)));
      showReadout();
    },
    { signal }
  );
  canvas.addEventListener("pointerleave", () => (hovered = null, showReadout()), { signal });
  return {
    el,
    /** @param {DetailSeen|undefined} detail */
    update(detail2) {
      const size = `${canvas.clientWidth}/${devicePixelRatio}/${getComputedStyle(canvas).color}`;
      if (detail2 === shown && size === painted) return;
      shown = detail2;
      painted = size;
      text(title, detail2 ? `step ${detail2.step}` : "");
      text(low, detail2 ? number(detail2.low) : "");
      text(high, detail2 ? number(detail2.high) : "");
      const at = detail2 && detail2.low < 0 && detail2.high > 0 ? -detail2.low / (detail2.high - detail2.low) : null;
      set(zero, "style", at === null || at < 0.15 || at > 0.85 ? "visibility: hidden" : `left: ${(100 * at).toFixed(2)}%`);
      showReadout();
      const middle = detail2 && detail2.high > detail2.low ? [0.05, 0.5, 0.95].map((share) => number(quantile(detail2, share))) : [];
      set(canvas, "title", middle.length ? `5 %, median and 95 % of the elements: about ${middle.join(", ")}` : void 0);
      repaint = () => paint(canvas, detail2, at, logarithmic);
      repaint();
    }
  };
}
function total(d) {
  const all = d.counts.reduce((a, b) => a + b, 0);
  if (!all) return "no finite elements";
  if (d.low === d.high) return all === 1 ? "1 finite element" : `${count(all)} finite elements, all equal`;
  return `${count(all)} finite element${all === 1 ? "" : "s"} in ${d.counts.length} bins`;
}
function paint(canvas, detail2, zero, log) {
  const context = canvas.getContext("2d");
  const width = canvas.clientWidth;
  if (!context || !width) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(HEIGHT2 * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);
  context.fillStyle = style.borderBottomColor;
  context.fillRect(0, HEIGHT2 - 1, width, 1);
  if (!detail2) return;
  if (zero !== null) context.fillRect(Math.round(zero * width), 0, 1, HEIGHT2);
  context.fillStyle = style.color;
  const bar2 = width / detail2.counts.length;
  heights(drawn(detail2), log).forEach((y, i) => {
    const tall = y * (HEIGHT2 - 18);
    context.fillRect(i * bar2 + 0.5, HEIGHT2 - 1 - tall, Math.max(1, bar2 - 1), tall);
  });
  if (detail2.high > detail2.low) markQuantiles(context, detail2, width, style.borderTopColor);
}
function markQuantiles(context, detail2, width, color) {
  const [low, median, high] = [0.05, 0.5, 0.95].map((share) => ((quantile(detail2, share) ?? detail2.low) - detail2.low) / (detail2.high - detail2.low) * width);
  context.fillStyle = color;
  context.fillRect(low, 5, high - low, 1);
  for (const [x, tall] of [[low, 7], [median, 11], [high, 7]]) context.fillRect(x - 0.75, 5.5 - tall / 2, 1.5, tall);
}

// src/colormap.js
var NAN = 0;
var MINUS_INF = 1;
var PLUS_INF = 255;
var FIRST = 2;
var LAST = 254;
var SPECIAL = { nan: [255, 0, 200], minusInf: [0, 229, 255], plusInf: [255, 40, 30] };
var VIRIDIS = [
  [0.2777273272234177, 0.005407344544966578, 0.3340998053353061],
  [0.1050930431085774, 1.404613529898575, 1.384590162594685],
  [-0.3308618287255563, 0.214847559468213, 0.09509516302823659],
  [-4.634230498983486, -5.799100973351585, -19.33244095627987],
  [6.228269936347081, 14.17993336680509, 56.69055260068105],
  [4.776384997670288, -13.74514537774601, -65.35303263337234],
  [-5.435455855934631, 4.645852612178535, 26.3124352495832]
];
function viridis(t) {
  const x = Math.max(0, Math.min(1, t));
  const channel2 = (k) => {
    const y = VIRIDIS.reduceRight((sum, c) => sum * x + c[k], 0);
    return Math.round(255 * Math.max(0, Math.min(1, y)));
  };
  return [channel2(0), channel2(1), channel2(2)];
}
var css = ([r, g, b]) => `rgb(${r}, ${g}, ${b})`;
var TABLE = Array.from({ length: 256 }, (_, p) => {
  if (p === NAN) return SPECIAL.nan;
  if (p === MINUS_INF) return SPECIAL.minusInf;
  return p === PLUS_INF ? SPECIAL.plusInf : viridis((p - FIRST) / (LAST - FIRST));
});
function approximate(pixel, low, high) {
  if (pixel === NAN) return NaN;
  if (pixel === MINUS_INF) return -Infinity;
  if (pixel === PLUS_INF) return Infinity;
  return low + (pixel - FIRST) / (LAST - FIRST) * (high - low);
}
function gradient() {
  return `linear-gradient(to right, ${Array.from({ length: 17 }, (_, i) => css(viridis(i / 16))).join(", ")})`;
}

// src/heatmap.js
var MAX_CELL = 26;
var MIN_SIDE = 14;
var MAX_STRETCH = 4;
function fit(rows, cols, width, height) {
  const cell = Math.min(MAX_CELL, width / cols, height / rows);
  const side = (n, room) => Math.max(MIN_SIDE, cell * n, cell < MAX_CELL ? Math.min(room / 2, MAX_STRETCH * cell * n) : 0);
  return [side(cols, width), side(rows, height)];
}
function describe2(d, dims, r, c) {
  const row2 = r * d.row_stride;
  const col = c * d.col_stride;
  const x = approximate(d.pixels[r * d.cols + c], d.low, d.high);
  const value = Number.isNaN(x) ? "NaN" : x === Infinity ? "+Inf" : x === -Infinity ? "−Inf" : `≈ ${number(x)}`;
  const where = dims.length > 2 ? `[${index(dims, row2, col).join(", ")}]  ` : "";
  return `${where}row ${row2}, col ${col}  ${value}`;
}
function sample(d) {
  const { row_stride: r, col_stride: c } = d;
  if (!d.rows || !d.cols) return "no elements";
  const every = (n, what) => n > 1 ? [`every ${n}th ${what}`] : [];
  return [`${d.rows} × ${d.cols} cells`, ...every(r, "row"), ...every(c, "column")].join(", ");
}

// src/picture.js
function columns(p, width, height) {
  let best = 1;
  let largest = 0;
  for (let n = 1; n <= p.facets; n++) {
    const size = Math.min(width / (n * (p.cols + 1)), height / (Math.ceil(p.facets / n) * (p.rows + 1)));
    if (size > largest) [best, largest] = [n, size];
  }
  return best;
}
function gridSize(p, n) {
  const beside = Math.min(n, p.facets);
  return [beside * (p.cols + 1) - 1, Math.ceil(p.facets / n) * (p.rows + 1) - 1];
}
function cellAt(p, n, x, y) {
  const [i, j] = [Math.floor(x / (p.cols + 1)), Math.floor(y / (p.rows + 1))];
  const [col, row2] = [x - i * (p.cols + 1), y - j * (p.rows + 1)];
  const facet = j * n + i;
  return col < p.cols && row2 < p.rows && facet < p.facets && i < n ? { facet, row: row2, col } : null;
}
function signedColor(t) {
  const x = Math.max(-1, Math.min(1, t));
  const far = x < 0 ? [33, 102, 172] : [178, 24, 43];
  const share = Math.abs(x) ** 0.8;
  return (
    /** @type {import("./colormap.js").Rgb} */
    far.map((c) => Math.round(247 + (c - 247) * share))
  );
}
function table(p, signed) {
  const most = Math.max(Math.abs(p.low), Math.abs(p.high)) || 1;
  return Array.from({ length: 256 }, (_, pixel) => {
    if (pixel === NAN) return SPECIAL.nan;
    if (pixel === MINUS_INF) return SPECIAL.minusInf;
    if (pixel === PLUS_INF) return SPECIAL.plusInf;
    const x = approximate(pixel, p.low, p.high);
    return signed ? signedColor(x / most) : viridis(p.high > p.low ? (x - p.low) / (p.high - p.low) : 0.5);
  });
}
function elementText(p, { facet, row: row2, col }) {
  const i = (facet * p.rows + row2) * p.cols + col;
  const exact = p.numbers[i];
  if (exact !== void 0) return exact === "nan" ? "NaN" : exact.replace("inf", "Inf").replace("-", "−");
  const x = approximate(p.pixels[i], p.low, p.high);
  return Number.isNaN(x) ? "NaN" : x === Infinity ? "+Inf" : x === -Infinity ? "−Inf" : `≈ ${number(x)}`;
}
function paintGrid(canvas, p, n, signed) {
  const [width, height] = gridSize(p, n);
  const context = canvas.getContext("2d");
  if (!context || width <= 0 || height <= 0) return;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const image = context.createImageData(width, height);
  const colors = table(p, signed);
  for (let facet = 0; facet < p.facets; facet++) {
    const [x, y] = [facet % n * (p.cols + 1), Math.floor(facet / n) * (p.rows + 1)];
    for (let row2 = 0; row2 < p.rows; row2++) {
      for (let col = 0; col < p.cols; col++) {
        const at = 4 * ((y + row2) * width + x + col);
        const [r, g, b] = colors[p.pixels[(facet * p.rows + row2) * p.cols + col]];
        image.data[at] = r;
        image.data[at + 1] = g;
        image.data[at + 2] = b;
        image.data[at + 3] = 255;
      }
    }
  }
  context.putImageData(image, 0, 0);
}
function short(x) {
  const size = Math.abs(x);
  const text2 = x === 0 || size >= 0.01 && size < 1e4 ? String(Number(x.toPrecision(3))) : x.toExponential(0);
  return text2.replaceAll("-", "−").replace("e+", "e");
}
function paintNumbers(canvas, p, width, height, signed) {
  const context = canvas.getContext("2d");
  if (!context) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const colors = table(p, signed);
  const [w, t] = [width / p.cols, height / p.rows];
  context.font = `${Math.min(11, w / 4.6).toFixed(1)}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let row2 = 0; row2 < p.rows; row2++) {
    for (let col = 0; col < p.cols; col++) {
      const i = row2 * p.cols + col;
      const [r, g, b] = colors[p.pixels[i]];
      context.fillStyle = `rgb(${r}, ${g}, ${b})`;
      context.fillRect(col * w, row2 * t, w - 1, t - 1);
      context.fillStyle = 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#111111" : "#ffffff";
      const x = Number(p.numbers[i]);
      const text2 = Number.isFinite(x) ? short(x) : elementText(p, { facet: 0, row: row2, col });
      context.fillText(text2, (col + 0.5) * w, (row2 + 0.5) * t);
    }
  }
}

// src/inspector.js
var HEIGHT3 = 168;
var TALL = 300;
var CELL = [34, 18];
var ZOOM = 4;
var CLICK_ZOOM = 16;
var MIN_WINDOW = 8;
var WHOLE = { rows: -1, cols: -1, facets: -1, index: "", top: 0, left: 0, height: 0, width: 0, difference: false };
function zoomed(s2, row2, col, factor) {
  const [rows, cols] = [sizeOf(s2, 0), sizeOf(s2, 1)];
  const height = Math.min(rows, Math.max(MIN_WINDOW, Math.round(s2.height / factor)));
  const width = Math.min(cols, Math.max(MIN_WINDOW, Math.round(s2.width / factor)));
  const at = (center, size, whole) => Math.max(0, Math.min(whole - size, Math.round(center - size / 2)));
  return { top: at(row2, height, rows), left: at(col, width, cols), height, width };
}
function sizeOf(s2, which) {
  const axis = s2.axes[which];
  return axis < 0 ? 1 : s2.shape[axis];
}
function pictureOf(s2) {
  return { facets: s2.facets, rows: Math.ceil(s2.height / s2.row_stride), cols: Math.ceil(s2.width / s2.col_stride), low: s2.low, high: s2.high, pixels: s2.pixels, numbers: s2.numbers };
}
function elementAt(s2, cell) {
  const [rows, cols, facets] = s2.axes;
  const [row2, col] = [s2.top + cell.row * s2.row_stride, s2.left + cell.col * s2.col_stride];
  const many = (first, stride, end) => stride > 1 ? `${first}–${Math.min(end, first + stride) - 1}` : `${first}`;
  const index3 = s2.shape.map((_, axis) => {
    if (axis === rows) return many(row2, s2.row_stride, s2.top + s2.height);
    if (axis === cols) return many(col, s2.col_stride, s2.left + s2.width);
    return String(axis === facets ? cell.facet * s2.facet_stride : s2.index[axis]);
  });
  return `[${index3.join(", ")}]  ${elementText(pictureOf(s2), cell)}`;
}
function inspector({ ask, signal, offline }) {
  const canvas = h("canvas", { class: "opscope-heatmap", role: "img", tabindex: offline ? void 0 : 0, "aria-label": "elements as colours; plus and minus zoom, arrows move" });
  const box = h("div", { class: "opscope-heatmap-box" }, canvas);
  const low = h("span");
  const high = h("span");
  const ramp = h("i");
  const marks = [mark("NaN", SPECIAL.nan, NAN), mark("−Inf", SPECIAL.minusInf, MINUS_INF), mark("+Inf", SPECIAL.plusInf, PLUS_INF)];
  const readout = h("div", { class: "opscope-readout" });
  const title = h("span");
  const choices2 = { rows: axisChoice("rows"), cols: axisChoice("columns"), facets: axisChoice("facets") };
  const positions = h("span", { class: "opscope-positions" });
  const map = h("select", { class: "opscope-slice-map", title: "colors", "aria-label": "colors" }, h("option", { value: "auto" }, "auto"), h("option", { value: "sequential" }, "low to high"), h("option", { value: "signed" }, "signed"));
  const closer = tool("+", "zoom in (click a cell, or +)", "zoom-in", () => zoom(ZOOM));
  const farther = tool("−", "zoom out (-)", "zoom-out", () => zoom(1 / ZOOM));
  const pin = tool("Pin", "keep these elements, to compare others with them", "pin", () => ask("PinValue", { name }));
  const compare = tool("Difference", "show the difference to the pinned value", "difference", () => look({ ...view, difference: !view.difference }));
  const bar2 = h("div", { class: "opscope-slice-bar", hidden: true }, choices2.rows.el, choices2.cols.el, choices2.facets.el, positions, h("label", {}, "colors", map), h("span", { class: "opscope-slice-tools" }, farther, closer, pin, compare));
  const el = h("section", { class: "opscope-card opscope-elements" }, h("h4", {}, "Elements", title), bar2, box, h("div", { class: "opscope-legend" }, h("div", { class: "opscope-scale" }, low, ramp, high), ...marks.map((m) => m.el)), readout);
  let name = "";
  let view = WHOLE;
  let place2 = "";
  let refusal = "";
  let painted = "";
  let thumbnail;
  let slice;
  let dims = [];
  let hovered = null;
  function tool(label2, about, kind, act) {
    const button2 = h("button", { type: "button", class: `opscope-slice-tool opscope-${kind}`, title: about, "aria-label": about }, label2);
    button2.addEventListener("click", act, { signal });
    return button2;
  }
  function axisChoice(label2) {
    const field = h("select", { class: `opscope-axis-${label2}`, "aria-label": `axis of the ${label2}` });
    field.addEventListener("change", () => chooseAxis(label2 === "columns" ? "cols" : label2, Number(field.value)), { signal });
    return { el: h("label", {}, label2, field), field };
  }
  function chooseAxis(which, axis) {
    if (!slice) return;
    const [rows, cols, facets] = slice.axes;
    const axes = { rows, cols, facets };
    const other = (
      /** @type {("rows"|"cols"|"facets")[]} */
      Object.keys(axes).find((key) => axis >= 0 && axes[key] === axis)
    );
    if (other) axes[other] = axes[which];
    axes[which] = axis;
    look({ ...view, ...axes, top: 0, left: 0, height: 0, width: 0 });
  }
  function look(wanted) {
    view = wanted;
    refusal = "";
    ask("FetchSlice", { name, ...view }, (ok, answer) => {
      if (!ok) [refusal, view] = [answer, { ...view, difference: false }];
      showReadout();
      return true;
    });
  }
  function zoom(factor, at2) {
    if (!slice) return;
    const [row2, col] = at2 ?? [slice.top + slice.height / 2, slice.left + slice.width / 2];
    look({ ...view, ...zoomed(slice, row2, col, factor) });
  }
  const current = () => slice ? pictureOf(slice) : thumbnail ? { ...thumbnail, facets: 1, numbers: [] } : null;
  const grid = (p) => columns(p, box.clientWidth || 400, p.facets > 1 ? TALL : HEIGHT3);
  const signed = () => map.value === "signed" || map.value === "auto" && Boolean(slice?.difference);
  function showReadout() {
    const cell = slice && hovered && cellAt(pictureOf(slice), grid(pictureOf(slice)), ...hovered);
    const inside = thumbnail && hovered && hovered[1] < thumbnail.rows && hovered[0] < thumbnail.cols;
    const element = slice ? cell && elementAt(slice, cell) : inside && thumbnail && hovered ? describe2(thumbnail, dims, hovered[1], hovered[0]) : "";
    text(readout, refusal || element || (slice ? sliceText(slice) : thumbnail ? sample(thumbnail) : ""));
  }
  function at(event) {
    const p = current();
    if (!p) return null;
    const r = canvas.getBoundingClientRect();
    const [w, t] = gridSize(p, grid(p));
    const inside = (x, n) => Math.max(0, Math.min(n - 1, Math.floor(x * n)));
    return [inside((event.clientX - r.left) / r.width, w), inside((event.clientY - r.top) / r.height, t)];
  }
  canvas.addEventListener("pointermove", (event) => (hovered = at(event), showReadout()), { signal });
  canvas.addEventListener("pointerleave", () => (hovered = null, showReadout()), { signal });
  canvas.addEventListener(
    "click",
    (event) => {
      const cell = slice && cellAt(pictureOf(slice), grid(pictureOf(slice)), ...at(event) ?? [0, 0]);
      if (slice && cell && !slice.numbers.length) zoom(CLICK_ZOOM, [slice.top + cell.row * slice.row_stride, slice.left + cell.col * slice.col_stride]);
    },
    { signal }
  );
  canvas.addEventListener(
    "keydown",
    (event) => {
      const to = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (event.key === "+" || event.key === "=") zoom(ZOOM);
      else if (event.key === "-") zoom(1 / ZOOM);
      else if (to && slice) zoom(1, [slice.top + slice.height * (0.5 + to[0] / 2), slice.left + slice.width * (0.5 + to[1] / 2)]);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal }
  );
  map.addEventListener("change", () => (painted = "", paint3()), { signal });
  positions.addEventListener(
    "change",
    () => {
      const index3 = dims.map((_, axis) => (
        /** @type {HTMLInputElement|null} */
        positions.querySelector(`[data-axis="${axis}"]`)?.value ?? "0"
      ));
      look({ ...view, index: index3.map((one) => String(Math.max(0, Math.round(Number(one) || 0)))).join(",") });
    },
    { signal }
  );
  positions.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
  function showControls(s2) {
    const options = s2.shape.map((size, axis) => [String(axis), `${axis} (${size})`]);
    for (const [i, { field }] of [choices2.rows, choices2.cols, choices2.facets].entries()) {
      const all = [["-1", "none"], ...options];
      const key2 = all.join();
      if (field.dataset.key !== key2) field.replaceChildren(...all.map(([value, label2]) => h("option", { value }, label2)));
      field.dataset.key = key2;
      field.value = String(s2.axes[i]);
    }
    set(choices2.rows.el, "hidden", s2.shape.length < 2);
    set(choices2.cols.el, "hidden", s2.shape.length < 2);
    set(choices2.facets.el, "hidden", s2.shape.length < 3);
    const rest = s2.shape.flatMap((size, axis) => s2.axes.includes(axis) || size < 2 ? [] : [[axis, size, s2.index[axis]]]);
    const key = JSON.stringify(rest);
    if (positions.dataset.key === key) return;
    positions.dataset.key = key;
    positions.replaceChildren(
      ...rest.map(([axis, size, value]) => h("label", {}, `axis ${axis}`, h("input", { type: "number", min: 0, max: size - 1, value, "data-axis": axis, title: `position on axis ${axis}, 0 to ${size - 1}` })))
    );
  }
  function paint3() {
    const p = current();
    const cells = p ? p.rows * p.cols * p.facets : 0;
    set(canvas, "hidden", !cells);
    if (!p || !cells) return;
    const n = grid(p);
    const [w, t] = gridSize(p, n);
    const room = box.clientWidth;
    const numbers2 = Boolean(slice) && p.facets === 1 && p.numbers.length > 0 && room / p.cols >= CELL[0];
    const height = numbers2 ? Math.min(TALL, p.rows * CELL[1]) : p.facets > 1 ? TALL : HEIGHT3;
    const size = numbers2 ? [Math.min(room, p.cols * 64), height] : p.facets > 1 ? [Math.min(room, w * TALL / t), Math.min(TALL, t * room / w)] : fit(p.rows, p.cols, room, HEIGHT3);
    const look2 = `${size} ${devicePixelRatio} ${signed()} ${numbers2}`;
    if (look2 === painted) return;
    painted = look2;
    set(box, "style", `height: ${Math.max(numbers2 || p.facets > 1 ? 0 : HEIGHT3, Math.ceil(size[1]))}px`);
    set(canvas, "style", `width: ${size[0].toFixed(1)}px; height: ${size[1].toFixed(1)}px`);
    if (numbers2) paintNumbers(canvas, p, size[0], size[1], signed());
    else paintGrid(canvas, p, n, signed());
    const most = Math.max(Math.abs(p.low), Math.abs(p.high));
    text(low, number(signed() ? -most : p.low));
    text(high, number(signed() ? most : p.high));
    set(ramp, "style", `background: ${signed() ? `linear-gradient(to right, ${[-1, -0.5, 0, 0.5, 1].map((x) => css(signedColor(x))).join(", ")})` : gradient()}`);
  }
  return {
    el,
    /** @param {DetailSeen|undefined} detail @param {number[]} shape @param {State} state @param {string} selected */
    update(detail2, shape2, state, selected) {
      dims = shape2;
      if (selected !== name) [name, view, refusal] = [selected, WHOLE, ""];
      const here = `${selected} ${shape2} ${state.stopped?.run} ${state.stopped?.tick} ${detail2?.step} ${state.phase}`;
      if (!offline && state.phase !== "running" && here !== place2 && detail2) look(view);
      place2 = here;
      const newest = state.fold.slices.get(selected);
      const fits = newest && String(newest.shape) === String(shape2) && (newest.step === detail2?.step || newest.difference);
      const shown = fits && !offline ? newest : void 0;
      if (shown !== slice || detail2 !== thumbnail) {
        [slice, thumbnail, painted] = [shown, detail2, ""];
        for (const m of marks) m.update((shown ?? detail2)?.pixels);
        showReadout();
      }
      set(bar2, "hidden", !slice);
      if (slice) showControls(slice);
      text(title, slice?.difference ? `step ${slice.step} − ${slice.difference}` : detail2 ? `step ${detail2.step}` : "");
      const pinned = state.fold.pinned;
      const alike = Boolean(pinned?.name) && String(pinned?.shape) === String(shape2);
      set(compare, "hidden", !alike);
      set(compare, "aria-pressed", view.difference ? "true" : "false");
      set(compare, "title", pinned?.name ? `show the difference to ${pinned.name} of step ${pinned.step}` : "");
      set(pin, "aria-pressed", pinned?.name === selected && pinned?.step === detail2?.step ? "true" : "false");
      paint3();
    }
  };
}
function sliceText(s2) {
  const of = shape([sizeOf(s2, 0), sizeOf(s2, 1)]);
  const window2 = s2.height < sizeOf(s2, 0) || s2.width < sizeOf(s2, 1) ? `rows ${s2.top}–${s2.top + s2.height - 1}, columns ${s2.left}–${s2.left + s2.width - 1} of ${of}` : of;
  const cells = s2.row_stride * s2.col_stride > 1 ? `, a cell is ${s2.row_stride} × ${s2.col_stride} elements` : "";
  const facets = s2.facets > 1 ? `${s2.facets} facets of ` : "";
  const more = s2.facet_stride > 1 ? `, every ${s2.facet_stride}th` : "";
  return `${facets}${window2}${more}${cells}${s2.nonfinite ? `, ${s2.nonfinite} not finite` : ""}`;
}
function mark(name, rgb, pixel) {
  const el = h("span", { class: "opscope-mark", "data-absent": true }, h("i", { style: `background: ${css(rgb)}` }), name);
  return {
    el,
    /** @param {Uint8Array|undefined} pixels */
    update: (pixels) => set(el, "data-absent", !pixels?.includes(pixel))
  };
}

// src/provenance.js
var MAX_READERS = 12;
function provenance({ ask, open, signal, offline }) {
  const el = h("div", { class: "opscope-provenance" });
  let shown = "";
  const link = (type, op) => h("button", { type: "button", class: "opscope-operator", "data-op": op, title: `show ${type} ${op} in the graph` }, `${type} ${op}`);
  el.addEventListener(
    "click",
    (event) => {
      const target = (
        /** @type {Element} */
        event.target.closest("button")
      );
      if (target?.dataset.op) open("graph", Number(target.dataset.op));
      else if (target?.dataset.step) ask("Goto", { step: Number(target.dataset.step), op: Number(target.dataset.writer) });
    },
    { signal }
  );
  return {
    el,
    /** @param {State} state @param {ValueSeen} value */
    update(state, value) {
      const slice = offline ? void 0 : state.fold.slices.get(value.name);
      const readers = (slice?.readers ?? []).map((op, i) => (
        /** @type {const} */
        [slice?.reader_types[i] ?? "", op]
      ));
      const kept = state.recorded && value.step >= state.recorded.first && value.step <= state.recorded.last;
      const back = !offline && state.phase !== "running" && kept && value.op >= 0;
      const key = JSON.stringify([value.op, value.op_type, readers, back && value.step]);
      if (key === shown) return;
      shown = key;
      const more = readers.length > MAX_READERS ? [`and ${readers.length - MAX_READERS} more`] : [];
      el.replaceChildren(
        ...value.op >= 0 ? ["made by", link(value.op_type, value.op)] : [],
        ...readers.length ? ["read by", ...readers.slice(0, MAX_READERS).map(([type, op]) => link(type, op)), ...more] : slice ? ["read by nothing"] : [],
        ...back ? [h("button", { type: "button", class: "opscope-why opscope-to-write", "data-step": value.step, "data-writer": value.op, title: `go to ${value.op_type} in step ${value.step}, before it writes` }, "Back to the write")] : []
      );
      set(el, "hidden", !el.childNodes.length);
    }
  };
}

// src/detail.js
var FACTS = [
  ["mean", (v) => number(v.mean)],
  ["std", (v) => number(v.std)],
  ["min", (v) => number(v.min)],
  ["max", (v) => number(v.max)],
  ["shape", (v) => shape(v.shape)],
  ["zeros", (v) => percent(v.zeros), (v) => health(v) === "zeros"],
  ["NaN", (v) => count(v.nan), (v) => v.nan > 0],
  ["Inf", (v) => count(v.inf), (v) => v.inf > 0],
  ["elements", (v) => count(v.shape.reduce((a, b) => a * b, 1))],
  ["dtype", (v) => v.dtype]
];
function statisticsNote(v) {
  if (v.dtype.startsWith("complex")) return "Statistics, distribution and colours are of the magnitudes.";
  return v.shape.includes(0) ? "It has no elements." : "";
}
function origin(v) {
  const what = v.grad_of ? `gradient of ${v.grad_of}` : group(v) === "parameters" ? "parameter" : v.role;
  const made = v.op < 0 ? "fed or stored" : `${v.op_type} (op ${v.op})`;
  return `${made} · ${what} · step ${v.step}`;
}
var tensorTab = { id: "tensor", label: "Tensor", create: detail };
function detail({ ask, open, signal, offline }) {
  const pill = h("span", { class: "opscope-pill" });
  const name = h("span", { class: "opscope-detail-name" });
  const from = h("div", { class: "opscope-origin" });
  const site = h("code", { class: "opscope-site" });
  const facts2 = FACTS.map(([label2, value, warn]) => {
    const shown = h("span", { class: "opscope-number" });
    return { label: label2, value, warn, shown, el: h("div", { class: "opscope-fact" }, h("span", { class: "opscope-label" }, label2), shown) };
  });
  const history = chart(signal);
  const bars = histogram(signal);
  const map = inspector({ ask, signal, offline });
  const links = provenance({ ask, open, signal, offline });
  const head = h("div", { class: "opscope-detail-head" }, h("div", {}, pill, name), h("div", {}, from, site));
  const charts = h("div", { class: "opscope-charts" }, history.el, bars.el, map.el);
  const hint = h("div", { class: "opscope-hint" });
  const about = h("div", { class: "opscope-about" });
  const why = explanation({ ask, signal, offline });
  const body = [head, links.el, why.el, h("div", { class: "opscope-facts" }, ...facts2.map((f) => f.el)), about, charts];
  const full = h("div", { class: "opscope-detail-body" }, ...body);
  const none = h("div", { class: "opscope-nothing" }, "Select a value to see its statistics, history and elements.");
  map.el.append(hint);
  return {
    el: h("div", { class: "opscope-detail" }, none, full),
    update(state, { selected, refusal }) {
      const value = state.values.get(selected);
      set(none, "hidden", Boolean(value));
      set(full, "hidden", !value);
      if (!value) return;
      const is = health(value);
      set(head, "data-health", is);
      text(pill, HEALTH_TEXT[is]);
      text(name, value.name);
      text(from, value.called ? `called ${value.called} · ${origin(value)}` : origin(value));
      text(site, value.site);
      why.update(selected, state.stopped);
      for (const f of facts2) {
        text(f.shown, f.value(value));
        set(f.shown, "title", f.value(value));
        set(f.el, "data-bad", f.warn?.(value) ? f.label === "NaN" ? "nan" : f.label === "Inf" ? "inf" : "zeros" : void 0);
      }
      text(about, statisticsNote(value));
      set(about, "hidden", !statisticsNote(value));
      const seen = state.details.get(selected);
      map.update(seen, value.shape, state, selected);
      history.update(state.history.get(selected));
      bars.update(seen);
      links.update(state, value);
      const waiting = offline ? "Elements were not recorded for this value." : refusal || "Waiting for the elements of this value …";
      text(hint, seen ? "" : waiting);
      set(hint, "hidden", Boolean(seen));
    }
  };
}

// src/gradflow.js
var STRIP = 128;
var MIN_DECADES = 3;
var MAX_DECADES = 12;
function decades(all) {
  const positive = all.filter((x) => x > 0 && Number.isFinite(x)).map(Math.log10);
  if (!positive.length) return [-4, 0];
  const to = Math.ceil(Math.max(...positive) + 1e-9) + 0;
  return [Math.max(to - MAX_DECADES, Math.min(to - MIN_DECADES, Math.floor(Math.min(...positive)))), to];
}
function place(x, [from, to]) {
  return x > 0 ? Math.max(0, Math.min(1, (Math.log10(x) - from) / (to - from))) : 0;
}
function shade(p, range) {
  if (p.bad) return css(SPECIAL.nan);
  return p.rms ? css(viridis(place(p.rms, range))) : null;
}
var gradientFlowTab = { id: "flow", label: "Gradient flow", short: "Flow", create: gradflow, count: (state) => parameterGradients(state).length };
function gradflow({ select, signal }) {
  const scale2 = h("div", { class: "opscope-decades" });
  const head = h("div", { class: "opscope-flow-row opscope-flow-head" }, h("span", {}, "parameter"), scale2, h("span", {}, "RMS"), h("span", {}, "over steps"));
  const body = h("div", { class: "opscope-flow-body" });
  const none = h("div", { class: "opscope-nothing" }, "No gradient of a parameter has been seen. Tap the gradients to see how they flow.");
  const low = h("span");
  const high = h("span");
  const legend = h(
    "div",
    { class: "opscope-legend opscope-flow-legend" },
    h("span", {}, "RMS gradient of each parameter"),
    h("div", { class: "opscope-scale" }, low, h("i", { style: `background: ${gradient()}` }), high),
    h("span", { class: "opscope-mark" }, h("i", { style: `background: ${css(SPECIAL.nan)}` }), "NaN or Inf")
  );
  const bars = /* @__PURE__ */ new Map();
  body.addEventListener(
    "click",
    (event) => {
      const hit = (
        /** @type {HTMLElement|null} */
        /** @type {Element} */
        event.target.closest("[data-name]")
      );
      if (hit) select(hit.dataset.name ?? "");
    },
    { signal }
  );
  return {
    el: h("div", { class: "opscope-flow" }, none, h("div", { class: "opscope-flow-table" }, head, body, legend)),
    update(state, { selected }) {
      const values = parameterGradients(state);
      set(none, "hidden", values.length > 0);
      set(head, "hidden", !values.length);
      const past = values.flatMap((v) => (state.history.get(v.name)?.points ?? []).flatMap((p) => p.rms ? [p.rms] : []));
      const range = decades(past);
      label(scale2, range);
      text(low, number(10 ** range[0]));
      text(high, number(10 ** range[1]));
      set(legend, "hidden", !values.length);
      for (const v of values) {
        const one = bars.get(v.name) ?? bar(v.name);
        bars.set(v.name, one);
        one.update(v, state.history.get(v.name)?.points ?? [], range, v.name === selected);
      }
      arrange(body, values.map((v) => (
        /** @type {any} */
        bars.get(v.name).el
      )));
    }
  };
}
function label(scale2, range) {
  const [from, to] = range;
  const room = Math.max(1, Math.min(6, Math.floor(scale2.clientWidth / 44)));
  const key = [...range, room].join();
  if (scale2.dataset.range === key) return;
  scale2.dataset.range = key;
  const every = Math.ceil((to - from) / room);
  const marks = [];
  for (let d = to; d >= from; d -= every) {
    const style = `left: ${(100 * (d - from) / (to - from)).toFixed(2)}%`;
    marks.push(h("span", { style }, "10", h("sup", {}, String(d).replace("-", "−"))));
  }
  scale2.replaceChildren(...marks);
}
function bar(name) {
  const title = nameTag(name);
  const fill = h("i");
  const track = h("span", { class: "opscope-track" }, fill);
  const value = h("span", { class: "opscope-number" });
  const strip = h("canvas", { class: "opscope-strip", width: STRIP, height: 1, role: "img", "aria-label": "RMS gradient over the steps" });
  const el = h("button", { class: "opscope-flow-row", type: "button", "data-name": name }, title, track, value, strip);
  let drawn2 = "";
  let shown;
  return {
    el,
    /** @param {ValueSeen} v @param {readonly Point[]} points @param {[number, number]} range @param {boolean} selected */
    update(v, points, range, selected) {
      set(el, "aria-pressed", selected ? "true" : "false");
      if (shown === v && drawn2 === range.join()) return;
      shown = v;
      drawn2 = range.join();
      const { rms } = valuePoint(v);
      const is = health(v);
      rename(title, v.grad_of);
      set(el, "data-health", is);
      set(fill, "data-nothing", rms === null);
      set(track, "style", `--decade: ${(100 / (range[1] - range[0])).toFixed(3)}%`);
      set(fill, "style", `width: ${(100 * (rms === null ? 1 : place(rms, range))).toFixed(2)}%`);
      text(value, v.nan ? "NaN" : v.inf ? "Inf" : number(rms));
      paint2(strip, points, range);
    }
  };
}
function paint2(canvas, points, range) {
  const context = canvas.getContext("2d");
  if (!context) return;
  context.clearRect(0, 0, STRIP, 1);
  const first = points[0]?.step ?? 0;
  const steps = (points.at(-1)?.step ?? 0) - first + 1;
  points.forEach((p, i) => {
    const colour = shade(p, range);
    if (!colour) return;
    const next = points[i + 1]?.step ?? p.step + 1;
    const from = Math.floor((p.step - first) / steps * STRIP);
    context.fillStyle = colour;
    context.fillRect(from, 0, Math.ceil((next - first) / steps * STRIP) - from, 1);
  });
}

// src/dots.js
var SHAPE = ":scope > :is(rect, path, polygon, ellipse), :scope > a > :is(rect, path, polygon, ellipse)";
function byOperator(all) {
  const out = /* @__PURE__ */ new Map();
  for (const b of all) {
    for (const op of b.ops) out.set(op, [...out.get(op) ?? [], b]);
  }
  return out;
}
function dotTitle(here) {
  const one = (b) => `breakpoint ${b.number}: ${b.spec}${b.condition ? `, if ${b.condition}` : ""}, ${hitsText(b.hits)}`;
  return here.length ? `${here.map(one).join("\n")}
click to remove` : "click to stop here";
}
function operatorOf(id) {
  const match = /^op-(\d+)$/.exec(id);
  return match ? Number(match[1]) : -1;
}
function gutter(node) {
  const existing = node.querySelector(":scope > .opscope-gutter");
  if (existing) return existing;
  const box = (
    /** @type {SVGGraphicsElement|null} */
    node.querySelector(SHAPE)?.getBBox()
  );
  const [cx, cy] = box ? [box.x - 8, box.y + box.height / 2] : [0, 0];
  const hitArea = s("circle", { cx, cy, r: 9, class: "opscope-gutter-hit" });
  const dot = s("circle", { cx, cy, r: 4.5, class: "opscope-dot" });
  const core = s("circle", { cx, cy, r: 1.6, class: "opscope-dot-core" });
  const group2 = s("g", { class: "opscope-gutter" }, s("title"), hitArea, dot, core);
  node.append(group2);
  return group2;
}
function markNode(node, here) {
  set(node, "data-breakpoint", here.length ? here.map((b) => b.number).join(" ") : void 0);
  set(node, "data-conditional", here.length > 0 && here.every((b) => b.condition));
  if (!here.length && !node.querySelector(":scope > .opscope-gutter")) return;
  text(
    /** @type {Node} */
    gutter(node).firstChild,
    dotTitle(here)
  );
}
function showGutter(node) {
  const title = (
    /** @type {Node} */
    gutter(node).firstChild
  );
  if (!title.textContent) text(title, dotTitle([]));
}

// src/graph_health.js
var WORST = ["nan", "inf", "zeros", "ok"];
var MAX_HIDDEN = 2e5;
function nodeHealth(values) {
  const out = /* @__PURE__ */ new Map();
  const newest = /* @__PURE__ */ new Map();
  for (const v of values.values()) newest.set(v.op, Math.max(newest.get(v.op) ?? 0, v.step));
  for (const v of values.values()) {
    const is = health(v);
    out.set(`var-${v.name}`, is);
    const before = out.get(`op-${v.op}`);
    const counts = v.step === newest.get(v.op);
    if (counts && (!before || WORST.indexOf(is) < WORST.indexOf(before))) out.set(`op-${v.op}`, is);
  }
  return out;
}
function foldedHealth(is, hiddenIn) {
  const out = /* @__PURE__ */ new Map();
  for (const [id, health2] of is) {
    const home = hiddenIn.get(id);
    if (home === void 0) continue;
    const before = out.get(home);
    if (!before || WORST.indexOf(health2) < WORST.indexOf(before)) out.set(home, health2);
  }
  return out;
}
function hides(json) {
  const out = [];
  try {
    const ids = JSON.parse(json ?? "[]");
    for (const id of Array.isArray(ids) ? ids : []) {
      if (typeof id !== "string") continue;
      const run = /^op-(\d+)\.\.(\d+)$/.exec(id);
      if (!run) out.push(id);
      else for (let i = Number(run[1]); i <= Number(run[2]) && out.length < MAX_HIDDEN; i++) out.push(`op-${i}`);
    }
  } catch {
    return [];
  }
  return out;
}
function valueOf(values, id, hidden = []) {
  if (id.startsWith("var-")) return values.get(id.slice(4))?.name;
  const ids = /* @__PURE__ */ new Set([id, ...hidden]);
  const made = [...values.values()].filter((v) => ids.has(`op-${v.op}`) || ids.has(`var-${v.name}`));
  return made.sort((a, b) => WORST.indexOf(health(a)) - WORST.indexOf(health(b)))[0]?.name;
}

// src/sanitize.js
var ELEMENTS = /* @__PURE__ */ new Set(
  [
    "svg",
    "g",
    "path",
    "polygon",
    "polyline",
    "line",
    "rect",
    "circle",
    "ellipse",
    "text",
    "tspan",
    "title",
    "desc",
    "defs",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "marker",
    "a"
  ]
  // prettier-ignore
);
var XML = /^(xmlns(:xlink)?|xml:space)$/;
var GEOMETRY = /* @__PURE__ */ new Set(
  [
    "id",
    "class",
    "d",
    "points",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "dx",
    "dy",
    "width",
    "height",
    "viewBox",
    "preserveAspectRatio",
    "transform",
    "gradientTransform",
    "gradientUnits",
    "spreadMethod",
    "fx",
    "fy",
    "offset",
    "clipPathUnits",
    "markerWidth",
    "markerHeight",
    "markerUnits",
    "refX",
    "refY",
    "orient",
    "textLength",
    "lengthAdjust",
    "data-hides",
    "data-scope",
    "data-src",
    "data-dst",
    "data-value"
  ]
  // prettier-ignore
);
var PAINT = /^(fill|stroke|font|text|stop|marker|clip|opacity|color|visibility|display|dominant|alignment|letter|word)(-[a-z-]+)?$/;
function harmless(name, value) {
  if (name === "href" || name === "xlink:href") return value.trim().startsWith("#");
  if (!GEOMETRY.has(name) && !PAINT.test(name) && !XML.test(name)) return false;
  if (XML.test(name)) return true;
  return !/javascript:|expression\(|@import|\\/i.test(value) && !/url\(\s*(?!["']?#)/i.test(value);
}
function sanitize(markup) {
  const start = markup.search(/<svg[\s>]/);
  if (start < 0) return null;
  const parsed = new DOMParser().parseFromString(markup.slice(start), "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.getElementsByTagName("parsererror").length) return null;
  clean(root);
  return (
    /** @type {SVGSVGElement} */
    /** @type {unknown} */
    document.importNode(root, true)
  );
}
function clean(el) {
  for (const { name, value } of [...el.attributes]) {
    if (!harmless(name, value)) el.removeAttribute(name);
  }
  for (const child of [...el.childNodes]) {
    if (child instanceof Element && ELEMENTS.has(child.localName) && child.namespaceURI === el.namespaceURI) clean(child);
    else if (child.nodeType !== Node.TEXT_NODE) child.remove();
  }
}

// src/graph_drawing.js
function drawing(markup, opens) {
  const svg = sanitize(markup);
  if (!svg) return null;
  const d = { svg, nodes: /* @__PURE__ */ new Map(), folded: /* @__PURE__ */ new Map(), hiddenIn: /* @__PURE__ */ new Map(), frames: /* @__PURE__ */ new Map(), links: [] };
  for (const name of ["width", "height"]) svg.removeAttribute(name);
  set(svg, "role", "group");
  for (const g of svg.querySelectorAll("g")) {
    const src = g.getAttribute("data-src");
    const dst = g.getAttribute("data-dst");
    const scope = g.getAttribute("data-scope");
    const inside = hides(g.getAttribute("data-hides"));
    if (src !== null && dst !== null) d.links.push({ src, dst });
    else if (inside.length || /^(op|var)-/.test(g.id)) addNode(d, g, inside, opens && scope !== null);
    else if (scope !== null) {
      d.frames.set(scope, g);
      if (opens) button(g, "fold");
    }
  }
  return d;
}
function addNode(d, g, inside, opens) {
  d.nodes.set(g.id, g);
  if (inside.length) d.folded.set(g.id, inside);
  for (const id of inside) d.hiddenIn.set(id, g.id);
  set(g, "data-node", g.id);
  set(g, "tabindex", -1);
  set(g, "role", "button");
  set(g, "aria-label", g.querySelector("title")?.textContent ?? g.id);
  if (opens) button(g, "open");
}
function button(g, what) {
  const boxes = g.querySelectorAll(":scope > rect, :scope > a > rect");
  const box = boxes[boxes.length - 1];
  const number2 = (name) => Number(box?.getAttribute(name) ?? 0);
  const cx = number2("x") + number2("width") - (what === "open" ? 0 : 11);
  const cy = number2("y") + (what === "open" ? 0 : 11);
  const line = what === "open" ? `M${cx - 3},${cy}h6M${cx},${cy - 3}v6` : `M${cx - 3},${cy}h6`;
  const title = s("title");
  title.textContent = what === "open" ? "open (Enter)" : "fold (Backspace)";
  g.append(s("g", { class: `opscope-fold opscope-fold-${what}` }, title, s("circle", { cx, cy, r: 6 }), s("path", { d: line })));
}
function neighbor(d, from, key) {
  const start = d.nodes.get(from)?.getBoundingClientRect();
  if (!start) return null;
  const along = key === "ArrowDown" ? d.links.filter((l) => l.src === from).map((l) => l.dst) : key === "ArrowUp" ? d.links.filter((l) => l.dst === from).map((l) => l.src) : [...d.nodes.keys()];
  const sign = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const x = (r) => (r.left + r.right) / 2;
  let best = null;
  let least = Infinity;
  for (const id of along) {
    const r = d.nodes.get(id)?.getBoundingClientRect();
    if (!r || id === from) continue;
    const dx = x(r) - x(start);
    const dy = Math.abs(r.top - start.top);
    if (sign && dx * sign <= 1) continue;
    const far = Math.abs(dx) + (sign ? 3 : 0.2) * dy;
    if (far < least) [best, least] = [id, far];
  }
  return best;
}

// src/graph_colors.js
var MEASURES = {
  time: { label: "time", about: "of a replay of the step, operator by operator", text: seconds },
  memory: { label: "memory", about: "bytes that the operator writes", text: bytes3 },
  gradient: { label: "gradient norm", about: "norm of the gradients that the operator writes", text: number, log: true },
  change: { label: "change", about: "of what the operator writes, between the two steps", text: percent, log: true }
};
function seconds(x) {
  return x >= 1 ? `${number(x)} s` : x >= 1e-3 ? `${number(x * 1e3)} ms` : `${number(x * 1e6)} µs`;
}
function bytes3(x) {
  return x >= 2 ** 20 ? `${number(x / 2 ** 20)} MiB` : x >= 1024 ? `${number(x / 1024)} KiB` : `${x} bytes`;
}
function numbers(m, hiddenIn) {
  const largest = MEASURES[m.by]?.log;
  const out = /* @__PURE__ */ new Map();
  m.ops.forEach((op, i) => {
    const id = hiddenIn.get(`op-${op}`) ?? `op-${op}`;
    const before = out.get(id);
    out.set(id, before === void 0 ? m.numbers[i] : largest ? Math.max(before, m.numbers[i]) : before + m.numbers[i]);
  });
  return out;
}
function scale(by, all) {
  const positive = [...all].filter((x) => x > 0);
  const high = Math.max(...positive, 0);
  if (!MEASURES[by]?.log) return { at: (x) => high ? Math.sqrt(x / high) : 0, low: 0, high };
  const low = Math.min(...positive, high);
  const span2 = Math.log(high / low);
  return { at: (x) => x <= 0 ? 0 : span2 ? Math.log(x / low) / span2 : 1, low, high };
}

// src/graph_search.js
var WAIT = 150;
var HINT = "name, op, shape or line; op:relu, shape:64, line:train.py limit a word";
function graphSearch({ search, choose: choose2, signal }) {
  const field = h("input", { class: "opscope-graph-search", type: "search", placeholder: "Search the graph ( / )", title: HINT, "aria-label": `search the graph: ${HINT}` });
  const list2 = h("div", { class: "opscope-matches", role: "listbox", hidden: true });
  const el = h("div", { class: "opscope-graph-find" }, field, list2);
  let timer = 0;
  let asked = "";
  let shown = null;
  const close = () => set(list2, "hidden", true);
  const ask = () => {
    asked = field.value.trim();
    if (asked) search(asked);
    else close();
  };
  field.addEventListener(
    "input",
    () => {
      clearTimeout(timer);
      timer = window.setTimeout(ask, WAIT);
    },
    { signal }
  );
  field.addEventListener("focus", () => set(list2, "hidden", !asked || !shown || shown.text !== asked), { signal });
  el.addEventListener(
    "keydown",
    (event) => {
      event.stopPropagation();
      const rows = [...list2.querySelectorAll("button")];
      const at = rows.findIndex((row2) => row2.matches(":focus"));
      if (event.key === "Escape") {
        close();
        field.focus();
      } else if (event.key === "Enter" && at < 0) {
        if (shown?.text === field.value.trim()) rows[0]?.click();
        else ask();
      } else if (event.key === "ArrowUp" && at === 0) field.focus();
      else if (event.key.startsWith("Arrow") && event.key !== "ArrowLeft" && event.key !== "ArrowRight") rows[arrow(event, at, rows.length) ?? 0]?.focus();
      else return;
      event.preventDefault();
    },
    { signal }
  );
  list2.addEventListener(
    "click",
    (event) => {
      const row2 = (
        /** @type {Element} */
        event.target.closest("[data-found]")
      );
      if (!row2) return;
      close();
      choose2(row2.getAttribute("data-found") ?? "");
    },
    { signal }
  );
  document.addEventListener("pointerdown", (event) => event.composedPath().includes(el) || close(), { signal, capture: true });
  function show(found) {
    const rows = found.ids.map((id, i) => {
      const row2 = h("button", { class: "opscope-match", type: "button", role: "option", "data-found": id }, h("b", {}, found.labels[i]), h("span", {}, found.details[i]));
      set(row2, "title", `${found.labels[i]}
${found.details[i]}`);
      return row2;
    });
    const more = found.total > rows.length ? ` · the first ${rows.length} are shown` : "";
    const count2 = found.total === 1 ? "1 node" : `${found.total.toLocaleString("en")} nodes${more}`;
    list2.replaceChildren(h("div", { class: "opscope-matches-head" }, found.total ? count2 : `Nothing matches "${found.text}".`), ...rows);
    set(list2, "hidden", false);
  }
  return {
    el,
    focus: () => field.focus(),
    /** @param {GraphSearched|null} found */
    update(found) {
      if (found === shown) return;
      shown = found;
      if (found && found.text === asked && field.value.trim() === asked) show(found);
    },
    /** @param {boolean} possible */
    enable: (possible) => set(el, "hidden", !possible),
    clear: () => text(list2, "")
  };
}

// src/graph_bar.js
var ARRANGEMENTS = { together: "in one", apart: "side by side", forward: "forward only" };
function graphBar({ view, draw: draw2, measure, search, found, save, signal }) {
  const info = h("span", { class: "opscope-graph-info" });
  const readout = h("span", { class: "opscope-graph-number" });
  const tool = (label2, name, act) => {
    const el2 = h("button", { type: "button", class: "opscope-tool", title: name, "aria-label": name }, label2);
    el2.addEventListener("click", act, { signal });
    return el2;
  };
  const choice = (name, title, options) => h("select", { class: `opscope-graph-choice opscope-graph-${name}`, title, "aria-label": title }, ...Object.entries(options).map(([value, label2]) => h("option", { value }, label2)));
  const finder = graphSearch({ search, choose: found, signal });
  const arrangement = choice("arrangement", "forward and backward: each layer with its gradients, side by side, or forward only", ARRANGEMENTS);
  const labels = Object.fromEntries(Object.entries(MEASURES).map(([by, { label: label2 }]) => [by, label2]));
  const colors = choice("colors", "color the operators by", { health: "health", ...labels });
  const since = h("input", { class: "opscope-graph-since", type: "number", min: 1, placeholder: "step before", title: "the step to compare with", "aria-label": "the step to compare with", hidden: true });
  const whole = tool("Whole graph", "back to the whole graph", () => draw2({ center: "" }));
  const fold2 = tool("Fold all", "fold the scopes that were opened", () => draw2({ first: true, center: "" }));
  const files = choice("save", "save the picture", { "": "Save as …", svg: "SVG", png: "PNG", dot: "DOT" });
  const key = h("div", { class: "opscope-key" }, ...["ok", "zeros", "Inf", "NaN"].map((n) => h("span", { "data-health": n.toLowerCase() }, h("i"), n)));
  const low = h("span");
  const high = h("span");
  const ramp = h("div", { class: "opscope-key opscope-ramp", hidden: true }, low, h("i"), high, readout);
  const tools = h("div", { class: "opscope-tools" }, tool("+", "zoom in", () => view.zoom(1)), tool("−", "zoom out", () => view.zoom(-1)), tool("fit", "fit the whole graph", view.fit), files);
  const el = h("div", { class: "opscope-graph-bar", hidden: true }, finder.el, arrangement, h("label", { class: "opscope-graph-by" }, "color", colors), since, fold2, whole);
  const foot = h("div", { class: "opscope-graph-foot" }, h("div", { class: "opscope-graph-keys", title: "drag to move, Ctrl + wheel to zoom, arrows to walk along the edges" }, key, ramp, info), tools);
  let heat = /* @__PURE__ */ new Map();
  let hovered = "";
  let refusal = "";
  let facts2 = "";
  let waiting = false;
  const bar2 = { by: "health", selected: "" };
  const ask = () => {
    bar2.by = colors.value;
    refusal = "";
    set(since, "hidden", bar2.by !== "change");
    measure(bar2.by, Math.max(0, Math.round(Number(since.value) || 0)));
  };
  colors.addEventListener("change", ask, { signal });
  since.addEventListener("change", ask, { signal });
  since.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
  arrangement.addEventListener("change", () => draw2({ arrangement: arrangement.value, first: true, center: "" }), { signal });
  files.addEventListener(
    "change",
    () => {
      if (files.value) save(
        /** @type {"svg"|"png"|"dot"} */
        files.value
      );
      files.value = "";
    },
    { signal }
  );
  const showInfo = () => text(info, refusal || (waiting ? "drawing …" : facts2));
  function showReadout() {
    const number2 = heat.get(hovered);
    text(readout, number2 === void 0 ? "" : MEASURES[bar2.by]?.text(number2) ?? "");
  }
  return Object.assign(bar2, {
    el,
    foot,
    focusSearch: finder.focus,
    /** @param {boolean} is */
    wait(is) {
      waiting = is;
      showInfo();
    },
    /** @param {boolean} ok @param {string} answer */
    measured(ok, answer) {
      refusal = ok ? "" : answer;
      showInfo();
      return !ok;
    },
    /** Shows the number of a node. @param {string} id */
    read(id) {
      hovered = id;
      showReadout();
    },
    /** @param {NonNullable<State["graph"]>} event @param {boolean} readable @param {boolean} offline */
    drawn(event, readable, offline) {
      set(el, "hidden", !event.arrangement || offline);
      if (event.arrangement) arrangement.value = event.arrangement;
      set(whole, "hidden", !event.center);
      set(fold2, "hidden", Boolean(event.center));
      const hidden = event.hidden ? `, ${event.hidden.toLocaleString("en")} nodes folded` : "";
      facts2 = readable ? `${event.ops.toLocaleString("en")} operators${hidden}` : "";
      showInfo();
    },
    /** @param {State} state @param {string} selected @param {boolean} offline */
    update(state, selected, offline) {
      bar2.selected = selected;
      finder.update(state.fold.found);
      for (const option of colors.options) option.disabled = option.value !== "health" && (offline || !state.recorded);
    },
    /** @param {OperatorsMeasured|null} measured @param {Map<string, number>} found @param {{low: number, high: number}} ruler */
    legend(measured, found2, ruler) {
      heat = found2;
      set(key, "hidden", bar2.by !== "health");
      set(ramp, "hidden", !measured);
      if (measured) {
        const of = MEASURES[measured.by];
        text(low, of.text(ruler.low));
        text(high, of.text(ruler.high));
        const steps = measured.against ? `steps ${measured.against} and ${measured.step}` : `step ${measured.step}`;
        set(ramp, "title", `${of.label}, ${steps}: ${of.about}`);
      }
      showReadout();
    }
  });
}

// src/menu.js
function items(state, op) {
  const here = state.breakpoints.filter((b) => b.ops.includes(op));
  const out = here.map((b) => ({ name: "clear", label: `Remove breakpoint ${b.number}`, kind: "ClearBreakpoint", fields: { number: b.number } }));
  if (!here.length) {
    out.push({ name: "set", label: "Set breakpoint", kind: "SetBreakpoint", fields: { spec: `id:${op}` } });
    out.push({ name: "compose", label: "Set with a condition …", kind: "compose", fields: { spec: `id:${op}` } });
  }
  return [...out, ...goCommands(state, op)];
}
function goCommands(state, op) {
  const at = state.stopped;
  const forwards = { name: "run", label: "Run to here", kind: (
    /** @type {const} */
    "RunTo"
  ), fields: { op } };
  const back = (step) => ({
    name: "goto",
    label: `Go to here in step ${step}`,
    kind: (
      /** @type {const} */
      "Goto"
    ),
    fields: { step, op }
  });
  if (!at) return state.over && state.recorded ? [back(state.recorded.last)] : [];
  if (at.op >= 0 && op > at.op) return [forwards];
  const again = { ...forwards, label: "Run to here, next time" };
  return state.recorded && at.step && op !== at.op ? [back(at.step), again] : [again];
}
function menu({ choose: choose2, frame, signal }) {
  const el = h("div", { class: "opscope-menu", role: "menu", hidden: true });
  let open = [];
  const close = (focus = false) => {
    if (el.hidden) return;
    set(el, "hidden", true);
    if (focus) frame.focus({ preventScroll: true });
  };
  el.addEventListener(
    "click",
    (event) => {
      const i = [...el.querySelectorAll("button")].findIndex((b) => b.contains(
        /** @type {Node} */
        event.target
      ));
      if (i < 0) return;
      close(true);
      choose2(open[i]);
    },
    { signal }
  );
  el.addEventListener(
    "keydown",
    (event) => {
      const buttons = [...el.querySelectorAll("button")];
      const to = arrow(event, buttons.findIndex((b) => b.matches(":focus")), buttons.length);
      if (to !== null) buttons[to].focus();
      else if (event.key === "Escape") close(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal }
  );
  const outside = (event) => {
    if (!event.composedPath().includes(el)) close();
  };
  document.addEventListener("pointerdown", outside, { signal, capture: true });
  frame.addEventListener("wheel", () => close(), { signal, passive: true });
  frame.addEventListener("keydown", (event) => event.key === "Escape" && close(true), { signal });
  return {
    el,
    close,
    /** Opens the menu right or left of a node, inside the frame. @param {Item[]} choices
     * @param {string} title @param {string} subtitle @param {Element} node */
    show(choices2, title, subtitle, node) {
      if (!choices2.length) return close();
      open = choices2;
      const head = h("div", { class: "opscope-menu-head" }, h("b", {}, title), ` ${subtitle}`);
      el.replaceChildren(head, ...open.map((i) => h("button", { class: `opscope-menu-item opscope-menu-${i.name}`, type: "button", role: "menuitem" }, i.label)));
      set(el, "hidden", false);
      const f = frame.getBoundingClientRect();
      const n = node.getBoundingClientRect();
      const right = n.right + 8 + el.offsetWidth <= f.right;
      const left = right ? n.right + 8 - f.left : Math.max(4, n.left - 16 - el.offsetWidth - f.left);
      const top = Math.max(4, Math.min(f.height - el.offsetHeight - 4, (n.top + n.bottom) / 2 - f.top - 16));
      el.style.left = `${left}px`;
      el.style.top = `${top}px`;
    },
    /** Moves the keyboard into the menu. */
    focus: () => el.querySelector("button")?.focus()
  };
}

// src/minimap.js
var WIDTH = 132;
var HEIGHT4 = 96;
function fitted(whole) {
  const scale2 = Math.min(WIDTH / whole.w, HEIGHT4 / whole.h);
  return { scale: scale2, x: (WIDTH - whole.w * scale2) / 2, y: (HEIGHT4 - whole.h * scale2) / 2 };
}
function minimap(go, signal) {
  const canvas = h("canvas", { width: WIDTH * 2, height: HEIGHT4 * 2 });
  const sight = h("div", { class: "opscope-sight" });
  const el = h("div", { class: "opscope-minimap", hidden: true, title: "the whole graph; click to go there", "aria-hidden": "true" }, canvas, sight);
  let shown = { x: 0, y: 0, w: 1, h: 1 };
  const move = (event) => {
    const r = canvas.getBoundingClientRect();
    const at = fitted(shown);
    go(shown.x + (event.clientX - r.left - at.x) / at.scale, shown.y + (event.clientY - r.top - at.y) / at.scale);
  };
  el.addEventListener(
    "pointerdown",
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      el.setPointerCapture(event.pointerId);
      move(event);
    },
    { signal }
  );
  el.addEventListener("pointermove", (event) => event.buttons & 1 && move(event), { signal });
  return {
    el,
    /** Draws the nodes: boxes of the drawing with their colours. @param {Box} whole @param {{box: Box, color: string}[]} nodes */
    draw(whole, nodes) {
      shown = whole;
      const context = canvas.getContext("2d");
      if (!context) return;
      const { scale: scale2, x, y } = fitted(whole);
      context.setTransform(2, 0, 0, 2, 0, 0);
      context.clearRect(0, 0, WIDTH, HEIGHT4);
      for (const { box, color } of nodes) {
        context.fillStyle = color;
        const [w, t] = [Math.max(1.5, box.w * scale2), Math.max(1.5, box.h * scale2)];
        context.fillRect(x + (box.x - whole.x) * scale2, y + (box.y - whole.y) * scale2, w, t);
      }
    },
    /** @param {Box} box the part in sight @param {Box} whole */
    update(box, whole) {
      shown = whole;
      const { scale: scale2, x, y } = fitted(whole);
      const inside = box.x <= whole.x + 1 && box.y <= whole.y + 1 && box.x + box.w >= whole.x + whole.w - 1 && box.y + box.h >= whole.y + whole.h - 1;
      set(el, "hidden", inside);
      if (inside) return;
      const left = Math.max(0, x + (box.x - whole.x) * scale2);
      const top = Math.max(0, y + (box.y - whole.y) * scale2);
      const right = Math.min(WIDTH, x + (box.x + box.w - whole.x) * scale2);
      const bottom = Math.min(HEIGHT4, y + (box.y + box.h - whole.y) * scale2);
      sight.style.cssText = `left:${left}px;top:${top}px;width:${Math.max(4, right - left)}px;height:${Math.max(4, bottom - top)}px`;
    }
  };
}

// src/panzoom.js
var STEP = 1.25;
var MIN_SCALE = 0.85;
function zoomed2(box, factor, u = 0.5, v = 0.5) {
  const w = box.w / factor;
  const h2 = box.h / factor;
  return { x: box.x + u * (box.w - w), y: box.y + v * (box.h - h2), w, h: h2 };
}
function bounded(box, whole) {
  const ratio = Math.max(whole.w / 40 / box.w, Math.min(1, whole.w * 4 / box.w));
  return ratio === 1 ? box : zoomed2(box, 1 / ratio);
}
function opening(whole, width, height) {
  const scale2 = Math.max(MIN_SCALE, Math.min(1, width / whole.w, height / whole.h));
  const w = width / scale2;
  const h2 = height / scale2;
  return { x: whole.x + (whole.w - w) / 2, y: h2 < whole.h ? whole.y : whole.y + (whole.h - h2) / 2, w, h: h2 };
}
function panzoom(frame, signal, onMove = () => {
}) {
  let svg = null;
  let whole = { x: 0, y: 0, w: 1, h: 1 };
  let box = whole;
  let dragStart = null;
  let moved = false;
  const show = () => {
    svg?.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    onMove(box, whole);
  };
  const go = (to) => (box = bounded(to, whole), show());
  const unit = () => Math.max(box.w / frame.clientWidth, box.h / frame.clientHeight);
  frame.addEventListener(
    "wheel",
    (event) => {
      if (!svg || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const r = frame.getBoundingClientRect();
      go(zoomed2(box, Math.exp(-event.deltaY * 2e-3), (event.clientX - r.left) / r.width, (event.clientY - r.top) / r.height));
    },
    { signal, passive: false }
  );
  frame.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button || !svg) return;
      dragStart = { x: event.clientX, y: event.clientY, box };
      moved = false;
    },
    { signal }
  );
  frame.addEventListener(
    "pointermove",
    (event) => {
      if (!dragStart) return;
      const dx = event.clientX - dragStart.x;
      const dy = event.clientY - dragStart.y;
      if (!moved && Math.hypot(dx, dy) < 4) return;
      if (!moved) frame.setPointerCapture(event.pointerId);
      moved = true;
      go({ ...dragStart.box, x: dragStart.box.x - dx * unit(), y: dragStart.box.y - dy * unit() });
    },
    { signal }
  );
  for (const kind of ["pointerup", "pointercancel"]) frame.addEventListener(kind, () => dragStart = null, { signal });
  frame.addEventListener(
    "click",
    (event) => {
      if (moved) event.stopPropagation();
      moved = false;
    },
    { signal, capture: true }
  );
  frame.addEventListener(
    "keydown",
    (event) => {
      const by = { "+": STEP, "=": STEP, "-": 1 / STEP }[event.key];
      const to = event.shiftKey && { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (by) go(zoomed2(box, by));
      else if (to) go({ ...box, x: box.x + to[0] * 40 * unit(), y: box.y + to[1] * 40 * unit() });
      else if (event.key === "0") go(whole);
      else return;
      event.preventDefault();
    },
    { signal }
  );
  return {
    /** Shows another drawing, at the same scale if `same`. @param {SVGSVGElement|null} drawing @param {boolean} [same] */
    attach(drawing2, same = false) {
      svg = drawing2;
      const v = svg?.viewBox.baseVal;
      whole = v && v.width ? { x: v.x, y: v.y, w: v.width, h: v.height } : { x: 0, y: 0, w: 100, h: 100 };
      if (!same) box = whole;
      show();
    },
    /** Moves the drawing until the left upper corner of an element is at this place of the window.
     * @param {Element} node @param {{left: number, top: number}} corner */
    hold(node, corner) {
      const at = node.getBoundingClientRect();
      go({ ...box, x: box.x + (at.left - corner.left) * unit(), y: box.y + (at.top - corner.top) * unit() });
    },
    /** Centers a point of the drawing. @param {number} x @param {number} y */
    center: (x, y) => go({ ...box, x: x - box.w / 2, y: y - box.h / 2 }),
    zoom: (direction) => go(zoomed2(box, direction > 0 ? STEP : 1 / STEP)),
    fit: () => go(whole),
    whole: () => whole,
    start: () => go(opening(whole, frame.clientWidth, frame.clientHeight)),
    /** Centers an element unless it is visible. @param {SVGGraphicsElement} node */
    reveal(node) {
      const f = frame.getBoundingClientRect();
      const n = node.getBoundingClientRect();
      if (n.left >= f.left && n.right <= f.right && n.top >= f.top && n.bottom <= f.bottom) return;
      const dx = (n.left + n.right - f.left - f.right) / 2;
      const dy = (n.top + n.bottom - f.top - f.bottom) / 2;
      go({ ...box, x: box.x + dx * unit(), y: box.y + dy * unit() });
    }
  };
}

// src/save_picture.js
var STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "opacity", "font-family", "font-weight", "font-size"];
function standalone(svg) {
  const copy = (
    /** @type {SVGSVGElement} */
    svg.cloneNode(true)
  );
  const from = [...svg.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((el, i) => {
    const computed = getComputedStyle(from[i]);
    el.setAttribute("style", STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(";"));
  });
  for (const el of copy.querySelectorAll(".opscope-fold, .opscope-gutter")) el.remove();
  const box = wholeBox(svg);
  copy.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  copy.setAttribute("width", `${Math.ceil(box.width)}`);
  copy.setAttribute("height", `${Math.ceil(box.height)}`);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return copy;
}
function wholeBox(svg) {
  const { x, y, width, height } = svg.getBBox();
  return { x: x - 8, y: y - 8, width: width + 16, height: height + 16 };
}
function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1e4);
}
async function savePicture(svg, format, dot, ground) {
  if (format === "dot") return download(new Blob([dot], { type: "text/vnd.graphviz" }), "graph.dot");
  const copy = standalone(svg);
  const markup = new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  if (format === "svg") return download(markup, "graph.svg");
  const image = new Image();
  const url = URL.createObjectURL(markup);
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale2 = Math.min(2, 8e3 / Math.max(image.width, image.height));
  canvas.width = Math.round(image.width * scale2);
  canvas.height = Math.round(image.height * scale2);
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  URL.revokeObjectURL(url);
  canvas.toBlob((blob) => blob && download(blob, "graph.png"), "image/png");
}

// src/graph.js
var graphTab = { id: "graph", label: "Graph", create: graph };
function graph({ select, ask, open, offline, signal }) {
  const frame = h("div", {
    class: "opscope-graph",
    tabindex: 0,
    role: "group",
    "aria-label": "graph; arrow keys walk along the edges, Enter opens a scope, Backspace folds it, slash searches, plus and minus zoom"
  });
  const map = minimap((x, y) => view.center(x, y), signal);
  const view = panzoom(frame, signal, map.update);
  const bar2 = graphBar({ view, draw: (change) => request(change), measure, search: (words) => ask("SearchGraph", { text: words }), found: (id) => request({ reveal: id }), save, signal });
  const popup = menu({ choose: choose2, frame, signal });
  const none = h("div", { class: "opscope-nothing" });
  const el = h("div", { class: "opscope-graph-tab" }, bar2.el, h("div", { class: "opscope-graph-box" }, frame, popup.el, none, map.el), bar2.foot);
  let d = null;
  let drawn2 = null;
  let fresh = true;
  let current = "";
  let wanted = "";
  let walk = "";
  let held = null;
  let last;
  let marked;
  let colored = "";
  const nodeOf = (id) => d?.nodes.get(id) ?? d?.nodes.get(d.hiddenIn.get(id) ?? "");
  const idOf = (node) => node?.getAttribute("data-node") ?? "";
  function request(change) {
    if (!drawn2?.arrangement) return;
    bar2.wait(true);
    ask("DrawGraph", { open: drawn2.open, arrangement: drawn2.arrangement, ...change }, () => bar2.wait(false));
  }
  function toggleScope(scope, opens, at) {
    if (!drawn2) return;
    const corner = at.getBoundingClientRect();
    held = { scope, left: corner.left, top: corner.top };
    const inside = (id) => id === scope || id.startsWith(`${scope}/`);
    request({ open: opens ? [...drawn2.open, scope] : drawn2.open.filter((id) => !inside(id)), center: opens ? drawn2.center : "" });
  }
  function measure(by, against) {
    if (by !== "health") ask("MeasureOperators", { by, step: last?.stopped?.step || 0, against }, (ok, answer) => bar2.measured(ok, answer));
    if (last) color(last);
  }
  function save(format) {
    const ground = getComputedStyle(el).getPropertyValue("--o-ground") || "#ffffff";
    if (d && drawn2) savePicture(d.svg, format, drawn2.dot, ground);
  }
  function choose2({ kind, fields }) {
    const { id, spec } = (
      /** @type {any} */
      fields
    );
    const node = id === void 0 ? void 0 : d?.nodes.get(id);
    if (kind === "compose") open("breakpoints", spec);
    else if (kind === "open" && node) toggleScope(id, true, node);
    else if (kind === "center") request({ center: id, reveal: id });
    else if (kind !== "open") ask(kind, fields);
  }
  function press(node, state) {
    const id = idOf(node);
    const inside = d?.folded.get(id);
    const name = valueOf(state.values, id, inside);
    if (name) select(name, false);
    walk = id;
    const more = [];
    if (drawn2?.arrangement && !offline) {
      if (node.hasAttribute("data-scope")) more.push({ name: "open", label: "Open", kind: "open", fields: { id } });
      more.push({ name: "center", label: "Show the neighborhood only", kind: "center", fields: { id } });
    }
    const op = offline ? -1 : operatorOf(id);
    const title = node.querySelector("text")?.textContent ?? "";
    popup.show([...op >= 0 ? items(state, op) : [], ...more], title, op >= 0 ? `op ${op}` : inside ? `${inside.length} inside` : "", node);
  }
  frame.addEventListener(
    "click",
    (event) => {
      const target = (
        /** @type {Element} */
        event.target
      );
      const button2 = target.closest(".opscope-fold");
      const box = button2?.closest("[data-scope]");
      if (box) return toggleScope(box.getAttribute("data-scope") ?? "", box.hasAttribute("data-node"), box);
      const hit = target.closest("[data-node]");
      if (!hit || !last) return;
      const id = idOf(hit);
      if (!offline && (target.closest(".opscope-gutter") || operatorOf(id) >= 0 && event.altKey)) return toggle(id);
      press(hit, last);
    },
    { signal }
  );
  frame.addEventListener(
    "dblclick",
    (event) => {
      const box = (
        /** @type {Element} */
        event.target.closest("[data-node][data-scope]")
      );
      if (!box || offline || !drawn2?.arrangement) return;
      popup.close();
      toggleScope(idOf(box), true, box);
    },
    { signal }
  );
  frame.addEventListener(
    "pointerover",
    (event) => {
      const hit = (
        /** @type {Element} */
        event.target.closest("[data-node]")
      );
      if (hit && operatorOf(idOf(hit)) >= 0 && !offline) showGutter(
        /** @type {SVGGElement} */
        hit
      );
      bar2.read(hit ? idOf(hit) : "");
    },
    { signal }
  );
  frame.addEventListener("focusin", ({ target }) => walk = idOf(
    /** @type {Element} */
    target
  ) || walk, { signal });
  frame.addEventListener("keydown", (event) => key(event) && (event.preventDefault(), event.stopPropagation()), { signal });
  function key(event) {
    if (!d || !last || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const node = d.nodes.get(walk);
    if (event.key === "/" && drawn2?.arrangement) return bar2.focusSearch(), true;
    if (event.key.startsWith("Arrow")) {
      const to = node ? neighbor(d, walk, event.key) : idOf(nodeOf(current) ?? [...d.nodes.values()][0] ?? null);
      if (to) walkTo(to);
      return true;
    }
    if (!node) return false;
    if (event.key === "Enter" || event.key === " ") {
      if (node.hasAttribute("data-scope") && drawn2?.arrangement && !offline) toggleScope(walk, true, node);
      else {
        press(node, last);
        popup.focus();
      }
      return true;
    }
    if (event.key === "Backspace") {
      const around = [...d.frames].filter(([, g]) => encloses(g, node)).at(-1);
      if (around && drawn2?.arrangement) toggleScope(around[0], false, around[1]);
      return true;
    }
    return false;
  }
  function walkTo(id) {
    const node = d?.nodes.get(id);
    if (!node) return;
    walk = id;
    view.reveal(node);
    node.focus({ preventScroll: true });
    bar2.read(id);
  }
  function toggle(id) {
    const here = breakpointsAt(byOperator(last?.breakpoints ?? []), id);
    for (const { number: number2 } of here) ask("ClearBreakpoint", { number: number2 });
    if (!here.length && operatorOf(id) >= 0) ask("SetBreakpoint", { spec: `id:${operatorOf(id)}` });
  }
  function breakpointsAt(at, id) {
    return [...new Set((d?.folded.get(id) ?? [id]).flatMap((inner) => at.get(operatorOf(inner)) ?? []))];
  }
  function dots(all) {
    if (all === marked || !frame.clientWidth || !d) return;
    marked = all;
    const at = byOperator(all);
    for (const [id, node] of d.nodes) if (!id.startsWith("var-")) markNode(node, breakpointsAt(at, id));
  }
  function insert(event) {
    const again = Boolean(d && drawn2?.arrangement && drawn2.program === event.program);
    d = drawing(event.svg, Boolean(event.arrangement) && !offline);
    marked = void 0;
    current = colored = "";
    popup.close();
    frame.replaceChildren();
    view.attach(null, again);
    if (d) {
      frame.append(d.svg);
      view.attach(d.svg, again);
      fresh = !again;
      if (again) settle(event);
    }
    text(none, d ? "" : "The graph could not be read.");
    set(none, "hidden", Boolean(d));
    bar2.drawn(event, Boolean(d), offline);
  }
  function settle(event) {
    const at = held && (d?.nodes.get(held.scope) ?? d?.frames.get(held.scope));
    if (held && at) view.hold(at, held);
    else view.start();
    if (held && d?.nodes.has(held.scope)) walk = held.scope;
    held = null;
    if (event.reveal) [wanted, walk] = [event.reveal, event.reveal];
    if (frame.contains(document.activeElement) || document.activeElement === document.body || event.reveal) d?.nodes.get(walk)?.focus({ preventScroll: true });
  }
  function color(state) {
    if (!d) return;
    const is = nodeHealth(state.values);
    const inside = foldedHealth(is, d.hiddenIn);
    const chosen = state.values.get(bar2.selected);
    const target = chosen && (nodeOf(`var-${bar2.selected}`) ?? nodeOf(`op-${chosen.op}`));
    const measured = bar2.by !== "health" && state.fold.measured?.by === bar2.by ? state.fold.measured : null;
    const heat = measured ? numbers(measured, d.hiddenIn) : /* @__PURE__ */ new Map();
    const ruler = scale(bar2.by, heat.values());
    for (const [id, node] of d.nodes) {
      set(node, "data-health", bar2.by !== "health" ? void 0 : d.folded.has(id) ? inside.get(id) : is.get(id));
      set(node, "data-selected", node === target);
      const share = heat.get(id);
      set(node, "data-heat", share === void 0 ? bar2.by === "health" ? void 0 : "none" : (ruler.at(share) * 100).toFixed(0));
      node.style.setProperty("--heat", share === void 0 ? "0%" : `${(8 + 84 * ruler.at(share)).toFixed(0)}%`);
    }
    bar2.legend(measured, heat, ruler);
    const look = `${bar2.by} ${measured?.step} ${[...is.values()].join()}`;
    if (look !== colored && frame.clientWidth) {
      colored = look;
      drawMap();
    }
  }
  function drawMap() {
    const at = d?.svg.querySelector("g")?.transform.baseVal.consolidate()?.matrix;
    const nodes = [...d?.nodes.values() ?? []].map((node) => {
      const box = node.getBBox();
      const shape2 = node.querySelector(":scope > rect, :scope > a > rect, :scope > polygon");
      const color2 = shape2 ? getComputedStyle(shape2).stroke : "#888888";
      return { box: { x: box.x + (at?.e ?? 0), y: box.y + (at?.f ?? 0), w: box.width, h: box.height }, color: color2 };
    });
    map.draw(view.whole(), nodes);
  }
  return {
    el,
    /** Scrolls to an operator at the next update. */
    open(op) {
      wanted = `op-${op}`;
      if (d && !d.nodes.has(wanted) && d.hiddenIn.has(wanted)) request({ reveal: wanted });
    },
    update(state, { selected }) {
      if (state.graph && state.graph !== drawn2 && (state.graph.svg !== drawn2?.svg || state.graph.reveal)) insert(state.graph);
      else if (!state.graph && !last) text(none, "No graph yet. A program is drawn when it first runs, eager code at each stop and step.");
      drawn2 = state.graph;
      if (fresh && frame.clientWidth) {
        fresh = false;
        view.start();
      }
      last = state;
      bar2.update(state, selected, offline);
      color(state);
      dots(state.breakpoints);
      const at = state.stopped ? `op-${state.stopped.op}` : "";
      const currentNode = nodeOf(at);
      if (at !== current) {
        const left = nodeOf(current);
        for (const name of ["data-current", "data-past"]) if (left) set(left, name, false);
        if (currentNode) set(currentNode, "data-current", true);
        wanted ||= at;
        current = at;
      }
      if (currentNode) set(currentNode, "data-past", state.stopped?.past);
      const node = nodeOf(wanted);
      if (node && frame.clientWidth) view.reveal(node);
      wanted = "";
    }
  };
}
function encloses(outer, inner) {
  const [a, b] = [outer.getBoundingClientRect(), inner.getBoundingClientRect()];
  return a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;
}

// src/notes.js
var notesTab = { id: "notes", label: "Notes", create: notes, count: noteCount };
function notes({ select, signal }) {
  const none = h("div", { class: "opscope-nothing" }, "Nothing to report.");
  const error = h("pre", { class: "opscope-error" });
  const rows = h("div", { class: "opscope-notes-rows" });
  let shown;
  rows.addEventListener(
    "click",
    (event) => {
      const hit = (
        /** @type {HTMLElement|null} */
        /** @type {Element} */
        event.target.closest("[data-name]")
      );
      if (hit) select(hit.dataset.name ?? "");
    },
    { signal }
  );
  return {
    el: h("div", { class: "opscope-notes" }, none, error, rows),
    update(state) {
      text(error, state.error);
      set(error, "hidden", !state.error);
      set(none, "hidden", Boolean(state.error) || state.warnings.size > 0);
      if (state.warnings === shown) return;
      shown = state.warnings;
      const all = [...state.warnings.values()].reverse();
      rows.replaceChildren(
        ...all.map((w) => h("button", { class: "opscope-note", type: "button", "data-name": w.subject }, h("code", {}, w.subject), h("span", {}, w.text)))
      );
    }
  };
}
function noteCount(state) {
  return state.warnings.size + (state.error ? 1 : 0);
}

// src/tab_registry.js
var TABS = [tensorTab, gradientFlowTab, graphTab, notesTab, breakpointsTab];

// src/tabs.js
function tabs(panes, refresh, signal) {
  const counts = new Map(panes.map((p) => [p.id, h("span", { class: "opscope-count" })]));
  const buttons = panes.map((p) => {
    const count2 = (
      /** @type {HTMLElement} */
      counts.get(p.id)
    );
    const label2 = p.short ? [h("span", { class: "opscope-long" }, p.label), h("span", { class: "opscope-short" }, p.short)] : [p.label];
    return h("button", { class: `opscope-tab opscope-tab-${p.id}`, type: "button", role: "tab" }, ...label2, count2);
  });
  const bar2 = h("div", { class: "opscope-tabs", role: "tablist" }, ...buttons);
  for (const p of panes) set(p.el, "role", "tabpanel");
  let at = 0;
  function show(to) {
    at = to;
    panes.forEach((p, i) => {
      set(buttons[i], "aria-selected", i === at ? "true" : "false");
      set(buttons[i], "tabindex", i === at ? 0 : -1);
      set(p.el, "hidden", i !== at);
    });
  }
  bar2.addEventListener(
    "click",
    (event) => {
      const i = buttons.findIndex((b) => b.contains(
        /** @type {Node} */
        event.target
      ));
      if (i < 0) return;
      show(i);
      refresh();
    },
    { signal }
  );
  bar2.addEventListener(
    "keydown",
    (event) => {
      const to = arrow(event, at, panes.length);
      if (to === null) return;
      event.preventDefault();
      show(to);
      buttons[to].focus();
      refresh();
    },
    { signal }
  );
  show(0);
  return {
    el: h("main", { class: "opscope-main" }, bar2, ...panes.map((p) => p.el)),
    /** The id of the pane that is shown. */
    get open() {
      return panes[at].id;
    },
    /** @param {string} id */
    show: (id) => show(Math.max(0, panes.findIndex((p) => p.id === id))),
    /** @param {string} id @param {number} n */
    count(id, n) {
      const el = counts.get(id);
      if (el) text(el, n ? String(n) : "");
    }
  };
}

// src/panel.js
var RESPONSE_TIMEOUT2 = 1e4;
var RUN_COMMANDS = new Set(ACTIONS.map((a) => a.kind));
var DETAIL_COMMANDS = /* @__PURE__ */ new Set(["FetchDetail", "WatchDetail"]);
function firstChoice(state) {
  const { forward, parameters, gradients } = listed(state);
  const all = [...forward, ...parameters, ...gradients];
  const detailStep = (name) => state.details.get(name)?.step ?? -1;
  return all.reduce((best, { name }) => detailStep(name) > detailStep(best) ? name : best, all[0]?.name ?? "");
}
function panel({ model, el, signal, offline = false }) {
  let selected = "";
  let shown;
  const pending = /* @__PURE__ */ new Map();
  let refused = {};
  let fetchedAt = null;
  const isPending = (matches) => [...pending.values()].some(({ kind, since }) => matches(kind) && Date.now() - since < RESPONSE_TIMEOUT2);
  const root = h("div", {
    class: "opscope-panel",
    "data-offline": offline,
    tabindex: offline ? void 0 : 0,
    // so that the panel receives keys
    "data-lm-suppress-shortcuts": "true"
    // else JupyterLab moves between cells on arrow keys and Enter
  });
  root.addEventListener("focusin", ({ target }) => set(
    /** @type {Element} */
    target,
    "data-lm-suppress-shortcuts",
    "true"
  ), { signal });
  const ask = (kind, fields = {}, done = void 0) => {
    delete refused[kind];
    pending.set(line.command(kind, fields), { kind, done, since: Date.now() });
  };
  const select = (name, show = true) => {
    if (!shown?.values.has(name)) return;
    if (name !== selected) watch(name);
    selected = name;
    if (show) main.show("tensor");
    line.refresh();
  };
  function watch(name) {
    refused = {};
    ask("WatchDetail", { name });
    const stale = shown && shown.details.get(name)?.step !== shown.values.get(name)?.step;
    if (stale && shown?.phase !== "running") ask("FetchDetail", { name });
  }
  const refresh = () => line.refresh();
  const open = (id, target) => {
    main.show(id);
    panes.get(id)?.open?.(target);
    refresh();
  };
  const send = (kind) => ask(kind);
  const head = controls({ send, ask, refresh, offline, signal });
  const side = list({ select: (name) => select(name, main.open !== "graph"), refresh, signal });
  const panes = new Map(TABS.map((tab) => [tab.id, tab.create({ select, ask, open, offline, signal })]));
  const main = tabs(
    TABS.map(({ id, label: label2, short: short2 }) => ({ id, label: label2, short: short2, el: (
      /** @type {import("./tab_registry.js").Pane} */
      panes.get(id).el
    ) })),
    refresh,
    signal
  );
  root.addEventListener(
    "keydown",
    (event) => {
      const kind = commandOf(event);
      if (!kind || !shown || !allowed(shown).has(kind) || offline) return;
      event.preventDefault();
      if (!event.repeat || !isPending((one) => RUN_COMMANDS.has(one))) send(kind);
    },
    { signal }
  );
  root.append(head.el, h("div", { class: "opscope-body" }, side.el, main.el));
  el.append(root);
  const line = channel({ model, el: root, signal, paint: paint3 });
  function paint3(state) {
    if (state !== shown) takeResponses(state);
    shown = state;
    if (!state.values.has(selected)) {
      selected = firstChoice(state);
      if (selected) watch(selected);
    }
    if (state.stopped !== fetchedAt && selected && !offline && !isPending((one) => one === "FetchDetail")) {
      fetchedAt = state.stopped;
      if (fetchedAt) ask("FetchDetail", { name: selected });
    }
    head.update(state, Object.entries(refused).find(([kind]) => !DETAIL_COMMANDS.has(kind))?.[1] ?? "");
    side.update(state, selected);
    for (const tab of TABS) main.count(tab.id, tab.count?.(state) ?? 0);
    panes.get(main.open)?.update(state, { selected, refusal: refused.FetchDetail ?? refused.WatchDetail ?? "" });
  }
  function takeResponses(state) {
    if (shown && (state.phase !== shown.phase || state.stopped !== shown.stopped)) refused = {};
    if (shown && state.runs > shown.runs && state.values.has(selected)) watch(selected);
    for (const response of state.responses) {
      const asked = pending.get(response.request);
      if (!asked) continue;
      pending.delete(response.request);
      const message = response.ok ? response.text : response.text || `${asked.kind} was refused`;
      if (!response.ok && !asked.done?.(false, message)) refused[asked.kind] = message;
      if (response.ok) asked.done?.(true, message);
    }
  }
  return root;
}

// src/replay.js
function index2(events) {
  const steps = [];
  const ends = [];
  events.forEach((event, i) => {
    if (event.kind !== "StepFinished") return;
    if (steps.at(-1) === event.step) ends[ends.length - 1] = i + 1;
    else {
      steps.push(event.step);
      ends.push(i + 1);
    }
  });
  if (ends.length) ends[ends.length - 1] = events.length;
  return { steps, ends };
}
function recorded(events) {
  const listeners = /* @__PURE__ */ new Set();
  let end = events.length;
  let n = 0;
  const sendSnapshot = () => {
    const message = { kind: "snapshot", n: ++n, events: events.slice(0, end), trails: [], block: 0 };
    for (const listener of listeners) listener(message, []);
  };
  return {
    on: (_event, callback) => void listeners.add(callback),
    off: (_event, callback) => void listeners.delete(callback),
    send: (content) => content.kind === "attach" && queueMicrotask(sendSnapshot),
    // like a comm: later, not during the call
    upTo(to) {
      end = to;
      sendSnapshot();
    }
  };
}
function replay(el, lines) {
  const events = lines.split("\n").filter((line) => line.trim()).map(fromJson);
  const model = recorded(events);
  const { steps, ends } = index2(events);
  const signal = new AbortController().signal;
  const root = panel({ model, el, signal, offline: true });
  if (steps.length < 2) return;
  const slider = h("input", { type: "range", min: 0, max: steps.length - 1, value: steps.length - 1, "aria-label": "step" });
  const shown = h("output", { class: "opscope-number" }, `step ${steps[steps.length - 1]}`);
  let frame = 0;
  slider.addEventListener("input", () => {
    text(shown, `step ${steps[Number(slider.value)]}`);
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      model.upTo(ends[Number(slider.value)]);
    });
  });
  root.querySelector(".opscope-headline")?.append(h("label", { class: "opscope-scrub" }, slider, shown));
}

// src/index.js
var index_default = {
  /** @param {{model: any, el: HTMLElement, signal: AbortSignal}} view */
  render({ model, el, signal }) {
    panel({ model, el, signal });
  }
};
export {
  index_default as default,
  replay
};
