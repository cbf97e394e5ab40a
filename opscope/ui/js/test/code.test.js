import assert from "node:assert/strict";
import test from "node:test";

import { breakpointsByLine, healthByLine, isFile, lineOf, operatorsByLine, specOf } from "../src/source_view.js";
import { conditionText, statusText } from "../src/breakpoints.js";
import { isHere, order } from "../src/call_stack.js";
import { editable, untriable } from "../src/cell_editor.js";
import { indexAt } from "../src/inspector.js";
import { outcome } from "../src/what_if.js";
import { fold, INITIAL } from "../src/state.js";
import { finished, graph, recordedRange, started, stop, terminated, value } from "./events.js";

const source = { path: "net/train.py", first: 10, lines: ["a", "b", "c"], op_lines: [10, 12], ops: ["1 4", "2"], op_types: ["relu mul", "tanh"], code_lines: [10, 11, 12], static: true, paths: [] };
const breakpoint = (more) => ({ number: 1, spec: "h", condition: "", hits: 0, ops: [], enabled: true, wanted: 1, log: "", verified: true, problem: "", ...more });

test("a breakpoint is on the line that it names, or whose operator it is at", () => {
  assert.ok(isFile("net/train.py", "train.py") && isFile("cell [3]", "cell [3]") && !isFile("net/train.py", "rain.py"));
  assert.equal(lineOf(breakpoint({ spec: "train.py:11" }), source.path), 11);
  assert.equal(lineOf(breakpoint({ spec: "at:cell [3]:2" }), "cell [3]"), 2);
  assert.equal(lineOf(breakpoint({ spec: "op:relu" }), source.path), 0);
  const all = [breakpoint({ number: 1, spec: "at:train.py:10", ops: [1, 4] }), breakpoint({ number: 2, spec: "op:tanh", ops: [2] }), breakpoint({ number: 3, spec: "other.py:11" })];
  const found = [...breakpointsByLine(source, all)].map(([line, on]) => [line, ...on.map((b) => b.number)]);
  assert.deepEqual(found, [[10, 1], [12, 2]]);
  assert.deepEqual(operatorsByLine(source).get(10), [1, 4]);
});

test("a click stops at the operators of a line that was run before the program, else at the line", () => {
  assert.equal(specOf(source, 12), "at:net/train.py:12");
  assert.equal(specOf(source, 11), "net/train.py:11");
  assert.equal(specOf({ ...source, static: false }, 12), "net/train.py:12");
});

test("a line is as healthy as the worst value that it made", () => {
  const value = (name, op, op_type, nan) => [name, { name, op, op_type, nan, inf: 0, zeros: 0 }];
  const startup = value("w", 2, "uniform_random", 1); // the number of another operator, in the startup program
  const values = new Map([value("a", 1, "relu", 0), value("b", 4, "mul", 2), value("c", 2, "tanh", 0), value("d", 99, "mul", 1), startup]);
  assert.deepEqual([...healthByLine(source, values)], [[10, "nan"], [12, "ok"]]);
});

test("what a breakpoint does is said in words", () => {
  assert.equal(conditionText(breakpoint({ condition: "h > 1", wanted: 3 })), "if h > 1, from hit 3 on");
  assert.equal(conditionText(breakpoint({ log: "loss is {loss}" })), "log loss is {loss}");
  assert.equal(statusText(breakpoint({ enabled: false })), "breakpoint 1 is off");
  assert.match(statusText(breakpoint({ verified: false, problem: "did you mean 'op:tanh'?" })), /not verified: did you mean/);
});

test("a stack belongs to its place, innermost frame first", () => {
  const paused = fold(INITIAL, [started, stop({ run: 3, tick: 2 })]);
  assert.ok(isHere(paused, { run: 3, tick: 2 }));
  assert.ok(!isHere(paused, { run: 3, tick: 3 }) && !isHere(paused, null));
  assert.deepEqual(order({ functions: ["train", "block 0"] }), [1, 0]);
});

test("a run can be changed while it is paused, and a past one only tried", () => {
  const running = fold(INITIAL, [started, finished(9), recordedRange(9)]);
  assert.equal(editable(fold(running, [stop({ step: 9 })])), "");
  assert.match(editable(running), /pause/);
  assert.match(editable(fold(running, [terminated()])), /would have been/);
  assert.match(untriable(fold(INITIAL, [started, stop({ step: 9 })])), /nothing is recorded/);
  assert.match(untriable(running), /pause/);
  assert.match(untriable(fold(running, [stop({ step: 9 })])), /step 9 has not finished/);
  for (const at of [stop({ step: 5, past: true }), stop({ step: 9, op: -1 })]) assert.equal(untriable(fold(running, [at])), "");
  const eager = fold(running, [{ ...graph, eager: true }]);
  assert.equal(untriable(fold(eager, [stop({ step: 5, past: true })])), "");
  assert.match(untriable(fold(eager, [stop({ step: 9 })])), /eager/);
});

test("a value that is not computed yet cannot be set, and is called as the user calls it", () => {
  const seen = value({ name: "tanh_0.tmp_0", called: "hidden", named: false, step: 9 });
  const at = fold(INITIAL, [started, finished(9), seen, stop({ step: 9 })]);
  assert.equal(editable(at, "tanh_0.tmp_0"), "");
  const before = fold(at, [{ kind: "PlaceSeen", step: 9, absent: ["tanh_0.tmp_0"], names: [], scalars: [], later: [] }]);
  assert.equal(editable(before, "tanh_0.tmp_0"), "hidden is not computed yet here: step on, or go to a later place");
  assert.match(editable(fold(at, [stop({ step: 10 })]), "tanh_0.tmp_0"), /not computed yet/); // it is known of step 9
});

test("the index of a cell counts strides, and the positions on the other axes", () => {
  const slice = { shape: [5, 4, 8, 6], axes: [2, 3, 0], index: [0, 3, 0, 0], top: 2, left: 0, row_stride: 2, col_stride: 1, facet_stride: 1 };
  assert.deepEqual(indexAt(slice, { facet: 1, row: 2, col: 5 }), [1, 3, 6, 5]);
});

test("the outcome of a change is its last number", () => {
  const branch = { name: "loss", change: "h = 0 in step 2", steps: [2, 3], recorded: [1, 0.5], changed: [2, null], differences: 3 };
  assert.equal(outcome(branch), "step 3: 0.5000, would be NaN/Inf");
  assert.match(outcome({ ...branch, changed: [1, 0.5] }), /^no difference up to step 3/);
});
