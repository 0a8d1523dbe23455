import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uniqueKey } from '@fairlot/client';
import { asPrice, lots, money, price } from '@fairlot/domain';
import type { Bus } from '../../apps/server/src/bus/bus.ts';
import { LocalBus } from '../../apps/server/src/bus/local-bus.ts';
import { openNatsBus } from '../../apps/server/src/bus/nats-bus.ts';
import { subjectsOf } from '../../apps/server/src/bus/subjects.ts';
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import { startTradingHost } from '../../apps/server/src/trading/host.ts';
import type { TradingHost, TradingShard } from '../../apps/server/src/trading/port.ts';
import { RemoteShard } from '../../apps/server/src/trading/remote/remote-shard.ts';
import { ShardServer } from '../../apps/server/src/trading/remote/shard-server.ts';
import { freePort } from '../../tools/src/free-port.ts';
import { type Run, closedLoop } from './orders/load.ts';
import { EURUSD, log } from './orders/host.ts';
import { report } from './report.ts';

const SECONDS = 6;
/** Callers of a shard, each with one order under way. */
const CALLERS = 256;
const ACCOUNTS = 1000;
const SHARDS = [1, 2, 4];
const MIN_LOTS = lots('0.01');
const subjects = subjectsOf('bench');

/** A run with the processor time that an order has cost in this process. */
interface Measured extends Run {
  readonly cpuMicrosPerOrder: number;
}

/**
 * Measures durable orders of one process with 1, 2 and 4 shards, and what the bus costs: the same shard by itself, over
 * the bus of the process, and over NATS. Holder and caller share the process, so both sides' work is in the figures.
 */
export async function run(): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-shards-'));
  try {
    const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
    const shards: TradingShard[] = [];
    const byShards: Record<string, Measured> = {};
    for (const count of SHARDS) {
      while (shards.length < count) shards.push(await openShard(database, shards.length));
      byShards[count] = await measure(shards);
    }
    const [first] = shards;
    if (first === undefined) throw new Error('no shard');
    const own = await measure([first]);
    const local = await overBus(database, first, new LocalBus());
    const nats = await overNats(database, first);
    for (const shard of shards) await shard.stop();
    await database.close();
    const figures = {
      byShards,
      bus: { none: own, local, nats: nats ?? 'nats-server is not installed' },
      ratios: {
        fourShards: share(byShards['4'], byShards['1']),
        local: share(local, own),
        nats: nats === undefined ? undefined : share(nats, own),
      },
    };
    report('shards', { seconds: SECONDS, callersPerShard: CALLERS, accountsPerShard: ACCOUNTS }, figures);
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const share = (one: Measured | undefined, other: Measured | undefined): number =>
  Number(((one?.ordersPerSecond ?? Number.NaN) / (other?.ordersPerSecond ?? Number.NaN)).toFixed(2));
/** Account `number` of a shard. */
const accountOf = (shard: number, number: number): number => shard * ACCOUNTS + 1 + (number % ACCOUNTS);

async function openShard(database: Database, shard: number): Promise<TradingShard> {
  const host = await startTradingHost({
    connection: database.connection,
    pool: database.pool,
    now: Date.now,
    log,
    holder: 'bench',
    shard,
    onFatal: (error) => {
      throw error;
    },
  });
  await host.submit({
    type: 'setRules',
    rules: { feeMode: 'perLot', stopOutPercent: 50, demoFunds: money('100000'), maxOrdersPerAccount: 1_000_000 },
  });
  await host.submit({ type: 'defineInstrument', instrument: EURUSD });
  host.setOpen(EURUSD.id, true);
  const [bid, ask] = [asPrice(price('1.10000')), asPrice(price('1.10010'))];
  host.onQuote({ instrument: EURUSD.id, seq: Date.now(), time: Date.now(), bid, ask });
  await Promise.all(
    Array.from({ length: ACCOUNTS }, (_, number) =>
      host.submit({ type: 'openAccount', account: accountOf(shard, number), key: 'open', kind: 'demo' }),
    ),
  );
  return host;
}

async function measure(shards: readonly TradingHost[]): Promise<Measured> {
  const before = process.cpuUsage();
  let orders = 0;
  const result = await closedLoop(CALLERS * shards.length, SECONDS, async (caller, serial) => {
    orders += 1;
    const shard = caller % shards.length;
    const outcome = await shards[shard]?.submit({
      type: 'placeOrder',
      account: accountOf(shard, serial),
      key: uniqueKey(),
      instrument: EURUSD.id,
      side: 'buy',
      lots: MIN_LOTS,
      leverage: 100,
    });
    if (outcome?.ok !== true) throw new Error(`refused: ${outcome?.reason}`);
  });
  const { user, system } = process.cpuUsage(before);
  return { ...result, cpuMicrosPerOrder: Math.round((user + system) / orders) };
}

async function overBus(database: Database, host: TradingShard, bus: Bus): Promise<Measured> {
  const { pool } = database;
  const server = new ShardServer({ bus, subjects, shard: 0, host, epoch: 1, pool });
  await server.start();
  const remote = new RemoteShard({ bus, subjects, pool, shard: 0, log });
  await remote.start();
  const measured = await measure([remote]);
  await remote.stop();
  await server.stop();
  await bus.close();
  return measured;
}

async function overNats(database: Database, host: TradingShard): Promise<Measured | undefined> {
  if (spawnSync('nats-server', ['--version']).status !== 0) return undefined;
  const port = await freePort();
  const child = spawn('nats-server', ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  try {
    return await overBus(database, host, await connected(`nats://127.0.0.1:${port}`));
  } finally {
    child.kill('SIGKILL');
  }
}

/** Tries until the server listens. */
async function connected(url: string): Promise<Bus> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await openNatsBus({ servers: [url], name: 'bench', log });
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((next) => setTimeout(next, 100));
    }
  }
}

await run();
