import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import * as format from "../src/format.js";

const cases = JSON.parse(readFileSync(new URL("../../../../tests/ui/format_cases.json", import.meta.url), "utf8"));

for (const [name, write] of [["numbers", format.number], ["shapes", format.shape], ["health", format.health], ["groups", format.group], ["names", format.names], ["percent", (args) => format.percent(...args)]]) {
  test(`${name} are written as in Python`, () => {
    assert.ok(cases[name].length);
    for (const [x, expected] of cases[name]) assert.deepEqual(write(x), expected);
  });
}

test("a number takes at most nine characters", () => {
  for (let e = -44; e < 39; e++) assert.ok(format.number(-1.23456 * 10 ** e).length <= 10, format.number(-1.23456 * 10 ** e));
});

test("counts, shares and short types", () => {
  assert.equal(format.count(1234567), "1\u202f234\u202f567");
  assert.equal(format.percent(0.12345), "12.3%");
  assert.deepEqual(["float32", "int64", "uint8", "bool", "complex64", "bfloat16"].map(format.shortType), ["f32", "i64", "u8", "bool", "c64", "bf16"]);
});

test("long names are parted where they differ: near their ends", () => {
  assert.deepEqual(format.splitName("tmp_0"), ["tmp_0", ""]);
  assert.deepEqual(format.splitName("a_layer_with_a_long_name.w_0"), ["a_layer_with_a_long", "_name.w_0"]);
  assert.deepEqual(format.splitName("net.blocks.3.norm1.weight"), ["…3.norm1.weight", ""]);
  assert.deepEqual(format.splitName("model.down1.0.bias"), ["…down1.0.bias", ""]);
  assert.deepEqual(format.splitName("model.blocks.0.mlp.0.weight"), ["…0.mlp.0.weight", ""]);
  assert.deepEqual(format.splitName("encoder.layers.11.self_attn.q_proj.weight"), ["…11.self_attn.q", "_proj.weight"]);
  assert.deepEqual(format.splitName("net.embed.weight@GRAD"), ["net.embed", ".weight@GRAD"]);
  assert.deepEqual(format.splitName("attention · softmax_11"), ["attention · softmax", "_11"]);
  assert.deepEqual(format.splitName("h · add_13"), ["h · add", "_13"]);
  assert.deepEqual(format.splitName("nothingbutonelongword"), ["nothingbuton", "elongword"]);
});

test("a row of the matrix is unfolded into the leading axes", () => {
  assert.deepEqual(format.index([2, 3, 4, 5], 17, 3), [1, 1, 1, 3]);
  assert.deepEqual(format.index([7, 5], 6, 4), [6, 4]);
  assert.deepEqual(format.index([9], 0, 8), [8]);
  assert.deepEqual(format.index([], 0, 0), []);
  let flat = 0; // every element once, in order
  for (let row = 0; row < 24; row++) {
    for (let col = 0; col < 5; col++) {
      const [a, b, c, d] = format.index([2, 3, 4, 5], row, col);
      assert.equal(((a * 3 + b) * 4 + c) * 5 + d, flat++);
    }
  }
});

test("ticks are round, inside, and enough", () => {
  for (const [low, high] of [[0, 1], [-4.9, 4.9], [-3.2, 3.9], [1e-7, 9e-7], [1, 60], [-1e6, 2e6], [0.99, 1.01]]) {
    const ticks = format.ticks(low, high);
    assert.ok(ticks.length >= 3 && ticks.length <= 10, `${low} ${high} ${ticks}`);
    const air = (high - low) * 1e-6;
    assert.ok(ticks.every((t) => t >= low - air && t <= high + air));
  }
  assert.deepEqual(format.ticks(3, 3), [3]);
  assert.deepEqual([0, 0.1 + 0.2, -20000, 1e5, 2e-5].map(format.tick), ["0", "0.3", "−20000", "1e5", "2e−5"]);
});

test("values of one name are told apart where they are listed", () => {
  const value = (name, called, named = false) => ({ name, called, named });
  const listed = [value("Double_1", "hidden"), value("tanh_2", "hidden, y"), value("add_5", "h"), value("w", "", true), value("tmp_3", "w"), value("tmp_4", "")];
  assert.deepEqual([...format.titles(listed).values()], ["hidden · Double_1", "hidden · tanh_2", "h", "w", "w · tmp_3", "tmp_4"]);
});
