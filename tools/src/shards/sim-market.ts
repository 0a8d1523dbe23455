import { type InstrumentId, asPrice, pricePoint } from '@fairlot/domain';
import type { Random } from '@fairlot/engine/sim';
import type { Bus } from '../../../apps/server/src/bus/bus.ts';
import type { Subjects } from '../../../apps/server/src/bus/subjects.ts';
import { MarketPublisher } from '../../../apps/server/src/cluster/market-publisher.ts';
import type { MarketStatus } from '../../../apps/server/src/market/port.ts';
import { INSTRUMENTS } from './shared-terms.ts';

const FIRST: ReadonlyMap<InstrumentId, bigint> = new Map([
  [1, 110_000_000n],
  [2, 127_000_000n],
  [3, 240_000_000_000n],
]);
const SPREAD = 10n;
/** One change in so many is a gap, a session or a doubt. */
const RARE = 40;

/** A market of the simulation publishes all that it has. */
function fail(message: string): never {
  throw new Error(message);
}

const STATUS: MarketStatus = {
  sources: [],
  lines: [],
  past: undefined,
  rejected: {},
  figures: { quotes: 0, silentMs: 0, lagMs: 0, barsWaiting: 0, barsGivenUp: 0 },
};

/** A market with gaps, closed sessions and prices in doubt, published like that of an installation. */
export class SimMarket {
  quotes = 0;
  readonly #random: Random;
  readonly #publisher: MarketPublisher;
  readonly #mids = new Map(FIRST);
  readonly #now: () => number;

  constructor(random: Random, bus: Bus, subjects: Subjects, now: () => number) {
    this.#random = random;
    this.#now = now;
    this.#publisher = new MarketPublisher({
      bus,
      subjects,
      lease: { epoch: 1, isCurrent: true },
      from: 'market',
      log: { warn: fail },
      status: () => STATUS,
    });
    this.#publisher.start();
    for (const { id } of INSTRUMENTS) {
      this.#publisher.setOpen(id, true);
      this.#publisher.setDoubt(id, undefined);
      this.#quote(id, 0);
    }
  }

  mid(instrument: InstrumentId): bigint {
    return this.#mids.get(instrument) ?? 0n;
  }

  /** The next change of the market. */
  change(): void {
    const random = this.#random;
    const { id } = random.pick(INSTRUMENTS);
    const rare = random.between(1, RARE);
    if (rare === 1) this.#publisher.setOpen(id, random.chance(0.5));
    else if (rare === 2) this.#publisher.setDoubt(id, random.chance(0.4) ? 'price' : undefined);
    else this.#quote(id, random.between(-1, 1) * (rare === 3 ? 400 : random.between(0, 25)));
  }

  /** Opens everything and quotes it. */
  calm(): void {
    for (const { id } of INSTRUMENTS) {
      this.#publisher.setOpen(id, true);
      this.#publisher.setDoubt(id, undefined);
      this.#quote(id, 1);
    }
  }

  #quote(id: InstrumentId, steps: number): void {
    const point = pricePoint(INSTRUMENTS.find((terms) => terms.id === id)!);
    const mid = this.mid(id) + BigInt(steps) * point;
    if (mid < 10_000n * point) return;
    this.#mids.set(id, mid);
    this.quotes += 1;
    this.#publisher.onQuote({
      instrument: id,
      seq: this.quotes,
      time: this.#now(),
      bid: asPrice(mid),
      ask: asPrice(mid + SPREAD * point),
    });
  }
}
