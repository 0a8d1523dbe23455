import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@fairlot/domain';
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import * as partitions from '../../apps/server/src/db/migrations/086-partitions.ts';
import { PARTITIONED } from '../../apps/server/src/db/partitions/partition-keeper.ts';
import type { TradingHost } from '../../apps/server/src/trading/port.ts';
import { log, openHost, place } from './orders/host.ts';
import { closedLoop } from './orders/load.ts';
import { report } from './report.ts';
import { ownCpu, sessionCpu } from './session-cpu.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 4);
const CALLERS = 256;
/** Partitions of a table: a year of months. */
const PARTS = 12;

interface Side {
  readonly database: Database;
  readonly host: TradingHost;
  readonly rounds: { ordersPerSecond: number; serverUs: number; sessionUs: number }[];
}

/** Compares durable orders into tables in partitions with the same into plain tables, in alternating rounds. */
export async function run(): Promise<unknown> {
  const folders = ['parts', 'plain'].map((name) => mkdtempSync(join(tmpdir(), `fairlot-bench-${name}-`)));
  const sides: Side[] = [];
  try {
    for (const [index, folder] of folders.entries()) sides.push(await open(folder, index === 0));
    for (let round = 0; round < ROUNDS; round += 1) for (const side of sides) await measure(side);
    const [parts, plain] = sides.map(({ rounds }) => medians(rounds));
    const figures = {
      parts,
      plain,
      sessionRatio: ratio(parts?.sessionUs, plain?.sessionUs),
      cpuRatio: ratio(
        (parts?.sessionUs ?? 0) + (parts?.serverUs ?? 0),
        (plain?.sessionUs ?? 0) + (plain?.serverUs ?? 0),
      ),
      rateRatio: ratio(parts?.ordersPerSecond, plain?.ordersPerSecond),
      goal: 'sessionRatio <= 1.05: the server sends the same bytes to both',
    };
    report('partitions', { seconds: SECONDS, rounds: ROUNDS, callers: CALLERS, partitions: PARTS }, figures);
    return figures;
  } finally {
    for (const { host, database } of sides) {
      await host.stop();
      await database.close();
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function open(folder: string, inParts: boolean): Promise<Side> {
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  if (inParts) await addParts(database);
  else await partitions.down(database.kysely as unknown as Parameters<typeof partitions.down>[0]);
  const host = await openHost(database);
  await closedLoop(CALLERS, 2, () => place(host));
  return { database, host, rounds: [] };
}

/** Rows of now go to the first partition, so the others lie in the future: routing searches all bounds alike. */
async function addParts(database: Database): Promise<void> {
  for (const table of PARTITIONED)
    await database.pool.query('select add_partitions($1, $2, $3, $4)', [table, Date.now(), 30 * DAY_MS, PARTS]);
}

async function measure({ host, database, rounds }: Side): Promise<void> {
  await database.pool.query('checkpoint');
  const before = [ownCpu(), await sessionCpu(database.pool, 'fairlot journal')] as const;
  const { ordersPerSecond, answer } = await closedLoop(CALLERS, SECONDS, () => place(host));
  const each = (seconds: number): number => (seconds / answer.count) * 1e6;
  rounds.push({
    ordersPerSecond,
    serverUs: each(ownCpu() - before[0]),
    sessionUs: each((await sessionCpu(database.pool, 'fairlot journal')) - before[1]),
  });
}

function medians(rounds: Side['rounds']): Side['rounds'][number] {
  const of = (pick: (round: Side['rounds'][number]) => number): number =>
    Number((rounds.map(pick).sort((left, right) => left - right)[Math.floor(rounds.length / 2)] ?? 0).toFixed(1));
  return {
    ordersPerSecond: of((round) => round.ordersPerSecond),
    serverUs: of((round) => round.serverUs),
    sessionUs: of((round) => round.sessionUs),
  };
}

function ratio(some = 0, others = 0): number {
  return Number((some / others).toFixed(3));
}

if (process.argv[1]?.includes('bench-src-partitions')) await run();
