import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../tools/src/free-port.ts';
import { endProcesses, processesIn, removeFolder } from '../../../tools/leftovers.mjs';
import { guard } from '../../../tools/src/testing/guard.ts';
import { clientOf } from './support/server.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const guards = guard();
const cleanUp: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): readonly Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

function descendants(of: number): readonly Process[] {
  const all = processes();
  const below = (pid: number): readonly Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return below(of);
}

/** True for a process with the data folder of this test. */
function isIn(pid: number, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}

interface Started {
  readonly npm: ChildProcess;
  readonly npmPid: number;
  readonly url: string;
  readonly folder: string;
  /** Processes that npm started, and theirs. */
  readonly below: () => readonly Process[];
}

/** Runs the real `npm start` with a database of its own, in a process group of its own like a shell's job. */
async function npmStart(settings: Readonly<Record<string, string>> = {}): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-npm-'));
  guards.add('folder', folder);
  cleanUp.push(() => removeFolder(folder));
  const pages = join(folder, 'pages');
  mkdirSync(pages);
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Fairlot</title>');
  const port = String(await freePort());
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      HOST: '127.0.0.1',
      PORT: port,
      FAIRLOT_DATA_DIR: join(folder, 'data'),
      FAIRLOT_PAGES_DIR: pages,
      FAIRLOT_OFFICE_PAGES_DIR: pages,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const npmPid = npm.pid ?? 0;
  const below = (): readonly Process[] => descendants(npmPid);
  // Also those whose npm is gone.
  cleanUp.push(async () => {
    const started = processes().filter(({ pid, command }) => command.includes('tools/start.mjs') && isIn(pid, folder));
    await endProcesses([npmPid, ...below().map(({ pid }) => pid), ...started.map(({ pid }) => pid)], 'SIGTERM');
  });
  return { npm, npmPid, url: `http://127.0.0.1:${port}`, folder, below };
}

async function ready({ url }: Started): Promise<void> {
  const isReady = () =>
    clientOf(url)
      .raw('/readyz')
      .then(
        ({ status }) => status === 200,
        () => false,
      );
  await expect.poll(isReady, { timeout: 120_000, interval: 100 }).toBe(true);
}

/** Waits until none of the processes is left, and the database says that it was shut down. */
async function allGone(before: readonly Process[], { folder }: Started): Promise<void> {
  const left = () =>
    processes().filter(({ pid, command }) => before.some((each) => each.pid === pid && each.command === command));
  await expect.poll(left, { timeout: 120_000, interval: 100 }).toEqual([]);
  await expect.poll(() => processesIn(folder), { timeout: 120_000, interval: 100 }).toEqual([]);
  expect(existsSync(join(folder, 'data', 'postgres', 'postmaster.pid'))).toBe(false);
}

describe('npm start', () => {
  it('ends with node, PostgreSQL and the strategies when npm gets SIGTERM', async () => {
    const started = await npmStart();
    await ready(started);
    const has = (part: string) => started.below().some(({ command }) => command.includes(part));
    await expect.poll(() => has('strategies'), { timeout: 120_000, interval: 100 }).toBe(true);
    expect([has('tools/start.mjs'), has('postgres')]).toEqual([true, true]);
    const before = started.below();
    // Keys and passwords are variables of the server. The strategies must not have them.
    const [strategies, server] = ['strategies', 'tools/start.mjs'].map(
      (part) => before.find(({ command }) => command.includes(part))?.pid ?? 0,
    );
    expect([isIn(server ?? 0, started.folder), isIn(strategies ?? 0, started.folder)]).toEqual([true, false]);
    process.kill(started.npmPid, 'SIGTERM');
    await allGone(before, started);
  });

  it.each([
    ['the whole process group gets SIGTERM', (npm: number) => process.kill(-npm, 'SIGTERM')],
    ['the terminal is closed', (npm: number) => process.kill(-npm, 'SIGHUP')],
    ['npm is killed outright', (npm: number) => process.kill(npm, 'SIGKILL')],
  ])('ends with all of its processes when %s', async (_how, end) => {
    const started = await npmStart();
    await ready(started);
    const before = started.below();
    end(started.npmPid);
    await allGone(before, started);
  });

  // A supervisor kills what is left when the main process has ended, and an operator copies the data folder then.
  it('has stopped its backups before it ends itself', async () => {
    const target = mkdtempSync(join(tmpdir(), 'fairlot-npm-'));
    guards.add('folder', target);
    cleanUp.push(() => removeFolder(target));
    const started = await npmStart({ FAIRLOT_BACKUP_TO: target });
    await ready(started);
    // From here on the process of the backups answers a signal by stopping its work.
    await expect.poll(() => readdirSync(target), { timeout: 120_000, interval: 50 }).not.toEqual([]);
    const children = started.below().filter(({ command }) => command.includes('backup'));
    expect(children).toHaveLength(1);
    const ended = once(started.npm, 'exit');
    process.kill(started.npmPid, 'SIGTERM');
    await ended;
    const left = new Set(processes().map(({ pid }) => pid));
    expect(children.filter(({ pid }) => left.has(pid))).toEqual([]);
    expect(processesIn(started.folder)).toEqual([]);
  });

  it('ends with PostgreSQL when it is stopped while it starts', async () => {
    const started = await npmStart();
    const hasDatabase = () => existsSync(join(started.folder, 'data', 'postgres', 'postmaster.pid'));
    await expect.poll(hasDatabase, { timeout: 120_000, interval: 5 }).toBe(true);
    const before = started.below();
    process.kill(started.npmPid, 'SIGTERM');
    await allGone(before, started);
  });
});
