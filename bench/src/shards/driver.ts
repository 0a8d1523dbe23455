// Places orders from a process of its own: for shards in this process, or over NATS as a gateway does.
// Arguments: the URLs of the database, of its owner, and of NATS; without the last one this process hosts the shards.
import { lots, money } from '@fairlot/domain';
import { openNatsBus } from '../../../apps/server/src/bus/nats-bus.ts';
import { subjectsOf } from '../../../apps/server/src/bus/subjects.ts';
import { type Database, openDatabase } from '../../../apps/server/src/db/database.ts';
import { pause } from '../../../apps/server/src/platform/pause.ts';
import type { RoutedShard } from '../../../apps/server/src/trading/account-places.ts';
import { startTradingHost } from '../../../apps/server/src/trading/host.ts';
import type { AnsweredWhen, TradingHost } from '../../../apps/server/src/trading/port.ts';
import { RemoteShard } from '../../../apps/server/src/trading/remote/remote-shard.ts';
import { openShards } from '../../../apps/server/src/trading/shard-directory.ts';
import { openShardRouter } from '../../../apps/server/src/trading/shard-router.ts';
import { REAL_SHARDS } from '../../../tools/src/cluster/layout.ts';
import { nextKey } from '../next-key.ts';
import { EURUSD, fail, giveQuote, log } from '../orders/host.ts';
import { type Run, closedLoop, openLoop } from '../orders/load.ts';
import { SHARDS_OF, type Told, type Wanted } from './messages.ts';

const ACCOUNTS = 1000;
const MIN_LOTS = lots('0.01');
const RETRY_MS = 50;

const [databaseUrl, ownerUrl, nats] = process.argv.slice(2);
const tell = (told: Told): void => void process.send?.(told);
/** Account `number` of a shard. */
const accountOf = (shard: number, number: number): number => shard * ACCOUNTS + 1 + (number % ACCOUNTS);

const database = await openDatabase({
  dataFolder: '',
  databaseUrl,
  ownerUrl,
  log,
  isShared: nats !== undefined,
});
const shards: RoutedShard[] = [];
const open = nats === undefined ? openHosted : await openRemote(database, nats);
for (const entry of await openShards(database.pool, REAL_SHARDS))
  shards.push({ ...entry, host: await open(entry.number) });
const router = await openShardRouter(database.pool, shards);
for (const shard of shards) await fill(shard);
process.on('message', (wanted: Wanted) => void place(wanted).then((run) => tell({ run })));
process.on('disconnect', () => process.exit(0));
tell({ ready: true });

async function openHosted(shard: number): Promise<TradingHost> {
  const { connection, pool } = database;
  const host = await startTradingHost({ connection, pool, now: Date.now, log, holder: 'bench', shard, onFatal: fail });
  giveQuote(host);
  return host;
}

/** Follows shards of other processes. */
async function openRemote({ pool }: Database, url: string): Promise<(shard: number) => Promise<TradingHost>> {
  const bus = await openNatsBus({ servers: [url], name: 'bench', log, onLost: fail });
  return async (shard) => {
    const remote = new RemoteShard({ bus, subjects: subjectsOf('main'), pool, shard, log });
    await remote.start();
    while (!remote.ready) await pause(RETRY_MS);
    return remote;
  };
}

/** Gives a shard rules, an instrument and its accounts, and waits until an order is taken. */
async function fill({ number: shard, host }: RoutedShard): Promise<void> {
  await host.submit({
    type: 'setRules',
    rules: { feeMode: 'perLot', stopOutPercent: 50, demoFunds: money('100000'), maxOrdersPerAccount: 1_000_000 },
  });
  await host.submit({ type: 'defineInstrument', instrument: EURUSD });
  await Promise.all(
    Array.from({ length: ACCOUNTS }, (_, number) =>
      host.submit({ type: 'openAccount', account: accountOf(shard, number), key: 'open', kind: 'demo' }),
    ),
  );
  while (!(await order(accountOf(shard, 0), 'written'))) await pause(RETRY_MS);
}

async function order(account: number, until: AnsweredWhen): Promise<boolean> {
  const terms = { instrument: EURUSD.id, side: 'buy', lots: MIN_LOTS, leverage: 100 } as const;
  return (await router.submit({ type: 'placeOrder', account, key: nextKey(), ...terms }, until)).ok;
}

function place({ shards: count, seconds, callers, rate, until }: Wanted): Promise<Run> {
  const numbers = SHARDS_OF[count];
  const one = async (serial: number): Promise<void> => {
    const shard = numbers[serial % numbers.length] ?? 0;
    if (!(await order(accountOf(shard, Math.floor(serial / numbers.length)), until)))
      throw new Error('an order was refused');
  };
  return rate === undefined ? closedLoop(callers, seconds, (_, serial) => one(serial)) : openLoop(rate, seconds, one);
}
