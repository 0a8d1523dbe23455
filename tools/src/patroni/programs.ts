import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';
/** Programs of the cluster by the Debian package that has each. */
const PACKAGES = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' } as const;
/** Programs that Patroni needs of PostgreSQL. */
const OF_POSTGRES = ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup', 'pg_rewind', 'pg_controldata'];

/**
 * Older versions let a primary that stood still overwrite the key of its successor in etcd when it wakes up, and what the
 * successor has acknowledged is lost (github.com/patroni/patroni/pull/2689). Debian 12 has 3.0.2.
 */
const LEAST_SAFE = [3, 0, 3];

/** Thrown when programs of the cluster are not installed, or nobody may run them. */
export class PatroniMissingError extends Error {
  override readonly name = 'PatroniMissingError';
}

/** Programs and the user of a Patroni cluster on this machine. */
export interface Programs {
  /** Folder of PostgreSQL's programs. */
  readonly binaries: string;
  /** User that PostgreSQL runs as, because it refuses root; undefined when this process is not root's. */
  readonly identity: { readonly uid: number; readonly gid: number } | undefined;
}

/** True when the installed Patroni respects the key of another primary. */
export function keepsToKey(version: string): boolean {
  const found = (/\d+\.\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number);
  const index = LEAST_SAFE.findIndex((least, place) => least !== found[place]);
  return index === -1 || (found[index] ?? 0) > (LEAST_SAFE[index] ?? 0);
}

/** Name and version of the installed Patroni, such as `patroni 3.0.2`. */
export function patroniVersion(): string {
  return spawnSync('patroni', ['--version'], { encoding: 'utf8' }).stdout.trim();
}

/** Finds the programs. Throws PatroniMissingError with the packages that are missing. */
export function findPrograms(): Programs {
  const binaries = newestPostgres();
  const missing: string[] = Object.entries(PACKAGES)
    .filter(([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    .map(([, name]) => name);
  if (binaries === undefined) missing.push('postgresql');
  if (missing.length > 0 || binaries === undefined)
    throw new PatroniMissingError(
      `not installed: ${missing.join(', ')}. On Debian 12: apt-get install ${missing.join(' ')}`,
    );
  return { binaries, identity: process.getuid?.() === 0 ? postgresUser() : undefined };
}

/** The newest PostgreSQL of Debian's packages that has all programs. */
function newestPostgres(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  return readdirSync(DEBIAN)
    .toSorted((left, right) => Number(right) - Number(left))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((folder) => OF_POSTGRES.every((program) => existsSync(join(folder, program))));
}

/** The user that Debian's packages create. */
function postgresUser(): { readonly uid: number; readonly gid: number } {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  if (!(uid > 0 && gid > 0))
    throw new PatroniMissingError('PostgreSQL refuses to run as root, and this machine has no user postgres');
  return { uid, gid };
}
