import assert from "node:assert/strict";
import test from "node:test";

import { phaseText, rateText, scalarText, whereText } from "../src/controls.js";
import { nodeHealth, valueOf } from "../src/graph.js";
import { noteCount } from "../src/notes.js";
import { firstChoice } from "../src/panel.js";
import { fold, INITIAL, listed, parameterGradients, reduce } from "../src/reduce.js";
import { detail, finished, graph, started, stopped, value } from "./events.js";

const freeze = (state) => {
  for (const part of Object.values(state)) if (part && typeof part === "object") Object.freeze(part);
  return Object.freeze(state);
};

test("a state is never changed, only followed by another", () => {
  const events = [started, graph, value(), detail(), finished(1), stopped, { kind: "Warned", subject: "h", text: "x" }];
  let state = freeze(INITIAL);
  for (const event of events) state = freeze(reduce(state, event));
  const again = fold(INITIAL, events);
  assert.deepEqual(state, again);
  assert.equal(Object.keys(INITIAL.values).length, 0);
});

test("folding in two pieces is folding at once", () => {
  const events = Array.from({ length: 700 }, (_, i) => [value({ step: i + 1, mean: i }), finished(i + 1)]).flat();
  const once = fold(INITIAL, events);
  assert.deepEqual(fold(fold(INITIAL, events.slice(0, 333)), events.slice(333)), once);
  assert.ok(once.history.h.points.length <= 256);
});

test("a run goes through its phases", () => {
  const phases = [];
  let state = INITIAL;
  const end = (reason) => ({ kind: "Terminated", reason, steps: 4, error: reason === "failed" ? "a\nValueError: no" : "" });
  for (const event of [started, stopped, { kind: "Continued", step: 4 }, end("stopped"), started, end("failed"), started, end("finished")]) {
    state = reduce(state, event);
    phases.push(phaseText(state));
  }
  assert.deepEqual(phases, ["running", "paused at op 17", "running", "stopped", "running", "failed", "running", "finished"]);
});

test("where it stands is said in words", () => {
  assert.equal(whereText(reduce(INITIAL, stopped)), "relu → h · pause · t.py:9 in net");
  const failed = reduce(INITIAL, { kind: "Terminated", reason: "failed", steps: 1, error: "Traceback\nValueError: no\n" });
  assert.equal(whereText(failed), "ValueError: no");
  assert.equal(noteCount(failed), 1);
});

test("a run that starts again forgets all but the drawing", () => {
  const state = fold(INITIAL, [graph, started, value(), finished(3), started]);
  assert.deepEqual({ ...state, graph: null }, { ...INITIAL, title: "demo", place: "cpu", phase: "running", runs: 2 });
  assert.equal(state.graph, graph);
});

test("events from before the first RunStarted count as a running program", () => {
  assert.equal(reduce(INITIAL, finished(1)).phase, "running");
});

test("scalars keep their history, also where they are not finite", () => {
  const state = fold(INITIAL, [finished(1, [0.5]), finished(2, [null])]);
  assert.equal(scalarText(state.scalars.loss), "NaN/Inf");
  assert.deepEqual(state.scalarHistory.loss.points.map((p) => [p.mean, p.bad]), [[0.5, 0], [null, 1]]); // prettier-ignore
  assert.equal(rateText(state), "10.00");
  assert.equal(rateText(INITIAL), "–");
});

test("the same value again replaces its point", () => {
  const state = fold(INITIAL, [value({ step: 2, mean: 1 }), value({ step: 2, mean: 3 })]);
  assert.deepEqual(state.history.h.points.map((p) => p.mean), [3]);
});

test("details, warnings and answers are bounded", () => {
  const many = (make) => Array.from({ length: 100 }, (_, i) => make(i));
  const state = fold(INITIAL, [
    ...many((i) => detail({ name: `d${i}` })),
    ...many((i) => ({ kind: "Warned", subject: "w", text: String(i) })),
    ...many((i) => ({ kind: "Answered", request: i, ok: true, text: "" })),
    { kind: "Warned", subject: "w", text: "99" },
  ]);
  assert.equal(Object.keys(state.details).at(-1), "d99");
  assert.ok(Object.keys(state.details).length <= 32);
  assert.equal(state.warnings.length, 50);
  assert.equal(state.answers.at(-1).request, 99);
});

test("a name may be anything", () => {
  const names = ["constructor", "__proto__", "toString", "", "a b"];
  const state = fold(INITIAL, names.map((name) => value({ name })));
  assert.deepEqual(Object.keys(state.values).sort(), [...names].sort());
});

test("unknown events change nothing", () => {
  assert.deepEqual(reduce(INITIAL, { kind: "FromTheFuture" }), INITIAL);
});

test("values are listed by operator, gradients apart, and filtered by name, type or variable", () => {
  const state = fold(INITIAL, [
    value({ name: "b", op: 2 }),
    value({ name: "a", op: 1, op_type: "relu" }),
    value({ name: "w", op: 9, role: "optimize", parameter: true }),
    value({ name: "w@GRAD", op: 5, role: "backward", grad_of: "w", parameter: true }),
    value({ name: "v@GRAD", op: 4, role: "backward", grad_of: "v", parameter: true }),
  ]);
  const names = (groups) => Object.values(groups).map((vs) => vs.map((v) => v.name));
  assert.deepEqual(names(listed(state)), [["a", "b"], ["w"], ["v@GRAD", "w@GRAD"]]);
  assert.deepEqual(names(listed(state, " RELU ")), [["a"], [], []]);
  assert.deepEqual(names(listed(state, "w")), [[], ["w"], ["w@GRAD"]]);
  assert.deepEqual(parameterGradients(state).map((v) => v.grad_of), ["w", "v"]);
});

test("the first choice is the value whose elements came last", () => {
  const values = [value({ name: "a", op: 1 }), value({ name: "b", op: 2 })];
  assert.deepEqual(firstChoice(fold(INITIAL, values)), "a");
  assert.deepEqual(firstChoice(fold(INITIAL, [...values, detail({ name: "b" })])), "b");
  assert.deepEqual(firstChoice(fold(INITIAL, [...values, detail({ name: "b", step: 9 }), detail({ name: "a", step: 4 })])), "b");
  assert.deepEqual(firstChoice(INITIAL), "");
});

test("a node has the health of its newest value, an operator that of its worst", () => {
  const { values } = fold(INITIAL, [value({ name: "a", op: 1, nan: 2 }), value({ name: "b", op: 1 }), value({ name: "c", op: 2, zeros: 1 })]);
  const is = nodeHealth(values);
  assert.deepEqual([is.get("var-a"), is.get("var-b"), is.get("op-1"), is.get("op-2"), is.get("op-3")], ["nan", "ok", "nan", "zeros", undefined]);
  assert.equal(valueOf(values, "op-1"), "a");
  assert.equal(valueOf(values, "var-b"), "b");
  assert.equal(valueOf(values, "var-x"), undefined);
});
