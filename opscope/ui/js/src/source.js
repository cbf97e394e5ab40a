// @ts-check
// The user's line with syntax colors: keywords, strings, numbers, comments and calls.

import { h, set, text } from "./dom.js";

/** @typedef {"plain"|"keyword"|"string"|"number"|"comment"|"call"} Token */

const KEYWORDS = new Set(
  ("and as assert async await break class continue def del elif else except False finally for from global if import in is " +
    "lambda None nonlocal not or pass raise return True try while with yield").split(" "),
);
const WORDS = [
  /(?<comment>#.*)/,
  /(?<string>\b[rbfuRBFU]{0,2}(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,
  /(?<number>\b(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?j?)|\.\d+(?:e[+-]?\d+)?)/,
  /(?<word>[\p{L}_][\p{L}\p{N}_]*)/u,
];
const ANY = new RegExp(WORDS.map((w) => w.source).join("|"), "giu");

/** A line in tokens; joined, they are the line. @param {string} line @returns {[Token, string][]} */
export function tokens(line) {
  /** @type {[Token, string][]} */
  const out = [];
  let end = 0;
  for (const match of line.matchAll(ANY)) {
    if (match.index > end) out.push(["plain", line.slice(end, match.index)]);
    end = match.index + match[0].length;
    const kind = /** @type {string} */ (Object.keys(match.groups ?? {}).find((k) => match.groups?.[k] !== undefined));
    out.push([kind === "word" ? word(match[0], line.slice(end)) : /** @type {Token} */ (kind), match[0]]);
  }
  if (end < line.length) out.push(["plain", line.slice(end)]);
  return out;
}

/** @param {string} name @param {string} after @returns {Token} */
function word(name, after) {
  if (KEYWORDS.has(name)) return "keyword";
  return after.startsWith("(") ? "call" : "plain";
}

/** The last part of a path; text that is no path (`In [5]`) stays. @param {string} path */
export function fileName(path) {
  return path.split(/[/\\]/).at(-1) || path;
}

export function sourceLine() {
  const place = h("span", { class: "opscope-line-number" });
  const code = h("code", {});
  const el = h("div", { class: "opscope-source", hidden: true }, place, code);
  return {
    el,
    /** @param {string} path @param {number} line @param {string} source */
    update(path, line, source) {
      set(el, "hidden", !path);
      set(el, "title", `${path}:${line}\n${source}`);
      text(place, `${fileName(path)}:${line}`);
      if (code.textContent === source) return;
      code.replaceChildren(...tokens(source).map(([kind, part]) => (kind === "plain" ? part : h("span", { "data-token": kind }, part))));
    },
  };
}
