// @ts-check
// The source of a file or cell with a gutter: breakpoints, the health of what a line wrote, its time, its operators.

import { arrow, h, set, text } from "./dom.js";
import { health } from "./format.js";
import { MEASURES } from "./graph_colors.js";
import { tokens } from "./source.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Breakpoint} Breakpoint */
/** @typedef {import("./events.generated.js").SourceSeen} SourceSeen */

const WORST = ["nan", "inf", "zeros", "ok"];

/** Whether a path is what a breakpoint calls `name`: the path, or its end. @param {string} path @param {string} name */
export function isFile(path, name) {
  return path === name || path.endsWith(`/${name}`) || path.endsWith(`\\${name}`);
}

/** The line of Python, or of operators, that a breakpoint is at in a file; 0 if it is at none. @param {Breakpoint} b @param {string} path */
export function lineOf({ spec }, path) {
  const match = /^(?:at:)?(.+):(\d+)$/.exec(spec);
  return match && isFile(path, match[1]) ? Number(match[2]) : 0;
}

/** The operators of each line. @param {SourceSeen} s @returns {Map<number, number[]>} */
export function operatorsByLine(s) {
  return new Map(s.op_lines.map((line, i) => [line, s.ops[i].split(" ").map(Number)]));
}

/** The types of the operators, by their numbers: another program, as the startup program, has others of these numbers.
 * @param {SourceSeen} s @returns {Map<number, string>} */
export function operatorTypes(s) {
  return new Map(s.ops.flatMap((ops, i) => ops.split(" ").map((op, k) => /** @type {const} */ ([Number(op), s.op_types[i]?.split(" ")[k] ?? ""]))));
}

/** The breakpoints of each line: at the line itself, or at an operator that it made.
 * @param {SourceSeen} s @param {readonly Breakpoint[]} all @returns {Map<number, Breakpoint[]>} */
export function breakpointsByLine(s, all) {
  /** @type {Map<number, Breakpoint[]>} */
  const out = new Map();
  const add = (/** @type {number} */ line, /** @type {Breakpoint} */ b) => out.set(line, [...(out.get(line) ?? []), b]);
  const byLine = operatorsByLine(s);
  for (const b of all) {
    const own = lineOf(b, s.path);
    if (own) add(own, b);
    else for (const [line, ops] of byLine) if (b.ops.some((op) => ops.includes(op))) add(line, b);
  }
  return out;
}

/** The worst health of what each line wrote. @param {SourceSeen} s @param {State["present"]} values @returns {Map<number, string>} */
export function healthByLine(s, values) {
  const lines = new Map([...operatorsByLine(s)].flatMap(([line, ops]) => ops.map((op) => /** @type {const} */ ([op, line]))));
  const types = operatorTypes(s);
  /** @type {Map<number, string>} */
  const out = new Map();
  for (const v of values.values()) {
    const line = lines.get(v.op);
    if (line === undefined || types.get(v.op) !== v.op_type) continue;
    const is = health(v);
    const before = out.get(line);
    if (!before || WORST.indexOf(is) < WORST.indexOf(before)) out.set(line, is);
  }
  return out;
}

/** The pattern of a breakpoint on a line. @param {SourceSeen} s @param {number} line */
export function specOf(s, line) {
  return `${s.static && s.op_lines.includes(line) ? "at:" : ""}${s.path}:${line}`;
}

