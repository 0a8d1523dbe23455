import { randomBytes } from 'node:crypto';
import type { OutputOf, rankingCalls } from '@fairlot/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Board } from '../src/features/ranking/board.ts';
import { Listings } from '../src/features/ranking/listings.ts';
import { Records } from '../src/features/ranking/records.ts';
import { registerRanking } from '../src/features/ranking/routes.ts';
import type { Database } from '../src/db/database.ts';
import { Calls } from '../src/platform/calls.ts';
import { wallClock } from '../src/platform/clock.ts';
import { createHttp } from '../src/platform/http.ts';
import { createLog } from '../src/platform/log.ts';
import { Metrics } from '../src/platform/metrics.ts';
import { TokenBuckets } from '../src/platform/token-bucket.ts';
import { startTradingHost } from '../src/trading/host.ts';
import type { TradingHost } from '../src/trading/port.ts';
import { SwapSchedule } from '../src/trading/swap-schedule.ts';
import { verifyShard } from '../src/trading/verify/verify.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { openDesk } from './support/desk.ts';
import type { Desk } from './support/desk.ts';
import { StatementReader } from './support/naive-performance.ts';
import { CONTRACTS, RUINED, ScriptedMonth } from './support/scripted-month.ts';

type List = OutputOf<typeof rankingCalls.followList>;

const testDatabase = await createTestDatabase();
const accounts: number[] = [];
let database: Database;
let desk: Desk;
let month: ScriptedMonth;
let app: FastifyInstance;
let board: Board;

beforeAll(async () => {
  database = await testDatabase.open();
  desk = await openDesk(database);
  const listings = new Listings(database.kysely);
  for (let number = 0; number < 10; number += 1) {
    const user = await database.kysely
      .insertInto('users')
      .values({ kind: 'demo', email: null, invite_code: `T${number}`, demo_hash: randomBytes(32) })
      .returning('id')
      .executeTakeFirstOrThrow();
    accounts.push(Number(user.id));
    await listings.join(Number(user.id), `Trader ${number}`, `trader${number}`);
  }
  month = new ScriptedMonth(desk, accounts);
  // Swaps of the nights that have passed are charged as the month goes.
  const swaps = new SwapSchedule({
    trading: desk.host,
    pool: database.pool,
    now: () => desk.clock.time,
    log: silentLog,
  });
  for (let week = 0; week < 5; week += 1) {
    await month.run(60);
    await swaps.runDue();
  }
  board = boardOn(desk.host);
  await board.refresh();
  app = await createHttp({ origins: [], isTrustedProxy: () => false, log: createLog('fatal') });
  const free = new TokenBuckets(0, 0, wallClock);
  const calls = new Calls(app, {
    sessions: {
      known: () => undefined,
      find: () => Promise.resolve(undefined),
      endAll: () => Promise.resolve(),
      onEnded: () => () => undefined,
    },
    limits: { calls: free, orders: free },
    metrics: new Metrics(),
    log: createLog('fatal'),
    isReady: () => true,
  });
  registerRanking(calls, { board, listings, market: month.past, siteTitle: () => 'Fairlot' });
});
afterAll(async () => {
  await app.close();
  await desk.host.stop();
  await database.close();
  await testDatabase.drop();
});

async function list(query = ''): Promise<List> {
  const answer = await app.inject({ url: `/api/follow/list?${query}`, headers: { lang: 'en' } });
  return answer.json<{ data: List }>().data;
}

describe('ten accounts after some weeks with money in and out', () => {
  it('have the figures that their statements give, to the last digit', async () => {
    const { data, total } = await list();
    expect(total).toBe(10);
    const reader = new StatementReader(database.pool, month.quotes, CONTRACTS);
    const figures = new Map(data.map(({ rank: _rank, user, ...rest }) => [user.name, rest]));
    for (const [number, account] of accounts.entries()) {
      expect([number, figures.get(`Trader ${number}`)]).toEqual([
        number,
        await reader.figures(account, desk.clock.time),
      ]);
    }
    // The script is only worth something when it made the accounts differ.
    expect(new Set(data.map(({ three_week_rate: rate }) => rate)).size).toBeGreaterThan(7);
    expect(data.filter(({ three_week_rate: recent, total_rate: all }) => recent !== all).length).toBeGreaterThan(5);
    expect(figures.get(`Trader ${RUINED}`)?.total_rate).toBe('-100.00');
  });

  it('come best first by each figure, with their ranks', async () => {
    for (const sort of [
      'three_week_rate',
      'three_week_win',
      'three_week_profit',
      'total_rate',
      'total_trade_num',
      'multiple',
    ] as const) {
      const { data } = await list(`sort=${sort}`);
      const values = data.map((entry) => Number(entry[sort]));
      expect(values).toEqual(values.toSorted((a, b) => b - a));
      expect(data.map(({ rank }) => rank)).toEqual(data.map((_entry, index) => index + 1));
    }
  });

  it('keep their figures when everything starts again, and the journal agrees with what they are made of', async () => {
    const before = figuresOf(board);
    await desk.host.stop();
    const host = await startTradingHost({
      connection: database.connection,
      pool: database.pool,
      now: () => desk.clock.time,
      log: silentLog,
      holder: 'again',
      onFatal: () => undefined,
    });
    month.tellLast(host);
    const again = boardOn(host);
    await again.refresh();
    expect(figuresOf(again)).toEqual(before);
    expect((await verifyShard(database.pool)).shown).toEqual([]);
    await host.stop();
  });
});

function figuresOf(of: Board): readonly unknown[] {
  return of.list('all', 'three_week_rate').map(({ member, figures }) => [member, figures]);
}

function boardOn(trading: TradingHost): Board {
  return new Board({
    records: new Records(database.kysely),
    trading,
    market: month.past,
    listings: new Listings(database.kysely),
    now: () => desk.clock.time,
    samples: () => false,
    claimSamples: () => Promise.resolve(),
    log: createLog('fatal'),
  });
}
