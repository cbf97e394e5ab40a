// Folds the lists of events on the standard input and writes the folds, and what is written of each value, as JSON.
// tests/ui/test_agreement.py compares them with Python's.

import { readFileSync } from "node:fs";

import { foldEvents } from "../src/event_fold.js";
import { EMPTY_FOLD } from "../src/events.generated.js";
import * as format from "../src/format.js";

const plain = (value) => {
  if (!(value instanceof Map)) return value;
  return [...value.entries()].map(([name, v]) => (v.points ? [name, v.stride, v.points] : v));
};
const folds = JSON.parse(readFileSync(0, "utf8")).map((events) => {
  const fold = foldEvents(EMPTY_FOLD, events);
  return Object.fromEntries(Object.entries(fold).map(([slot, value]) => [slot, plain(value)]));
});
const texts = folds.map(({ values }) => values.map((v) => [format.number(v.mean), format.shape(v.shape), format.health(v), format.group(v)]));
process.stdout.write(JSON.stringify({ folds, texts }));
