import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uniqueKey } from '@fairlot/client';
import { CopyRun, LeaderPositions } from '@fairlot/copying';
import { ZERO, lots, money, price, rate } from '@fairlot/domain';
import type { Applied, OrderId } from '@fairlot/engine';
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import { JournalRows } from '../../apps/server/src/features/copying/follower/journal-rows.ts';
import { ServerCopyPort } from '../../apps/server/src/features/copying/follower/port.ts';
import { FollowerStore } from '../../apps/server/src/features/copying/follower/store.ts';
import { CopyRegistry } from '../../apps/server/src/features/copying/registry.ts';
import { refreshResults } from '../../apps/server/src/features/copying/results.ts';
import type { MarketData } from '../../apps/server/src/market/port.ts';
import type { TradingHost } from '../../apps/server/src/trading/port.ts';
import { type ShardRouter, openShardRouter } from '../../apps/server/src/trading/shard-router.ts';
import { ACCOUNTS, EURUSD, log, openHost } from './orders/host.ts';
import { report } from './report.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
const LEADER = ACCOUNTS + 1;
/** Commands in flight, the same for copies and for the baseline. */
const IN_FLIGHT = 256;
/** Copies whose sums are computed by one statement, as the supervisor does it. */
const SUMS_AT_ONCE = 200;
const GOAL = 1.3;

/**
 * One leader with 10,000 copiers: the time from a committed deed until every copy has its committed order and its recorded
 * result, against as many orders of clients on the same host and PostgreSQL.
 */
async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-'));
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    const host = await openHost(database);
    await host.submit({ type: 'openAccount', account: LEADER, key: 'open', kind: 'demo' });
    const bare = new Bare(host);
    const copies = await Copies.open(host, database);
    const steps = { bareOpen: [] as Cost[], bareClose: [] as Cost[], open: [] as Cost[], close: [] as Cost[] };
    await settle(database);
    for (let round = 0; round <= ROUNDS; round += 1) {
      bare.prepare();
      const open = await timed(() => bare.open());
      bare.prepare();
      const close = await timed(() => bare.close());
      const copiedOpen = await copies.follow({ type: 'placeOrder', side: 'buy', instrument: EURUSD.id });
      const copiedClose = await copies.follow({ type: 'closePosition' });
      // The first round only warms up.
      if (round === 0) continue;
      steps.bareOpen.push(open);
      steps.bareClose.push(close);
      steps.open.push(copiedOpen);
      steps.close.push(copiedClose);
    }
    await host.stop();
    const { seconds: sums } = await timed(() => copies.refreshSums());
    const done = await copies.results();
    const ratioOf = (figure: keyof Cost): Readonly<Record<string, number>> => ({
      open: Number((median(steps.open, figure) / median(steps.bareOpen, figure)).toFixed(2)),
      close: Number((median(steps.close, figure) / median(steps.bareClose, figure)).toFixed(2)),
    });
    report(
      'copying',
      { copiers: ACCOUNTS, rounds: ROUNDS, inFlight: IN_FLIGHT, fsync: 'on', figure: 'median seconds per 10,000' },
      {
        bareOrders: summary(steps.bareOpen),
        bareCloses: summary(steps.bareClose),
        copiedOpening: summary(steps.open),
        copiedClose: summary(steps.close),
        // Work of the supervisor, at most once a second for copies with new results, whatever their number.
        sumsOfAllCopies: { seconds: Number(sums.toFixed(3)), resultsOfEach: 2 * (ROUNDS + 1) },
        results: done,
        ratio: ratioOf('seconds'),
        // Processor time of the server's process alone: it says how much of the ratio is its own work on a busy machine.
        ratioOfProcessor: ratioOf('processor'),
        ratioGoal: `<= ${GOAL}`,
      },
    );
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As many orders of clients, without copying. Their keys are made before, as by clients. */
class Bare {
  readonly #host: TradingHost;
  #orders: (OrderId | undefined)[] = [];
  #keys: readonly string[] = [];

  constructor(host: TradingHost) {
    this.#host = host;
  }

  /** Makes the keys of the next step. */
  prepare(): void {
    this.#keys = Array.from({ length: ACCOUNTS }, () => uniqueKey());
  }

  async open(): Promise<void> {
    this.#orders = await inFlight((account) => {
      const order = {
        instrument: EURUSD.id,
        side: 'buy',
        lots: lots('0.01'),
        leverage: 100,
        worst: price('1.2'),
      } as const;
      return this.#submit({ type: 'placeOrder', account, key: this.#key(account), ...order });
    });
  }

  async close(): Promise<void> {
    await inFlight((account) =>
      this.#submit({ type: 'closePosition', account, key: this.#key(account), order: this.#orders[account - 1] ?? 0 }),
    );
  }

  #key(account: number): string {
    return this.#keys[account - 1] ?? '';
  }

  async #submit(draft: Parameters<TradingHost['submit']>[0]): Promise<OrderId | undefined> {
    const outcome = await this.#host.submit(draft);
    if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
    return outcome.order;
  }
}

/** The server's own store and port of copying. */
class Copies {
  readonly #host: TradingHost;
  readonly #database: Database;
  readonly #run: CopyRun;
  readonly #positions = new LeaderPositions();
  readonly #ids: readonly number[];
  #order: OrderId = 0;

