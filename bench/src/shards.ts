import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as bundler from '../../tools/bundle.mjs';
import { report } from './report.ts';
import { SHARDS_OF, type ShardCount, type Wanted } from './shards/messages.ts';
import { type Measured, System } from './shards/system.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 2);
/** Callers of all shards together, each with one order under way. */
const CALLERS = 256;
/** Orders a second of the open loop that shows the cost of one order. */
const LOW_RATE = 200;
const LOW_SECONDS = Number(process.env['BENCH_LOW_SECONDS'] ?? 10);
const COUNTS = Object.keys(SHARDS_OF).map(Number) as ShardCount[];

const busy: Omit<Wanted, 'shards'> = { seconds: SECONDS, callers: CALLERS, until: 'committed' };
const calm: Wanted = { shards: 1, seconds: LOW_SECONDS, callers: 1, rate: LOW_RATE, until: 'committed' };

/** Runs of one load, in turns: `one` process without a bus, and two trading processes over `nats`. */
interface Compared {
  readonly one: Measured[];
  /** Answered when the tables are written, as an answer over the bus always is. */
  readonly oneWritten: Measured[];
  readonly nats: Measured[];
}

/**
 * Measures durable orders with 1, 2 and 4 shards in one process and in two trading processes over NATS, in turns, so that
 * a change of the machine meets both. The callers have a process of their own over NATS, and share it with the shards
 * otherwise.
 */
export async function run(): Promise<unknown> {
  // Loaded at run time, not bundled: bundle.mjs derives the repository's path from its own location.
  const { bundle } = (await import(pathToFileURL(join(process.cwd(), 'tools', 'bundle.mjs')).href)) as typeof bundler;
  const programs = {
    driver: await bundle('bench/src/shards/driver.ts'),
    server: await bundle('apps/server/src/main.ts'),
  };
  const [one, nats] = [new System(), new System()];
  try {
    await one.start(programs, false);
    await nats.start(programs, true);
    const compare = async (wanted: Wanted, runs: Compared): Promise<void> => {
      runs.one.push(await one.run(wanted));
      runs.nats.push(await nats.run(wanted));
      runs.oneWritten.push(await one.run({ ...wanted, until: 'written' }));
    };
    const byShards = Object.fromEntries(COUNTS.map((count) => [count, none()]));
    const low = none();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const shards of COUNTS) await compare({ ...busy, shards }, byShards[shards] ?? none());
      await compare(calm, low);
    }
    const ratios = Object.fromEntries(COUNTS.map((count) => [count, ratioOf(byShards[count])]));
    const settings = { seconds: SECONDS, rounds: ROUNDS, callers: CALLERS, lowRate: LOW_RATE, tradingProcesses: 2 };
    const figures = { byShards, natsToOneProcess: ratios, atLowRate: low };
    report('shards', settings, figures);
    return figures;
  } finally {
    await nats.stop();
    await one.stop();
  }
}

const none = (): Compared => ({ one: [], oneWritten: [], nats: [] });

function ratioOf(runs: Compared | undefined): Record<'toCommitted' | 'toWritten', number> {
  const { one, oneWritten, nats } = runs ?? none();
  const share = (of: readonly Measured[]): number => Number((sumOf(nats) / sumOf(of)).toFixed(2));
  return { toCommitted: share(one), toWritten: share(oneWritten) };
}

const sumOf = (runs: readonly Measured[]): number =>
  runs.reduce((sum, { ordersPerSecond }) => sum + ordersPerSecond, 0);

if (process.argv[1]?.includes('bench-src-shards')) await run();
