// @ts-check
// The DOM functions of the panel. Text is always set as text, never as markup.

import { splitName } from "./format.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string|number|boolean|undefined>} Attributes */

/** An element with attributes and children; `class`, `title`, `role` … as in HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attributes} [attributes] @param {...(Node|string)} children @returns {HTMLElementTagNameMap[K]} */
export function h(tag, attributes = {}, ...children) {
  const el = document.createElement(tag);
  setAll(el, attributes);
  el.append(...children);
  return el;
}

/** The same for SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attributes} [attributes] @param {...(Node|string)} children @returns {SVGElementTagNameMap[K]} */
export function s(tag, attributes = {}, ...children) {
  const el = document.createElementNS(SVG, tag);
  setAll(el, attributes);
  el.append(...children);
  return el;
}

/** A name that is shortened in its middle where there is no room for it. @param {string} name @returns {HTMLElement} */
export function nameTag(name) {
  const el = h("span", { class: "opscope-name" });
  rename(el, name);
  return el;
}

/** @param {HTMLElement} el @param {string} name */
export function rename(el, name) {
  if (el.title === name) return;
  el.title = name;
  const [head, tail] = splitName(name);
  el.replaceChildren(h("span", {}, head), ...(tail ? [h("span", { class: "opscope-name-end" }, tail)] : []));
}

/** @param {Element} el @param {Attributes} attributes */
function setAll(el, attributes) {
  for (const [name, value] of Object.entries(attributes)) set(el, name, value);
}

/** Sets an attribute if it differs, so that an unchanged panel causes no layout. `undefined` and `false` remove it.
 * @param {Element} el @param {string} name @param {string|number|boolean|undefined} value */
export function set(el, name, value) {
  if (value === undefined || value === false) {
    if (el.hasAttribute(name)) el.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (el.getAttribute(name) !== text) el.setAttribute(name, text);
}

/** @param {Node} el @param {string} value */
export function text(el, value) {
  if (el.textContent !== value) el.textContent = value;
}

/** Makes `children` the children of `el`; moves nothing if they already are.
 * @param {Element} el @param {Element[]} children */
export function arrange(el, children) {
  if (el.children.length === children.length && children.every((c, i) => el.children[i] === c)) return;
  el.replaceChildren(...children);
}

/** The index that a key selects in a list: arrows, Home and End.
 * @param {KeyboardEvent} event @param {number} at the selected index @param {number} count @returns {number|null} null for any other key */
export function arrow(event, at, count) {
  if (!count || event.altKey || event.ctrlKey || event.metaKey) return null;
  const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[event.key];
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}
