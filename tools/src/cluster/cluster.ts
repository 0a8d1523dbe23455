import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePortFrom } from '../free-port.ts';
import { type ClusterDatabase, openClusterDatabase } from './database.ts';
import { START_ORDER, layout } from './layout.ts';
import { Member } from './member.ts';
import { NatsProcess } from './nats-process.ts';

/** The first start writes the history of all markets. */
const READY_LIMIT_MS = 180_000;

export interface ClusterOptions {
  /** Folder of an embedded PostgreSQL, the keys and the logs. */
  readonly folder: string;
  /** The bundled program of the server. */
  readonly program: string;
  /** The first port to try; further processes take the next free ones. */
  readonly port: number;
  /** True to start a process again that has died. */
  readonly isRestarted: boolean;
  /** The database of the processes; undefined: that of the environment, or an embedded one in the folder. */
  readonly database?: ClusterDatabase;
  /** More settings of all processes. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** An installation of several processes on this machine, with its database and its NATS server. */
export class Cluster {
  readonly nats: NatsProcess;
  readonly members: readonly Member[];
  readonly #database: ClusterDatabase;
  readonly #stopping = new AbortController();

  constructor(database: ClusterDatabase, nats: NatsProcess, members: readonly Member[]) {
    this.#database = database;
    this.nats = nats;
    this.members = members;
  }

  /** The members of a role, those that start first at the beginning. */
  of(roles: Member['plan']['roles']): readonly Member[] {
    return this.members.filter(({ plan }) => plan.roles === roles);
  }

  member(name: string): Member {
    const found = this.members.find(({ plan }) => plan.name === name);
    if (found === undefined) throw new Error(`the cluster has no process ${name}`);
    return found;
  }

  /** Starts role after role, and waits until those that do not stand by are ready. */
  async start(): Promise<void> {
    for (const roles of START_ORDER) {
      this.#stopping.signal.throwIfAborted();
      for (const member of this.of(roles)) member.start();
      await this.ready(this.of(roles));
    }
  }

  /** Waits until all members are ready; of the houses one, because the other answers no calls before it takes over. */
  async ready(members: readonly Member[] = this.members): Promise<void> {
    const houses = members.filter(({ plan }) => plan.roles === 'web,worker');
    const others = members.filter((member) => !houses.includes(member));
    const { signal } = this.#stopping;
    await Promise.all(others.map((member) => member.ready(READY_LIMIT_MS, signal)));
    if (houses.length === 0) return;
    // The standby is not ready before it takes over: to go on asking it would keep the program for the whole limit.
    const found = new AbortController();
    const asked = houses.map((member) => member.ready(READY_LIMIT_MS, AbortSignal.any([signal, found.signal])));
    try {
      await Promise.any(asked);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      found.abort();
      await Promise.allSettled(asked);
    }
  }

  /** Stops everything in the reverse order. Returns what did not end by itself with code 0. */
  async stop(): Promise<string[]> {
    this.#stopping.abort(new Error('the cluster is stopping'));
    const problems: string[] = [];
    for (const roles of START_ORDER.toReversed()) {
      const ended = await Promise.all(
        this.of(roles).map(async (member) => ({ name: member.plan.name, code: await member.stop() })),
      );
      problems.push(...ended.filter(({ code }) => code !== 0).map(({ name, code }) => `${name} ended with ${code}`));
    }
    await this.nats.end('SIGTERM');
    await this.#database.stop();
    return problems;
  }
}

/** Starts NATS and the database, and plans the processes. Throws NatsMissingError. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, say } = options;
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  // The embedded PostgreSQL runs as another user when root starts it.
  chmodSync(folder, 0o755);
  const plans = layout();
  const ports: number[] = [];
  while (ports.length <= plans.length) ports.push(await freePortFrom((ports.at(-1) ?? options.port - 1) + 1));
  const nats = new NatsProcess(ports.at(-1) ?? 0);
  await nats.start();
  const database =
    options.database ??
    (await openClusterDatabase(folder, say).catch(async (error: unknown) => {
      await nats.end('SIGKILL');
      throw error;
    }));
  const environment = {
    FAIRLOT_DATA_DIR: folder,
    FAIRLOT_NATS_URL: nats.url,
    ...database.environment,
    ...options.environment,
  };
  const members = plans.map((plan, index) => {
    const [port, logPath] = [ports[index] ?? 0, join(logs, `${plan.name}.log`)];
    return new Member({ ...options, plan, port, logPath, environment });
  });
  return new Cluster(database, nats, members);
}
