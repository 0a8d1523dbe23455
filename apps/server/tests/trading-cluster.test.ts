import { money } from '@fairlot/domain';
import { type AccountView, restoreEngine } from '@fairlot/engine';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import type { Bus } from '../src/bus/bus.ts';
import { openNatsBus } from '../src/bus/nats-bus.ts';
import { subjectsOf } from '../src/bus/subjects.ts';
import type { Database } from '../src/db/database.ts';
import type { RoutedShard } from '../src/trading/account-places.ts';
import { committedAccount } from '../src/trading/committed-account.ts';
import { loadShard } from '../src/trading/journal/load-shard.ts';
import type { CommandDraft, HostOutcome } from '../src/trading/port.ts';
import { MarketPublisher } from '../src/cluster/market-publisher.ts';
import { RemoteShard } from '../src/trading/remote/remote-shard.ts';
import { type ShardRouter, openShardRouter } from '../src/trading/shard-router.ts';
import { openShards } from '../src/trading/shard-directory.ts';
import { verifyShards } from '../src/trading/verify/verify-shards.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { ShardProcess } from './support/forked-shards.ts';
import { type TestNats, hasNats, startNats } from './support/nats.ts';
import { EURUSD, NOON, buy, quoteOf } from './support/test-host.ts';

const SHARDS = [0, 1, 2];
const CLIENTS = 9;
const WAIT = { timeout: 60_000, interval: 20 };
const INSTALLATION = 'cluster-test';

const testDatabase = await createTestDatabase();
let database: Database;
let nats: TestNats;
let bus: Bus;
let remotes: RemoteShard[] = [];
let router: ShardRouter;
let market: NodeJS.Timeout;
let publisher: MarketPublisher;
const processes = new Set<ShardProcess>();

async function kill(each: ShardProcess | undefined): Promise<void> {
  if (each === undefined) return;
  processes.delete(each);
  await each.kill();
}

const held = (): number => [...processes].reduce((sum, each) => sum + each.held.size, 0);
const whenAllHeld = () => vi.waitUntil(() => held() === SHARDS.length, WAIT);
const whenReady = () => vi.waitUntil(() => remotes.every(({ ready }) => ready), WAIT);

beforeAll(async () => {
  if (!hasNats) return;
  const program = await bundle('apps/server/tests/support/shard-process.ts');
  [database, nats] = await Promise.all([testDatabase.open(), startNats()]);
  const entries = await openShards(database.pool, 2);
  bus = await openNatsBus({
    servers: [nats.url],
    name: 'test',
    log: silentLog,
    onLost: (error) => expect.unreachable(error.message),
  });
  const subjects = subjectsOf(INSTALLATION);
  publisher = new MarketPublisher({
    bus,
    subjects,
    lease: { epoch: 1, isCurrent: true },
    from: 'test',
    log: silentLog,
    status: () => ({
      sources: [],
      lines: [],
      past: undefined,
      rejected: {},
      figures: { quotes: 0, silentMs: 0, lagMs: 0, barsWaiting: 0, barsGivenUp: 0 },
    }),
  });
  publisher.start();
  publisher.setDoubt(EURUSD.id, undefined);
  const place = { program, url: testDatabase.url, nats: nats.url, installation: INSTALLATION, shards: SHARDS };
  for (let count = 0; count < 2; count += 1) processes.add(new ShardProcess(place));
  await whenAllHeld();
  remotes = SHARDS.map((shard) => new RemoteShard({ bus, subjects, pool: database.pool, shard, log: silentLog }));
  await Promise.all(remotes.map((remote) => remote.start()));
  const routed = entries.map(
    (entry) => ({ ...entry, host: remotes[entry.number] as RemoteShard }) satisfies RoutedShard,
  );
  router = await openShardRouter(database.pool, routed);
  publisher.setOpen(EURUSD.id, true);
  let seq = Math.floor(Date.now() / 100);
  market = setInterval(() => {
    seq += 1;
    const quote = quoteOf(seq, NOON, '1.10000', '1.10010');
    publisher.onQuote(quote);
    router.onQuote(quote);
  }, 100);
});
afterAll(async () => {
  if (!hasNats) return testDatabase.drop();
  clearInterval(market);
  await publisher.stop();
  await router.stop();
  await Promise.all([...processes].map(kill));
  await bus.close();
  await nats.kill();
  await database.close();
  return testDatabase.drop();
});

