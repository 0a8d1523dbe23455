import { calls as contract } from '@fairlot/contract';
import type { CallName, Envelope, OutputOf } from '@fairlot/contract';
import { money } from '@fairlot/domain';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerStatement } from '../src/features/statement/routes.ts';
import type { Database } from '../src/db/database.ts';
import { Calls } from '../src/platform/calls.ts';
import { wallClock } from '../src/platform/clock.ts';
import { createHttp } from '../src/platform/http.ts';
import { createLog } from '../src/platform/log.ts';
import { Metrics } from '../src/platform/metrics.ts';
import type { Session } from '../src/platform/session.ts';
import { TokenBuckets } from '../src/platform/token-bucket.ts';
import { TransferDays } from '../src/trading/days/keeper.ts';
import { SwapSchedule } from '../src/trading/swap-schedule.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { openDesk } from './support/desk.ts';
import type { Desk } from './support/desk.ts';
import { drawnMarket } from './support/drawn-bars.ts';
import { NaiveStatement } from './support/naive-statement.ts';
import { CONTRACTS, RUINED, ScriptedMonth } from './support/scripted-month.ts';

type Statement = OutputOf<typeof contract.statement>;
type Trades = OutputOf<typeof contract.statementTrades>;
type Movements = OutputOf<typeof contract.statementMovements>;

const ACCOUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const DAY_MS = 86_400_000;
const testDatabase = await createTestDatabase();
let database: Database;
let desk: Desk;
let month: ScriptedMonth;
let app: FastifyInstance;
const naive = new Map<number, NaiveStatement>();

/** Here a token is the account's number. */
function known(token: string): Session {
  return { id: 1, account: Number(token), kind: 'real', expiresAt: Number.POSITIVE_INFINITY };
}

beforeAll(async () => {
  database = await testDatabase.open();
  desk = await openDesk(database);
  month = new ScriptedMonth(desk, ACCOUNTS);
  const swaps = new SwapSchedule({
    trading: desk.host,
    pool: database.pool,
    now: () => desk.clock.time,
    log: silentLog,
  });
  const days = new TransferDays({ db: database.kysely, log: silentLog });
  for (let week = 0; week < 5; week += 1) {
    await month.run(60);
    await swaps.runDue();
    // The last weeks are read transfer by transfer, those before from sums that were made on the way.
    if (week < 3) await days.catchUp(1);
  }
  app = await createHttp({ origins: [], isTrustedProxy: () => false, log: createLog('fatal') });
  const free = new TokenBuckets(0, 0, wallClock);
  const calls = new Calls(app, {
    sessions: {
      known,
      find: () => Promise.resolve(undefined),
      endAll: () => Promise.resolve(),
      onEnded: () => () => undefined,
    },
    limits: { calls: free, orders: free },
    metrics: new Metrics(),
    log: createLog('fatal'),
    isReady: () => true,
  });
  registerStatement(
    calls,
    database.kysely,
    drawnMarket(month.quotes, () => desk.clock.time),
  );
  for (const account of ACCOUNTS)
    naive.set(account, await NaiveStatement.read(database.pool, account, month.quotes, CONTRACTS));
});
afterAll(async () => {
  await app.close();
  await desk.host.stop();
  await database.close();
  await testDatabase.drop();
});

