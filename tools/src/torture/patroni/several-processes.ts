import { pause } from '../../../../apps/server/src/platform/pause.ts';
import { checkEpochs } from '../../../../apps/server/tests/support/former-epochs.ts';
import { type Cluster, openCluster } from '../../cluster/cluster.ts';
import { SHARDS } from '../../cluster/layout.ts';
import { freePort } from '../../free-port.ts';
import type { PatroniCluster } from '../../patroni/patroni-cluster.ts';
import { type Place, connect } from '../checks.ts';
import { byShard, openClients } from '../drills/clients.ts';
import { MarketWatch } from '../drills/market-watch.ts';
import { WITHOUT_LIMITS } from '../server-process.ts';
import type { DrillClients, Installation, PatroniSettings } from './installation.ts';
import { moneyOf, ordersOf, quotesAt } from './parts.ts';

const MONEY_CLIENTS = 3;
/** Leaves the processors to the processes, and the proofs of deposits for later rounds. */
const MONEY_PAUSE_MS = 1000;
const LOOK_MS = 200;
/** Time for hand-overs to the processes that prefer a shard, and after which a former heartbeat is old. */
const SETTLE_MS = 6000;
const HEARD_LIMIT_MS = 120_000;
/** The end of a process that has lost its lease or its database (ADR 103). */
const GAVE_UP = 'code 1';

/** Plans the processes of `npm run cluster` in a folder, and starts their NATS. Throws NatsMissingError. */
export async function planProcesses(
  patroni: PatroniCluster,
  folder: string,
  settings: PatroniSettings,
): Promise<Installation> {
  const cluster = await openCluster({
    folder,
    program: settings.programs.server,
    port: await freePort(),
    isRestarted: true,
    database: { environment: patroni.environment, stop: () => Promise.resolve() },
    environment: {
      FAIRLOT_LOG_LEVEL: 'warn',
      FAIRLOT_SESSIONS: 'always',
      FAIRLOT_SIMULATED_MONEY: 'play-money',
      ...WITHOUT_LIMITS,
    },
    say: settings.say,
  });
  return new SeveralProcesses(cluster, { dataFolder: folder, url: patroni.url('fairlot_owner') }, settings);
}

/** Gateways, holders of shards, markets and houses over NATS. A process that ends is started again, as a supervisor does. */
class SeveralProcesses implements Installation {
  readonly place: Place;
  readonly shards = SHARDS.length;
  readonly #cluster: Cluster;
  readonly #settings: PatroniSettings;
  readonly #watches: readonly MarketWatch[];
  /** Ends of processes that have been told of, by process and how it ended. */
  readonly #told = new Map<string, number>();
  #odd: string[] = [];

  constructor(cluster: Cluster, place: Place, settings: PatroniSettings) {
    this.#cluster = cluster;
    this.place = place;
    this.#settings = settings;
    this.#watches = cluster.of('gateway').map(({ url }) => new MarketWatch(url, LOOK_MS));
  }

  async start(): Promise<DrillClients> {
    const { instrumentsOf, chance, say } = this.#settings;
    const cluster = this.#cluster;
    const begin = performance.now();
    await cluster.start();
    say(`started ${cluster.members.length} processes in ${Math.round(performance.now() - begin)} ms`);
    const opening = { cluster, place: this.place, moneyClients: MONEY_CLIENTS, instrumentsOf, chance };
    const { traders, money, depositors, fund } = await openClients(opening);
    // Each house reads the limits of deposits that openClients has set.
    for (const house of cluster.of('web,worker')) {
      await house.stop();
      house.start();
      await cluster.ready(cluster.of('web,worker'));
    }
    for (const watch of this.#watches) watch.start();
    // Processes that ended before the first failure are no consequence of it.
    this.#newEnds();
    const database = await connect(this.place);
    try {
      const shards = await byShard(database, traders);
      const gateways = cluster.of('gateway').map(({ plan }) => plan.name);
      return {
        traders,
        money,
        moneyPauseMs: MONEY_PAUSE_MS,
        depositors,
        fund,
        parts: [
          ...[...shards].map(([shard, clients]) => ordersOf(`shard ${shard}`, clients)),
          ...this.#watches.map((watch, index) => quotesAt(gateways[index] ?? '', watch)),
          ...money.map(moneyOf),
        ],
      };
    } finally {
      await database.end();
    }
  }

  async settle(): Promise<readonly string[]> {
    await this.#cluster.ready();
    await pause(SETTLE_MS);
    await this.#allHeard();
    return this.#newEnds();
  }

  async problems(): Promise<string[]> {
    const database = await connect(this.place);
    try {
      return [
        ...this.#odd.splice(0),
        ...this.#watches.flatMap(({ problems }) => problems.splice(0)),
        ...(await checkEpochs(database)),
      ];
    } finally {
      await database.end();
    }
  }

  async stop(): Promise<string[]> {
    await Promise.all(this.#watches.map((watch) => watch.stop()));
    return this.#cluster.stop();
  }

  async kill(): Promise<void> {
    await this.stop();
  }

  /** Waits until the directory has a heartbeat of every process. One that stands by is not ready, but must be alive. */
  async #allHeard(): Promise<void> {
    const deadline = performance.now() + HEARD_LIMIT_MS;
    const database = await connect(this.place);
    try {
      for (;;) {
        const { rows } = await database.query<{ name: string }>(
          `select distinct name from processes where seen_at > clock_timestamp() - interval '3 seconds'`,
        );
        const heard = new Set(rows.map(({ name }) => name));
        const silent = this.#cluster.members.filter(({ plan }) => !heard.has(plan.name));
        if (silent.length === 0) return;
        if (performance.now() > deadline)
          throw new Error(`nothing is heard of ${silent.map(({ plan }) => plan.name).join(', ')}`);
        await pause(LOOK_MS);
      }
    } finally {
      await database.end();
    }
  }

  #newEnds(): string[] {
    const names: string[] = [];
    for (const { plan, ends } of this.#cluster.members)
      for (const [how, count] of ends) {
        const key = `${plan.name} ended with ${how}`;
        const more = count - (this.#told.get(key) ?? 0);
        this.#told.set(key, count);
        names.push(...Array.from({ length: more }, () => plan.name));
        if (more > 0 && how !== GAVE_UP) this.#odd.push(key);
      }
    return names;
  }
}