/** @param {{ask: import("./panel.js").Ask, open: (id: string, target: string|number) => void, refresh: () => void, signal: AbortSignal}} options */
export function sourceView({ ask, open, refresh, signal }) {
  const files = h("select", { class: "opscope-graph-choice opscope-file", "aria-label": "file" });
  const time = h("button", { type: "button", class: "opscope-slice-tool opscope-line-times", "aria-pressed": "false", title: "the time of each line, of a replay of the step" }, "Time");
  const note = h("span", { class: "opscope-source-note", role: "status" });
  const bar = h("div", { class: "opscope-source-bar", "data-asks": true }, files, note, time);
  const lines = h("div", { class: "opscope-lines", role: "listbox", "aria-label": "source; arrows move, Enter sets or removes a breakpoint, Space shows the operators of a line" });
  const el = h("div", { class: "opscope-source-view" }, bar, lines);
  /** @type {Map<number, HTMLElement>} */
  let rows = new Map();
  /** @type {SourceSeen|null} */
  let source = null;
  /** @type {State|undefined} */
  let last;
  let wanted = { path: "", line: 0 }; // what was asked for
  let program = "";
  let here = "";
  let at = 0; // the line that the keyboard is at
  let opened = 0; // the line whose operators are listed
  let timed = false;

  /** Shows a file, at a line. @param {string} path @param {number} line */
  function show(path, line) {
    wanted = { path, line };
    const first = source?.first ?? 1;
    if (source?.path === path && line >= first && line < first + source.lines.length) return reveal(line);
    ask("FetchSource", { path, line }, (ok, answer) => {
      text(note, ok ? "" : answer);
      return true;
    });
  }
  /** @param {number} line */
  function reveal(line) {
    const row = rows.get(line);
    if (!row) return;
    move(line, false);
    const top = row.offsetTop - lines.offsetTop;
    if (top < lines.scrollTop + 20 || top > lines.scrollTop + lines.clientHeight - 40) lines.scrollTop = top - lines.clientHeight / 2;
  }
  /** @param {number} line @param {boolean} focus */
  function move(line, focus) {
    for (const [row, is] of /** @type {const} */ ([[rows.get(at), false], [rows.get(line), true]])) {
      if (!row) continue;
      set(row, "tabindex", is ? 0 : -1);
      set(row, "aria-selected", is ? "true" : "false");
    }
    at = line;
    if (focus) rows.get(line)?.focus();
  }

  /** Sets a breakpoint on a line, or removes those that are on it. @param {number} line */
  function toggle(line) {
    if (!source || !last) return;
    const on = breakpointsByLine(source, last.breakpoints).get(line) ?? [];
    for (const { number } of on) ask("ClearBreakpoint", { number });
    if (!on.length) ask("SetBreakpoint", { spec: specOf(source, line) }, (ok, answer) => (text(note, ok ? "" : answer), true));
  }
  /** Lists the operators of a line below it, or no longer. @param {number} line */
  function list(line) {
    lines.querySelector(".opscope-line-ops-list")?.remove();
    opened = opened === line ? 0 : line;
    const ops = source ? operatorsByLine(source).get(opened) : undefined;
    const row = rows.get(opened);
    if (!ops || !row) return;
    const types = source ? operatorTypes(source) : new Map();
    const label = (/** @type {number} */ op) => `${types.get(op) || "op"} ${op}`;
    row.after(h("div", { class: "opscope-line-ops-list" }, ...ops.map((op) => h("button", { type: "button", class: "opscope-operator", "data-op": op, title: "show it in the graph" }, label(op)))));
  }

  lines.addEventListener(
    "click",
    (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const chip = /** @type {HTMLElement|null} */ (target.closest("[data-op]"));
      const row = /** @type {HTMLElement|null} */ (target.closest("[data-line]"));
      if (chip) return open("graph", Number(chip.dataset.op));
      if (!row) return;
      const line = Number(row.dataset.line);
      move(line, false);
      if (target.closest(".opscope-line-stop")) toggle(line);
      else if (target.closest(".opscope-line-ops")) list(line);
    },
    { signal },
  );
  lines.addEventListener(
    "keydown",
    (event) => {
      if (/** @type {Element} */ (event.target).matches("button") || !source) return;
      const first = source.first;
      const to = arrow(event, at - first, source.lines.length);
      if (to !== null && event.key !== "ArrowLeft" && event.key !== "ArrowRight") move(first + to, true);
      else if (event.key === "Enter") toggle(at);
      else if (event.key === " ") list(at);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  files.addEventListener("change", () => show(files.value, 0), { signal });
  time.addEventListener(
    "click",
    () => {
      timed = !timed;
      set(time, "aria-pressed", timed ? "true" : "false");
      if (timed) ask("MeasureOperators", { by: "time", step: last?.stopped?.step || 0 }, (ok, answer) => (text(note, ok ? "" : answer), true));
      refresh();
    },
    { signal },
  );

  /** @param {SourceSeen} s */
  function draw(s) {
    source = s;
    opened = 0;
    text(note, "");
    const byLine = operatorsByLine(s);
    const stops = new Set([...s.code_lines, ...s.op_lines]);
    rows = new Map(
      s.lines.map((line, i) => {
        const number = s.first + i;
        const ops = byLine.get(number)?.length ?? 0;
        const colored = tokens(line).map(([kind, part]) => (kind === "plain" ? part : h("span", { "data-token": kind }, part)));
        const row = h(
          "div",
          { class: "opscope-code-line", role: "option", "aria-selected": "false", tabindex: -1, "data-line": number },
          h("button", { type: "button", class: "opscope-line-stop", tabindex: -1, disabled: !stops.has(number), title: stops.has(number) ? "click to stop here" : undefined, "aria-label": `breakpoint on line ${number}` }, h("i", {})),
          h("span", { class: "opscope-line-at" }, String(number)),
          h("span", { class: "opscope-line-time" }),
          h("code", {}, ...(line ? colored : ["\u00a0"])),
          ...(ops ? [h("button", { type: "button", class: "opscope-line-ops", tabindex: -1, title: "the operators of this line", "aria-label": `operators of line ${number}` }, ops === 1 ? "1 op" : `${ops} ops`)] : []),
        );
        return /** @type {const} */ ([number, row]);
      }),
    );
    lines.replaceChildren(...rows.values());
    files.replaceChildren(...s.paths.map((path) => h("option", { value: path, selected: path === s.path }, path)));
    move(wanted.line >= s.first && wanted.line < s.first + s.lines.length ? wanted.line : s.first, false);
    reveal(at);
  }

  /** Marks, health and time of each line. @param {State} state @param {SourceSeen} s */
  function mark(state, s) {
    const stops = breakpointsByLine(s, state.breakpoints);
    const healths = healthByLine(s, state.present);
    const measured = timed && state.fold.measured?.by === "time" ? state.fold.measured : null;
    const seconds = new Map(measured?.ops.map((op, i) => [op, measured.numbers[i]]) ?? []);
    const times = new Map([...operatorsByLine(s)].map(([line, ops]) => [line, ops.reduce((sum, op) => sum + (seconds.get(op) ?? 0), 0)]));
    const longest = Math.max(...times.values(), 0);
    if (measured && !longest) text(note, "No times: eager code is not run again.");
    const stand = state.stopped?.path === s.path ? state.stopped.line : 0;
    for (const [line, row] of rows) {
      const on = stops.get(line) ?? [];
      set(row, "data-stops", on.length > 0);
      set(row, "data-off", on.length > 0 && on.every((b) => !b.enabled));
      set(row, "data-hollow", on.length > 0 && on.every((b) => !b.verified));
      set(row, "data-health", healths.get(line));
      set(row, "data-here", line === stand);
      const button = /** @type {HTMLElement} */ (row.firstElementChild);
      if (on.length) set(button, "title", `${on.map((b) => `breakpoint ${b.number}: ${b.spec}${b.problem ? `, ${b.problem}` : ""}`).join("\n")}\nclick to remove`);
      set(button, "aria-pressed", on.length ? "true" : "false");
      const cell = /** @type {HTMLElement} */ (row.children[2]);
      const time = measured ? (times.get(line) ?? 0) : 0;
      text(cell, time ? MEASURES.time.text(time) : "");
      cell.style.setProperty("--share", `${longest ? ((100 * time) / longest).toFixed(0) : 0}%`);
    }
    set(lines, "data-timed", timed);
  }

  return {
    el,
    show,
    /** @param {State} state */
    update(state) {
      last = state;
      const known = `${state.graph?.program} ${state.runs}`;
      const path = state.stopped?.path ?? "";
      const place = `${state.stopped?.run} ${state.stopped?.tick} ${path}:${state.stopped?.line}`;
      const runs = state.phase === "running"; // then the first code is asked for, and stays
      const stands = state.phase === "paused" || state.over;
      if ((stands && (place !== here || known !== program)) || (runs && known !== program)) {
        if (known !== program) source = null;
        [here, program] = [place, known];
        if (path || !source) show(path, state.stopped?.line ?? 0);
        if (timed) ask("MeasureOperators", { by: "time", step: state.stopped?.step || 0 }, () => true);
      }
      const seen = state.fold.source;
      if (seen && seen !== source && (!wanted.path || seen.path === wanted.path)) draw(seen);
      if (source) mark(state, source);
      else if (!stands && !runs) text(note, "The code is shown when the run has started.");
      set(files, "hidden", !source);
      set(time, "hidden", !source || !state.recorded);
    },
  };
}