  constructor(host: ShardRouter, database: Database, registry: CopyRegistry) {
    this.#host = host;
    this.#database = database;
    this.#ids = [...registry.all()].map(({ id }) => id);
    const time = Date.now();
    const quote = { instrument: EURUSD.id, seq: 1, time, bid: price('1.10000'), ask: price('1.10010') };
    const market = { instrument: () => EURUSD, quote: () => quote } as unknown as MarketData;
    const port = new ServerCopyPort({
      store: new FollowerStore(database),
      journal: new JournalRows(database.kysely),
      registry,
      trading: host,
      market,
      terms: { groupOf: () => undefined },
      frozen: () => Promise.resolve(new Set()),
      isOn: () => true,
      whenStarted: () => Promise.resolve(),
      changesThrough: () => new Map(),
      advanced: () => undefined,
      recorded: () => undefined,
      end: () => Promise.resolve(),
      clock: Date.now,
    });
    this.#run = new CopyRun(port, { inFlight: IN_FLIGHT });
  }

  static async open(host: TradingHost, database: Database): Promise<Copies> {
    await database.pool.query(`insert into users (kind, invite_code, demo_hash)
      select 'demo', 'bench' || n, sha256(('bench' || n)::bytea) from generate_series(1, ${LEADER}) n`);
    const { rows } = await database.pool.query<{ id: string; user_id: string }>(
      `insert into copies (user_id, leader_id, key, state, shard, since, fee_percent, allocation, multiple, max_slippage, instruments, started, started_at)
      select n, ${LEADER}, 'bench' || n, 'active', 0, 0, 0, ${money('1000')}, ${rate('1')}, ${rate('0.005')}, '[]', 0, now()
      from generate_series(1, ${ACCOUNTS}) n returning id, user_id`,
    );
    const registry = new CopyRegistry();
    const terms = {
      allocation: money('1000'),
      multiple: rate('1'),
      maxSlippage: rate('0.005'),
      instruments: new Map(),
    };
    const own = {
      leader: LEADER,
      state: 'active',
      terms,
      since: 0,
      feePercent: 0,
      realised: ZERO,
      fees: ZERO,
    } as const;
    for (const { id, user_id: copier } of rows) registry.put({ ...own, id: Number(id), copier: Number(copier) });
    await host.written();
    const router = await openShardRouter(database.pool, [{ number: 0, kind: 'demo', takesNew: true, host }]);
    return new Copies(router, database, registry);
  }

  /** Lets the leader open or close, and measures until all copies have their results. */
  async follow(
    draft: { type: 'placeOrder'; side: 'buy'; instrument: number } | { type: 'closePosition' },
  ): Promise<Cost> {
    const committed = this.#nextRowOfLeader();
    const own = { account: LEADER, key: uniqueKey() };
    const outcome = await this.#host.submit(
      draft.type === 'placeOrder'
        ? { ...draft, ...own, lots: lots('1.05'), leverage: 100 }
        : { ...draft, ...own, order: this.#order },
    );
    if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
    const row = await committed;
    if (outcome.order !== undefined) this.#order = outcome.order;
    const leaders = { has: (account: number) => account === LEADER, equityOf: () => ZERO };
    const deeds = this.#positions.deedsOf(row, 0, leaders);
    return timed(() => this.#run.follow(0, deeds, row.seq));
  }

  #nextRowOfLeader(): Promise<Applied> {
    return new Promise((found) => {
      const stop = this.#host.onCommitted((rows) => {
        const row = rows.find(({ command }) => 'account' in command && command.account === LEADER);
        if (row === undefined) return;
        stop();
        found(row);
      });
    });
  }

  /** Computes the sums of all copies, as the supervisor does. */
  async refreshSums(): Promise<void> {
    for (let from = 0; from < this.#ids.length; from += SUMS_AT_ONCE)
      await refreshResults(this.#database.kysely, this.#ids.slice(from, from + SUMS_AT_ONCE));
  }

  /** How the deeds ended, in the table. */
  async results(): Promise<Readonly<Record<string, number>>> {
    const { rows } = await this.#database.pool.query<{ name: string; count: string }>(
      `select e.type || coalesce(': ' || r.skip, ': done') as name, count(*) as count
       from copy_results r join copy_events e on e.number = r.event group by 1`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
  }
}

/** Calls once for each account, at most IN_FLIGHT at a time. */
async function inFlight<T>(call: (account: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let next = 1;
  const worker = async (): Promise<void> => {
    for (let account = next; account <= ACCOUNTS; account = next) {
      next += 1;
      answers[account - 1] = await call(account);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return answers;
}

/**
 * Brings PostgreSQL into the state of a long-running server: it recycles WAL files, and no checkpoint is due. The first
 * round changes each page for the first time since, which writes the whole page to the WAL, and is not counted.
 */
async function settle(database: Database): Promise<void> {
  for (let file = 0; file < 48; file += 1)
    await database.pool.query(`select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()`);
  await database.pool.query('checkpoint');
}

/** Seconds of a step, by the clock and of this process's processor time. */
interface Cost {
  readonly seconds: number;
  readonly processor: number;
}

async function timed(step: () => Promise<unknown>): Promise<Cost> {
  global.gc?.();
  const began = performance.now();
  const before = process.cpuUsage();
  await step();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - began) / 1000, processor: (user + system) / 1_000_000 };
}

function median(costs: readonly Cost[], figure: keyof Cost): number {
  const values = costs.map((cost) => cost[figure]).toSorted((one, other) => one - other);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}

function summary(costs: readonly Cost[]): Readonly<Record<string, number>> {
  const values = costs.map(({ seconds }) => seconds);
  const middle = median(costs, 'seconds');
  return {
    seconds: Number(middle.toFixed(3)),
    perSecond: Math.round(ACCOUNTS / middle),
    fastest: Number(Math.min(...values).toFixed(3)),
    slowest: Number(Math.max(...values).toFixed(3)),
    processor: Number(median(costs, 'processor').toFixed(3)),
  };
}

await run();
