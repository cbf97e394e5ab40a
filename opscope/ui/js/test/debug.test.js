import assert from "node:assert/strict";
import test from "node:test";

import { ACTIONS, allowed, commandOf, tooltip } from "../src/actions.js";
import { hitsText, opsText } from "../src/breakpoints.js";
import { byOperator, dotTitle, operatorOf } from "../src/dots.js";
import { bytes } from "../src/format.js";
import { items } from "../src/menu.js";
import { choices as paletteChoices } from "../src/palette.js";
import { idleText, operatorText, pastText, reasonText, searchText, stepText, whereText } from "../src/position.js";
import { cause } from "../src/explanation.js";
import { feed, seenText } from "../src/findings.js";
import { choices, costText } from "../src/recording.js";
import { fold, INITIAL } from "../src/state.js";
import { fileName, tokens } from "../src/source.js";
import { keptText, seeker, span } from "../src/timeline.js";
import { breakpointsChanged, finished, recordedRange, started, stop, terminated, value } from "./events.js";

const running = fold(INITIAL, [started, finished(9), recordedRange(9)]);
const paused = fold(running, [stop({ step: 10 })]);
const past = fold(paused, [stop({ step: 3, past: true })]);
const ended = fold(running, [terminated()]);
const lookingBack = fold(ended, [stop({ step: 3, past: true })]);

// --- allowed commands

test("commands are offered where they make sense", () => {
  const shown = (state) => ACTIONS.map((a) => a.kind).filter((kind) => allowed(state).has(kind));
  const walking = ["Continue", "Next", "StepIn", "StepOut", "StepBack", "ReverseContinue", "RunToEnd", "NextRun"];
  assert.deepEqual(shown(INITIAL), []);
  assert.deepEqual(shown(running), ["Pause", "Terminate"]);
  assert.deepEqual(shown(paused), [...walking, "Terminate"]);
  assert.deepEqual(shown(past), [...walking, "Terminate"]);
  assert.deepEqual(shown(ended), ["StepBack", "ReverseContinue"]);
  assert.deepEqual(shown(lookingBack), walking);
  assert.deepEqual(shown(fold(INITIAL, [started, terminated()])), []); // nothing recorded
  for (const state of [INITIAL, running, paused, ended]) assert.ok(allowed(state).has("SetBreakpoint"));
  for (const state of [paused, ended, lookingBack]) assert.ok(allowed(state).has("Goto"));
});

test("the palette finds commands, tabs, steps and values by their words", () => {
  const seen = fold(paused, [value({ name: "relu_3", called: "hidden", op_type: "relu" })]);
  const labels = (words, range = null, asks = true) => paletteChoices(seen, words, range, asks).map((c) => c.label);
  assert.deepEqual(labels("step over"), ["Step over", "Step out"]); // "run until this block is over"
  assert.ok(labels("").includes("Continue") && !labels("").includes("Pause"));
  assert.deepEqual(labels("", null, false).filter((l) => l === "Continue"), []);
  assert.deepEqual(labels("graph"), ["Show Graph"]);
  assert.deepEqual(labels("HID"), ["hidden"]);
  assert.deepEqual(labels("relu_3"), ["hidden"]);
  assert.deepEqual(labels("7", [1, 9]), ["Go to step 7"]);
  assert.deepEqual(labels("77", [1, 9]), []);
});

test("a search says how far it is, and only Pause ends it", () => {
  const progress = (done, total) => ({ kind: "SearchProgressed", text: "back to a breakpoint", done, total });
  const searching = fold(past, [progress(3, 10)]);
  assert.deepEqual([...allowed(searching)], ["Pause"]);
  assert.equal(searchText(searching), "Searching back to a breakpoint: 3 of 10 runs. Pause ends the search.");
  assert.equal(searchText(past), "");
  const over = fold(searching, [progress(0, 0)]);
  assert.equal(searchText(over), "");
  assert.deepEqual(allowed(over), allowed(past));
});

test("each command has its own class and key, and says so", () => {
  for (const part of ["kind", "name", "label"]) assert.equal(new Set(ACTIONS.map((a) => a[part])).size, ACTIONS.length);
  const keys = Object.fromEntries(ACTIONS.filter((a) => a.key).map((a) => [a.key, a.kind]));
  assert.deepEqual(keys, {
    ".": "Pause", c: "Continue", n: "Next", s: "StepIn", o: "StepOut", b: "StepBack", r: "ReverseContinue", e: "RunToEnd", m: "NextRun",
  }); // prettier-ignore
  assert.match(tooltip(ACTIONS.find((a) => a.kind === "Next")), /^Step over \(n\): stop/);
  assert.match(tooltip(ACTIONS.find((a) => a.kind === "Terminate")), /^Stop: end/);
});

