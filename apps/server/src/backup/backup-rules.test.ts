import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import type { Catalog, KnownBackup, KnownLine } from './catalog.ts';
import { checkBackup } from './check-backup.ts';
import { chooseRestore } from './choose-restore.ts';
import { lsnText, parseLsn, segmentName, segmentStart } from './lsn.ts';
import { expiredOf } from './retention.ts';
import { FolderStorage } from './storage/folder-storage.ts';
import { Vault } from './vault.ts';
import { walChain, walName, walPieces } from './wal-names.ts';

const SEGMENT = 16 * 1024 * 1024;
const NOW = Date.UTC(2026, 10, 20, 12);
const RULE = { keepDays: 14, everyHours: 14 * 24 };

function piece(start: bigint, end: bigint, until = 0): string {
  return walName({ start, end, until });
}

function backup(day: number, verified = true): KnownBackup {
  const endedAt = NOW - day * DAY_MS;
  const startLsn = lsnText(BigInt((100 - day) * SEGMENT) + 40n);
  return {
    version: 1,
    id: `day-${day}`,
    serverVersion: 180_004,
    startLsn,
    stopLsn: startLsn,
    startedAt: endedAt,
    endedAt,
    parts: 1,
    files: 1,
    bytes: 1,
    storedBytes: 1,
    verifiedAt: verified ? endedAt : undefined,
    keyId: 'ours',
  };
}

const stamped = (id: string, day: number): KnownBackup => ({ ...backup(day), id });

function line(name: string, backups: readonly KnownBackup[], more: Partial<KnownLine> = {}): KnownLine {
  const record = {
    version: 1,
    systemId: '7',
    timeline: 1,
    segmentBytes: SEGMENT,
    host: 'one',
    createdAt: NOW,
  } as const;
  return { name, record, backups, locked: [], unfinished: [], pieces: [], ...more };
}

function catalog(lines: readonly KnownLine[], locked: Catalog['locked'] = []): Catalog {
  return { lines, locked };
}

describe('positions in the log', () => {
  it('are read, written and named as PostgreSQL does', () => {
    const lsn = parseLsn('1/3F0000A8');
    expect(lsnText(lsn)).toBe('1/3F0000A8');
    expect(segmentName(2, lsn, SEGMENT)).toBe('00000002000000010000003F');
    expect(segmentStart(lsn, SEGMENT)).toBe(parseLsn('1/3F000000'));
    expect(() => parseLsn('1-3')).toThrow(TypeError);
  });
});

describe('the chain of the log', () => {
  const pieces = walPieces([piece(30n, 50n, 300), piece(0n, 20n, 100), piece(20n, 30n), piece(0n, 10n, 90), 'other']);

  it('joins pieces that meet or overlap, and knows until when it reaches', () => {
    expect(walChain(pieces, 0n)).toMatchObject({ end: 50n, until: 300, isBroken: false });
    expect(walChain(pieces, 25n).pieces.map(({ start }) => start)).toEqual([20n, 30n]);
  });

  it('ends with the first piece that covers the wanted time', () => {
    expect(walChain(pieces, 0n, 95)).toMatchObject({ end: 20n, until: 100 });
    expect(walChain(pieces, 0n, 101)).toMatchObject({ end: 50n, until: 300 });
  });

  it('is broken by a gap', () => {
    const gap = pieces.filter(({ start }) => start !== 20n);
    expect(walChain(gap, 0n)).toMatchObject({ end: 20n, until: 100, isBroken: true });
    expect(walChain(gap, 0n, 100).isBroken).toBe(false);
  });
});

describe('the rule of age', () => {
  it('keeps the backup before the oldest moment, and everything after it', () => {
    const backups = [20, 15, 13, 1].map((day) => backup(day));
    const expired = expiredOf(catalog([line('a', backups)]), RULE, NOW);
    expect(expired.backups).toEqual([{ line: 'a', id: 'day-20' }]);
  });

  it('deletes nothing in favour of a backup that was not verified', () => {
    expect(
      expiredOf(catalog([line('a', [backup(40), backup(20, false), backup(1, false)])]), RULE, NOW).backups,
    ).toEqual([]);
  });

  it('deletes the log before the oldest backup that is left', () => {
    const start = BigInt(85 * SEGMENT);
    const pieces = walPieces([piece(start - 100n, start - 50n), piece(start - 50n, start), piece(start, start + 90n)]);
    const expired = expiredOf(catalog([line('a', [backup(20), backup(15)], { pieces })]), RULE, NOW);
    expect(expired.pieces).toEqual([
      { line: 'a', names: [piece(start - 100n, start - 50n), piece(start - 50n, start)] },
    ]);
  });

  it('deletes an older line when a newer one covers all moments, never the newest', () => {
    expect(expiredOf(catalog([line('a', [backup(30)]), line('b', [backup(13)])]), RULE, NOW).lines).toEqual([]);
    expect(expiredOf(catalog([line('a', [backup(30)]), line('b', [backup(14)])]), RULE, NOW).lines).toEqual(['a']);
    expect(expiredOf(catalog([line('a', [])]), RULE, NOW + 100 * DAY_MS).lines).toEqual([]);
  });

  it('counts at most one period between two backups, so that a clock that was ahead costs no older one', () => {
    const daily = { ...RULE, everyHours: 24 };
    const backups = Array.from({ length: 14 }, (_, index) => backup(13 - index));
    const ahead = { ...backup(-60), startLsn: backup(-0.5).startLsn };
    expect(expiredOf(catalog([line('a', [...backups, ahead])]), daily, NOW + 60 * DAY_MS).backups).toEqual([]);
    const later = [backup(-1), backup(-2)];
    const after = expiredOf(catalog([line('a', [...backups, ahead, ...later])]), daily, NOW + 2 * DAY_MS);
    expect(after.backups).toEqual([{ line: 'a', id: 'day-13' }]);
  });

  it('deletes a backup that was begun and given up', () => {
    const unfinished = ['20261101t000000z-aa', '20261120t110000z-bb'];
    expect(expiredOf(catalog([line('a', [backup(1)], { unfinished })]), RULE, NOW).backups).toEqual([
      { line: 'a', id: '20261101t000000z-aa' },
    ]);
  });
});

