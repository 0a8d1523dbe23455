/** The part of the browser's history that layers need. */
export interface HistoryPort {
  readonly state: unknown;
  readonly address: string;
  pushState(state: unknown): void;
  go(delta: number): void;
  /** Navigates within the page, like a link. */
  follow(address: string): void;
}

/** Time in milliseconds during which a pending `go` may still arrive after a navigation came in between. */
const LATE_MS = 1_000;

/** An open sheet, drawer or dialog, which the back button closes. */
interface Layer {
  readonly close: () => void;
}

/**
 * Keeps one history entry per open layer. It reconciles the history after the current task, so that replacing one layer
 * by another does not move in the history.
 */
export class LayerStack {
  readonly #history: HistoryPort;
  readonly #later: (work: () => void, delayMs?: number) => void;
  readonly #layers: Layer[] = [];
  readonly #waiting: (() => void)[] = [];
  #scheduled = false;
  /** Address at which the stack called `go`, while its popstate is pending; undefined otherwise. */
  #from: string | undefined;
  /**
   * Set when the visitor navigated to `to` while a `go` was pending. The browser may still run the `go`, which undoes
   * the navigation, or may have dropped it.
   */
  #overtaken: { readonly from: string; readonly to: string } | undefined;

  /** `later` runs work after the current task (or a delay), so that changes of one task are handled together. */
  constructor(history: HistoryPort, later: (work: () => void, delayMs?: number) => void) {
    this.#history = history;
    this.#later = later;
  }

  /**
   * Adds an open layer and returns a function that removes it. `close` is called when the visitor goes back; a layer that
   * is not removed then is still open, and gets its entry back.
   */
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

  /** Runs work as soon as the history stands where the open layers want it; at once if it does. */
  settled(work: () => void): void {
    if (this.#scheduled || this.#from !== undefined) this.#waiting.push(work);
    else work();
  }

  /**
   * Handles a navigation to another address, not a step in the history. A popstate may not follow, and browsers undo it
   * with a `go` that is still pending.
   */
  navigated(): void {
    const { address } = this.#history;
    const { from, to } = this.#overtaken ?? { from: this.#from, to: this.#from };
    if (from === undefined || address === to) return;
    this.#overtake(from, address);
    if (this.#from === undefined) return;
    this.#from = undefined;
    this.#reconcile();
  }

  /** Handles a popstate: ends the stack's own `go`, or closes the layers above the entry to which the visitor went. */
  popped(): void {
    const { address } = this.#history;
    if (this.#overtaken !== undefined) {
      const { from, to } = this.#overtaken;
      // The popstate of the navigation itself leaves the late `go` to come.
      if (address !== to) this.#overtaken = undefined;
      // The late `go` undid the visitor's navigation, so repeat it.
      if (address === from && from !== to) {
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
    for (const layer of this.#layers.slice(left).toReversed()) layer.close();
    // A layer may have stayed open; or the visitor went forward to an entry whose layer is closed: step back out of it.
    if (left !== this.#layers.length) this.#schedule();
  }

  #overtake(from: string, to: string): void {
    const overtaken = { from, to };
    // The visitor has chosen another way.
    this.#waiting.length = 0;
    this.#overtaken = overtaken;
    this.#later(() => {
      if (this.#overtaken === overtaken) this.#overtaken = undefined;
    }, LATE_MS);
  }

  /** Number of layers that the current history entry represents. */
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
      // Keeps the fields that the router stores in the state.
      const { state } = this.#history;
      this.#history.pushState({ ...(typeof state === 'object' ? state : {}), layer: level });
    }
    for (const work of this.#waiting.splice(0)) work();
  }
}
