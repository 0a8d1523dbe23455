import { hostname } from 'node:os';
import type { Reader } from './config-reader.ts';

/** The parts of a server that may run in processes of their own. */
export const ROLES = ['market', 'trading', 'gateway', 'web', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** One process of an installation that has several. */
export interface ClusterSettings {
  readonly roles: ReadonlySet<Role>;
  /** NATS servers of the installation, with their user and password. */
  readonly natsUrls: readonly string[];
  /** The first part of all subjects: two installations may share a NATS server. */
  readonly installation: string;
  /** Name of this process, for people. */
  readonly name: string;
  /** How the other processes reach this one. */
  readonly url: string;
  /** Shards that this process takes before others. A process with the role `trading` stands by for all others. */
  readonly prefers: readonly number[] | 'all';
}

const MOST_SHARD = 63;

/** Reads the settings of several processes; undefined: this process is the whole server. */
export function readCluster(reader: Reader): ClusterSettings | undefined {
  const roles = readRoles(reader);
  const natsUrls = reader.urls('FAIRLOT_NATS_URL', ['nats:', 'tls:'], 'nats://nats.example.com:4222');
  const installation = reader.text('FAIRLOT_INSTALLATION', 'main');
  const name = reader.text('FAIRLOT_PROCESS_NAME', `${hostname()} ${process.pid}`);
  const url = reader.origin('FAIRLOT_PROCESS_URL', 'http://10.0.0.7:3000');
  const prefers = readShards(reader);
  if (roles === undefined) {
    for (const [given, setting] of [
      [natsUrls.length > 0, 'FAIRLOT_NATS_URL'],
      [prefers !== 'all', 'FAIRLOT_SHARDS'],
    ] as const)
      if (given) reader.problems.push(`${setting}: has an effect with FAIRLOT_ROLES only.`);
    return undefined;
  }
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(installation))
    reader.problems.push('FAIRLOT_INSTALLATION: must be one word of letters, digits, _ and -.');
  if (natsUrls.length === 0) reader.problems.push('FAIRLOT_NATS_URL: is needed with FAIRLOT_ROLES.');
  if (reader.text('DATABASE_URL', '') === '')
    reader.problems.push('DATABASE_URL: is needed with FAIRLOT_ROLES, because the processes share a database.');
  if (reader.text('FAIRLOT_FEED', '').startsWith('replay:'))
    reader.problems.push('FAIRLOT_FEED: a replay has a time of its own, which several processes do not share.');
  if (roles.has('worker') && roles.has('gateway') && !roles.has('web'))
    reader.problems.push('FAIRLOT_ROLES: worker and gateway belong in one process only together with web.');
  const port = reader.integer('PORT', 3000, 0, 65_535);
  return { roles, natsUrls, installation, name, url: url ?? `http://127.0.0.1:${port}`, prefers };
}

function readRoles(reader: Reader): ReadonlySet<Role> | undefined {
  const given = reader.words('FAIRLOT_ROLES');
  if (given.length === 0) return undefined;
  const unknown = given.filter((word) => !(ROLES as readonly string[]).includes(word));
  if (unknown.length > 0)
    reader.problems.push(`FAIRLOT_ROLES: must be some of ${ROLES.join(', ')}, not ${JSON.stringify(unknown[0])}.`);
  return new Set(ROLES.filter((role) => given.includes(role)));
}

/** Numbers and ranges, such as `0-3,7`; `none`: only to stand by. */
function readShards(reader: Reader): readonly number[] | 'all' {
  const words = reader.words('FAIRLOT_SHARDS');
  if (words.length === 0) return 'all';
  if (words.length === 1 && words[0] === 'none') return [];
  const numbers = new Set<number>();
  for (const word of words) {
    const [, first, last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(word) ?? [];
    if (first === undefined || Number(last) < Number(first) || Number(last) > MOST_SHARD) {
      reader.problems.push(`FAIRLOT_SHARDS: must be shards such as 0-3,7, or none; ${JSON.stringify(word)} is not.`);
      continue;
    }
    for (let shard = Number(first); shard <= Number(last); shard += 1) numbers.add(shard);
  }
  return [...numbers].sort((one, other) => one - other);
}
