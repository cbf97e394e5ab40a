// @ts-check
// The interpreter of the fold's rules; opscope/ui/event_fold.py applies the same rules (tests/ui/test_agreement.py).

import { EMPTY_FOLD, FOLD_RULES } from "./events.generated.js";
import { EMPTY, extend, scalarPoints, tappedPoints, valuePoint } from "./series.js";

/** @typedef {import("./events.generated.js").Fold} Fold */
/** @typedef {import("./events.generated.js").FoldRule} FoldRule */
/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./series.js").Point} Point */

/** The fold after these events, oldest first. A slot that no event changes stays the same object.
 * @param {Fold} fold @param {readonly Event[]} events @returns {Fold} */
export function foldEvents(fold, events) {
  const next = new Draft(fold);
  for (const event of events) {
    if (event.kind === "Trail") next.addPoints(event.slot, event.name, event.points, event);
    else if (Object.hasOwn(FOLD_RULES, event.kind)) for (const rule of FOLD_RULES[event.kind]) apply(next, rule, event);
  }
  return next.slots;
}

/** A copy of a fold; its tables are copied when they first change. */
class Draft {
  /** @param {Fold} fold */
  constructor(fold) {
    /** @type {any} */
    this.slots = { ...fold };
    /** @type {Set<keyof Fold>} */
    this.copied = new Set();
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

  /** @param {"history"|"scalars"} slot @param {string} name @param {Point[]} points @param {{seen: number, first: number}} [trail] */
  addPoints(slot, name, points, trail) {
    const curves = this.table(slot);
    curves.set(name, extend(curves.get(name) ?? EMPTY, points, trail));
  }
}

/** @param {Draft} next @param {FoldRule} rule @param {any} event */
function apply(next, rule, event) {
  switch (rule.rule) {
    case "latest":
      if (rule.where && Boolean(event[rule.where[0]]) !== rule.where[1]) break;
      next.clear(rule.clears);
      next.slots[rule.slot] = event;
      break;
    case "latestByKey": {
      const table = next.table(rule.slot);
      const values = rule.key.map((name) => event[name]);
      const key = values.length === 1 && typeof values[0] === "string" ? values[0] : JSON.stringify(values);
      if (rule.limit !== null) table.delete(key);
      table.set(key, event);
      for (const oldest of table.keys()) {
        if (rule.limit === null || table.size <= rule.limit) break;
        table.delete(oldest);
      }
      break;
    }
    case "newest":
      next.slots[rule.slot] = [...next.slots[rule.slot], event].slice(-rule.limit);
      break;
    case "addPoints":
      if (rule.points === "statistics") next.addPoints(rule.slot, event.name, [valuePoint(event)]);
      else for (const [name, point] of rule.points === "tapped" ? tappedPoints(event) : scalarPoints(event)) next.addPoints(rule.slot, name, [point]);
      break;
    case "restart":
      next.clear(/** @type {(keyof Fold)[]} */ (Object.keys(EMPTY_FOLD)).filter((slot) => !rule.keeps.includes(slot)));
      next.slots[rule.slot] = event;
      break;
  }
}
