/** The part of the browser's history that layers need. */
export interface HistoryPort {
  readonly state: unknown;
  readonly address: string;
  pushState(state: unknown): void;
  go(delta: number): void;
  /** Goes to another address of the page, as a link would. */
  follow(address: string): void;
}

/** How long a journey of our own through the history may still arrive after a navigation has come in between. */
const LATE_MS = 1_000;

/** Something open that the back button closes: a sheet, drawer or dialog. */
interface Layer {
  readonly close: () => void;
}

/**
 * Open layers, and one entry of the history for each. Entries and layers are brought together after the fact, so that
 * closing one layer and opening the next in the same moment moves nothing.
 */
export class LayerStack {
  readonly #history: HistoryPort;
  readonly #later: (work: () => void, delayMs?: number) => void;
  readonly #layers: Layer[] = [];
  #scheduled = false;
  /** A `go` of our own is under way from this address; its popstate is not the visitor's. */
  #from: string | undefined;
  /** The visitor navigated to `to` while that `go` was under way: it may still arrive and undo the navigation, or was dropped. */
  #overtaken: { readonly from: string; readonly to: string } | undefined;

  /** `later` runs work after the current task (or a delay), so that what happens in one moment is seen as one. */
  constructor(history: HistoryPort, later: (work: () => void, delayMs?: number) => void) {
    this.#history = history;
    this.#later = later;
  }

  /** Adds an open layer and returns what takes it out again. `close` is called when the visitor goes back. */
  push(close: () => void): () => void {
    const layer: Layer = { close };
    this.#layers.push(layer);
    this.#schedule();
    return () => {
      const index = this.#layers.indexOf(layer);
      if (index === -1) return;
      this.#layers.splice(index, 1);
      this.#schedule();
    };
  }

  /** The history moved: by our own doing, or because the visitor went back, which closes what lies above. */
  popped(): void {
    const { address } = this.#history;
    if (this.#overtaken !== undefined) {
      const { from, to } = this.#overtaken;
      this.#overtaken = undefined;
      // The late `go` took the visitor back to where the layer was: on to where they wanted.
      if (address === from) {
        this.#history.follow(to);
        return;
      }
    }
    if (this.#from !== undefined) {
      if (address !== this.#from) this.#overtake(this.#from, address);
      this.#from = undefined;
      this.#reconcile();
      return;
    }
    const left = this.#depth();
    while (this.#layers.length > left) this.#layers.pop()?.close();
    // Forward into an entry whose layer is long closed: step out of it again.
    if (left > this.#layers.length) this.#schedule();
  }

  #overtake(from: string, to: string): void {
    const overtaken = { from, to };
    this.#overtaken = overtaken;
    this.#later(() => {
      if (this.#overtaken === overtaken) this.#overtaken = undefined;
    }, LATE_MS);
  }

  /** How many layers the current entry of the history stands on. */
  #depth(): number {
    const { state } = this.#history;
    if (typeof state !== 'object' || state === null || !('layer' in state)) return 0;
    return typeof state.layer === 'number' ? state.layer : 0;
  }

  #schedule(): void {
    if (this.#scheduled || this.#from !== undefined) return;
    this.#scheduled = true;
    this.#later(() => {
      this.#scheduled = false;
      if (this.#from === undefined) this.#reconcile();
    });
  }

  #reconcile(): void {
    const actual = this.#depth();
    if (actual > this.#layers.length) {
      this.#from = this.#history.address;
      this.#history.go(this.#layers.length - actual);
      return;
    }
    for (let level = actual + 1; level <= this.#layers.length; level += 1) {
      // The router keeps its own bookkeeping in the state; it is carried along.
      const { state } = this.#history;
      this.#history.pushState({ ...(typeof state === 'object' ? state : {}), layer: level });
    }
  }
}
