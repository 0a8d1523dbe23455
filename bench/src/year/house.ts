import { uniqueKey } from '@fairlot/client';
import { type Price, asPrice, lots, money, price } from '@fairlot/domain';
import { type Database, openDatabase } from '../../../apps/server/src/db/database.ts';
import { PartitionKeeper } from '../../../apps/server/src/db/partitions/partition-keeper.ts';
import { OrderDays } from '../../../apps/server/src/trading/days/order-days.ts';
import { TransferDays } from '../../../apps/server/src/trading/days/transfer-days.ts';
import { startTradingHost } from '../../../apps/server/src/trading/host.ts';
import type { TradingShard } from '../../../apps/server/src/trading/port.ts';
import { SwapSchedule } from '../../../apps/server/src/trading/swap-schedule.ts';
import { EURUSD, log } from '../orders/host.ts';

const PARTITION_DAYS = 30;
const MIN_LOTS = lots('0.01');
const BASE_POINTS = 110_000;

/** Market time of the simulated year, in epoch milliseconds. */
export interface YearClock {
  time: number;
}

/** A price of so many points. */
function priceOf(points: number): Price {
  return asPrice(price((points / 100_000).toFixed(5)));
}

/** A broker's house: real PostgreSQL, real host, and the jobs that keep it small. Time moves when the bench says so. */
export class House {
  readonly database: Database;
  readonly host: TradingShard;
  readonly #clock: YearClock;
  readonly #keeper: PartitionKeeper;
  readonly #swaps: SwapSchedule;
  readonly #sums: { catchUp(): Promise<void> }[];

  private constructor(database: Database, host: TradingShard, clock: YearClock) {
    this.database = database;
    this.host = host;
    this.#clock = clock;
    this.#keeper = new PartitionKeeper({ pool: database.pool, now: () => clock.time, days: PARTITION_DAYS, log });
    this.#swaps = new SwapSchedule({ trading: host, pool: database.pool, log });
    const of = { db: database.kysely, log };
    this.#sums = [new TransferDays(of), new OrderDays(of)];
  }

  /** Opens a house on a folder; an empty one gets rules, an instrument and accounts. */
  static async open(folder: string, clock: YearClock, accounts: number): Promise<House> {
    const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
    const host = await startTradingHost({
      connection: database.connection,
      pool: database.pool,
      now: () => clock.time,
      log,
      holder: 'bench',
      onFatal: (error) => {
        throw error;
      },
    });
    const house = new House(database, host, clock);
    await house.#keeper.run();
    if (host.rules === undefined) await house.#found(accounts);
    host.setOpen(EURUSD.id, true);
    house.quote(0);
    return house;
  }

  /** Moves market time, with a quote so many points from the base. */
  moveTo(time: number, points: number): void {
    this.#clock.time = time;
    this.quote(points);
  }

  quote(points: number): void {
    const { time } = this.#clock;
    const bid = BASE_POINTS + points;
    this.host.onQuote({ instrument: EURUSD.id, seq: time, time, bid: priceOf(bid), ask: priceOf(bid + 10) });
  }

  /** Opens a position. Returns its number. */
  async place(account: number): Promise<number> {
    const order = { instrument: EURUSD.id, side: 'buy', lots: MIN_LOTS, leverage: 100 } as const;
    const outcome = await this.host.submit({ type: 'placeOrder', account, key: uniqueKey(), ...order });
    if (!outcome.ok || outcome.order === undefined) throw new Error(`not opened: ${JSON.stringify(outcome)}`);
    return outcome.order;
  }

  async close(account: number, order: number): Promise<void> {
    const outcome = await this.host.submit({ type: 'closePosition', account, key: uniqueKey(), order });
    if (!outcome.ok) throw new Error(`not closed: ${outcome.reason}`);
  }

  /** Does what the server's jobs do in a day: partitions, swaps, sums of days. */
  async endDay(): Promise<void> {
    await this.#keeper.run();
    await this.#swaps.runDue();
    for (const sums of this.#sums) await sums.catchUp();
  }

  async stop(): Promise<void> {
    await this.host.stop();
    await this.database.close();
  }

  async #found(accounts: number): Promise<void> {
    const rules = {
      feeMode: 'perLot',
      stopOutPercent: 50,
      demoFunds: money('1000000'),
      maxOrdersPerAccount: 1000,
    } as const;
    await this.host.submit({ type: 'setRules', rules });
    await this.host.submit({ type: 'defineInstrument', instrument: EURUSD });
    for (let from = 1; from <= accounts; from += 1000)
      await Promise.all(
        Array.from({ length: Math.min(1000, accounts - from + 1) }, (_, index) =>
          this.host.submit({ type: 'openAccount', account: from + index, key: 'open', kind: 'demo' }),
        ),
      );
  }
}
