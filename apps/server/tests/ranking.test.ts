import { randomBytes } from 'node:crypto';
import type { OutputOf, rankingCalls } from '@fairlot/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { Listings } from '../src/features/ranking/listings.ts';
import { RankingBoard } from '../src/features/ranking/ranking-board.ts';
import { Records } from '../src/features/ranking/records.ts';
import { registerRanking } from '../src/features/ranking/routes.ts';
import { Calls } from '../src/http/calls.ts';
import { createHttpServer } from '../src/http/http-server.ts';
import { Pipeline } from '../src/http/pipeline.ts';
import { wallClock } from '../src/platform/clock.ts';
import { readQueues } from '../src/http/read-kinds.ts';
import { createLog } from '../src/platform/log.ts';
import { Metrics } from '../src/platform/metrics.ts';
import { startTradingHost } from '../src/trading/host.ts';
import type { TradingHost } from '../src/trading/port.ts';
import { SwapSchedule } from '../src/trading/swap-schedule.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { StatementReader } from './support/naive-performance.ts';
import { CONTRACTS, RUINED, ScriptedMonth } from './support/scripted-month.ts';
import { type TestHost, startTestHost } from './support/test-host.ts';
import { repeatsOn } from './support/repeats.ts';

type List = OutputOf<typeof rankingCalls.followList>;

const testDatabase = await createTestDatabase();
const accounts: number[] = [];
let database: Database;
let testHost: TestHost;
let month: ScriptedMonth;
let app: FastifyInstance;
let board: RankingBoard;

beforeAll(async () => {
  database = await testDatabase.open();
  testHost = await startTestHost(database);
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
  month = new ScriptedMonth(testHost, accounts);
  // Swaps of past nights are charged as the month proceeds.
  const swaps = new SwapSchedule({
    trading: testHost.host,
    pool: database.pool,
    log: silentLog,
  });
  for (let week = 0; week < 5; week += 1) {
    await month.run(60);
    await swaps.runDue();
  }
  board = boardOn(testHost.host);
  await board.refresh();
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
      known: () => undefined,
      find: () => Promise.resolve(undefined),
      endAll: () => Promise.resolve(),
      onEnded: () => () => undefined,
    },
    limits: { calls: free, orders: free, networks: free },
    reads: readQueues(1),
    origins: { isForeign: () => false },
    repeats: repeatsOn(database.kysely),
  });
  registerRanking(calls, { board, listings, market: month.past, siteTitle: () => 'Fairlot' });
});
afterAll(async () => {
  await app.close();
  await testHost.host.stop();
  await database.close();
  await testDatabase.drop();
});

async function list(query = ''): Promise<List> {
  const answer = await app.inject({ url: `/api/follow/list?${query}`, headers: { lang: 'en' } });
  return answer.json<{ data: List }>().data;
}

describe('ten accounts after some weeks with deposits and withdrawals', () => {
  it('have exactly the figures computed from their statements', async () => {
    const { data, total } = await list();
    expect(total).toBe(10);
    const reader = new StatementReader(database.pool, month.quotes, CONTRACTS);
    const figures = new Map(data.map(({ rank: _rank, user, ...rest }) => [user.name, rest]));
    for (const [number, account] of accounts.entries()) {
      expect([number, figures.get(`Trader ${number}`)]).toEqual([
        number,
        await reader.figures(account, testHost.clock.time),
      ]);
    }
    // The script must make the accounts differ, or the comparison would be weak.
    expect(new Set(data.map(({ three_week_rate: rate }) => rate)).size).toBeGreaterThan(7);
    expect(data.filter(({ three_week_rate: recent, total_rate: all }) => recent !== all).length).toBeGreaterThan(5);
    expect(figures.get(`Trader ${RUINED}`)?.total_rate).toBe('-100.00');
  });

  it('are sorted best first by each figure, with ranks', async () => {
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

  it('keep their figures after a restart, and the journal agrees with their records', async () => {
    const before = figuresOf(board);
    await testHost.host.stop();
    const host = await startTradingHost({
      connection: database.connection,
      pool: database.pool,
      now: () => testHost.clock.time,
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

function figuresOf(of: RankingBoard): readonly unknown[] {
  return of.list('all', 'three_week_rate').map(({ member, figures }) => [member, figures]);
}

function boardOn(trading: TradingHost): RankingBoard {
  return new RankingBoard({
    records: new Records(database.kysely),
    trading,
    market: month.past,
    listings: new Listings(database.kysely),
    now: () => testHost.clock.time,
    samples: () => false,
    claimSamples: () => Promise.resolve(),
    log: createLog('fatal'),
  });
}
