import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Instrument, asLots, asPrice, money } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { createMarket } from '../src/market/create.ts';
import type { Market } from '../src/market/market.ts';
import { TICKS_FOLDER, recordedDays, recordedLines } from '../src/market/recorded.testkit.ts';
import { defineTerms } from '../src/trading/define-terms.ts';
import { startTradingHost } from '../src/trading/host.ts';
import type { CommandDraft, HostOutcome, TradingHost } from '../src/trading/port.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { type NaiveAction, NaiveDay, type NaiveOrder, type NaiveTick } from './support/naive-day.ts';
import { type Script, writeScript } from './support/scripted-day.ts';

const DAY = '20140508';
const CODES = ['EURUSD', 'XAUUSD'];
const ACCOUNT = 7;
const CASH = money('100000');
const present = CODES.every((code) => recordedDays().includes(`${code.toLowerCase()}-${DAY}`));

/**
 * Places orders while recorded EURUSD and XAUUSD ticks of a day are replayed through the market, the engine and
 * PostgreSQL, and compares them with a naive simulation of the same files: every answer, fill, result and the final
 * balance must be equal.
 */
describe.skipIf(!present)('a scripted day on recorded ticks (shared/data/ticks)', () => {
  let fresh: TestDatabase;
  let database: Database;
  let folder: string;
  let market: Market;
  let host: TradingHost;
  let naive: NaiveDay;
  let ticks: readonly NaiveTick[];
  let answers: readonly string[];
  const numberOf = new Map<NaiveOrder, number>();

  beforeAll(async () => {
    fresh = await createTestDatabase();
    database = await fresh.open();
    folder = await mkdtemp(join(tmpdir(), 'fairlot-day-'));
    for (const code of CODES) {
      const name = `${code.toLowerCase()}-${DAY}.csv.gz`;
      await symlink(join(TICKS_FOLDER, name), join(folder, name));
    }
    market = await createMarket({
      pool: database.pool,
      feed: { kind: 'replay', path: folder, speed: Number.POSITIVE_INFINITY },
      sessions: 'always',
      seed: 1,
      clock: () => Date.now(),
      log: silentLog,
    });
    const traded = CODES.map((code) => instrumentOf(code));
    ticks = readTicks(traded);
    const script = writeScript(20_140_508, ticks);
    naive = readNaively(traded, ticks, script);
    answers = await replay(script);
  });
  afterAll(async () => {
    await host.stop();
    await database.close();
    await fresh.drop();
    await rm(folder, { recursive: true });
  });

  function instrumentOf(code: string): Instrument {
    const found = market.instruments().find((each) => each.code === code);
    if (found === undefined) throw new Error(`${code} is not listed`);
    return found;
  }

  /** Replays the recording through the product and executes the script right after the ticks that it names. */
  async function replay(script: Script): Promise<readonly string[]> {
    host = await startTradingHost({
      connection: database.connection,
      pool: database.pool,
      now: () => market.now(),
      log: silentLog,
      holder: 'test',
      onFatal: (error) => {
        throw error;
      },
    });
    await defineTerms(
      host,
      database.pool,
      { feeMode: 'perLot', stopOutPercent: 50, demoFunds: CASH, maxOrdersPerAccount: 1000 },
      market.instruments(),
    );
    await host.submit({ type: 'openAccount', account: ACCOUNT, key: 'open', kind: 'demo' });
    for (const { id } of market.instruments()) host.setOpen(id, market.isOpen(id));
    const outcomes: Promise<HostOutcome>[] = [];
    let tick = -1;
    let keys = 0;
    const ended = new Promise((resolve) => {
      market.onSession((_, open) => {
        if (!open) resolve(undefined);
      });
    });
    market.onQuote((quote) => {
      host.onQuote(quote);
      tick += 1;
      for (const action of script.get(tick) ?? []) outcomes.push(host.submit(commandOf(action, (keys += 1))));
    });
    await market.start();
    await ended;
    await market.stop();
    return (await Promise.all(outcomes)).map((outcome) => (outcome.ok ? 'ok' : outcome.reason));
  }

  /** The engine numbers accepted orders from 1; refused ones have no number. */
  function commandOf(action: NaiveAction, key: number): CommandDraft {
    const common = { account: ACCOUNT, key: `step-${key}` };
    if (action.do === 'place') {
      const { instrument, side, lots, leverage, target, stop, take } = action;
      return {
        type: 'placeOrder',
        ...common,
        instrument,
        side,
        lots: asLots(lots),
        leverage: Number(leverage),
        target: priceOf(target),
        stopLoss: priceOf(stop),
        takeProfit: priceOf(take),
      };
    }
    const subject = naive.orders[action.order];
    const order = (subject && numberOf.get(subject)) ?? 1_000_000;
    if (action.do === 'stops')
      return { type: 'setStops', ...common, order, stopLoss: priceOf(action.stop), takeProfit: priceOf(action.take) };
    return { type: action.do === 'close' ? 'closePosition' : 'cancelOrder', ...common, order };
  }

  function readNaively(traded: readonly Instrument[], all: readonly NaiveTick[], script: Script): NaiveDay {
    const day = new NaiveDay(
      CASH,
      new Map(
        traded.map(({ id, unitsPerLot, feeRate, staleAfterMs }) => [
          id,
          { units: unitsPerLot, feeRate, feePerLot: true, staleAfterMs },
        ]),
      ),
    );
    for (const [number, tick] of all.entries()) {
      day.tick(tick);
      for (const action of script.get(number) ?? []) day.act(action);
    }
    for (const order of day.orders) if (order.status !== 'refused') numberOf.set(order, numberOf.size + 1);
    return day;
  }

  it('answers every command of the script like the naive simulation', () => {
    expect(answers).toEqual(naive.answers);
    // The script must cover all kinds of answers and ends.
    expect(new Set(naive.answers)).toEqual(
      new Set([
        'ok',
        'insufficient_margin',
        'stop_loss_wrong_side',
        'take_profit_wrong_side',
        'order_not_open',
        'order_not_pending',
        'unknown_order',
        'market_data_stale',
      ]),
    );
    const ends = new Set(naive.orders.map(({ kind, status, why }) => `${kind} ${status} ${why ?? ''}`.trim()));
    for (const kind of ['market', 'limit', 'stop']) {
      for (const end of ['closed stop_loss', 'closed take_profit', 'closed client'])
        expect(ends).toContain(`${kind} ${end}`);
    }
    expect(ends).toContain('limit cancelled client');
  });

  it('fills, closes and cancels every order on the same tick, at the same price, with the same result', async () => {
    const { rows } = await database.pool.query('select * from orders order by id');
    const found = rows.map((row) => ({
      id: Number(row.id),
      status: row.status,
      kind: row.kind,
      price: row.price,
      closePrice: row.close_price,
      profit: row.profit,
      reason: row.reason,
      margin: row.margin,
      fee: row.fee,
      openedAt: row.opened_at === null ? null : Number(row.opened_at),
      openedOn: quoteOf(row, 'open'),
      closedOn: quoteOf(row, 'close'),
    }));
    const expected = [...numberOf].map(([order, id]) => ({
      id,
      status: order.status,
      kind: order.kind,
      price: order.price ?? null,
      closePrice: order.closePrice ?? null,
      profit: order.profit ?? null,
      reason: order.status === 'open' || order.status === 'pending' ? null : order.why,
      margin: order.margin,
      fee: order.fee,
      openedAt: order.openedOn?.time ?? null,
      openedOn: plain(order.openedOn),
      closedOn: plain(order.closedOn),
    }));
    expect(found.length).toBeGreaterThan(300);
    // A cancelled pending order keeps the quote of its placement; only fills are compared.
    expect(
      found.map((row) => (row.status === 'cancelled' || row.status === 'pending' ? { ...row, openedOn: null } : row)),
    ).toEqual(expected);
  });

  it('ends with the same balance and frozen margin, to the micro-dollar', async () => {
    const { rows } = await database.pool.query('select cash, order_reserve from accounts where id = $1', [ACCOUNT]);
    expect(rows).toEqual([{ cash: naive.cash, order_reserve: naive.reserved }]);
    const moved = await database.pool.query(
      `select coalesce(sum(case when credit_account = $1 and credit_book = 'cash' then amount else 0 end), 0)::int8
            - coalesce(sum(case when debit_account = $1 and debit_book = 'cash' then amount else 0 end), 0)::int8 as cash from transfers`,
      [ACCOUNT],
    );
    expect(moved.rows).toEqual([{ cash: naive.cash }]);
  });
});

