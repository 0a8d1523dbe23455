// A process that hosts one shard when it has the lease. Its parent sends it commands, and may kill or stop it.
import process from 'node:process';
import type { ClientConfig } from 'pg';
import { createPool } from '../../src/db/pool.ts';
import { LeaseKeeper } from '../../src/trading/leases/lease-keeper.ts';
import { LeasedShard } from '../../src/trading/leases/leased-shard.ts';
import type { CommandDraft, HostOutcome } from '../../src/trading/port.ts';
import { EURUSD, NOON, defineIfMissing, quoteOf } from './test-host.ts';

/** Messages from the parent. Money is a bigint, so the channel must clone and not write JSON. */
export type Order = { readonly id: number; readonly draft: CommandDraft } | 'handOver' | 'stop';
/** Messages to the parent. */
export type Report =
  | { readonly id: number; readonly outcome: HostOutcome }
  | { readonly epoch: number | undefined }
  | { readonly fatal: string };

const [url = '', ttl = '', renew = '', number = ''] = process.argv.slice(2);
const connection: ClientConfig = { connectionString: url };
const pool = createPool(connection, { max: 4 });
const log = {
  info: () => undefined,
  warn: (line: string) => process.stderr.write(`${line}\n`),
  error: () => undefined,
};
const tell = (report: Report): void => void process.send?.(report);

const keeper = new LeaseKeeper({ connection, ttlMs: Number(ttl), renewMs: Number(renew), log });
const shard = new LeasedShard({
  connection,
  pool,
  shard: Number(number),
  keeper,
  // Longer than a busy machine takes to start the process that takes over.
  restMs: 60_000,
  now: () => NOON,
  log,
  holder: `process ${process.pid}`,
  work: async (host) => {
    await defineIfMissing(host);
    return () => Promise.resolve();
  },
  onChange: (epoch) => tell({ epoch }),
  onFatal: (error) => {
    tell({ fatal: error.message });
    process.exit(1);
  },
});

shard.setOpen(EURUSD.id, true);
// All processes follow one market: a quote has the same number in each of them.
const quote = (): void => shard.onQuote(quoteOf(Math.floor(Date.now() / 100), NOON, '1.10000', '1.10010'));
// Before the start, because a shard that is taken without a quote refuses its first orders.
quote();
const market = setInterval(quote, 100);

process.on('message', (order: Order) => {
  if (order === 'stop') void stop();
  else if (order === 'handOver') void shard.handOver();
  else
    shard.submit(order.draft).then(
      (outcome) => tell({ id: order.id, outcome }),
      () => tell({ id: order.id, outcome: { ok: false, reason: 'not_ready' } }),
    );
});

async function stop(): Promise<void> {
  clearInterval(market);
  await shard.stop();
  await keeper.stop();
  await pool.end();
  process.disconnect();
}

keeper.start();
shard.start();
