import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TICKS_FOLDER, recordedDays, recordedTicks } from '../recorded.testkit.ts';
import type { RawTick } from './feed.ts';
import { ReplayFeed } from './replay.ts';
import { play } from './replay.testkit.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-replay-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, text: string): void {
  writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text);
}

const text = ({ code, time, bid, ask }: RawTick): string => `${code} ${time} ${bid} ${ask}`;

describe('replay', () => {
  test('merges instruments in time order, equal times in the order of the files, days in the order of their names', async () => {
    put('eurusd-20260102.csv', 'time_ms,bid,ask\n3000,1.3,1.3\n');
    put('eurusd-20260101.csv.gz', 'time_ms,bid,ask\n1000,1.1,1.1\n1000,1.2,1.2\n2000,1.2,1.2\n');
    put('xauusd-20260101.csv', '500,9,9\r\n1000,8,8\r\n2500,7,7\r\n');
    put('eurusd-20260101-m1.csv.gz', 'time_ms,bid_open\n0,1\n');
    put('notes.txt', 'not ticks');
    const { ticks, malformed, wasBehind } = await play(folder);
    expect(ticks.map(({ code, time, bid }) => `${code} ${time} ${Number(bid) / 1e8}`)).toEqual([
      'XAUUSD 500 9',
      'EURUSD 1000 1.1',
      'EURUSD 1000 1.2',
      'XAUUSD 1000 8',
      'EURUSD 2000 1.2',
      'XAUUSD 2500 7',
      'EURUSD 3000 1.3',
    ]);
    expect({ malformed, wasBehind }).toEqual({ malformed: 0, wasBehind: false });
  });

  test('counts malformed lines and continues; rounds fractions of a millisecond down; leaves price checks to the normaliser', async () => {
    put(
      'eurusd.csv',
      [
        'time_ms,bid,ask',
        '1000.999,1.1,1.2',
        'x,1,1',
        '1001,1e5,2',
        '1002,1.1',
        '',
        '1003,0,-1',
        '900,1.1,1.2',
        `1004,1.1,${'1'.repeat(2000)}`,
        '1005,1.123456789,1.2',
        '1006,1.1,1.2,extra',
        '1007,1.1',
      ].join('\n'),
    );
    const { ticks, malformed } = await play(folder);
    expect(ticks.map(text)).toEqual([
      'EURUSD 1000 110000000 120000000',
      'EURUSD 1003 0 -100000000',
      'EURUSD 900 110000000 120000000',
      'EURUSD 1006 110000000 120000000',
    ]);
    expect(malformed).toBe(6);
  });

  test('delivers the readable part of a damaged archive, and counts it', async () => {
    const whole = gzipSync(
      Array.from({ length: 20_000 }, (_, index) => `${index},1.${10_000 + ((index * 7919) % 9973)},2`).join('\n'),
    );
    writeFileSync(join(folder, 'eurusd-1.csv.gz'), whole.subarray(0, whole.length / 2));
    put('eurusd-2.csv', '30000,1,1\n');
    const { ticks, malformed } = await play(folder);
    expect(malformed).toBeGreaterThan(0);
    expect(ticks.at(-1)?.time).toBe(30_000);
  });

  test('reports problems of a path', async () => {
    await expect(play(join(folder, 'absent'))).rejects.toThrow('does not exist');
    await expect(play(folder)).rejects.toThrow('has no .csv');
    put('eurusd.csv', 'time_ms,bid,ask\n');
    await expect(play(folder)).rejects.toThrow('contains no ticks');
  });

  test('market time keeps the recorded pace and never passes the next tick', async () => {
    put('eurusd.csv', '1000000,1,1\n1005000,2,2\n1010000,3,3\n');
    let wall = 50_000;
    const feed = await ReplayFeed.open({ path: folder, speed: 10, clock: () => wall });
    expect(feed.now()).toBe(1_000_000);
    const ticks: number[] = [];
    await feed.start({ tick: ({ time }) => ticks.push(time), malformed: () => undefined, ended: () => undefined });
    await settled(() => ticks.length === 1);
    wall += 499;
    await settled(() => feed.now() === 1_004_990);
    expect(ticks).toEqual([1_000_000]);
    wall += 1_000_000;
    await settled(() => ticks.length === 3);
    expect(feed.now()).toBe(1_010_000);
    await feed.stop();
  });

  describe.skipIf(recordedDays().length === 0)('of data/ticks', () => {
    test('delivers every recorded tick unchanged and in order', async () => {
      const { ticks, malformed } = await play(TICKS_FOLDER);
      expect(malformed).toBe(0);
      for (const code of new Set(ticks.map((tick) => tick.code))) {
        const expected = recordedDays()
          .filter((name) => name.startsWith(code.toLowerCase()))
          .flatMap((name) => recordedTicks(name));
        expect(ticks.filter((tick) => tick.code === code).map(({ time, bid, ask }) => `${time} ${bid} ${ask}`)).toEqual(
          expected.map(({ time, bid, ask }) => `${time} ${bid} ${ask}`),
        );
      }
      expect(ticks.every((tick, index) => index === 0 || tick.time >= ticks[index - 1]!.time)).toBe(true);
    });
  });
});

/** Waits until a condition holds. A condition that never holds fails the test by its time limit. */
async function settled(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}
