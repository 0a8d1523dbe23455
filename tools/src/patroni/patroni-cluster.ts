import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { pause } from '../../../apps/server/src/platform/pause.ts';
import { freePort } from '../free-port.ts';
import { type MemberName, NAMES, haproxyConfig, patroniYaml } from './configuration.ts';
import { PatroniMember } from './member.ts';
import { type Programs, findPrograms } from './programs.ts';
import { Service } from './service.ts';

const POLL_MS = 200;
const ASK_LIMIT_MS = 2000;
const START_LIMIT_MS = 120_000;
const WHOLE_LIMIT_MS = 120_000;

/** A member as Patroni tells of it. */
interface SeenMember {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** Three members of PostgreSQL under Patroni, their etcd, and HAProxy in front, all on this machine. */
export class PatroniCluster {
  readonly members: readonly PatroniMember[];
  readonly #etcd: Service;
  readonly #haproxy: Service;
  readonly #password: string;
  /** Port of HAProxy, which leads to the primary. */
  readonly #port: number;

  constructor(
    members: readonly PatroniMember[],
    services: { readonly etcd: Service; readonly haproxy: Service },
    way: { readonly port: number; readonly password: string },
  ) {
    this.members = members;
    this.#etcd = services.etcd;
    this.#haproxy = services.haproxy;
    this.#port = way.port;
    this.#password = way.password;
  }

  /** Settings of a server that works with both roles through HAProxy. */
  get environment(): Readonly<Record<string, string>> {
    return { DATABASE_URL: this.url('fairlot_server'), FAIRLOT_DATABASE_OWNER_URL: this.url('fairlot_owner') };
  }

  /** The way of a role to the database through HAProxy. */
  url(role: string, database = 'fairlot'): string {
    return `postgresql://${role}:${this.#password}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Starts everything and makes the database with its roles. */
  async start(): Promise<void> {
    this.#etcd.start();
    for (const member of this.members) member.start();
    this.#haproxy.start();
    await this.whole(START_LIMIT_MS);
    await this.#makeDatabase();
  }

  /** Waits until there are a primary, a synchronous standby, and all members on the primary's timeline. */
  async whole(limitMs = WHOLE_LIMIT_MS): Promise<void> {
    const deadline = performance.now() + limitMs;
    let seen: readonly SeenMember[] = [];
    while (!isWhole(seen)) {
      if (performance.now() > deadline) throw new Error(`the cluster is not whole: ${JSON.stringify(seen)}`);
      await pause(POLL_MS);
      seen = await this.#ask();
    }
  }

  /** The member that is the primary now. */
  async primary(): Promise<PatroniMember> {
    const leader = (await this.#ask()).find(({ role }) => role === 'leader');
    const found = this.members.find(({ name }) => name === leader?.name);
    if (found === undefined) throw new Error('the cluster has no primary');
    return found;
  }

  async stop(): Promise<void> {
    await this.#haproxy.end('SIGTERM');
    await Promise.all(this.members.map((member) => member.stop()));
    await this.#etcd.end('SIGTERM');
  }

  /** The members as one that answers sees them; none when nobody answers. */
  async #ask(): Promise<readonly SeenMember[]> {
    for (const { ports } of this.members) {
      const members = await askMember(ports.rest).catch(() => undefined);
      if (members !== undefined) return members;
    }
    return [];
  }

  async #makeDatabase(): Promise<void> {
    const client = await this.#connect();
    try {
      await client.query(`create role fairlot_owner login createrole password '${this.#password}'`);
      await client.query('create database fairlot owner fairlot_owner');
    } finally {
      await client.end();
    }
  }

  /** HAProxy notices a new primary at its next look. */
  async #connect(): Promise<Client> {
    const deadline = performance.now() + ASK_LIMIT_MS * 5;
    for (;;) {
      const client = new Client({ connectionString: this.url('postgres', 'postgres') });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return client;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await pause(POLL_MS);
      }
    }
  }
}

/** Undefined when the member can't tell. Rejects when it does not answer in time. */
async function askMember(port: number): Promise<readonly SeenMember[] | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/cluster`, { signal: AbortSignal.timeout(ASK_LIMIT_MS) });
  return answer.ok ? ((await answer.json()) as { members: SeenMember[] }).members : undefined;
}

function isWhole(seen: readonly SeenMember[]): boolean {
  const leader = seen.find(({ role }) => role === 'leader');
  return (
    seen.length === NAMES.length &&
    seen.some(({ role }) => role === 'sync_standby') &&
    seen.every(({ state, timeline }) => ['running', 'streaming'].includes(state) && timeline === leader?.timeline)
  );
}

/** Plans a cluster in a folder, which must exist. Throws PatroniMissingError. */
export async function planCluster(folder: string): Promise<PatroniCluster> {
  const programs = findPrograms();
  const password = randomBytes(16).toString('hex');
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const ports = new Map<MemberName, { readonly rest: number; readonly postgres: number }>();
  for (const name of NAMES) ports.set(name, { rest: await freePort(), postgres: await freePort() });
  const members = [...ports].map(([name, own]) => {
    const place = ownFolder(join(folder, name), programs);
    const path = join(place, 'patroni.yml');
    const text = patroniYaml({ name, ...own, etcd: etcdPort, binaries: programs.binaries, folder: place, password });
    writeFileSync(path, text, { mode: 0o600 });
    if (programs.identity !== undefined) chownSync(path, programs.identity.uid, programs.identity.gid);
    return new PatroniMember(name, own, place, {
      command: ['patroni', path],
      logPath: join(folder, `${name}.log`),
      identity: programs.identity,
    });
  });
  const haproxyPath = join(folder, 'haproxy.cfg');
  writeFileSync(haproxyPath, haproxyConfig(port, ports));
  const services = {
    etcd: etcdService(folder, programs, etcdPort, peerPort),
    haproxy: new Service({
      command: ['haproxy', '-db', '-f', haproxyPath],
      logPath: join(folder, 'haproxy.log'),
      identity: programs.identity,
    }),
  };
  return new PatroniCluster(members, services, { port, password });
}

function etcdService(folder: string, programs: Programs, port: number, peerPort: number): Service {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const options = {
    name: 'etcd',
    'data-dir': join(ownFolder(join(folder, 'etcd'), programs), 'data'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `etcd=${peer}`,
  };
  return new Service({
    command: ['etcd', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)],
    logPath: join(folder, 'etcd.log'),
    identity: programs.identity,
  });
}

/** A folder that the user of the cluster's programs may write. */
function ownFolder(path: string, { identity }: Programs): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (identity !== undefined) chownSync(path, identity.uid, identity.gid);
  return path;
}
