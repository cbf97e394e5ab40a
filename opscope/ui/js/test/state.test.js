import assert from "node:assert/strict";
import test from "node:test";

import { phaseText, rateText, scalarText } from "../src/controls.js";
import { choices as found } from "../src/palette.js";
import { emptyText } from "../src/findings.js";
import { foldedHealth, hides, nodeHealth, notYet, valueOf } from "../src/graph_health.js";
import { noteCount } from "../src/notes.js";
import { firstChoice } from "../src/panel.js";
import { whereText } from "../src/position.js";
import { earlier, fold, INITIAL, listed, listTitles, newestStep, otherOperators, parameterGradients, reduce, scalarSeries, shownScalars } from "../src/state.js";
import { breakpointsChanged, detail, finished, graph, recordedRange, started, stop, stopped, terminated, value } from "./events.js";


test("a state is never changed, only followed by another", () => {
  const events = [started, graph, value(), detail(), finished(1), stopped, { kind: "Warned", subject: "h", text: "x" }];
  let state = INITIAL;
  for (const event of [...events, ...events, ...events.map((e) => ({ ...e, step: 2 }))]) {
    const before = structuredClone(state);
    const after = reduce(state, event);
    assert.deepEqual(structuredClone(state), before, event.kind);
    state = after;
  }
  assert.deepEqual(events.reduce(reduce, INITIAL), fold(INITIAL, events));
  assert.equal(INITIAL.values.size, 0);
});

test("folding in two pieces is folding at once", () => {
  const events = Array.from({ length: 700 }, (_, i) => [value({ step: i + 1, mean: i }), finished(i + 1)]).flat();
  const once = fold(INITIAL, events);
  assert.deepEqual(fold(fold(INITIAL, events.slice(0, 333)), events.slice(333)), once);
  assert.ok(once.history.get("h").points.length <= 256);
});

test("a run goes through its phases", () => {
  const phases = [];
  let state = INITIAL;
  for (const event of [started, stopped, { kind: "Continued", step: 4 }, terminated("stopped"), started, terminated("failed"), started, terminated()]) {
    state = reduce(state, event);
    phases.push(phaseText(state));
  }
  assert.deepEqual(phases, ["running", "paused at op 17", "running", "stopped", "running", "failed", "running", "finished"]);
});

test("a run that is over can stand in its past, and be over again", () => {
  const back = fold(INITIAL, [started, finished(6), terminated(), stop({ step: 2, past: true })]);
  assert.deepEqual([phaseText(back), back.over, newestStep(back)], ["paused at op 17", true, 6]);
  const ended = reduce(back, terminated());
  assert.deepEqual([phaseText(ended), ended.over, ended.stopped], ["finished", true, null]);
  assert.equal(phaseText(reduce(INITIAL, stop({ op: -1 }))), "paused at the end");
});

test("breakpoints and what is recorded are known; a new run has no history, but its breakpoints", () => {
  const one = { number: 2, spec: "op:relu", condition: "nan(h)", hits: 3, ops: "17 23" };
  const state = fold(INITIAL, [started, breakpointsChanged(one, { number: 5 }), recordedRange(9)]);
  const more = { enabled: true, wanted: 1, log: "", verified: true, problem: "" };
  assert.deepEqual(state.breakpoints, [{ ...one, ops: [17, 23], ...more }, { number: 5, spec: "h", condition: "", hits: 0, ops: [], ...more }]);
  assert.equal(state.recorded.last, 9);
  assert.equal(newestStep(state), 9);
  const again = reduce(state, started);
  assert.equal(again.recorded, null);
  assert.deepEqual(again.breakpoints, state.breakpoints);
  assert.equal(reduce(state, recordedRange(0, 0)).recorded, null);
  assert.deepEqual(reduce(state, breakpointsChanged()).breakpoints, []);
});

test("a value of a step that is gone back to is shown, but its history goes on from the present", () => {
  const state = fold(INITIAL, [value({ step: 1, mean: 1 }), value({ step: 9, mean: 9 }), value({ step: 4, mean: 4 })]);
  assert.equal(state.values.get("h").step, 4);
  assert.deepEqual(state.history.get("h").points.map((p) => p.step), [1, 9]);
});

test("the position is written in words", () => {
  assert.equal(whereText(reduce(INITIAL, stopped)), "relu → h · pause · step 4 · t.py:9 in net");
  const failed = reduce(INITIAL, { kind: "Terminated", reason: "failed", steps: 1, error: "ValueError: no\n    w  float32[15, 5]\n  fix: look\n" });
  assert.equal(whereText(failed), "ValueError: no");
  assert.equal(noteCount(failed), 1);
});

