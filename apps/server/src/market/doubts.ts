import type { InstrumentId } from '@fairlot/domain';
import type { DoubtReason } from './port.ts';

type DoubtListener = (instrument: InstrumentId, reason: DoubtReason | undefined) => void;

/** The instruments whose quote is in doubt, and why. A clock in doubt concerns all of them. */
export class Doubts {
  readonly #instruments: Set<InstrumentId>;
  readonly #prices = new Set<InstrumentId>();
  /** Instruments without a source. */
  readonly #sourceless = new Set<InstrumentId>();
  /** Reasons of the market of another process. */
  readonly #told = new Map<InstrumentId, DoubtReason>();
  readonly #listeners = new Set<DoubtListener>();
  #isClockInDoubt = false;

  constructor(instruments: readonly InstrumentId[]) {
    this.#instruments = new Set(instruments);
  }

  /** Adds an instrument, with or without a source, and tells the reason of its doubt. */
  add(id: InstrumentId, isSourceMissing: boolean): void {
    this.#instruments.add(id);
    put(this.#sourceless, id, isSourceMissing);
    this.#notify(id);
  }

  /** Forgets an instrument. */
  remove(id: InstrumentId): void {
    for (const set of [this.#instruments, this.#prices, this.#sourceless, this.#told]) set.delete(id);
  }

  of(id: InstrumentId): DoubtReason | undefined {
    if (this.#sourceless.has(id)) return 'source';
    if (this.#isClockInDoubt) return 'clock';
    return this.#prices.has(id) ? 'price' : this.#told.get(id);
  }

  price(id: InstrumentId, inDoubt: boolean): void {
    this.#change(id, () => put(this.#prices, id, inDoubt));
  }

  /** Tells if an instrument has no source. */
  source(id: InstrumentId, isMissing: boolean): void {
    this.#change(id, () => put(this.#sourceless, id, isMissing));
  }

  /** Notes the reason that the market of another process gives. */
  tell(id: InstrumentId, reason: DoubtReason | undefined): void {
    this.#change(id, () => {
      this.#sourceless.delete(id);
      if (reason === undefined) this.#told.delete(id);
      else this.#told.set(id, reason);
    });
  }

  clock(inDoubt: boolean): void {
    const instruments = [...this.#instruments];
    const before = instruments.map((id) => this.of(id));
    this.#isClockInDoubt = inDoubt;
    instruments.forEach((id, index) => {
      if (this.of(id) !== before[index]) this.#notify(id);
    });
  }

  onDoubt(listener: DoubtListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(id: InstrumentId, change: () => void): void {
    const before = this.of(id);
    change();
    if (this.of(id) !== before) this.#notify(id);
  }

  #notify(id: InstrumentId): void {
    for (const listener of this.#listeners) listener(id, this.of(id));
  }
}

function put(set: Set<InstrumentId>, id: InstrumentId, isIn: boolean): void {
  if (isIn) set.add(id);
  else set.delete(id);
}