/** Clients of all shards, who repeat each command under its key until its outcome is known. */
class Load {
  readonly answers = new Map<string, HostOutcome>();
  readonly #done: Promise<void[]>;
  #ending = false;

  constructor(turn: string) {
    this.#done = Promise.all(Array.from({ length: CLIENTS }, (_, index) => this.#trade(index + 1, turn)));
  }

  async end(): Promise<void> {
    this.#ending = true;
    await this.#done;
  }

  async progress(): Promise<void> {
    const before = this.answers.size;
    await vi.waitUntil(() => this.answers.size > before + CLIENTS, WAIT);
  }

  async #trade(account: number, name: string): Promise<void> {
    const kind = account % 3 === 0 ? 'demo' : 'real';
    await this.#answered({ type: 'openAccount', account, key: 'open', kind });
    await this.#answered({ type: 'deposit', account, key: 'money', amount: money('100000'), reference: account });
    for (let turn = 0; !this.#ending; turn += 1) {
      const placed = await this.#answered(buy(account, `${name}-buy-${turn}`));
      if (placed.ok && placed.order !== undefined && turn % 3 !== 0)
        await this.#answered({ type: 'closePosition', account, key: `${name}-close-${turn}`, order: placed.order });
    }
  }

  async #answered(draft: CommandDraft): Promise<HostOutcome> {
    for (;;) {
      const outcome = await router.submit(draft);
      if (outcome.ok || !['not_ready', 'overloaded'].includes(outcome.reason)) {
        this.answers.set(`${draft.account}:${draft.key}`, outcome);
        return outcome;
      }
      await new Promise((next) => setTimeout(next, 20));
    }
  }
}

/** Every answer is in the journal, each key once; the shards verify; the replicas have the journal's state. */
async function expectSound(load: Load): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; outcome: string }>(
    `select account || ':' || key as name, outcome from journal where key is not null`,
  );
  const journalled = new Map(rows.map(({ name, outcome }) => [name, outcome]));
  expect(journalled.size).toBe(rows.length);
  for (const [name, outcome] of load.answers)
    expect([name, journalled.get(name)]).toEqual([name, JSON.stringify(outcome)]);
  const found: unknown[] = [];
  for await (const { shard, verification } of verifyShards(database.pool)) found.push([shard, verification.shown]);
  expect(found).toEqual(SHARDS.map((shard) => [shard, []]));
  for (let account = 1; account <= CLIENTS; account += 1) {
    const view = await committedAccount(router, account);
    const stored = (await stateOf(router.shardOf(account) ?? -1)).account(account);
    expect([view?.cash, ordersOf(view)]).toEqual([stored?.cash, ordersOf(stored)]);
  }
}

const ordersOf = (view: AccountView | undefined) => view?.positions.map(({ order }) => order.id).sort();

async function stateOf(shard: number) {
  const client = await database.pool.connect();
  try {
    return restoreEngine((await loadShard(client, shard)).image, { recentKeys: 1, replays: true });
  } finally {
    client.release();
  }
}

it.skipIf(!hasNats)(
  'a standby takes over the shards of a killed process, and the outcome of each command is one',
  async () => {
    await whenReady();
    const load = new Load('killed');
    await load.progress();
    const first = [...processes].find((each) => each.held.size > 0);
    const epochs = [...(first?.held.values() ?? [])];
    await kill(first);
    await whenAllHeld();
    const [other] = [...processes];
    expect(Math.max(...(other?.held.values() ?? []))).toBeGreaterThan(Math.min(...epochs));
    await load.progress();
    await load.end();
    await expectSound(load);
  },
);

it.skipIf(!hasNats)('loses no command while NATS is away, and the replicas catch up', async () => {
  await whenReady();
  const load = new Load('away');
  await load.progress();
  await nats.kill();
  await expect.poll(() => remotes.some(({ ready }) => ready), WAIT).toBe(false);
  await nats.start();
  await whenReady();
  await load.progress();
  await load.end();
  expect([...processes].map(({ fatal }) => fatal)).toEqual([undefined]);
  await expectSound(load);
});
