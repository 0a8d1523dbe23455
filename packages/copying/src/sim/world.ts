import {
  type Instrument,
  type InstrumentId,
  type Quote,
  asPrice,
  lots,
  money,
  pricePoint,
  rate,
} from '@fairlot/domain';
import type { AccountId, Applied, ClientCommand, OrderId } from '@fairlot/engine';
import type { Random } from '@fairlot/engine/sim';
import { SimShard } from './sim-shard.ts';
import { SimStore } from './sim-store.ts';

export const SHARDS = 2;
const STEP_MS = 250;
const START = 1_700_000_000_000;
const RULES = { feeMode: 'ofMargin', stopOutPercent: 50, demoFunds: money('50000'), maxOrdersPerAccount: 60 } as const;

function instrument(id: InstrumentId, change: Partial<Instrument>): Instrument {
  return {
    id,
    code: `I${id}`,
    quoteCurrency: 'USD',
    pricePrecision: 5,
    lotStep: lots('0.01'),
    minLots: lots('0.01'),
    maxLots: lots('40'),
    unitsPerLot: 100_000n,
    marginMode: 'leveraged',
    leverages: [20, 50, 100, 200],
    feeRate: rate('0.01'),
    swap: { mode: 'points', long: rate('0'), short: rate('0'), tripleWeekday: 3 },
    conversion: null,
    staleAfterMs: 10_000_000_000,
    ...change,
  };
}

export const INSTRUMENTS: readonly Instrument[] = [
  instrument(1, {}),
  instrument(2, { pricePrecision: 2, unitsPerLot: 100n, minLots: lots('0.05'), lotStep: lots('0.05') }),
];
const FIRST_PRICES: ReadonlyMap<InstrumentId, bigint> = new Map([
  [1, 110_000_000n],
  [2, 200_000_000_000n],
]);

type HandCommand = ClientCommand extends infer C ? (C extends ClientCommand ? Omit<C, 'key' | 'time'> : never) : never;

/** Accounts, two engines, one market and the tables of copying. */
export class World {
  readonly random: Random;
  readonly store = new SimStore();
  readonly shards: readonly SimShard[];
  /** The committed rows of both shards, for the auditor. */
  readonly journal: { readonly shard: number; readonly row: Applied }[] = [];
  readonly leaders: readonly AccountId[];
  readonly copiers: readonly AccountId[];
  now = START;
  #seq = 0;
  #keys = 0;
  readonly #mids = new Map(FIRST_PRICES);
  /** Shards that gave copying no answer since all of their copiers' deeds had results. */
  readonly refused = new Set<number>();
  /** Rows with events of leaders, from which their deeds follow. */
  readonly leaderRows: readonly Applied[][] = Array.from({ length: SHARDS }, () => []);

  constructor(random: Random, { leaders, copiers, slice }: { leaders: number; copiers: number; slice: number }) {
    this.random = random;
    this.leaders = Array.from({ length: leaders }, (_, index) => index + 1);
    this.copiers = Array.from({ length: copiers }, (_, index) => leaders + index + 1);
    this.shards = Array.from(
      { length: SHARDS },
      (_, number) => new SimShard(number, slice, (row, shard) => this.#committed(row, shard)),
    );
    for (const shard of this.shards) {
      shard.submit({ type: 'setRules', time: this.now, rules: RULES });
      for (const terms of INSTRUMENTS) {
        shard.submit({ type: 'defineInstrument', time: this.now, instrument: terms });
        shard.setOpen(terms.id, true);
      }
      shard.commit();
    }
    for (const { id } of INSTRUMENTS) this.quote(id, 0);
    for (const account of [...this.leaders, ...this.copiers]) this.#open(account);
    for (const shard of this.shards) shard.commit();
  }

  readonly shardOf = (account: AccountId): SimShard => this.shards[account % SHARDS]!;

  /** Applies and commits a command of a person. */
  act(draft: HandCommand): void {
    this.#keys += 1;
    const shard = this.shardOf(draft.account);
    const command: ClientCommand = { ...draft, time: this.now, key: `by hand ${this.#keys}` };
    shard.submit(command);
    shard.commit();
  }

  /** Moves the market of an instrument by a number of steps on its grid, the same in both shards. */
  quote(id: InstrumentId, steps: number): void {
    const terms = INSTRUMENTS.find((each) => each.id === id)!;
    const point = pricePoint(terms);
    const mid = (this.#mids.get(id) ?? 0n) + BigInt(steps) * point;
    this.#mids.set(id, mid > 1000n * point ? mid : 1000n * point);
    this.now += STEP_MS;
    this.#seq += 1;
    const at = this.#mids.get(id)!;
    const quote: Quote = {
      instrument: id,
      seq: this.#seq,
      time: this.now,
      bid: asPrice(at),
      ask: asPrice(at + 10n * point),
    };
    for (const shard of this.shards) {
      shard.quote(quote);
      shard.commit();
    }
  }

  /** Works the bursts of both shards by one slice. */
  work(): void {
    for (const shard of this.shards) {
      shard.work(this.now);
      shard.commit();
    }
  }

  order(id: OrderId): ReturnType<SimShard['order']> {
    for (const shard of this.shards) {
      const order = shard.order(id);
      if (order !== undefined) return order;
    }
    return undefined;
  }

  #open(account: AccountId): void {
    const shard = this.shardOf(account);
    const funds = account <= this.leaders.length ? 20_000 : this.random.between(100, 5000);
    const own = { account, time: this.now };
    shard.submit({ ...own, type: 'openAccount', kind: 'real', key: `open ${account}` });
    shard.submit({ ...own, type: 'deposit', amount: money(String(funds)), reference: account, key: `fund ${account}` });
  }

  #committed(row: Applied, shard: number): void {
    this.journal.push({ shard, row });
    const isLeaders = row.events.some(
      (event) => 'account' in event && typeof event.account === 'number' && event.account <= this.leaders.length,
    );
    if (isLeaders) this.leaderRows[shard]!.push(row);
  }
}
