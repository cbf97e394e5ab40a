// @ts-check
// Health, value and hidden nodes of each node of the graph.

import { health } from "./format.js";

/** @typedef {import("./format.js").Health} Health */
/** @typedef {import("./events.generated.js").ValueSeen} ValueSeen */

/** @type {Health[]} */
const WORST = ["nan", "inf", "zeros", "ok"];
const MAX_HIDDEN = 200_000; // a drawing may come from anywhere

/** Whether the operators that an event names are those of a program: programs number their operators alike. (Frames that
 * were saved by an older version have no program.) @param {{program: number}} event @param {number} program */
export function isOfProgram(event, program) {
  return event.program === program || !(event.program >= 0);
}

/** Health of each node of a program by its id: that of a variable, or the worst output of an operator. Only the outputs
 * of an operator's newest step count: in eager code, another operator may have had the same number before.
 * @param {ReadonlyMap<string, ValueSeen>} values @param {number} program @returns {Map<string, Health>} */
export function nodeHealth(values, program) {
  /** @type {Map<string, Health>} */
  const out = new Map();
  /** @type {Map<number, number>} */
  const newest = new Map();
  const made = [...values.values()].filter((v) => isOfProgram(v, program));
  for (const v of values.values()) out.set(`var-${v.name}`, health(v));
  for (const v of made) newest.set(v.op, Math.max(newest.get(v.op) ?? 0, v.step));
  for (const v of made) {
    const is = health(v);
    const before = out.get(`op-${v.op}`);
    const counts = v.step === newest.get(v.op);
    if (counts && (!before || WORST.indexOf(is) < WORST.indexOf(before))) out.set(`op-${v.op}`, is);
  }
  return out;
}

/** The ids of the nodes whose values are known from other steps, and not computed yet where the run is paused; of a node
 * in a folded one, that one's, too.
 * @param {ReadonlyMap<string, ValueSeen>} values @param {ReadonlySet<string>} absent @param {number} program
 * @param {ReadonlyMap<string, string>} [hiddenIn] @returns {Set<string>} */
export function notYet(values, absent, program, hiddenIn = new Map()) {
  /** @type {Set<string>} */
  const out = new Set();
  for (const name of absent) {
    const value = values.get(name);
    out.add(`var-${name}`);
    if (value && isOfProgram(value, program)) out.add(`op-${value.op}`);
  }
  for (const id of [...out]) {
    const home = hiddenIn.get(id);
    if (home !== undefined) out.add(home);
  }
  return out;
}

/** The worst of the healths of the nodes that each folded node hides. @param {ReadonlyMap<string, Health>} is
 * @param {ReadonlyMap<string, string>} hiddenIn @returns {Map<string, Health>} */
export function foldedHealth(is, hiddenIn) {
  /** @type {Map<string, Health>} */
  const out = new Map();
  for (const [id, health] of is) {
    const home = hiddenIn.get(id);
    if (home === undefined) continue;
    const before = out.get(home);
    if (!before || WORST.indexOf(health) < WORST.indexOf(before)) out.set(home, health);
  }
  return out;
}

/** The ids of the nodes that a folded node hides, as opscope/viz/folding.py packs them: `["op-", 3, 9, ""]` is seven of
 * them; none if the attribute cannot be read. @param {string|null} json @returns {string[]} */
export function hides(json) {
  /** @type {string[]} */
  const out = [];
  try {
    const ids = JSON.parse(json ?? "[]");
    for (const id of Array.isArray(ids) ? ids : []) {
      if (typeof id === "string") out.push(id);
      if (!Array.isArray(id)) continue;
      const [before, first, last, after] = id;
      if (![first, last].every(Number.isSafeInteger)) continue;
      for (let i = first; i <= last && out.length < MAX_HIDDEN; i++) out.push(`${before}${i}${after}`);
    }
  } catch {
    return [];
  }
  return out;
}

/** The value that a node stands for: that of a variable, or the worst output of an operator or of all hidden nodes.
 * @param {ReadonlyMap<string, ValueSeen>} values @param {number} program @param {string} id
 * @param {readonly string[]} hidden @returns {string|undefined} */
export function valueOf(values, program, id, hidden = []) {
  if (id.startsWith("var-")) return values.get(id.slice(4))?.name;
  const ids = new Set([id, ...hidden]);
  const made = [...values.values()].filter((v) => (isOfProgram(v, program) && ids.has(`op-${v.op}`)) || ids.has(`var-${v.name}`));
  return made.sort((a, b) => WORST.indexOf(health(a)) - WORST.indexOf(health(b)))[0]?.name;
}