test("a key is a command unless it is typed into a field or held with another", () => {
  const press = (key, more = {}, field = false) => commandOf({ key, target: { matches: () => field }, ...more });
  assert.equal(press("n"), "Next");
  assert.equal(press("."), "Pause");
  assert.equal(press("N"), undefined);
  assert.equal(press("x"), undefined);
  for (const held of ["ctrlKey", "metaKey", "altKey", "isComposing"]) assert.equal(press("n", { [held]: true }), undefined);
  assert.equal(press("n", {}, true), undefined);
});

// --- the position

test("the position has operator, reason, role, step and block", () => {
  const at = stop({ reason: "breakpoint", text: "breakpoint 2: op:relu, if nan(h)", role: "forward", depth: 1, block: 3, path: "a/t.py", line: 9 });
  assert.equal(operatorText(at), "relu → h");
  assert.equal(reasonText(at), "breakpoint 2: op:relu, if nan(h)");
  assert.equal(stepText(at), "step 4 · forward · block 3, 1 deep");
  assert.equal(whereText({ ...INITIAL, stopped: at }), "relu → h · breakpoint 2: op:relu, if nan(h) · step 4 · forward · block 3, 1 deep · a/t.py:9");
  assert.equal(reasonText(stop({ reason: "data breakpoint", text: "h, if nan(h)" })), "data breakpoint: h, if nan(h)");
  assert.equal(reasonText(stop({ reason: "exception", text: "ValueError: no" })), "ValueError: no");
  assert.equal(reasonText(stop()), "pause");
  assert.equal(operatorText(stop({ op: -1 })), "end of the run");
  assert.equal(operatorText(stop({ op: -1, depth: 1 })), "end of the block");
  assert.equal(operatorText(stop({ name: "" })), "relu");
  assert.equal(stepText(stop({ step: 0 })), "outside of the steps");
});

test("at a line of Python, the operator that calls it is named, and the counters of the program's loops", () => {
  const at = stop({ at_line: true, line: 9, step: 4, counters: "epoch=1, i=3" });
  assert.equal(operatorText(at), "line 9 of Python, in relu → h");
  assert.equal(operatorText({ ...at, op: -1 }), "line 9 of Python");
  assert.equal(stepText(at), "step 4 (epoch=1, i=3)");
});

test("a step of the past is shown with the newest step", () => {
  assert.equal(pastText(paused), "");
  assert.equal(pastText(past), "step 3 of 10, in the past");
  assert.equal(pastText(fold(INITIAL, [stop({ step: 0, past: true })])), "in the past");
});

test("in a finished run, a part behind the last step is not counted", () => {
  const where = (reason, step) =>
    pastText(
      fold(INITIAL, [
        { kind: "RecordedRangeChanged", time: 0, first: 1, last: 5, bytes: 0, gaps: [] },
        { kind: "Terminated", time: 0, reason, steps: 4, error: "" },
        stop({ step, past: true }),
      ]),
    );
  assert.equal(where("finished", 2), "step 2 of 4, in the past");
  assert.equal(where("finished", 5), "step 5 of 5, in the past");
  assert.equal(where("failed", 2), "step 2 of 5, in the past");
});

test("while the run is not paused, a text says what can be done", () => {
  assert.equal(idleText(running), ""); // the badge says so
  assert.equal(idleText(ended), "The run has finished. You can go back to steps 1 to 9.");
  assert.equal(idleText(fold(INITIAL, [started, terminated("stopped")])), "The run has been stopped.");
});

test("a line of Python is in pieces that are the line", () => {
  const lines = [
    'h = nn.fc(x, size=10, name="a # b")  # forty', "return None if x_1 < 1.5e-3 else -0xff", "print(f'{x}', r\"\\d\")", "naïve = données['é']",
    "", "   ", "'unclosed", "a.b.c(d)(e)", "x = .5j or 1_000", "@decorator", "\\",
  ]; // prettier-ignore
  for (const line of lines) assert.equal(tokens(line).map(([, text]) => text).join(""), line);
  const kinds = (line) => Object.fromEntries(tokens(line).filter(([kind]) => kind !== "plain").map(([kind, text]) => [text, kind]));
  assert.deepEqual(kinds(lines[0]), { fc: "call", 10: "number", '"a # b"': "string", "# forty": "comment" });
  assert.deepEqual(kinds(lines[1]), { return: "keyword", None: "keyword", if: "keyword", "1.5e-3": "number", else: "keyword", "0xff": "number" });
  assert.deepEqual(kinds("f'{x}'"), { "f'{x}'": "string" });
  assert.deepEqual([fileName("/home/a/train.py"), fileName("C:\\a\\t.py"), fileName("In [5]")], ["train.py", "t.py", "In [5]"]);
});

