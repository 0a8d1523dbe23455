import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uniqueKey } from '@fairlot/client';
import { lots } from '@fairlot/domain';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import type { TradingHost } from '../../apps/server/src/trading/port.ts';
import { measureParts, measureTurnover } from './memory/engine.ts';
import { type Maps, countMaps, heapBytes } from './memory/maps.ts';
import { ACCOUNTS, EURUSD, log, openHost } from './orders/host.ts';
import { report } from './report.ts';

/**
 * Positions opened and closed through the host and PostgreSQL; the engine alone turns over a million. A quarter fills whole
 * generations of 10,000 keys, so that their memory is as full at each sample: use multiples of 20,000.
 */
const HOSTED = Number(process.env['BENCH_ORDERS'] ?? 60_000);
const ENGINE = Number(process.env['BENCH_ENGINE_ORDERS'] ?? 1_000_000);
const PARTS = Number(process.env['BENCH_PARTS'] ?? 100_000);
const WAITING = 500;
const MIN_LOTS = lots('0.01');

interface Sample {
  readonly closed: number;
  readonly heapMiB: number;
  readonly maps: Maps;
}

/** Measures what an account, a key and an open position take, and that positions which are closed leave nothing. */
export async function run(): Promise<unknown> {
  const each = measureParts(PARTS);
  const turnover = measureTurnover(ENGINE, 10_000);
  const hosted = await measureHost();
  const figures = {
    ...each,
    engineHeapMiBAfterEachQuarter: turnover,
    hosted,
    hostedEntriesGrown: (hosted.at(-1)?.maps.entries ?? 0) - (hosted[1]?.maps.entries ?? 0),
    goal: 'no growth after the first quarter',
  };
  report('memory', { accounts: ACCOUNTS, parts: PARTS, engineOrders: ENGINE, hostedOrders: HOSTED }, figures);
  return figures;
}

/** Heap and maps of the host's process at the beginning and after each quarter. */
async function measureHost(): Promise<readonly Sample[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-memory-'));
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    const host = await openHost(database);
    const samples: Sample[] = [];
    for (let quarter = 0; quarter <= 4; quarter += 1) {
      if (quarter > 0) await turnOver(host, HOSTED / 4);
      samples.push({
        closed: (quarter * HOSTED) / 4,
        heapMiB: Number((heapBytes() / 2 ** 20).toFixed(2)),
        maps: countMaps(),
      });
    }
    await host.stop();
    return samples;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens and closes positions, some hundred at a time. */
async function turnOver(host: TradingHost, count: number): Promise<void> {
  let left = count;
  let serial = 0;
  await Promise.all(
    Array.from({ length: WAITING }, async () => {
      while (left > 0) {
        left -= 1;
        serial += 1;
        await openAndClose(host, 1 + ((serial * 7919) % ACCOUNTS));
      }
    }),
  );
}

async function openAndClose(host: TradingHost, account: number): Promise<void> {
  const order = { instrument: EURUSD.id, side: 'buy', lots: MIN_LOTS, leverage: 100 } as const;
  const opened = await host.submit({ type: 'placeOrder', account, key: uniqueKey(), ...order });
  if (!opened.ok || opened.order === undefined) throw new Error(`not opened: ${JSON.stringify(opened)}`);
  const closed = await host.submit({ type: 'closePosition', account, key: uniqueKey(), order: opened.order });
  if (!closed.ok) throw new Error(`not closed: ${closed.reason}`);
}

if (process.argv[1]?.includes('bench-src-memory')) await run();
