// What the panel of ranks reads from a frame, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";

import { ranksOf, title } from "../src/rank_panel.js";
import { decades } from "../src/rank_spread.js";
import { summary } from "../src/rank_strip.js";

const bytes = (...ranks) => {
  const view = new DataView(new ArrayBuffer(8 * ranks.length));
  ranks.forEach(([step, rate, waiting, state], i) => {
    view.setUint32(8 * i, step, true);
    view.setUint16(8 * i + 4, rate, true);
    view.setUint8(8 * i + 6, waiting);
    view.setUint8(8 * i + 7, state);
  });
  return view;
};

test("a rank is eight bytes, and unknown numbers are -1", () => {
  const [known, unknown] = ranksOf(bytes([129, 243, 36, 1], [2 ** 32 - 1, 65535, 255, 0]));
  assert.deepEqual(known, { step: 129, rate: 24.3, waiting: 36, state: 1 });
  assert.deepEqual(unknown, { step: -1, rate: -1, waiting: -1, state: 0 });
});

test("the title has the steps of the ranks", () => {
  const ranks = (...steps) => steps.map((step) => ({ step, rate: 0, waiting: 0, state: 0 }));
  assert.equal(title(ranks(12, 12)), "2 ranks, step 12");
  assert.equal(title(ranks(12, 11, -1)), "3 ranks, steps 11 to 12");
  assert.equal(title(ranks(-1)), "1 rank");
});

test("the scale of gradients has whole decades", () => {
  const spread = (low, high) => ["w", "gradient", low, 0, low, high, 1, ""];
  assert.deepEqual(decades([spread(2e-6, 2.3e-6), spread(0.012, 0.21)]), [-6, 0]);
  assert.deepEqual(decades([spread(1, 1)]), [0, 1]);
  assert.deepEqual(decades([spread(null, null), spread(0, 0)]), [-1, 0]);
});

test("many ranks are counted by state", () => {
  const ranks = [0, 0, 1, 3].map((state) => ({ step: 1, rate: 0, waiting: 0, state }));
  assert.equal(summary(ranks), "2 running, 1 waiting, 1 late");
});
