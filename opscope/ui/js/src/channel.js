// @ts-check
// One view's end of the comm: attaches while it is visible, folds the messages, and acknowledges what it has painted,
// where a message asks for that.

import { unpack } from "./protocol.js";
import { fold, INITIAL } from "./state.js";

/** @typedef {import("./state.js").State} State */

/**
 * The part of an anywidget model that the panel uses; the offline page has its own.
 * @typedef {object} Model
 * @property {(event: string, callback: (message: any, buffers: (DataView|ArrayBuffer)[]) => void) => void} on
 * @property {(event: string, callback: (message: any, buffers: (DataView|ArrayBuffer)[]) => void) => void} off
 * @property {(content: any) => void} send
 */

/** Whether messages were lost between the last one and this one; then the view needs a snapshot.
 * @param {number} last @param {import("./protocol.js").WireMessage} message */
export function missing(last, message) {
  return message.kind === "batch" && message.n !== last + 1;
}

/** @param {{model: Model, el: Element, signal: AbortSignal, paint: (state: State) => void}} view */
export function channel({ model, el, signal, paint }) {
  const view = Math.random().toString(36).slice(2);
  let request = Math.floor(Math.random() * 2 ** 20) * 2 ** 20; // so that the requests of two views differ
  let state = INITIAL;
  let last = 0;
  let synced = false;
  let visible = false;
  let asked = false; // whether a message that is not painted yet asks for an answer
  let frame = 0;

  const send = (/** @type {any} */ content) => {
    try {
      model.send(content);
    } catch {
      // the kernel has ended; the panel keeps its last state
    }
  };
  const tick = () => {
    frame = 0;
    try {
      paint(state);
    } finally {
      if (asked) send({ kind: "ack", n: last, view });
      asked = false;
    }
  };
  const refresh = () => {
    if (!frame && visible && !signal.aborted) frame = requestAnimationFrame(tick);
  };
  const attach = () => {
    synced = false;
    send({ kind: "attach", view });
  };

  /** @param {import("./protocol.js").WireMessage} message @param {(DataView|ArrayBuffer)[]} buffers */
  const receive = (message, buffers) => {
    if (message.kind !== "snapshot" && !(message.kind === "batch" && synced)) return;
    if (missing(last, message)) return attach();
    state = fold(message.kind === "snapshot" ? INITIAL : state, unpack(message, buffers));
    last = message.n;
    synced = true;
    asked ||= Boolean(message.ack);
    refresh();
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      const now = entries[entries.length - 1].isIntersecting;
      if (now === visible) return;
      visible = now;
      if (visible) attach();
      else send({ kind: "detach", view });
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
    if (visible) send({ kind: "detach", view });
  });

  return {
    refresh,
    /** Sends a command; returns the number that its response will carry.
     * @param {import("./events.generated.js").CommandKind} kind @param {object} [fields] */
    command(kind, fields = {}) {
      send({ kind, request: ++request, ...fields });
      return request;
    },
  };
}
