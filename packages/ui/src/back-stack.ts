/**
 * Layers (sheets, drawers, dialogs) that the back button closes, topmost first. Each open layer owns one entry of
 * the browser's history; entries and layers are brought together after the fact, so that closing one layer and
 * opening the next in the same moment moves nothing.
 */
interface Layer {
  readonly close: () => void;
}

const layers: Layer[] = [];
let scheduled = false;
/** A `go` of our own is under way; its popstate is not the visitor's. */
let travelling = false;
let listening = false;

/** How many layer entries the current history entry stands on. */
function depth(): number {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('layer' in state)) return 0;
  return typeof state.layer === 'number' ? state.layer : 0;
}

/** Registers an open layer and returns what takes it out again. `close` is called when the visitor goes back. */
export function pushLayer(close: () => void): () => void {
  listen();
  const layer: Layer = { close };
  layers.push(layer);
  schedule();
  return () => {
    const index = layers.indexOf(layer);
    if (index === -1) return;
    layers.splice(index, 1);
    schedule();
  };
}

function listen(): void {
  if (listening) return;
  listening = true;
  addEventListener('popstate', () => {
    if (travelling) {
      travelling = false;
      reconcile();
      return;
    }
    const left = depth();
    while (layers.length > left) layers.pop()?.close();
  });
}

function schedule(): void {
  if (scheduled || travelling) return;
  scheduled = true;
  setTimeout(() => {
    scheduled = false;
    reconcile();
  });
}

function reconcile(): void {
  const actual = depth();
  if (actual > layers.length) {
    travelling = true;
    history.go(layers.length - actual);
    return;
  }
  for (let level = actual + 1; level <= layers.length; level += 1) {
    // The router keeps its own bookkeeping in the state; it is carried along.
    const kept: unknown = history.state;
    history.pushState({ ...(typeof kept === 'object' ? kept : {}), layer: level }, '');
  }
}
