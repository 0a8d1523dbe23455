import { describe, expect, it } from 'vitest';
import { timeMarks } from './time-marks.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** Labels below bars from a start time on, written with the bar's time: "time 11-20T04:00". */
function written(start: string, periodMs: number, count: number, apart: number, offsetMs = 0): string[] {
  const timeOf = (index: number): number => Date.parse(start) + index * periodMs;
  return timeMarks({ timeOf, from: 0, to: count, periodMs, apart, offsetAt: () => offsetMs }).map(
    ({ index, rank }) => `${rank} ${new Date(timeOf(index) + offsetMs).toISOString().slice(5, 16)}`,
  );
}

describe('timeMarks', () => {
  it('stand at round hours, and show the day at midnight', () => {
    expect(written('2026-11-19T21:07:00Z', 15 * MINUTE, 60, 14)).toEqual([
      'day 11-20T00:07',
      'time 11-20T04:07',
      'time 11-20T08:07',
    ]);
  });

  it("follow the reader's time zone", () => {
    expect(written('2026-11-20T14:00:00Z', HOUR, 14, 4, 7 * HOUR)).toEqual([
      'day 11-21T00:00',
      'time 11-21T04:00',
      'time 11-21T08:00',
    ]);
  });

  it('keep the least distance, and prefer a day to a time', () => {
    // Trading stops at 21:40 and resumes at 00:10, so that 20:00 and midnight are few bars apart.
    const times = [
      ...Array.from({ length: 40 }, (_, at) => Date.parse('2026-11-19T15:00:00Z') + at * 10 * MINUTE),
      ...Array.from({ length: 40 }, (_, at) => Date.parse('2026-11-20T00:10:00Z') + at * 10 * MINUTE),
    ];
    const marks = timeMarks({
      timeOf: (index) => times[index] ?? 0,
      from: 0,
      to: times.length,
      periodMs: 10 * MINUTE,
      apart: 11,
      offsetAt: () => 0,
    });
    expect(marks.map(({ index, rank }) => [rank, new Date(times[index] ?? 0).toISOString().slice(11, 16)])).toEqual([
      ['time', '16:00'],
      ['time', '18:00'],
      ['day', '00:10'],
      ['time', '02:00'],
      ['time', '04:00'],
      ['time', '06:00'],
    ]);
    for (const [at, { index }] of marks.entries())
      if (at > 0) expect(index - (marks[at - 1]?.index ?? 0)).toBeGreaterThanOrEqual(11);
  });

  it('of daily bars are Mondays, months and years', () => {
    expect(written('2026-11-19T00:00:00Z', DAY, 14, 6)).toEqual(['day 11-23T00:00', 'day 11-30T00:00']);
    expect(written('2026-09-15T00:00:00Z', DAY, 120, 20)).toEqual([
      'day 10-01T00:00',
      'day 11-01T00:00',
      'day 12-01T00:00',
      'year 01-01T00:00',
    ]);
  });

  it('are none without bars', () => {
    expect(timeMarks({ timeOf: () => 0, from: 0, to: 0, periodMs: MINUTE, apart: 5, offsetAt: () => 0 })).toEqual([]);
  });
});