describe('backups of a key that was taken away', () => {
  const [old, recent] = ['20261101t000000z-aa', '20261115t000000z-bb'];
  const locked = [old, recent].map((name) => ({ name, keyId: 'gone' }));
  const covering = stamped('20261106t000000z-cc', 14);
  const newest = stamped('20261119t000000z-dd', 1);
  const pieces = walPieces([piece(0n, 10n, NOW)]);

  it('are deleted by the same rule, and keep their log until then', () => {
    const both = expiredOf(catalog([line('a', [covering, newest], { locked, pieces })]), RULE, NOW);
    expect(both.backups).toEqual([{ line: 'a', id: old }]);
    const kept = expiredOf(catalog([line('a', [newest], { locked, pieces }), line('b', [])]), RULE, NOW);
    expect(kept).toEqual({ backups: [], pieces: [], lines: [] });
    expect(expiredOf(catalog([line('a', [], { locked }), line('b', [])]), RULE, NOW + 99 * DAY_MS).lines).toEqual([]);
    const closed = [{ name: '20261001t000000z-ee', keyId: 'gone' }];
    const after = '20261105t000000z-ff';
    expect(expiredOf(catalog([line(after, [newest])], closed), RULE, NOW).lines).toEqual([]);
    expect(expiredOf(catalog([line(after, [covering])], closed), RULE, NOW).lines).toEqual([closed[0]?.name]);
  });

  it('never let an older history pass for the last one', () => {
    const log = walPieces([piece(0n, BigInt(200 * SEGMENT), NOW)]);
    const mine = line('20261001t000000z-aa', [stamped('20261002t000000z-aa', 49)], { pieces: log });
    const other = { name: '20261110t000000z-bb', keyId: 'gone' };
    const before = Date.UTC(2026, 10, 9);
    const choose = (wish: object) => chooseRestore(catalog([mine], [other]), wish);
    expect(() => choose({})).toThrow(
      /^20261110t000000z-bb was encrypted with the backup key gone, .* --time restores moments before 2026-11-10T00:00:00/,
    );
    expect(() => choose({ time: Date.UTC(2026, 10, 11) })).toThrow(/backup key gone/);
    expect(choose({ time: before }).line.name).toBe(mine.name);
    expect(choose({ line: mine.name }).line.name).toBe(mine.name);
    const mixed = catalog([{ ...mine, locked: [other] }]);
    expect(() => chooseRestore(mixed, {})).toThrow(/backup key gone/);
    expect(() => chooseRestore(mixed, { backup: other.name })).toThrow(/backup key gone/);
    expect(chooseRestore(mixed, { time: before }).backup.id).toBe('20261002t000000z-aa');
  });
});

describe('the backup of a restore', () => {
  const log = walPieces([piece(0n, BigInt(200 * SEGMENT), NOW)]);
  // Its clock was 30 days behind.
  const behind = { ...backup(30), startLsn: backup(0).startLsn };
  const one = catalog([line('a', [backup(9), backup(1), behind], { pieces: log })]);

  it('is the last in the log, and the last before a moment by its time', () => {
    expect(chooseRestore(one, {}).backup).toBe(behind);
    expect(chooseRestore(one, { time: NOW - 5 * DAY_MS }).backup.id).toBe('day-9');
  });
});

describe('the check of a backup', () => {
  const GIB = 1024 ** 3;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const pieces = walPieces([piece(0n, 100n), piece(100n, BigInt(SEGMENT))]);
  const plan = {
    line: line('a', []),
    backup: { ...backup(0), bytes: 20 * GIB },
    pieces,
    time: undefined,
    until: 0,
  };
  const needed = 20 * GIB + 2 * SEGMENT;

  /** The failure of a check on a disk. With room enough, it is the target that has nothing. */
  async function failureOn(free: number, size: number): Promise<string> {
    const dataFolder = mkdtempSync(join(tmpdir(), 'fairlot-check-'));
    const vault = new Vault(new FolderStorage(dataFolder), [Buffer.alloc(32)]);
    const space = async () => ({ free, size });
    try {
      await checkBackup(plan, { vault, dataFolder, verify: async () => 0, log, space });
      return '';
    } catch (error) {
      return (error as Error).message;
    } finally {
      rmSync(dataFolder, { recursive: true });
    }
  }

  it('restores nothing while the running database needs the room', async () => {
    expect(await failureOn(needed + 10 * GIB - 1, 1000 * GIB)).toMatch(
      /has too little room to check backup day-0: 30\.0 GiB are free, the check needs 20\.0 GiB, and 10\.0 GiB stay free/,
    );
    expect(await failureOn(needed + 10 * GIB, 1000 * GIB)).toMatch(/files is missing/);
    expect(await failureOn(needed + 4 * GIB - 1, 40 * GIB)).toMatch(/has too little room/);
    expect(await failureOn(needed + 4 * GIB, 40 * GIB)).toMatch(/files is missing/);
  });
});
