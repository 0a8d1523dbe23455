import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatDecimal, parseDecimal } from '@fairlot/domain';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BarBuilder } from '../bars.ts';
import { recordedBars, recordedDays, recordedLines, recordedTicks } from '../recorded.testkit.ts';
import type { RawTick } from './feed.ts';
import { play } from './replay.testkit.ts';
import { DamagedLzma, decompressLzma } from './replay/lzma.ts';
import { parseTick } from './replay/tick-line.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-formats-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, content: string | Uint8Array): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

interface Row {
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
}

const text = ({ code, time, bid, ask }: RawTick): string => `${code} ${time} ${bid} ${ask}`;
const expected = (code: string, { time, bid, ask }: Row): string =>
  `${code} ${time} ${parseDecimal(bid, 8)} ${parseDecimal(ask, 8)}`;

const two = (value: number): string => String(value).padStart(2, '0');
const milli = (value: number): string => String(value).padStart(3, '0');

/** HistData's line, by a clock that is five hours behind. */
function histData({ time, bid, ask }: Row): string {
  const date = new Date(time - 5 * 3_600_000);
  const day = `${date.getUTCFullYear()}${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())}`;
  const clock = `${two(date.getUTCHours())}${two(date.getUTCMinutes())}${two(date.getUTCSeconds())}`;
  return `${day} ${clock}${milli(date.getUTCMilliseconds())},${bid},${ask},0`;
}

/** TrueFX's line. */
function trueFx(pair: string, { time, bid, ask }: Row): string {
  const iso = new Date(time).toISOString();
  return `${pair},${iso.slice(0, 10).replaceAll('-', '')} ${iso.slice(11, 23)},${bid},${ask}`;
}

/** The records of an hour file. */
function records(rows: readonly Row[], points: number): Buffer {
  const bytes = Buffer.alloc(rows.length * 20);
  for (const [index, { time, bid, ask }] of rows.entries()) {
    bytes.writeUInt32BE(time % 3_600_000, index * 20);
    bytes.writeInt32BE(Number(parseDecimal(ask, points)), index * 20 + 4);
    bytes.writeInt32BE(Number(parseDecimal(bid, points)), index * 20 + 8);
    bytes.writeFloatBE(1.12, index * 20 + 12);
    bytes.writeFloatBE(0.75, index * 20 + 16);
  }
  return bytes;
}