test("a run that starts again forgets all but the drawing", () => {
  const state = fold(INITIAL, [graph, started, value(), finished(3), started]);
  assert.deepEqual({ ...state, graph: null, fold: null }, { ...INITIAL, title: "demo", place: "cpu", phase: "running", runs: 2, fold: null });
  assert.deepEqual({ ...state.fold, graph: null, started: null }, INITIAL.fold);
  assert.equal(state.graph, graph);
});

test("events from before the first RunStarted count as a running program", () => {
  assert.equal(reduce(INITIAL, finished(1)).phase, "running");
});

test("scalars keep their history, also where they are not finite", () => {
  const state = fold(INITIAL, [finished(1, [0.5]), finished(2, [null])]);
  assert.equal(scalarText(state.scalars.loss), "NaN/Inf");
  assert.deepEqual(state.scalarHistory.get("loss").points.map((p) => [p.mean, p.bad]), [[0.5, 0], [null, 1]]); // prettier-ignore
  assert.equal(rateText(state), "10.00");
  const paced = { ...finished(9), pace: 0.25 };
  for (const seen of [[paced], [finished(8), paced]]) assert.equal(rateText(fold(INITIAL, seen)), "4.000"); // also in a page that opens late
  assert.equal(rateText(INITIAL), "–");
});

test("a scalar that is computed where the run is paused is that of the place", () => {
  const seen = value({ name: "loss", op: 5, step: 4, mean: 0.25, shape: [] });
  const at = (...absent) => fold(INITIAL, [finished(3, [0.5]), seen, stop({ step: 4 }), { kind: "PlaceSeen", step: 4, absent, names: [], scalars: [] }]);
  assert.deepEqual(shownScalars(at()).get("loss"), { value: 0.25, when: "" });
  assert.deepEqual(shownScalars(at("loss")).get("loss"), { value: 0.5, when: "step 3" });
});

test("a scalar of eager code is the value that is called so", () => {
  const seen = value({ name: "mean_7", called: "loss", op: 5, step: 4, mean: 0.25, shape: [] });
  const at = (...others) => fold(INITIAL, [finished(3, [0.5]), seen, ...others, stop({ step: 4, past: true }), { kind: "PlaceSeen", step: 4, absent: [], names: [], scalars: [] }]);
  assert.deepEqual(shownScalars(at()).get("loss"), { value: 0.25, when: "" });
  assert.deepEqual(shownScalars(at({ ...seen, name: "mean_9" })).get("loss"), { value: 0.5, when: "step 3" }, "two have that name");
});

test("a scalar that is computed where the run is paused is shown there, tapped or not, and ends its curve", () => {
  const place = { kind: "PlaceSeen", step: 4, absent: [], names: ["loss", "acc"], scalars: [0.25, 0.75], later: ["acc"] };
  const past = fold(INITIAL, [finished(4, [0.5]), { ...finished(5), names: ["loss", "acc"], scalars: [0.2, 0.8] }, stop({ step: 4, past: true }), place]);
  assert.deepEqual([...shownScalars(past)], [["loss", { value: 0.25, when: "" }], ["acc", { value: 0.75, when: "later in step 4" }]]); // prettier-ignore
  const live = fold(INITIAL, [finished(3, [0.5]), stop({ step: 4 }), place]);
  const loss = shownScalars(live).get("loss");
  assert.deepEqual(loss, { value: 0.25, when: "" });
  assert.deepEqual(scalarSeries(live, "loss", loss).points.map((p) => [p.step, p.mean]), [[3, 0.5], [4, 0.25]]); // prettier-ignore
});

test("scalars have the names of the user's code", () => {
  const state = fold(INITIAL, [{ ...finished(1), names: ["mean_0.tmp_0", "acc"], called: ["loss", ""], scalars: [1, 2] }]);
  assert.deepEqual([...state.scalarNames], [["mean_0.tmp_0", "loss"], ["acc", ""]]); // prettier-ignore
});

test("without a finding it is said whether a rule can still look", () => {
  const state = fold(INITIAL, [value({ name: "h", nan: 2 }), value({ name: "g" })]);
  assert.match(emptyText(state, true), /^1 value has NaN or Inf, and no rule has looked/);
  for (const text of [emptyText(state, false), emptyText(INITIAL, true)]) assert.match(text, /^No finding/);
  assert.match(emptyText(INITIAL, true), /"Check the recorded steps" looks/);
  const ruled = [{ ...started, rules: true }, finished(1)];
  assert.equal(emptyText(fold(INITIAL, ruled), true), "No finding so far: the rules look while it runs.");
  assert.equal(emptyText(fold(INITIAL, [...ruled, terminated()]), true), "No finding: the rules looked while it ran.");
  assert.match(emptyText(fold(INITIAL, [...ruled, value({ name: "h", nan: 2 })]), true), /the rules have not reported it/);
});

