import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openNatsBus } from '../../../apps/server/src/bus/nats-bus.ts';
import { subjectsOf } from '../../../apps/server/src/bus/subjects.ts';
import { MarketPublisher } from '../../../apps/server/src/cluster/market-publisher.ts';
import { openDatabase } from '../../../apps/server/src/db/database.ts';
import { openClusterDatabase } from '../../../tools/src/cluster/database.ts';
import { layout } from '../../../tools/src/cluster/layout.ts';
import { Member } from '../../../tools/src/cluster/member.ts';
import { NatsProcess } from '../../../tools/src/cluster/nats-process.ts';
import { freePort } from '../../../tools/src/free-port.ts';
import { guard } from '../../../tools/src/testing/guard.ts';
import { EURUSD, fail, giveQuote, log } from '../orders/host.ts';
import type { Run } from '../orders/load.ts';
import { databaseTime, timeOf } from '../orders/processor-time.ts';
import { settle } from '../orders/settle.ts';
import type { Told, Wanted } from './messages.ts';

const READY_LIMIT_MS = 60_000;

/** Programs that are bundled already. */
export interface Programs {
  readonly driver: string;
  readonly server: string;
}

/** A run with the processor time of an order in each process, in microseconds. */
export type Measured = Run & { readonly cpuMicrosPerOrder: Readonly<Record<string, number>> };

/** A database with the processes that trade on it, and a process that places orders. */
export class System {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-shards-'));
  readonly #pids = new Map<string, number>();
  readonly #stops: (() => Promise<unknown>)[] = [];
  #ownerUrl = '';
  #driver: ChildProcess | undefined;

  /** With a bus, the trading processes of `npm run cluster` host the shards; otherwise the driver does. */
  async start({ driver, server }: Programs, hasBus: boolean): Promise<void> {
    // The embedded PostgreSQL runs as another user when root starts it.
    chmodSync(this.#folder, 0o755);
    this.#stops.push(() => Promise.resolve(rmSync(this.#folder, { recursive: true, force: true })));
    const database = await openClusterDatabase(this.#folder, () => undefined);
    this.#stops.push(() => database.stop());
    const { DATABASE_URL: url = '', FAIRLOT_DATABASE_OWNER_URL: ownerUrl = '' } = database.environment;
    this.#ownerUrl = ownerUrl;
    const migrated = await openDatabase({ dataFolder: this.#folder, databaseUrl: url, ownerUrl, log });
    await migrated.close();
    const nats = hasBus ? await this.#startProcesses(server, database.environment) : undefined;
    this.#driver = fork(driver, [url, ownerUrl, ...(nats === undefined ? [] : [nats])]);
    this.#note(hasBus ? 'gateway' : 'process', this.#driver.pid);
    this.#stops.push(() => this.#endDriver());
    await this.#told();
  }

  async run(wanted: Wanted): Promise<Measured> {
    await this.#settle();
    await this.#ask({ ...wanted, seconds: 1 });
    const before = this.#times();
    const run = await this.#ask(wanted);
    const after = this.#times();
    const names = Object.keys(before);
    const each = (name: string): number =>
      Math.round((((after[name] ?? Number.NaN) - (before[name] ?? Number.NaN)) * 1e6) / run.answer.count);
    return { ...run, cpuMicrosPerOrder: Object.fromEntries(names.map((name) => [name, each(name)])) };
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0).toReversed()) await stop();
  }

  async #startProcesses(program: string, database: Readonly<Record<string, string>>): Promise<string> {
    const nats = new NatsProcess(await freePort());
    await nats.start();
    this.#stops.push(() => nats.end('SIGTERM'));
    this.#note('nats', nats.pid);
    await this.#openMarket(nats.url);
    // The third one stands by for a crash, and has no part in this.
    for (const plan of layout().filter(({ name }) => name === 'trading-a' || name === 'trading-b')) {
      const member = new Member({
        plan,
        program,
        port: await freePort(),
        logPath: join(this.#folder, `${plan.name}.log`),
        environment: { FAIRLOT_DATA_DIR: this.#folder, FAIRLOT_NATS_URL: nats.url, ...database },
        isRestarted: false,
        say: console.error,
      });
      member.start();
      this.#stops.push(() => member.stop());
      await member.ready(READY_LIMIT_MS, new AbortController().signal);
      this.#note(plan.name, member.pid);
    }
    return nats.url;
  }

  /** A market with one quote, which tells twice a second that it is there. */
  async #openMarket(url: string): Promise<void> {
    const bus = await openNatsBus({ servers: [url], name: 'market', log, onLost: fail });
    this.#stops.push(() => bus.close());
    const figures = { quotes: 0, silentMs: 0, lagMs: 0, barsWaiting: 0, barsGivenUp: 0 };
    const market = new MarketPublisher({
      bus,
      subjects: subjectsOf('main'),
      lease: { epoch: 1, isCurrent: true },
      from: 'market',
      log,
      status: () => ({ sources: [], lines: [], past: undefined, rejected: {}, figures }),
    });
    market.start();
    this.#stops.push(() => market.stop());
    market.setDoubt(EURUSD.id, undefined);
    giveQuote(market);
  }

  #note(name: string, pid: number | undefined): void {
    if (pid === undefined) throw new Error(`${name} did not start`);
    this.#pids.set(name, pid);
    guard().add('pid', pid);
  }

  #times(): Record<string, number | undefined> {
    const processes = [...this.#pids].map(([name, pid]) => [name, timeOf(pid)] as const);
    return { ...Object.fromEntries(processes), database: databaseTime(this.#folder) };
  }

  async #ask(wanted: Wanted): Promise<Run> {
    this.#driver?.send(wanted);
    const told = await this.#told();
    if (!('run' in told)) throw new Error('the driver told no run');
    return told.run;
  }

  async #told(): Promise<Told> {
    if (this.#driver === undefined) throw new Error('the driver is not started');
    const settled = new AbortController();
    const { signal } = settled;
    const ended = once(this.#driver, 'exit', { signal }).then(() => Promise.reject(new Error('the driver has ended')));
    const message = once(this.#driver, 'message', { signal });
    try {
      const [told] = (await Promise.race([message, ended])) as [Told];
      return told;
    } finally {
      for (const other of [message, ended]) other.catch(() => undefined);
      settled.abort();
    }
  }

  async #endDriver(): Promise<void> {
    const driver = this.#driver;
    if (driver === undefined || driver.exitCode !== null || driver.signalCode !== null) return;
    const ended = once(driver, 'exit');
    driver.removeAllListeners('message');
    driver.kill('SIGKILL');
    await ended;
  }

  async #settle(): Promise<void> {
    const client = new Client(this.#ownerUrl);
    await client.connect();
    await settle(client);
    await client.end();
  }
}
