// A process that stands by for shards, hosts those whose leases it gets, and serves them over NATS.
import process from 'node:process';
import type { ClientConfig } from 'pg';
import { openNatsBus } from '../../src/bus/nats-bus.ts';
import { subjectsOf } from '../../src/bus/subjects.ts';
import { createPool } from '../../src/db/pool.ts';
import { LeaseKeeper } from '../../src/trading/leases/lease-keeper.ts';
import { LeasedShard } from '../../src/trading/leases/leased-shard.ts';
import { hostSink } from '../../src/cluster/host-sink.ts';
import { MarketFollower } from '../../src/cluster/market-follower.ts';
import { ShardServer } from '../../src/trading/remote/shard-server.ts';
import { NOON, defineIfMissing } from './test-host.ts';

/** Tells the parent that a shard is held under an epoch, or no longer. */
export type Report = { readonly shard: number; readonly epoch: number | undefined } | { readonly fatal: string };

const [url = '', nats = '', installation = '', shards = ''] = process.argv.slice(2);
const connection: ClientConfig = { connectionString: url };
const pool = createPool(connection, { max: 8 });
const log = {
  info: () => undefined,
  warn: (line: string) => process.stderr.write(`${line}\n`),
  error: () => undefined,
};
const tell = (report: Report): void => void process.send?.(report);
const subjects = subjectsOf(installation);
const fatal = (error: Error): never => {
  tell({ fatal: error.message });
  process.exit(1);
};
const bus = await openNatsBus({ servers: [nats], name: `shards ${process.pid}`, log, onLost: fatal });
const keeper = new LeaseKeeper({ connection, ttlMs: 3000, renewMs: 1000, log });

const hosted = shards.split(',').map(
  (text) =>
    new LeasedShard({
      connection,
      pool,
      shard: Number(text),
      keeper,
      restMs: 3000,
      now: () => NOON,
      log,
      holder: `process ${process.pid}`,
      work: async (host, lease) => {
        await defineIfMissing(host);
        const server = new ShardServer({ bus, subjects, shard: Number(text), host, lease, pool });
        await server.start();
        return () => server.stop();
      },
      onChange: (epoch) => tell({ shard: Number(text), epoch }),
      onFatal: fatal,
    }),
);
new MarketFollower({ bus, subjects, sinks: hosted.map(hostSink), log }).start();
keeper.start();
for (const shard of hosted) shard.start();
// The parent has ended.
process.on('disconnect', () => process.exit(0));
