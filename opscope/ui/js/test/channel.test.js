import assert from "node:assert/strict";
import test from "node:test";

import { channel, missing } from "../src/channel.js";
import { floats, fromJson, unpack } from "../src/protocol.js";
import { fold, INITIAL } from "../src/state.js";
import { index, recorded } from "../src/replay.js";
import { detail, finished, started, value } from "./events.js";

test("numbers are read at any offset of a buffer", () => {
  const raw = new ArrayBuffer(11);
  new DataView(raw).setFloat32(3, 1.5, true);
  new DataView(raw).setFloat32(7, -2, true);
  assert.deepEqual([...floats(new DataView(raw, 3, 8))], [1.5, -2]);
});

test("a message becomes events: pixels from its buffers, history in front of the values", () => {
  const points = [[1, 10, NaN, 12, 3, 0], [2, 20, 19, 21, 4, 5]]; // prettier-ignore
  const block = new Float32Array([0, 1, 2, 3, 4, 5].flatMap((k) => points.map((p) => p[k])));
  const pixels = new Uint8Array([9, 8, 7, 2, 3, 4]);
  const message = {
    kind: "batch", n: 4, block: 1, trails: [["history", "h", 2]],
    events: [started, finished(2), value({ step: 2 }), { ...detail(), pixels: { buffer: 0 } }],
  }; // prettier-ignore
  const events = unpack(message, [new DataView(pixels.buffer), new DataView(block.buffer)]);
  assert.deepEqual(events.map((e) => e.kind), ["RunStarted", "Trail", "StepFinished", "ValueSeen", "DetailSeen"]);
  assert.deepEqual(events[1].points, [
    { step: 1, mean: 10, min: null, max: 12, rms: 3, bad: 0 },
    { step: 2, mean: 20, min: 19, max: 21, rms: 4, bad: 5 },
  ]);
  assert.deepEqual(events[4].pixels, pixels);
  assert.deepEqual(fold(INITIAL, events).history.get("h").points.map((p) => p.step), [1, 2]);
});

test("a missing message is noticed", () => {
  assert.equal(missing(4, { kind: "batch", n: 5 }), false);
  assert.equal(missing(4, { kind: "batch", n: 6 }), true);
  assert.equal(missing(4, { kind: "snapshot", n: 9 }), false);
});

/** A view in sight, on a clock that is moved by hand. @param {import("node:test").TestContext} t */
function opened(t) {
  t.mock.timers.enable({ apis: ["setInterval", "Date"] });
  const watched = [];
  class Observer {
    constructor(callback) {
      this.callback = callback;
    }
    observe() {
      watched.push(() => this.callback([{ isIntersecting: true }]));
    }
    disconnect() {}
  }
  const end = new AbortController();
  const before = { ...globalThis };
  Object.assign(globalThis, {
    IntersectionObserver: Observer,
    ResizeObserver: class extends Observer {
      observe() {}
    },
    document: { hidden: false, addEventListener() {} },
    getComputedStyle: () => ({ color: "" }),
    requestAnimationFrame: (paint) => (paint(), 0),
    cancelAnimationFrame() {},
  });
  t.after(() => {
    end.abort();
    for (const name of ["IntersectionObserver", "ResizeObserver", "document", "getComputedStyle", "requestAnimationFrame", "cancelAnimationFrame"])
      globalThis[name] = before[name];
  });
  const view = { sent: [], link: "live", step: 0, hear: (_message) => {}, wait: (ms) => t.mock.timers.tick(ms) };
  const model = {
    get: () => "",
    on: (event, callback) => event === "msg:custom" && (view.hear = (message) => callback(message, [new ArrayBuffer(0)])),
    off() {},
    send: (content) => view.sent.push(content.kind),
  };
  channel({
    model,
    el: { clientWidth: 1 },
    signal: end.signal,
    paint: (state, link) => Object.assign(view, { step: state.step, link }),
  });
  for (const show of watched) show();
  return view;
}

const message = (kind, n, events) => ({ kind, n, events, trails: [], block: 0, beat: 0.8 });

test("a message that was lost is asked for again when a beat says that it was sent", (t) => {
  const view = opened(t);
  view.hear(message("snapshot", 1, [started, finished(1)]));
  view.hear({ kind: "beat", n: 1 });
  assert.deepEqual(view.sent, ["render", "attach"]);
  view.hear({ kind: "beat", n: 2 }); // and message 2 is not there
  assert.deepEqual(view.sent, ["render", "attach", "attach"]);
  view.hear(message("snapshot", 3, [started, finished(2)]));
  assert.equal(view.step, 2);
});

test("a view whose first message was lost asks again", (t) => {
  const view = opened(t);
  view.hear({ kind: "beat", n: 7 }); // of before the answer
  assert.deepEqual(view.sent, ["render", "attach"]);
  for (let i = 0; i < 4; i++) {
    view.wait(800);
    view.hear({ kind: "beat", n: 8 });
  }
  assert.deepEqual(view.sent, ["render", "attach", "attach"]);
  assert.equal(view.link, "live");
});

test("a kernel that does not answer is asked ever more seldom, and the view goes on when it does", (t) => {
  const view = opened(t);
  view.wait(3000);
  assert.equal(view.link, "nothing");
  const asked = () => view.sent.filter((kind) => kind === "attach").length;
  const soon = asked();
  assert.ok(soon >= 2);
  view.wait(600_000);
  assert.ok(asked() > soon && asked() < 20);
  view.hear(message("snapshot", 1, [started, finished(4)]));
  assert.deepEqual([view.link, view.step], ["live", 4]);
});

test("bytes in a recording are base64", () => {
  const event = fromJson('{"kind":"DetailSeen","pixels":{"base64":"AAEC/w=="},"counts":[1]}');
  assert.deepEqual([...event.pixels], [0, 1, 2, 255]);
});

test("a recording is cut after each step, and its end belongs to the last", () => {
  const end = { kind: "Terminated", reason: "finished", steps: 2, error: "" };
  const events = [started, value(), finished(1), value({ step: 2 }), finished(2), end];
  assert.deepEqual(index(events), { steps: [1, 2], ends: [3, 6] });
  assert.deepEqual(index([started]), { steps: [], ends: [] });
});

test("the offline model responds to attach with what was recorded", async () => {
  const model = recorded([started, value(), finished(1), value({ step: 2 })]);
  const got = [];
  model.on("msg:custom", (message) => got.push(message));
  model.send({ kind: "Pause", request: 1 });
  model.send({ kind: "attach", view: "v" });
  await null;
  model.upTo(3);
  assert.deepEqual(got.map((m) => [m.kind, m.n, m.events.length]), [["snapshot", 1, 4], ["snapshot", 2, 3]]); // prettier-ignore
});