test("when a run is over, older values say their step", () => {
  const [old, last] = [value({ step: 3 }), value({ name: "g", step: 4 })];
  const state = fold(INITIAL, [started, old, last, finished(4), terminated()]);
  assert.deepEqual([old, last].map((v) => earlier(state, v)), ["step 3", ""]); // prettier-ignore
  assert.equal(earlier(fold(INITIAL, [started, old, last, finished(4)]), old), "");
});

test("while a run goes on, a value says its step if another one with its name is newer", () => {
  const [old, now, other] = [value({ name: "rand_4", called: "x", step: 1 }), value({ name: "rand_0", called: "x", step: 9 }), value({ step: 2 })];
  const running = fold(INITIAL, [started, old, now, other, finished(9)]);
  assert.deepEqual([old, now, other].map((v) => earlier(running, v)), ["step 1", "", ""]); // prettier-ignore
  assert.equal(earlier(fold(INITIAL, [started, old, now, finished(9), stopped]), old), "");
});

// The first step of a training function builds the model in front of the loop: its operators have other numbers.
const eager = (name, op, step, fields = {}) => value({ name, op, op_type: name.split("_")[0], step, eager: true, ...fields });
const STEP_1 = [eager("uniform_0", 0, 1), eager("randn_1", 1, 1, { called: "x" }), eager("matmul_2", 2, 1), eager("mean_3", 3, 1, { called: "loss" })];
const STEP_9 = [eager("randn_0", 0, 9, { called: "x" }), eager("matmul_1", 1, 9), eager("mean_2", 2, 9, { called: "loss" })];

test("values of a step with other operators stand last, with their step, and take no name", () => {
  const state = fold(INITIAL, [started, ...STEP_1, ...STEP_9, finished(9)]);
  const names = listed(state).forward.map(({ name }) => name);
  assert.deepEqual(names, ["randn_0", "matmul_1", "mean_2", "uniform_0", "randn_1", "matmul_2", "mean_3"]);
  assert.deepEqual(names.map((name) => earlier(state, state.values.get(name))), ["", "", "", "step 1", "step 1", "step 1", "step 1"]);
  assert.deepEqual([listTitles(state).get("mean_2"), listTitles(state).get("mean_3")], ["loss", "loss · mean_3"]);
  assert.equal(firstChoice(state), "randn_0");
  assert.equal(firstChoice(fold(state, [detail({ name: "mean_3" })])), "randn_0");
  assert.equal(firstChoice(state, "mean_3"), "mean_2", "the value with the name of the former one");
});

test("in the past, the values of other steps are the others", () => {
  const state = fold(INITIAL, [started, ...STEP_1, ...STEP_9, finished(9), stop({ step: 1, past: true })]);
  assert.deepEqual(listed(state).forward.map(({ name }) => name).slice(0, 4), ["uniform_0", "randn_1", "matmul_2", "mean_3"]);
  assert.equal(listTitles(state).get("mean_3"), "loss");
});

test("older samples of the same operators are no others, nor are those of a program", () => {
  const older = STEP_9.slice(1).map((each) => ({ ...each, step: 4 }));
  const state = fold(INITIAL, [started, ...older, STEP_9[0], finished(9)]);
  assert.deepEqual([...otherOperators(state)], []);
  const built = [...STEP_1, ...STEP_9].map((each) => ({ ...each, eager: false }));
  assert.deepEqual([...otherOperators(fold(INITIAL, [started, ...built, finished(9)]))], []);
});

test("the same value again replaces its point", () => {
  const state = fold(INITIAL, [value({ step: 2, mean: 1 }), value({ step: 2, mean: 3 })]);
  assert.deepEqual(state.history.get("h").points.map((p) => p.mean), [3]);
});

test("details, warnings and responses are bounded", () => {
  const many = (make) => Array.from({ length: 100 }, (_, i) => make(i));
  const state = fold(INITIAL, [
    ...many((i) => detail({ name: `d${i}` })),
    ...many((i) => ({ kind: "Warned", subject: "w", text: String(i) })),
    ...many((i) => ({ kind: "Response", request: i, ok: true, text: "" })),
    { kind: "Warned", subject: "w", text: "99" },
  ]);
  assert.equal([...state.details.keys()].at(-1), "d99");
  assert.ok(state.details.size <= 32);
  assert.equal(state.warnings.size, 50);
  assert.equal(state.responses.at(-1).request, 99);
});

test("a name may be anything", () => {
  const names = ["constructor", "__proto__", "toString", "", "a b"];
  const state = fold(INITIAL, names.map((name) => value({ name })));
  assert.deepEqual([...state.values.keys()].sort(), [...names].sort());
});

