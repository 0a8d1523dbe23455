import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hoursByDay, isAlwaysOpen } from './hours.ts';

/** Midnights of a zone seven hours before UTC. */
const after = (time: number): number => Math.floor((time - 7 * HOUR_MS) / DAY_MS) * DAY_MS + DAY_MS + 7 * HOUR_MS;
const SUNDAY = Date.UTC(2026, 10, 22);

it('cuts a session at local midnights, and leaves days without one empty', () => {
  const hours = {
    from: SUNDAY,
    to: SUNDAY + 3 * DAY_MS,
    spans: [{ from: SUNDAY + 22 * HOUR_MS, to: SUNDAY + 46 * HOUR_MS }],
  };
  expect(hoursByDay(hours, after)).toEqual([
    { start: SUNDAY, open: [] },
    { start: SUNDAY + 7 * HOUR_MS, open: [{ from: SUNDAY + 22 * HOUR_MS, to: SUNDAY + 31 * HOUR_MS }] },
    { start: SUNDAY + 31 * HOUR_MS, open: [{ from: SUNDAY + 31 * HOUR_MS, to: SUNDAY + 46 * HOUR_MS }] },
    { start: SUNDAY + 55 * HOUR_MS, open: [] },
  ]);
});

const total = (spans: readonly { readonly from: number; readonly to: number }[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0);

it('neither loses nor adds open time', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(168), { maxLength: 8 }), (marks) => {
      const edges = [...new Set(marks)].sort((a, b) => a - b).map((hour) => SUNDAY + hour * HOUR_MS);
      const spans = edges.flatMap((from, at) => {
        const to = edges[at + 1];
        return at % 2 === 0 && to !== undefined ? [{ from, to }] : [];
      });
      const days = hoursByDay({ from: SUNDAY, to: SUNDAY + 7 * DAY_MS, spans }, after);
      expect(total(days.flatMap(({ open }) => open))).toBe(total(spans));
    }),
  );
});

it('tells a market that never closes', () => {
  const [from, to] = [SUNDAY, SUNDAY + 7 * DAY_MS];
  expect(isAlwaysOpen({ from, to, spans: [{ from, to }] })).toBe(true);
  expect(isAlwaysOpen({ from, to, spans: [{ from, to: to - 1 }] })).toBe(false);
  expect(isAlwaysOpen({ from, to, spans: [] })).toBe(false);
});
