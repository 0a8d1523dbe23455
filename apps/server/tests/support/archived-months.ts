import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DAY_MS } from '@fairlot/domain';
import { expect } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { PartitionKeeper } from '../../src/db/partitions/partition-keeper.ts';
import { archiveJournal } from '../../src/trading/archive/archive-journal.ts';
import type { CheckpointKeys } from '../../src/trading/checkpoints/checkpoint.ts';
import { Checkpoints } from '../../src/trading/checkpoints/checkpoints.ts';
import { silentLog } from './database.ts';
import { NOON, type TestHost, buy } from './test-host.ts';

/** Days of a partition. */
export const MONTH_DAYS = 30;

/** End of the first partition, which depends on the day on which the database was made. */
async function firstEnd(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ ends: string }>(
    `select substring(pg_get_expr(relpartbound, oid) from 'TO \\(''?([0-9]+)') as ends from pg_class where relname = 'journal_first'`,
  );
  return Number(rows[0]?.ends);
}

/** Moves the market to a moment, with a quote. */
export function goTo(trading: TestHost, time: number): void {
  trading.clock.time = time;
  trading.quote('1.10000', '1.10010');
}

/** Opens and closes a position in each of four months, each in a partition of its own after the first one. */
export async function tradeForMonths(database: Database, trading: TestHost): Promise<void> {
  const begin = (await firstEnd(database)) + DAY_MS / 2;
  for (const month of [0, 1, 2, 3]) {
    goTo(trading, begin + month * MONTH_DAYS * DAY_MS);
    const now = () => trading.clock.time;
    const keeper = new PartitionKeeper({ pool: database.pool, now, days: MONTH_DAYS, log: silentLog });
    await expect.poll(() => keeper.run()).toBe(true);
    const opened = await trading.host.submit(buy(1, `order ${month}`));
    if (!opened.ok || opened.order === undefined) throw new Error(`refused: ${JSON.stringify(opened)}`);
    await trading.host.submit({ type: 'closePosition', account: 1, key: `close ${month}`, order: opened.order });
    await trading.host.submit(buy(1, `kept ${month}`));
  }
}

/** Signs a checkpoint of the last row. */
export async function sign(
  database: Database,
  { host }: TestHost,
  { keys, folder }: { readonly keys: CheckpointKeys; readonly folder: string },
  shard = 0,
): Promise<void> {
  const checkpoints = new Checkpoints({
    pool: database.pool,
    trading: host,
    shard,
    keys,
    everyRows: 1_000_000,
    file: join(folder, 'checkpoints.log'),
    clock: () => NOON,
    log: silentLog,
    announce: () => Promise.resolve(),
  });
  expect(await checkpoints.make()).toBeDefined();
}

/** Archives, and tells rows as `first-last` of each new file, or the row for which it waits. */
export async function archiveMonths(
  { pool }: Database,
  { keys, folder }: { readonly keys: CheckpointKeys; readonly folder: string },
  afterDays = MONTH_DAYS,
): Promise<string[]> {
  const done: string[] = [];
  const options = { pool, folder, checkpoints: { keys, file: undefined } };
  for await (const { archived } of archiveJournal(options, afterDays))
    done.push('made' in archived ? `${archived.made.first}-${archived.made.last}` : `waits for ${archived.waitsFor}`);
  return done;
}

/** Runs a program with settings and standard input. Returns its exit code and all that it wrote. */
export async function runProgram(
  program: string,
  options: readonly string[],
  settings: Readonly<Record<string, string>>,
  input = '',
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [program, ...options], {
    env: { ...process.env, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