// --- the slider

test("the slider says which steps are between, where recording was off", () => {
  assert.equal(keptText(1, 90, []), "1 to 90");
  assert.equal(keptText(1, 90, [41, 60]), "1 to 40 and 61 to 90");
  assert.equal(keptText(50, 90, [41, 60, 70, 71, 80, 95]), "61 to 69 and 72 to 79"); // the first ones have gone
});

test("the slider spans what is recorded and what runs now", () => {
  assert.equal(span(INITIAL), null);
  assert.deepEqual(span(running), { first: 1, last: 9, at: 9 });
  assert.deepEqual(span(paused), { first: 1, last: 10, at: 10 });
  assert.deepEqual(span(past), { first: 1, last: 10, at: 3 });
  assert.deepEqual(span(fold(paused, [recordedRange(9, 5), stop({ step: 3, past: true })])), { first: 5, last: 10, at: 5 });
  assert.deepEqual(span(fold(running, [stop({ step: 0 })])), { first: 1, last: 9, at: 9 });
});

/** A seeker with what it has asked for, and a clock of its own. */
function seeking() {
  const asked = [];
  const clock = { now: 0 };
  const seek = seeker((kind, fields, done) => asked.push({ kind, ...fields, done }), () => clock.now);
  const want = (step, state) => (seek.goTo(step), seek.follow(state));
  return { asked, clock, seek, want, sent: () => asked.map(({ kind, step }) => (step === undefined ? kind : `${kind} ${step}`)) };
}

test("one command is pending at a time, and the latest request wins", () => {
  const { asked, seek, want, sent } = seeking();
  for (const step of [8, 7, 6, 5]) want(step, paused);
  assert.deepEqual(sent(), ["Goto 8"]);
  assert.equal(seek.target, 5);
  asked[0].done(true, "");
  seek.follow(paused);
  assert.deepEqual(sent(), ["Goto 8", "Goto 5"]);
  asked[1].done(true, "");
  seek.follow(paused);
  assert.equal(seek.target, 5); // accepted, but the run is not there yet: the thumb must not jump back
  seek.follow(fold(paused, [stop({ step: 5, past: true })]));
  assert.equal(seek.target, null);
  assert.equal(sent().length, 2);
});

test("a run that goes on is paused once, then gone back", () => {
  const { asked, seek, want, sent } = seeking();
  want(4, running);
  want(3, running);
  asked[0].done(true, "");
  seek.follow(running);
  assert.deepEqual(sent(), ["Pause"]);
  seek.follow(paused);
  assert.deepEqual(sent(), ["Pause", "Goto 3"]);
});

test("a refusal ends the request", () => {
  for (const state of [running, paused]) {
    const { asked, seek, want, sent } = seeking();
    want(4, state);
    asked[0].done(false, "no");
    seek.follow(paused);
    assert.equal(seek.target, null);
    assert.equal(sent().length, 1);
  }
});

test("a lost response does not block forever", () => {
  const { clock, seek, want, sent } = seeking();
  want(4, paused);
  want(2, paused);
  assert.deepEqual(sent(), ["Goto 4"]);
  seek.follow(fold(paused, [stop({ step: 4, past: true })])); // it is there, although no response came
  assert.deepEqual(sent(), ["Goto 4", "Goto 2"]);
  want(1, paused);
  clock.now = 60_000;
  seek.follow(paused);
  assert.deepEqual(sent(), ["Goto 4", "Goto 2", "Goto 1"]);
});

test("bytes are short", () => {
  assert.deepEqual([0, 999, 3_240, 9_960_000, 48_200_000, 2.5e12, 4e15].map(bytes), ["0 B", "999 B", "3.2 kB", "10.0 MB", "48 MB", "2.5 TB", "4000 TB"].map((t) => t.replace(" ", "\u202f")));
});

// --- breakpoints in the drawing

const points = fold(INITIAL, [breakpointsChanged({ number: 1, spec: "op:relu", hits: 84, ops: "2 5" }, { number: 3, spec: "id:5", condition: "nan(h)", hits: 1, ops: "5" }, { number: 4 })]).breakpoints;

