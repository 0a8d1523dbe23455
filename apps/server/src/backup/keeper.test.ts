import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KnownBackup } from './catalog.ts';
import { BackupKeeper } from './keeper.ts';
import { noteFailure, noteSuccess, problemsOf, readBackupState } from './state.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const BACKUP: KnownBackup = {
  version: 1,
  id: 'one',
  serverVersion: 180_004,
  startLsn: '0/1000000',
  stopLsn: '0/1000000',
  startedAt: NOW,
  endedAt: NOW,
  parts: 1,
  files: 1,
  bytes: 1,
  storedBytes: 1,
  verifiedAt: NOW,
  keyId: 'ours',
};

describe('the troubles of a schedule', () => {
  const schedule = { everyHours: 24, walSeconds: 60 };
  const good = { lastBackupAt: NOW - DAY_MS, lastVerifiedAt: NOW - DAY_MS, archivedUntil: NOW - 60_000 };

  it('are none while all works, and none right after the start', () => {
    expect(problemsOf(good, schedule, 0, NOW)).toEqual([]);
    expect(problemsOf({}, schedule, NOW - 60_000, NOW)).toEqual([]);
  });

  it('name what failed and what is late', () => {
    const errors = { check: { at: NOW, text: 'the restored backup x has 2 differences' } };
    expect(problemsOf({ ...good, errors }, schedule, 0, NOW)).toEqual([`check failed: ${errors.check.text}`]);
    expect(problemsOf(good, schedule, 0, NOW + 2 * HOUR_MS)).toEqual([
      'no backup was finished in time',
      'the log is not archived in time',
    ]);
    expect(problemsOf({}, schedule, NOW - 3 * DAY_MS, NOW)).toHaveLength(3);
  });

  it('tell of a time to come, which hides no delay', () => {
    const ahead = { ...good, lastBackupAt: NOW + DAY_MS };
    expect(problemsOf(ahead, schedule, NOW, NOW)).toEqual([expect.stringMatching(/^the clock was ahead/)]);
    expect(problemsOf(ahead, schedule, 0, NOW)).toContain('no backup was finished in time');
  });
});

describe('the noted state', () => {
  const root = mkdtempSync(join(tmpdir(), 'fairlot-state-'));
  afterAll(() => rmSync(root, { recursive: true }));

  it('keeps the failure of each work until that work succeeds, the most serious first', () => {
    const place = { dataFolder: root, target: 'folder x' };
    const problems = () => problemsOf(readBackupState(root) ?? {}, { everyHours: 24, walSeconds: 60 }, NOW, NOW);
    noteFailure(place, 'check', NOW, 'the restored backup x has 2 differences');
    noteFailure(place, 'backup', NOW, 'the target is full');
    noteSuccess(place, 'log', { archivedUntil: NOW });
    expect(problems()).toEqual([
      'check failed: the restored backup x has 2 differences',
      'backup failed: the target is full',
    ]);
    noteSuccess(place, 'backup');
    expect(problems()).toEqual(['check failed: the restored backup x has 2 differences']);
    noteSuccess(place, 'check');
    expect(problems()).toEqual([]);
  });

  it('leaves no draft when it can not be written', () => {
    const dataFolder = join(root, 'broken');
    mkdirSync(join(dataFolder, 'backup-state.json'), { recursive: true });
    expect(() => noteSuccess({ dataFolder, target: 'folder x' }, 'log')).toThrow(/EISDIR/);
    expect(readdirSync(dataFolder)).toEqual(['backup-state.json']);
  });
});

describe('the schedule', () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

  const schedule = { everyHours: 24, walSeconds: 60 };
  let done: string[];
  let newest: KnownBackup;
  let now: number;

  beforeEach(() => {
    done = [];
    newest = BACKUP;
    now = NOW;
  });

  const works = {
    storeLog: async () => 'line',
    newest: async () => newest,
    take: async () => {
      done.push('take');
      newest = { ...BACKUP, endedAt: now };
      return newest;
    },
    check: async () => {
      done.push('check');
      return '';
    },
    removeOld: async () => {
      done.push('remove');
      return { backups: [], pieces: [], lines: [] };
    },
  };

  it('takes and checks a backup when one is due, after a restart too, and deletes old ones only after a check', async () => {
    const keeper = new BackupKeeper(works, schedule, silent, () => now);
    await keeper.look();
    now += 23 * HOUR_MS;
    await keeper.look();
    expect(done).toEqual([]);
    now += HOUR_MS;
    await keeper.look();
    await keeper.look();
    expect(done).toEqual(['take', 'check', 'remove']);
    newest = { ...BACKUP, endedAt: now, verifiedAt: undefined };
    await new BackupKeeper(works, schedule, silent, () => now).look();
    expect(done.slice(3)).toEqual(['check', 'remove']);
  });

  it('takes one at once when the newest is of a time to come', async () => {
    newest = { ...BACKUP, endedAt: NOW + 30 * DAY_MS };
    const keeper = new BackupKeeper(works, schedule, silent, () => now);
    await keeper.look();
    await keeper.look();
    expect(done).toEqual(['take', 'check', 'remove']);
  });

  it('waits after a failure no longer than the pause when the clock is set back', async () => {
    const failing = {
      ...works,
      storeLog: async () => {
        done.push('failure');
        throw new Error('the target is full');
      },
    };
    now += 30 * DAY_MS;
    const keeper = new BackupKeeper(failing, schedule, silent, () => now);
    keeper.start();
    await vi.waitUntil(() => done.length === 2);
    await keeper.stop();
    now -= 30 * DAY_MS;
    await expect(keeper.look()).rejects.toThrow('the target is full');
  });
});
