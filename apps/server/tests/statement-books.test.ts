import { type CallName, type Envelope, type OutputOf, calls as contract } from '@fairlot/contract';
import { DAY_MS, money } from '@fairlot/domain';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { registerStatement } from '../src/features/statement/routes.ts';
import { Calls } from '../src/http/calls.ts';
import { createHttpServer } from '../src/http/http-server.ts';
import { Pipeline } from '../src/http/pipeline.ts';
import { wallClock } from '../src/platform/clock.ts';
import { readQueues } from '../src/http/read-kinds.ts';
import { createLog } from '../src/platform/log.ts';
import { Metrics } from '../src/platform/metrics.ts';
import type { Session } from '../src/security/session.ts';
import { TransferDays } from '../src/trading/days/transfer-days.ts';
import { SwapSchedule } from '../src/trading/swap-schedule.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { drawnMarket } from './support/drawn-bars.ts';
import { NaiveStatement } from './support/naive-statement.ts';
import { CONTRACTS, RUINED, ScriptedMonth } from './support/scripted-month.ts';
import { type TestHost, startTestHost } from './support/test-host.ts';
import { repeatsOn } from './support/repeats.ts';

type Statement = OutputOf<typeof contract.statement>;
type Trades = OutputOf<typeof contract.statementTrades>;
type Movements = OutputOf<typeof contract.statementMovements>;

const ACCOUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const testDatabase = await createTestDatabase();
let database: Database;
let testHost: TestHost;
let month: ScriptedMonth;
let app: FastifyInstance;
const naive = new Map<number, NaiveStatement>();

/** In this test the token is the account's id. */
function known(token: string): Session {
  return { id: 1, account: Number(token), kind: 'real', expiresAt: Number.POSITIVE_INFINITY };
}

beforeAll(async () => {
  database = await testDatabase.open();
  testHost = await startTestHost(database);
  month = new ScriptedMonth(testHost, ACCOUNTS);
  const swaps = new SwapSchedule({
    trading: testHost.host,
    pool: database.pool,
    log: silentLog,
  });
  const days = new TransferDays({ db: database.kysely, log: silentLog });
  for (let week = 0; week < 5; week += 1) {
    await month.run(60);
    await swaps.runDue();
    // The last weeks are read transfer by transfer, earlier ones from day sums made along the way.
    if (week < 3) await days.catchUp(1);
  }
  app = await createHttpServer({ origins: [], isTrustedProxy: () => false, log: createLog('fatal') });
  const free = { take: () => true };
  const pipeline = new Pipeline(app, {
    limits: free,
    metrics: new Metrics(),
    log: createLog('fatal'),
    clock: wallClock,
    isReady: () => true,
  });
  const calls = new Calls(pipeline, {
    sessions: {
      known,
      find: () => Promise.resolve(undefined),
      endAll: () => Promise.resolve(),
      onEnded: () => () => undefined,
    },
    limits: { calls: free, orders: free, networks: free },
    reads: readQueues(1),
    origins: { isForeign: () => false },
    repeats: repeatsOn(database.kysely),
  });
  registerStatement(
    calls,
    database.kysely,
    drawnMarket(month.quotes, () => testHost.clock.time),
  );
  for (const account of ACCOUNTS)
    naive.set(account, await NaiveStatement.read(database.pool, account, month.quotes, CONTRACTS));
});
afterAll(async () => {
  await app.close();
  await testHost.host.stop();
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

/** Any account with any range within the five weeks and a few days around them. */
const anyPeriod = fc
  .record({
    account: fc.constantFrom(...ACCOUNTS),
    first: fc.integer({ min: -2, max: 40 }),
    length: fc.integer({ min: 0, max: 20 }),
  })
  .map(({ account, first, length }) => {
    const from = Math.floor(testHost.clock.time / DAY_MS) * DAY_MS - (40 - first) * DAY_MS;
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

describe('statements of any account and period', () => {
  it('have opening balance + movements = closing balance, equal to the transfers', async () => {
    await fc.assert(
      fc.asyncProperty(anyPeriod, async ({ account, ...span }) => {
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

  it('have results of instruments and movements without one that add up to the change of the balance', async () => {
    await fc.assert(
      fc.asyncProperty(anyPeriod, async ({ account, ...span }) => {
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

  it('have a curve of the account’s balance and equity', async () => {
    await fc.assert(
      fc.asyncProperty(anyPeriod, async ({ account, ...span }) => {
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
        // Prices are recorded from the beginning of the script.
        expect(marks.filter(({ value }) => value === null)).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('the lists', () => {
  it('contain each record of the period once over all pages, and their sums cover all rows', async () => {
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

  it('apply their filters, which do not affect balances', async () => {
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

  it('show the loss of a ruined account and the part that the house covered', async () => {
    const statement: Statement = await ask('statement', ACCOUNTS[RUINED] ?? 0, { period: 'all' });
    expect(money(statement.movements.covers)).toBeGreaterThan(0n);
    expect(statement.closing.total).toBe('0.000000');
    const { list }: Trades = await ask('statementTrades', ACCOUNTS[RUINED] ?? 0, { period: 'all', size: 200 });
    const last = list.find(({ reason }) => reason === 'stop_out');
    const why = await ask('stopOut', ACCOUNTS[RUINED] ?? 0, { id: last?.id ?? 0 });
    // The loss exceeded the balance; the house paid the negative rest.
    expect([why.level, why.after?.used_margin, why.after?.ratio]).toEqual([50, '0.000000', null]);
    expect(money(why.after?.equity ?? '')).toBe(0n - money(why.cover));
    expect(money(why.cover)).toBeGreaterThan(0n);
  });
});
