// @ts-check
// One view's end of the comm: says when it is there, folds what comes, and acknowledges what it has painted.

import { unpack } from "./protocol.js";
import { fold, INITIAL } from "./reduce.js";

/** @typedef {import("./reduce.js").State} State */

/**
 * What the panel needs of an anywidget model; the offline page has its own.
 * @typedef {object} Model
 * @property {(event: string, callback: (message: any, buffers: (DataView|ArrayBuffer)[]) => void) => void} on
 * @property {(event: string, callback: (message: any, buffers: (DataView|ArrayBuffer)[]) => void) => void} off
 * @property {(content: any) => void} send
 */

/** Messages missing between two of them mean that some were dropped on the way: only a snapshot helps.
 * @param {number} last @param {import("./protocol.js").WireMessage} message */
export function missing(last, message) {
  return message.kind === "batch" && message.n !== last + 1;
}

/** @param {{model: Model, el: Element, signal: AbortSignal, paint: (state: State) => void}} view */
export function channel({ model, el, signal, paint }) {
  const view = Math.random().toString(36).slice(2);
  let request = Math.floor(Math.random() * 2 ** 20) * 2 ** 20; // two views must not ask with the same numbers
  let state = INITIAL;
  let last = 0;
  let synced = false;
  let visible = false;
  let unpainted = false;
  let frame = 0;

  const send = (/** @type {any} */ content) => {
    try {
      model.send(content);
    } catch {
      // the kernel is gone; the panel keeps showing what it has
    }
  };
  const tick = () => {
    frame = 0;
    try {
      paint(state);
    } finally {
      if (unpainted) send({ kind: "ack", n: last, view });
      unpainted = false;
    }
  };
  const refresh = () => {
    if (!frame && visible && !signal.aborted) frame = requestAnimationFrame(tick);
  };
  const ask = () => {
    synced = false;
    send({ kind: "ready", view });
  };

  /** @param {import("./protocol.js").WireMessage} message @param {(DataView|ArrayBuffer)[]} buffers */
  const receive = (message, buffers) => {
    if (message.kind !== "snapshot" && !(message.kind === "batch" && synced)) return;
    if (missing(last, message)) return ask();
    state = fold(message.kind === "snapshot" ? INITIAL : state, unpack(message, buffers));
    last = message.n;
    synced = true;
    unpainted = true;
    refresh();
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      const now = entries[entries.length - 1].isIntersecting;
      if (now === visible) return;
      visible = now;
      if (visible) ask();
      else send({ kind: "bye", view });
      refresh();
    },
    { rootMargin: "100px" },
  );
  const size = new ResizeObserver(refresh);

  model.on("msg:custom", receive);
  watcher.observe(el);
  size.observe(el);
  signal.addEventListener("abort", () => {
    model.off("msg:custom", receive);
    watcher.disconnect();
    size.disconnect();
    cancelAnimationFrame(frame);
    if (visible) send({ kind: "bye", view });
  });

  return {
    refresh,
    /** Sends a command; returns the number its answer will carry.
     * @param {import("./protocol.js").CommandKind} kind @param {object} [fields] */
    command(kind, fields = {}) {
      send({ kind, request: ++request, ...fields });
      return request;
    },
  };
}
