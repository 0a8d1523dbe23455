import { type InstrumentId, pricePoint } from '@fairlot/domain';
import type { MarketData } from '../../market/port.ts';
import { type Job, every } from '../../platform/jobs.ts';

const EVERY_MS = 5_000;
/** Five minutes of samples. */
const SAMPLES = 60;

/**
 * The usual spread of each instrument: the median of samples of the last minutes, so that one wide quote does not become
 * the base of a markup. Undefined before the first quote.
 */
export class UsualSpreads {
  readonly #market: Pick<MarketData, 'instruments' | 'instrument' | 'quote'>;
  readonly #samples = new Map<InstrumentId, number[]>();
  readonly #job: Job;

  constructor(market: Pick<MarketData, 'instruments' | 'instrument' | 'quote'>) {
    this.#market = market;
    this.#job = every(EVERY_MS, () => this.sample());
  }

  start(): void {
    this.sample();
    this.#job.start();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }

  sample(): void {
    const listed = this.#market.instruments();
    for (const { id } of listed) {
      const now = this.#now(id);
      if (now === undefined) continue;
      const samples = this.#samples.get(id) ?? [];
      samples.push(now);
      if (samples.length > SAMPLES) samples.shift();
      this.#samples.set(id, samples);
    }
    const ids = new Set(listed.map(({ id }) => id));
    for (const id of this.#samples.keys()) if (!ids.has(id)) this.#samples.delete(id);
  }

  /** In the instrument's smallest steps of price. */
  of(id: InstrumentId): number | undefined {
    const sorted = this.#samples.get(id)?.toSorted((one, other) => one - other);
    return sorted?.[Math.floor((sorted.length - 1) / 2)] ?? this.#now(id);
  }

  #now(id: InstrumentId): number | undefined {
    const [quote, instrument] = [this.#market.quote(id), this.#market.instrument(id)];
    if (quote === undefined || instrument === undefined) return undefined;
    return Number((quote.ask - quote.bid) / pricePoint(instrument));
  }
}
