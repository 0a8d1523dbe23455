import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import type { Database } from '../../apps/server/src/db/database.ts';
import type { TradingHost } from '../../apps/server/src/trading/port.ts';
import { MOST_OLD_KEYS, loadOldKeys } from './keys/old-way.ts';
import { ACCOUNTS, log, openHost, place, resumeHost } from './orders/host.ts';
import { Latencies, report } from './report.ts';

/** Journal rows at which to measure, rising. */
const SIZES = (process.env['BENCH_KEYS'] ?? '1000000,5000000,20000000').split(',').map(Number);
const MIB = 2 ** 20;
const SEARCHES = 500;

/** Adds rows with UUIDv7 keys, one a millisecond, spread over the accounts. A start reads only the last row's end, so the content is irrelevant. */
const FILL = `insert into journal (shard, seq, epoch, time, account, key, key_print, command, markets, outcome, events, hash, rules)
  select 0, last.seq + n, last.epoch, last.time, 1 + n % ${ACCOUNTS},
    substr(stamp, 1, 8) || '-' || substr(stamp, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'),
    hashtextextended(stamp, 7), '{}', '[]', '{"ok":true}', '[]', last.hash, last.rules
  from generate_series(1, $1::integer) n, (select * from journal order by seq desc limit 1) last,
    lateral (select lpad(to_hex(1600000000000 + last.seq + n), 12, '0') as stamp) made`;
const MARK = `insert into key_marks (shard, account, stamp) select 0, n, (1600000000000 + $1::bigint) * 32 from generate_series(1, ${ACCOUNTS}) n
  on conflict (shard, account) do update set stamp = greatest(key_marks.stamp, excluded.stamp)`;
const KEY_INDEX =
  'create unique index journal_key on journal_first (account, key) include (key_print) where key is not null';

interface Measured {
  readonly keys: number;
  readonly [figure: string]: number;
}

/** Measures start, recovery and memory with many keys in the past, against the way in which all of them were loaded. */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-keys-'));
  try {
    const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
    await (await openHost(database)).stop();
    const sizes: Measured[] = [];
    for (const size of SIZES) {
      await fill(database, size);
      sizes.push(await measure(database, size));
      console.log(JSON.stringify(sizes.at(-1)));
    }
    await database.close();
    const figures = {
      sizes,
      atOneBillion: atOneBillion(sizes),
      goal: 'readyMs and recoveryMs <= 5000 with 1,000,000,000 keys',
    };
    report('keys', { accounts: ACCOUNTS, openPositions: 0, sizes: SIZES }, figures);
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(database: Database, size: number): Promise<void> {
  const { rows } = await database.pool.query<{ rows: string }>('select count(*)::text as rows from journal');
  await database.pool.query('drop index journal_key');
  await database.pool.query(FILL, [size - Number(rows[0]?.rows)]);
  await database.pool.query(KEY_INDEX);
  await database.pool.query(MARK, [size]);
  await database.pool.query('vacuum analyze journal');
}

async function measure(database: Database, keys: number): Promise<Measured> {
  const before = memory();
  const begin = performance.now();
  const old = await loadOldKeys(database.pool);
  const oldMs = performance.now() - begin;
  const oldMiB = memory() - before;
  if (old.size > keys) throw new Error('the old set has too many keys');
  const empty = memory();
  const started = performance.now();
  const host = await resumeHost(database);
  const readyMs = performance.now() - started;
  const first = performance.now();
  await place(host);
  const firstOrderMs = performance.now() - first;
  const newMiB = memory() - empty;
  const recoveryMs = await recover(database, host);
  const search = await searchOthers(host);
  await host.stop();
  const { rows } = await database.pool.query<{ bytes: string }>(
    `select pg_relation_size('journal_key')::text as bytes`,
  );
  return {
    keys,
    oldLoadMs: round(oldMs),
    oldKeysMiB: round(oldMiB),
    readyMs: round(readyMs),
    engineMiB: round(newMiB),
    firstOrderMs: round(firstOrderMs),
    recoveryMs: round(recoveryMs),
    searchP50Ms: search.p50ms,
    searchP99Ms: search.p99ms,
    keyIndexMiB: round(Number(rows[0]?.bytes) / MIB),
  };
}

/** Time from a cut session to the next committed order. */
async function recover(database: Database, host: TradingHost): Promise<number> {
  const begin = performance.now();
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fairlot journal' and datname = current_database()`,
  );
  for (;;) {
    try {
      await place(host);
      return performance.now() - begin;
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
  }
}

/** Orders whose keys prove nothing, so that each is searched for in the journal. */
async function searchOthers(host: TradingHost): Promise<{ p50ms: number; p99ms: number }> {
  const latencies = new Latencies();
  for (let index = 0; index < SEARCHES; index += 1) {
    const begin = performance.now();
    await place(host, `some-other-key-${Math.random()}`);
    latencies.add(performance.now() - begin);
  }
  return latencies.summary();
}

/** Entries in a page of the index on keys, at 70 bytes each and two thirds full. */
const FANOUT = 80;
const BILLION = 1_000_000_000;

/**
 * A billion keys by arithmetic. The old way grows by its slope. A start of today reads the last row and one mark per
 * account, so nothing in it grows with the keys except the levels of the indexes.
 */
function atOneBillion(sizes: readonly Measured[]): object {
  const [least, most] = [sizes[0], sizes.at(-1)];
  if (least === undefined || most === undefined || least === most) return {};
  const slope = (figure: string): number => ((most[figure] ?? 0) - (least[figure] ?? 0)) / (most.keys - least.keys);
  return {
    oldLoadMs: round(slope('oldLoadMs') * BILLION),
    oldKeysMiB: round(slope('oldKeysMiB') * BILLION),
    oldLimitKeys: MOST_OLD_KEYS,
    greatestReadyMs: Math.max(...sizes.map(({ readyMs = 0 }) => readyMs)),
    greatestRecoveryMs: Math.max(...sizes.map(({ recoveryMs = 0 }) => recoveryMs)),
    keyIndexLevels: levels(BILLION),
    keyIndexLevelsMeasured: levels(most.keys),
    keyIndexGiB: round((slope('keyIndexMiB') * BILLION) / 1024),
  };
}

function levels(keys: number): number {
  return Math.ceil(Math.log(keys) / Math.log(FANOUT));
}

/** Mebibytes in use after a collection. Flat arrays are outside of the heap. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / MIB;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

if (process.argv[1]?.includes('bench-src-keys')) await run();