async function ask<Name extends CallName>(
  name: Name,
  account: number,
  input: Readonly<Record<string, string | number>>,
): Promise<OutputOf<(typeof contract)[Name]>> {
  const query = new URLSearchParams(
    Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  const answer = await app.inject({
    url: `${contract[name].path}?${query}`,
    headers: { lang: 'en', authorization: String(account) },
  });
  const envelope = answer.json<Envelope<OutputOf<(typeof contract)[Name]>>>();
  expect(envelope.reason).toBe('ok');
  return contract[name].output.parse(envelope.data) as OutputOf<(typeof contract)[Name]>;
}

const naiveOf = (account: number): NaiveStatement => {
  const found = naive.get(account);
  if (found === undefined) throw new Error(`account ${account} was not read`);
  return found;
};
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const sumOf = <T>(rows: readonly T[], pick: (row: T) => string): bigint =>
  rows.reduce((sum, row) => sum + money(pick(row)), 0n);

/** Any account with any stretch of the five weeks and a little more. */
const wish = fc
  .record({
    account: fc.constantFrom(...ACCOUNTS),
    first: fc.integer({ min: -2, max: 40 }),
    length: fc.integer({ min: 0, max: 20 }),
  })
  .map(({ account, first, length }) => {
    const from = Math.floor(desk.clock.time / DAY_MS) * DAY_MS - (40 - first) * DAY_MS;
    return { account, from, to: from + (length + 1) * DAY_MS };
  });
const RUNS = { numRuns: 60 };

function rangeOf({ from, to }: { readonly from: number; readonly to: number }): {
  readonly period: string;
  readonly from: string;
  readonly to: string;
} {
  return { period: 'range', from: day(from), to: day(to - 1) };
}

describe('for any account and any days', () => {
  it('opening balance + what moved = closing balance, as the transfers have them', async () => {
    await fc.assert(
      fc.asyncProperty(wish, async ({ account, ...span }) => {
        const { opening, closing, movements }: Statement = await ask('statement', account, rangeOf(span));
        const reader = naiveOf(account);
        const parts = Object.entries(movements)
          .filter(([name]) => name !== 'total')
          .reduce((sum, [, value]) => sum + money(value), 0n);
        expect(money(opening.total) + parts).toBe(money(closing.total));
        expect(parts).toBe(money(movements.total));
        expect([money(opening.available), money(opening.frozen)]).toEqual([
          reader.moved(0, span.from, (move) => move.available),
          reader.moved(0, span.from, (move) => move.frozen),
        ]);
        expect([money(closing.available), money(closing.frozen)]).toEqual([
          reader.moved(0, span.to, (move) => move.available),
          reader.moved(0, span.to, (move) => move.frozen),
        ]);
      }),
      RUNS,
    );
  });

  it('the results of instruments and what moved without one are what the balance changed by', async () => {
    await fc.assert(
      fc.asyncProperty(wish, async ({ account, ...span }) => {
        const statement: Statement = await ask('statement', account, rangeOf(span));
        expect(sumOf(statement.instruments, ({ net }) => net) + money(statement.unassigned)).toBe(
          money(statement.closing.total) - money(statement.opening.total),
        );
        const closed = naiveOf(account).deals.filter(
          ({ closedAt }) => closedAt !== undefined && closedAt >= span.from && closedAt < span.to,
        );
        for (const each of statement.instruments) {
          expect(money(each.gross_profit) + money(each.gross_loss) + money(each.fees) + money(each.swaps)).toBe(
            money(each.net),
          );
          const own = closed.filter(({ instrument }) => instrument === each.instrument.id);
          expect(each.trades).toBe(own.length);
          expect(money(each.gross_loss)).toBe(own.reduce((sum, { profit }) => (profit < 0n ? sum + profit : sum), 0n));
          const wins = own.filter(({ profit, fee, swap }) => profit - fee + swap > 0n).length;
          expect(each.win_rate).toBe(own.length === 0 ? null : ((wins / own.length) * 100).toFixed(2));
        }
        expect([statement.trades.trades, money(statement.trades.net)]).toEqual([
          closed.length,
          closed.reduce((sum, { profit, fee, swap }) => sum + profit - fee + swap, 0n),
        ]);
      }),
      RUNS,
    );
  });

  it('the curve is what the account had and was worth', async () => {
    await fc.assert(
      fc.asyncProperty(wish, async ({ account, ...span }) => {
        const { curve, opening, closing, ongoing }: Statement = await ask('statement', account, rangeOf(span));
        const reader = naiveOf(account);
        for (const { time, value } of curve.balance) expect(money(value)).toBe(reader.moved(0, Date.parse(time) + 1));
        expect(money(curve.balance.at(-1)?.value ?? opening.total)).toBe(money(closing.total));
        const marks = ongoing ? curve.equity.slice(0, -1) : curve.equity;
        for (const { time, balance, value } of marks) {
          expect([time, money(balance), value]).toEqual([
            time,
            reader.moved(0, Date.parse(time)),
            value === null ? null : expect.any(String),
          ]);
          if (value !== null) expect([time, money(value)]).toEqual([time, reader.equity(Date.parse(time))]);
        }
        // Prices are on record from the script's beginning on.
        expect(marks.filter(({ value }) => value === null)).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('the lists', () => {
  it('hold every record of the period once, over all pages, and their sums are those of all rows', async () => {
    for (const account of ACCOUNTS) {
      const all = { trades: [] as Trades['list'], movements: [] as Movements['list'] };
      for (let page = 1; page < 40; page += 1) {
        all.trades.push(...(await ask('statementTrades', account, { period: 'all', page })).list);
        all.movements.push(...(await ask('statementMovements', account, { period: 'all', page })).list);
      }
      const [trades, movements, statement] = [
        await ask('statementTrades', account, { period: 'all' }),
        await ask('statementMovements', account, { period: 'all' }),
        await ask('statement', account, { period: 'all' }),
      ];
      expect([all.trades.length, all.movements.length]).toEqual([trades.total, movements.total]);
      expect([new Set(all.trades.map(({ id }) => id)).size, new Set(all.movements.map(({ Id }) => Id)).size]).toEqual([
        trades.total,
        movements.total,
      ]);
      expect(sumOf(all.movements, ({ AvailableValue }) => AvailableValue)).toBe(money(movements.available));
      expect(money(movements.available)).toBe(money(statement.closing.available));
      expect(money(movements.frozen)).toBe(money(statement.closing.frozen));
      expect(sumOf(all.trades, ({ net }) => net)).toBe(money(statement.trades.net));
    }
  });

  it('keep to their filters, which balances do not know', async () => {
    const [account = 1] = ACCOUNTS;
    const whole: Statement = await ask('statement', account, { period: 'all' });
    const filtered: Statement = await ask('statement', account, { period: 'all', instrument: 2, side: 'sell' });
    expect([filtered.opening, filtered.closing, filtered.movements, filtered.unassigned]).toEqual([
      whole.opening,
      whole.closing,
      whole.movements,
      whole.unassigned,
    ]);
    const { list }: Trades = await ask('statementTrades', account, {
      period: 'all',
      instrument: 2,
      side: 'sell',
      size: 200,
    });
    expect(list.length).toBeGreaterThan(0);
    expect(list.every(({ instrument, side }) => instrument.id === 2 && side === 'sell')).toBe(true);
    expect(filtered.trades.trades).toBe(list.length);
    const swaps: Movements = await ask('statementMovements', account, {
      period: 'all',
      instrument: 2,
      type: 8,
      size: 200,
    });
    expect(swaps.list.length).toBeGreaterThan(0);
    expect(swaps.list.every(({ Type, instrument }) => Type === 8 && instrument?.id === 2)).toBe(true);
  });

  it('tell of a ruined account what its owner lost and what the house covered', async () => {
    const statement: Statement = await ask('statement', ACCOUNTS[RUINED] ?? 0, { period: 'all' });
    expect(money(statement.movements.covers)).toBeGreaterThan(0n);
    expect(statement.closing.total).toBe('0.000000');
    const { list }: Trades = await ask('statementTrades', ACCOUNTS[RUINED] ?? 0, { period: 'all', size: 200 });
    const last = list.find(({ reason }) => reason === 'stop_out');
    const why = await ask('stopOut', ACCOUNTS[RUINED] ?? 0, { id: last?.id ?? 0 });
    // Its loss went through the whole balance: what was left below zero is what the house paid.
    expect([why.level, why.after?.used_margin, why.after?.ratio]).toEqual([50, '0.000000', null]);
    expect(money(why.after?.equity ?? '')).toBe(0n - money(why.cover));
    expect(money(why.cover)).toBeGreaterThan(0n);
  });
});