test("breakpoints are found by operator", () => {
  const at = byOperator(points);
  assert.deepEqual([...at].map(([op, here]) => [op, here.map((b) => b.number)]), [[2, [1]], [5, [1, 3]]]); // prettier-ignore
  assert.equal(dotTitle(at.get(5)), "breakpoint 1: op:relu, 84 hits\nbreakpoint 3: id:5, if nan(h), 1 hit\nclick to remove");
  assert.equal(dotTitle([]), "click to stop here");
  assert.deepEqual(["op-17", "var-op-3", "op-x", "group-op-1", "op-"].map(operatorOf), [17, -1, -1, -1, -1]);
  assert.deepEqual(points.map(opsText), ["op 2, 5", "op 5", ""]);
  assert.equal(opsText({ ...points[0], ops: [1, 2, 3, 4] }), "4 operators");
  assert.equal(hitsText(1234567), "1\u202f234\u202f567 hits");
});

test("the menu of an operator offers breakpoints, and ways to get there", () => {
  const offers = (state, op) => items(state, op).slice(0, -1).map(({ kind, fields }) => [kind, ...Object.values(fields)].join(" "));
  const set = (op) => [`SetBreakpoint id:${op}`, `compose id:${op}`];
  assert.deepEqual(items(running, 20).at(-1), { name: "attributes", label: "Attributes …", kind: "attributes", fields: { op: 20 } });
  assert.deepEqual(offers(running, 20), set(20));
  assert.deepEqual(offers(paused, 20), [...set(20), "RunTo 20"]);
  assert.deepEqual(offers(paused, 17), [...set(17), "RunTo 17"]);
  assert.deepEqual(offers(paused, 3), [...set(3), "Goto 10 3", "RunTo 3"]);
  assert.deepEqual(offers(past, 3), [...set(3), "Goto 3 3", "RunTo 3"]);
  assert.deepEqual(offers(fold(past, [stop({ op: -1, step: 3, past: true })]), 30), [...set(30), "Goto 3 30", "RunTo 30"]);
  assert.deepEqual(offers(ended, 3), [...set(3), "Goto 9 3"]);
  assert.deepEqual(offers({ ...running, breakpoints: points }, 5), ["ClearBreakpoint 1", "ClearBreakpoint 3"]);
});

// --- recording

test("the share of recording is shown while it is measured", () => {
  const on = { kind: "RecordingChanged", on: true, budget: 256e6 };
  const cost = (share) => ({ kind: "CostMeasured", recording: share, hz: 0 });
  assert.equal(costText(fold(running, [on])), "");
  assert.equal(costText(fold(running, [on, cost(0.042)])), "takes 4.2\u202f%");
  assert.equal(costText(fold(running, [on, cost(0.38)])), "takes 38\u202f%");
  assert.equal(costText(fold(running, [on, cost(null)])), "");
  assert.equal(costText(fold(running, [{ ...on, on: false }, cost(0.3)])), "");
  assert.equal(costText(fold(ended, [on, cost(0.3)])), "");
});

test("the present budget is among those to choose from", () => {
  assert.deepEqual(choices(256e6), [64e6, 256e6, 1e9, 4e9]);
  assert.deepEqual(choices(5e6), [5e6, 64e6, 256e6, 1e9, 4e9]);
});

test("findings are grouped under their cause, the worst group first", () => {
  const finding = (number, severity, more = {}) => ({ kind: "FindingSeen", number, origin: "rule", rule: `r${number}`, severity, step: number, value: "h", evidence: "", suggestion: "", op: -1, operator: "", site: "", code: "", times: 1, cause: 0, ...more });
  const seen = [finding(1, "hint"), finding(2, "warning"), finding(3, "error", { cause: 2 }), finding(4, "warning", { cause: 99 })];
  const shown = (state) => feed(state.findings).map((g) => [g.finding.number, g.consequences.map((f) => f.number)]);
  assert.deepEqual(shown(fold(running, seen)), [[2, [3]], [4, []], [1, []]]);
  assert.deepEqual(shown(fold(fold(running, seen), [finding(3, "error")])), [[3, []], [2, []], [4, []], [1, []]]);
  assert.deepEqual(shown(fold(fold(running, seen), [started])), []); // another run
  assert.equal(seenText(finding(3, "error", { times: 2 })), "step 3, 2 times");
  assert.equal(seenText(finding(3, "error", { step: 0 })), "the program");
  assert.equal(seenText(finding(3, "error", { step: 0, origin: "failure" })), "outside of the steps");
});

test("an explanation is shown as its cause and its chain", () => {
  const answer = "loss = NaN in step 3\ncause: log of 0\n  at a.py:1\nchain, latest first:\n  step 3 ...";
  assert.equal(cause(answer), "loss = NaN in step 3\ncause: log of 0\n  at a.py:1");
  assert.equal(cause("the run is over"), "the run is over");
});
