import type { InstrumentId } from '@fairlot/domain';
import type { DoubtReason } from './port.ts';

type DoubtListener = (instrument: InstrumentId, reason: DoubtReason | undefined) => void;

/** The instruments whose quote is in doubt, and why. A clock in doubt concerns all of them. */
export class Doubts {
  readonly #instruments: readonly InstrumentId[];
  readonly #prices = new Set<InstrumentId>();
  readonly #listeners = new Set<DoubtListener>();
  #isClockInDoubt = false;

  constructor(instruments: readonly InstrumentId[]) {
    this.#instruments = instruments;
  }

  of(id: InstrumentId): DoubtReason | undefined {
    if (this.#isClockInDoubt) return 'clock';
    return this.#prices.has(id) ? 'price' : undefined;
  }

  price(id: InstrumentId, inDoubt: boolean): void {
    if (this.#prices.has(id) === inDoubt) return;
    if (inDoubt) this.#prices.add(id);
    else this.#prices.delete(id);
    if (!this.#isClockInDoubt) this.#notify(id);
  }

  clock(inDoubt: boolean): void {
    if (this.#isClockInDoubt === inDoubt) return;
    this.#isClockInDoubt = inDoubt;
    for (const id of this.#instruments) this.#notify(id);
  }

  onDoubt(listener: DoubtListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(id: InstrumentId): void {
    for (const listener of this.#listeners) listener(id, this.of(id));
  }
}
