import { type Instrument, type InstrumentId, type SwapTerms, isSameSwap } from '@fairlot/domain';
import { isSameJson } from '../platform/same-json.ts';

/** A change of an instrument's swap that is decided and applies from a rollover on. */
export interface AnnouncedSwap {
  /** Number of the proposal. */
  readonly id: number;
  readonly instrument: InstrumentId;
  readonly swap: SwapTerms;
  /** Market time of the first rollover that is charged at it, in epoch milliseconds. */
  readonly from: number;
}

export interface AnnouncedSwapsOptions {
  readonly leadMs?: number;
  /** Called with the list after each change that is stored. */
  readonly changed?: (list: readonly AnnouncedSwap[]) => void;
}

/** The announced changes of swaps, soonest first. Hosts apply each right before the rollover that it names. */
export class AnnouncedSwaps {
  #list: readonly AnnouncedSwap[] = [];
  /** True when others were not told of the list. */
  #isUntold = false;
  readonly #leadMs: number;
  readonly #changed: (list: readonly AnnouncedSwap[]) => void;

  /** `leadMs`: time before a rollover in which nothing is called off, because other processes must have heard of it. */
  constructor({ leadMs = 0, changed = () => undefined }: AnnouncedSwapsOptions = {}) {
    this.#leadMs = leadMs;
    this.#changed = changed;
  }

  /** Milliseconds before a rollover in which its swaps no longer change. */
  get leadMs(): number {
    return this.#leadMs;
  }

  /** The list is a new object after every change. */
  get list(): readonly AnnouncedSwap[] {
    return this.#list;
  }

  replace(list: readonly AnnouncedSwap[]): void {
    const isSame = isSameJson(list, this.#list);
    if (isSame && !this.#isUntold) return;
    this.#isUntold = false;
    if (!isSame) this.#list = list;
    this.#changed(list);
  }

  /**
   * Takes a change out of the list before that is stored. Returns false when it applies already or is not in the list.
   * Others read the stored list, so they are told by the `replace` that follows.
   */
  callOff(id: number, now: number): boolean {
    const left = this.#list.filter((change) => change.id !== id || change.from <= now + this.#leadMs);
    const wasThere = left.length < this.#list.length;
    if (wasThere) {
      this.#list = left;
      this.#isUntold = true;
    }
    return wasThere;
  }

  of(instrument: InstrumentId): AnnouncedSwap | undefined {
    return this.#list.find((change) => change.instrument === instrument);
  }

  /** The changes that apply at a moment. */
  dueAt(time: number): readonly AnnouncedSwap[] {
    return this.#list.filter(({ from }) => from <= time);
  }

  /** Terms with the changes that apply at a moment. */
  applyTo<Terms extends Instrument>(terms: Terms, time: number): Terms {
    const change = this.dueAt(time).findLast(({ instrument }) => instrument === terms.id);
    return change === undefined || isSameSwap(change.swap, terms.swap) ? terms : { ...terms, swap: change.swap };
  }
}