/** A tick as a quote without its sequence number. */
function plain(tick: NaiveTick | undefined): unknown {
  return tick === undefined ? null : { time: tick.time, bid: tick.bid, ask: tick.ask };
}

function quoteOf(row: Readonly<Record<string, bigint | null>>, end: 'open' | 'close'): unknown {
  const time = row[`${end}_quote_time`];
  return time === null || time === undefined
    ? null
    : { time: Number(time), bid: row[`${end}_quote_bid`], ask: row[`${end}_quote_ask`] };
}

function priceOf(scaled: bigint | undefined) {
  return scaled === undefined ? undefined : asPrice(scaled);
}

/** Reads the ticks of all files, sorted by time and, at equal times, by code. */
function readTicks(traded: readonly Instrument[]): readonly NaiveTick[] {
  return traded
    .flatMap(({ id, code }) =>
      recordedLines(`${code.toLowerCase()}-${DAY}`).map(([time = '', bid = '', ask = '']) => ({
        instrument: id,
        time: Math.trunc(Number(time)),
        bid: scale8(bid),
        ask: scale8(ask),
      })),
    )
    .sort((a, b) => a.time - b.time);
}

function scale8(text: string): bigint {
  const [whole = '', decimals = ''] = text.trim().split('.');
  return BigInt(whole + decimals.padEnd(8, '0'));
}