test("unknown events change nothing", () => {
  assert.deepEqual(reduce(INITIAL, { kind: "FromTheFuture" }), INITIAL);
});

test("values are listed by operator, gradients apart, and filtered by name, type or variable", () => {
  const state = fold(INITIAL, [
    value({ name: "b", op: 2 }),
    value({ name: "a", op: 1, op_type: "relu" }),
    value({ name: "w", op: 9, role: "optimize", parameter: true }),
    value({ name: "w_moment", op: 9, role: "optimize" }),
    value({ name: "w@GRAD", op: 5, role: "backward", grad_of: "w", parameter: true }),
    value({ name: "v@GRAD", op: 4, role: "backward", grad_of: "v", parameter: true }),
  ]);
  const names = (groups) => Object.values(groups).map((vs) => vs.map((v) => v.name));
  assert.deepEqual(names(listed(state)), [["a", "b"], ["w"], ["v@GRAD", "w@GRAD"], ["w_moment"]]);
  assert.deepEqual(names(listed(state, " RELU ")), [["a"], [], [], []]);
  assert.deepEqual(names(listed(state, "w")), [[], ["w"], ["w@GRAD"], ["w_moment"]]);
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
  const is = nodeHealth(values, 1);
  assert.deepEqual([is.get("var-a"), is.get("var-b"), is.get("op-1"), is.get("op-2"), is.get("op-3")], ["nan", "ok", "nan", "zeros", undefined]);
  assert.equal(valueOf(values, 1, "op-1"), "a");
  assert.equal(valueOf(values, 1, "var-b"), "b");
  assert.equal(valueOf(values, 1, "var-x"), undefined);
  const hiddenIn = new Map([["var-b", "A"], ["op-2", "A"], ["op-9", "B"]]);
  assert.deepEqual([...foldedHealth(is, hiddenIn)], [["A", "zeros"]]);
  assert.equal(valueOf(values, 1, "group-x", ["var-b", "op-1"]), "a");
  assert.equal(valueOf(values, 1, "group-x", ["op-7"]), undefined);
});

test("an operator has the health of its newest step, whatever had its number before", () => {
  const { values } = fold(INITIAL, [value({ name: "a", op: 1, step: 1, nan: 2 }), value({ name: "b", op: 1, step: 2 })]);
  const is = nodeHealth(values, 1);
  assert.deepEqual([is.get("var-a"), is.get("op-1")], ["nan", "ok"]);
});

test("an operator has the health of its own program's values", () => {
  const { values } = fold(INITIAL, [value({ name: "fake", op: 3, program: 1, nan: 2 }), value({ name: "real", op: 3, program: 2 })]);
  assert.deepEqual([nodeHealth(values, 1).get("op-3"), nodeHealth(values, 2).get("op-3")], ["nan", "ok"]);
  assert.deepEqual([valueOf(values, 1, "op-3"), valueOf(values, 2, "op-3"), valueOf(values, 3, "op-3")], ["fake", "real", undefined]);
});

test("what is known from another step only is not yet computed, in its own program", () => {
  const { values } = fold(INITIAL, [value({ name: "a", op: 1, program: 1 }), value({ name: "b", op: 2, program: 1 }), value({ name: "c", op: 1, program: 2 })]);
  assert.deepEqual([...notYet(values, new Set(["b", "c", "gone"]), 1)], ["var-b", "op-2", "var-c", "var-gone"]);
  assert.deepEqual([...notYet(values, new Set(), 1)], []);
});

test("what a folded node hides is read from a drawing that may hold anything", () => {
  assert.deepEqual(hides('["op-3", "var-h", ["op-", 5, 7, ""]]'), ["op-3", "var-h", "op-5", "op-6", "op-7"]);
  assert.deepEqual(hides('[["var-fc_", 9, 11, ".w_0"], ["x", 1], [null], ["a", 2, 1, ""], ["b", 0, 1e99, ""]]'), ["var-fc_9.w_0", "var-fc_10.w_0", "var-fc_11.w_0"]);
  assert.equal(hides('[["b", 0, 9007199254740991, ""]]').length, 200_000);
  for (const bad of [null, "", "[", "7", "null", "{}", "[3, null]", '[["op-", 5, 4, ""]]']) assert.deepEqual(hides(bad), []);
});

test("the palette finds a step by its number, with and without words", () => {
  const steps = (words) => found(INITIAL, words, [1, 9], true).filter(({ deed }) => "step" in deed).map(({ deed }) => deed.step);
  assert.deepEqual(["7", "step 7", "go to step 7", "goto 7", "relu 7", "70", "7 8", "step"].map(steps), [[7], [7], [7], [7], [], [], [], []]);
});