const hasXz = (() => {
  try {
    execFileSync('xz', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Compresses with the reference implementation. */
function xz(bytes: Uint8Array, ...options: readonly string[]): Buffer {
  return execFileSync('xz', ['--format=lzma', '--stdout', ...options], { input: bytes, maxBuffer: 2 ** 28 });
}

const hourNumber = ({ time }: Row): number => Math.floor(time / 3_600_000);

/** The path of an hour in the archive. Months count from 0. */
function hourPath(name: string, time: number): string {
  const date = new Date(time);
  return `${name}/${date.getUTCFullYear()}/${two(date.getUTCMonth())}/${two(date.getUTCDate())}/${two(date.getUTCHours())}h_ticks.bi5`;
}

/** Three records, compressed with `xz --format=lzma`: 0 ms 1.39110/1.39100, 123 ms 1.39111/1.39101, 3,599,999 ms 1.39112/1.39099. */
const FIXTURE = Buffer.from('XQAAgAD//////////wAAaP7gRkn5ARNkxZ1TIkVfXLxf3jb8XuRVyg9ghmZ84CBgZfB7+aKlAA==', 'base64');
const FIXTURE_HOUR = Date.UTC(2014, 4, 8, 13);
const FIXTURE_ROWS: readonly Row[] = [
  { time: FIXTURE_HOUR, bid: '1.39100', ask: '1.39110' },
  { time: FIXTURE_HOUR + 123, bid: '1.39101', ask: '1.39111' },
  { time: FIXTURE_HOUR + 3_599_999, bid: '1.39099', ask: '1.39112' },
];

const rowsArbitrary = fc.array(
  fc.record({ gap: fc.nat(900_000), bid: fc.integer({ min: 1, max: 999_999_999 }), spread: fc.nat(999) }),
  { minLength: 1, maxLength: 200 },
);

/** Rows from 21:00 UTC of the last day of a year, so that days, months and years change on the way. */
function rowsOf(steps: readonly { readonly gap: number; readonly bid: number; readonly spread: number }[]): Row[] {
  let time = Date.UTC(2013, 11, 31, 21);
  return steps.map(({ gap, bid, spread }) => {
    time += gap;
    return { time, bid: formatDecimal(BigInt(bid), 5), ask: formatDecimal(BigInt(bid + spread), 5) };
  });
}

describe('HistData and TrueFX', () => {
  test('property: every tick that was written is read, to the digit and the millisecond', () => {
    fc.assert(
      fc.property(rowsArbitrary, (steps) => {
        for (const row of rowsOf(steps)) {
          const read = [histData(row), trueFx('EUR/USD', row)].map((line) => text(parseTick('EURUSD', line, 8)!));
          expect(read).toEqual([expected('EURUSD', row), expected('EURUSD', row)]);
        }
      }),
    );
  });

  test('times of HistData are five hours behind in summer too, and months follow each other', async () => {
    put('DAT_ASCII_EURUSD_T_201408.csv', '20140801 000000001,1.2,1.3,0\r\n');
    put('DAT_ASCII_EURUSD_T_201407.csv', '20140731 235959999,1.1,1.2,0\r\n20140731 190000000,x,1.2,0\r\n');
    put('DAT_ASCII_EURUSD_M1_2014.csv', '20140101 000000;1.3;1.3;1.3;1.3;0\n');
    put('DAT_ASCII_EURUSD_T_201408.txt', 'gaps');
    const { ticks, malformed } = await play(folder);
    expect(ticks.map(text)).toEqual([
      `EURUSD ${Date.parse('2014-08-01T04:59:59.999Z')} 110000000 120000000`,
      `EURUSD ${Date.parse('2014-08-01T05:00:00.001Z')} 120000000 130000000`,
    ]);
    expect(malformed).toBe(1);
  });

  test('counts lines of another instrument and times that do not exist; the first line of TrueFX is no heading', async () => {
    put(
      'EURUSD-2014-02.csv',
      [
        'EUR/USD,20140228 23:59:59.999,1.3,1.4',
        'EUR/USD,20140229 00:00:00.000,1.3,1.4',
        'EUR/USD,20140228 24:00:00.000,1.3,1.4',
        'GBP/USD,20140228 23:59:59.999,1.3,1.4',
        'EUR/USD,20140228 23:59:59.999,1.3e0,1.4',
        'EUR/USD,20140228 23:59:59.999,1.3',
        '',
      ].join('\n'),
    );
    const { ticks, malformed } = await play(folder);
    expect(ticks.map(text)).toEqual([`EURUSD ${Date.parse('2014-02-28T23:59:59.999Z')} 130000000 140000000`]);
    expect(malformed).toBe(5);
  });
});

describe('hour files of Dukascopy', () => {
  test('are read from the folders of the archive, with empty hours, months from 0 and the size of a point', async () => {
    put(hourPath('EURUSD', FIXTURE_HOUR), FIXTURE);
    put(hourPath('EURUSD', FIXTURE_HOUR + 3_600_000), '');
    put(hourPath('USDJPY', FIXTURE_HOUR), FIXTURE);
    put(hourPath('BTCUSD', FIXTURE_HOUR), FIXTURE);
    put(hourPath('USA500IDXUSD', FIXTURE_HOUR), FIXTURE);
    const { ticks, malformed } = await play(folder);
    expect(malformed).toBe(0);
    const of = (code: string): readonly string[] => ticks.filter((tick) => tick.code === code).map(text);
    expect(of('EURUSD')).toEqual(FIXTURE_ROWS.map((row) => expected('EURUSD', row)));
    expect(of('USDJPY')[0]).toBe(expected('USDJPY', { time: FIXTURE_HOUR, bid: '139.100', ask: '139.110' }));
    expect(of('BTCUSD')[0]).toBe(expected('BTCUSD', { time: FIXTURE_HOUR, bid: '13910.0', ask: '13911.0' }));
    expect(of('US500')).toHaveLength(3);
    expect(ticks).toHaveLength(12);
  });

  test('property: a file that is cut off counts once and delivers nothing; the next hour is played', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: FIXTURE.length - 1 }), async (length) => {
        put(hourPath('EURUSD', FIXTURE_HOUR - 3_600_000), FIXTURE.subarray(0, length));
        put(hourPath('EURUSD', FIXTURE_HOUR), FIXTURE);
        const { ticks, malformed } = await play(folder);
        expect({ ticks: ticks.map(text), malformed }).toEqual({
          ticks: FIXTURE_ROWS.map((row) => expected('EURUSD', row)),
          malformed: 1,
        });
      }),
      { numRuns: 30 },
    );
  });

  test('property: altered data end in an error or in a bounded result, never in a hang', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(FIXTURE.length - 1), fc.nat(255), (tail, at, byte) => {
        const altered = Buffer.concat([FIXTURE, tail]);
        altered[at] = byte;
        try {
          expect(decompressLzma(altered, 10_000).length).toBeLessThanOrEqual(10_000);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedLzma);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('an instrument with an unknown size of a point, and folders of another kind, are refused by name', async () => {
    put(hourPath('AAPLUSUSD', FIXTURE_HOUR), FIXTURE);
    await expect(play(folder)).rejects.toThrow('the size of a point of AAPLUSUSD is not known');
    rmSync(join(folder, 'AAPLUSUSD'), { recursive: true });
    put('EURUSD/2014/12/08/13h_ticks.bi5', FIXTURE);
    await expect(play(folder)).rejects.toThrow('is not at <instrument>/<year>/<month 00-11>');
  });

  test('two formats of one instrument are refused, because their order in time is not known', async () => {
    put(hourPath('EURUSD', FIXTURE_HOUR), FIXTURE);
    put('eurusd-20140508.csv', '1,1,1\n');
    await expect(play(folder)).rejects.toThrow('EURUSD is in files of');
  });

  describe.skipIf(!hasXz)('compressed by xz', () => {
    test.each([['-1'], ['-9'], ['--lzma1=lc=0,lp=2,pb=0'], ['--lzma1=lc=4,lp=0,pb=4,dict=4KiB']])(
      'property: ticks written with %s are the ticks read',
      async (options) => {
        await fc.assert(
          fc.asyncProperty(rowsArbitrary, async (steps) => {
            rmSync(join(folder, 'EURUSD'), { recursive: true, force: true });
            const rows = rowsOf(steps);
            for (const hour of new Set(rows.map(hourNumber))) {
              const inside = rows.filter((row) => hourNumber(row) === hour);
              put(hourPath('EURUSD', hour * 3_600_000), xz(records(inside, 5), options));
            }
            const { ticks, malformed } = await play(folder);
            expect({ ticks: ticks.map(text), malformed }).toEqual({
              ticks: rows.map((row) => expected('EURUSD', row)),
              malformed: 0,
            });
          }),
          { numRuns: 3 },
        );
      },
    );

    test('a small file that unpacks to more than the limit ends early', () => {
      const bomb = xz(Buffer.alloc(40_000_000));
      expect(bomb.length).toBeLessThan(10_000);
      expect(() => decompressLzma(bomb, 1_000_000)).toThrow(DamagedLzma);
      // The same with the size in the header.
      bomb.writeBigUInt64LE(40_000_000n, 5);
      expect(() => decompressLzma(bomb, 1_000_000)).toThrow('more than 1000000 bytes');
    });
  });
});

const DAYS = ['eurusd-20140508'];
const hasRecordings = DAYS.every((name) => recordedDays().includes(name));

/** The recorded ticks as text. */
const recordedRows = (): readonly Row[] =>
  DAYS.flatMap((name) => recordedLines(name)).map(([time = '', bid = '', ask = '']) => ({
    time: Math.floor(Number(time)),
    bid,
    ask,
  }));

/** Writes the days in a format. */
function write(format: string): void {
  const all = recordedRows();
  if (format === 'HistData') put('DAT_ASCII_EURUSD_T_201405.csv', all.map(histData).join('\n'));
  if (format === 'TrueFX') put('EURUSD-2014-05.csv', all.map((row) => trueFx('EUR/USD', row)).join('\n'));
  if (format !== '.bi5') return;
  for (const hour of new Set(all.map(hourNumber)))
    put(
      hourPath('EURUSD', hour * 3_600_000),
      xz(
        records(
          all.filter((row) => hourNumber(row) === hour),
          5,
        ),
      ),
    );
}

describe.skipIf(!hasRecordings)('the ticks of data/ticks in another format', () => {
  test.each([['HistData'], ['TrueFX'], ...(hasXz ? [['.bi5']] : [])])(
    '%s: every tick is played, and the minutes are those that the source published',
    async (format) => {
      write(format);
      const { ticks, malformed } = await play(folder);
      expect(malformed).toBe(0);
      const recorded = DAYS.flatMap((name) => recordedTicks(name));
      expect(ticks.map(({ time, bid, ask }) => `${time} ${bid} ${ask}`)).toEqual(
        recorded.map(({ time, bid, ask }) => `${time} ${bid} ${ask}`),
      );
      const minutes: object[] = [];
      const builder = new BarBuilder((period, { time, bid, ask }) => {
        if (period === '1min') minutes.push({ time, bid, ask });
      });
      for (const { time, bid, ask } of ticks) builder.quote(time, bid as never, ask as never);
      const last = builder.forming()!['1min'];
      minutes.push({ time: last.time, bid: last.bid, ask: last.ask });
      expect(minutes).toEqual(DAYS.flatMap((name) => recordedBars(name)));
    },
  );
});
