import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { price } from '@fairlot/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../src/composition/server.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/db/database.ts';
import { createMarket } from '../src/market/create.ts';
import type { Market } from '../src/market/market.ts';
import { type SourceChange, bindSource } from '../src/market/source-binding.ts';
import { createLog } from '../src/platform/log.ts';
import { journalTime } from '../src/trading/journal-time.ts';
import { type TestDatabase, createTestDatabase, silentLog } from './support/database.ts';
import { SECRETS_KEY } from './support/server.ts';
import { NOON, openAccount, startTestHost } from './support/test-host.ts';

let fresh: TestDatabase;
let database: Database;
let folder = '';
beforeEach(async () => {
  fresh = await createTestDatabase();
  database = await fresh.open();
  folder = await mkdtemp(join(tmpdir(), 'fairlot-source-'));
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
  await rm(folder, { recursive: true });
});

/** Opens an account at noon and writes one command of it an hour later. */
async function trade(kind: 'real' | 'demo'): Promise<void> {
  const { host, clock } = await startTestHost(database);
  await host.submit({ ...openAccount(1), kind });
  clock.time += 3_600_000;
  await host.submit({ ...openAccount(2), kind });
  await host.stop();
}

const changes: SourceChange[] = [];
const bind = async (to: 'simulated' | 'replay', allowed = 'none'): Promise<readonly SourceChange[]> => {
  changes.length = 0;
  await bindSource(database.pool, to, allowed, (change) => {
    changes.push(change);
    return Promise.resolve();
  });
  return [...changes];
};

const start = (allowed: string) => {
  const result = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    FAIRLOT_SECRETS_KEY: SECRETS_KEY,
    ...fresh.settings,
    FAIRLOT_FEED: `replay:${folder}`,
    FAIRLOT_FEED_CHANGE: allowed,
  });
  if (!result.ok) throw new Error(result.problems.join());
  return startServer(result.config, createLog('silent'));
};

const put = (ticks: readonly (readonly [minutes: number, bid: string])[]) =>
  writeFile(
    join(folder, 'eurusd-1.csv'),
    ticks.map(([minutes, bid]) => `${NOON + minutes * 60_000},${bid},${bid}`).join('\n'),
  );

/** Plays the recording to its end. Returns market time at the start and the bids. */
async function play(): Promise<{
  readonly begin: number;
  readonly bids: readonly string[];
  readonly market: Market;
}> {
  const market = await createMarket({
    pool: database.pool,
    feed: { kind: 'replay', path: folder, speed: Number.POSITIVE_INFINITY },
    sessions: 'always',
    seed: 1,
    clock: () => Date.now(),
    notBefore: await journalTime(database.pool),
    log: silentLog,
  });
  const begin = market.now();
  const bids: string[] = [];
  market.onQuote(({ bid }) => bids.push((Number(bid) / 1e8).toFixed(1)));
  const ended = new Promise((resolve) => {
    market.onSession((_, open) => {
      if (!open) resolve(undefined);
    });
  });
  await market.start();
  await ended;
  await market.stop();
  return { begin, bids, market };
}

const minutes = async () =>
  (
    await database.pool.query<{ time: bigint; bid_close: bigint; volume: number }>(
      'select time, bid_close, volume from candles where source = 2 and instrument = 1 and period = 1 order by time',
    )
  ).rows.map(({ time, bid_close: bid, volume }) => [(Number(time) - NOON) / 60_000, bid, volume]);

describe('the source of a database', () => {
  it('is bound at the first start, and changes freely while no real account exists', async () => {
    expect(await bind('simulated')).toEqual([]);
    await trade('demo');
    expect(await bind('replay')).toEqual([{ from: 'simulated', to: 'replay' }]);
    expect(await bind('replay')).toEqual([]);
  });

  it('changes on real accounts only with the word that names the new one', async () => {
    expect(await bind('simulated')).toEqual([]);
    await trade('real');
    await expect(bind('replay')).rejects.toThrow('FAIRLOT_FEED_CHANGE=replay');
    await expect(bind('replay', 'simulated')).rejects.toThrow('traded on simulated prices');
    expect(await bind('simulated')).toEqual([]);
    expect(await bind('replay', 'replay')).toEqual([{ from: 'simulated', to: 'replay' }]);
    expect(await bind('replay')).toEqual([]);
    await expect(bind('simulated', 'replay')).rejects.toThrow('FAIRLOT_FEED_CHANGE=simulated');
  });

  it('of an older database is the only one that ran on it', async () => {
    await database.pool.query('insert into market_runs (source, epoch) values (1, 7)');
    await trade('real');
    await expect(bind('replay')).rejects.toThrow('traded on simulated prices');
  });
});

describe('a server with another source than its database', () => {
  it('starts only with the word, which the audit log has', async () => {
    await bindSource(database.pool, 'simulated', 'none', () => Promise.resolve());
    await trade('real');
    await writeFile(join(folder, 'eurusd-1.csv'), `${NOON + 3_600_001},1.1,1.1\n`);
    await database.close();
    try {
      await expect(start('none')).rejects.toThrow('FAIRLOT_FEED_CHANGE=replay');
      const server = await start('replay');
      await server.stop();
    } finally {
      database = await fresh.open();
    }
    const { rows } = await database.pool.query<{ input: string }>(
      `select input from audit_log where action = 'market/change_source' and phase = 'event'`,
    );
    expect(rows.map(({ input }) => JSON.parse(input) as object)).toEqual([{ from: 'simulated', to: 'replay' }]);
  });
});

describe('a replay on a database with a later journal', () => {
  it('resumes at the last row: market time never turns back, and no bar is lost or counted twice', async () => {
    await put([
      [-1, '1.1'],
      [30, '1.1'],
    ]);
    expect(await play()).toMatchObject({ begin: NOON - 60_000, bids: ['1.1', '1.1'] });
    await trade('demo');
    await put([
      [-1, '1.1'],
      [30, '1.1'],
      [59, '1.1'],
      [61, '1.1'],
      [62, '1.1'],
    ]);
    const resumed = await play();
    expect(resumed).toMatchObject({ begin: NOON + 3_600_000, bids: ['1.1', '1.1'] });
    expect(await minutes()).toEqual([-1, 30, 61, 62].map((minute) => [minute, price('1.1'), 1]));
    const again = await play();
    expect(again.begin).toBe(NOON + 62 * 60_000);
    expect(await minutes()).toEqual([-1, 30, 61, 62].map((minute) => [minute, price('1.1'), 1]));
  });

  it('is refused with both times when the recording ends before the last row', async () => {
    await trade('demo');
    await put([
      [-60, '1.1'],
      [59, '1.1'],
    ]);
    await expect(play()).rejects.toThrow(
      '(2026-11-20T12:59:00.000Z) is before the last entry in the journal of this database (2026-11-20T13:00:00.000Z)',
    );
  });
});
