import { isOpen } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALENDARS } from './calendars/index.ts';
import { REFERENCE_INSTRUMENTS } from './reference/instruments.ts';
import { SessionTracker } from './session-tracker.ts';

const calendarOf = ({ calendar }: { readonly calendar: string }) => CALENDARS.get(calendar)!;

describe('session tracker', () => {
  test('property: agrees with the calendars for any steps of time, and reports every change once, in order', () => {
    const start = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-01-01') });
    const steps = fc.array(fc.oneof(fc.nat(60_000), fc.nat(5 * 3_600_000), fc.nat(3 * 86_400_000)), { maxLength: 12 });
    fc.assert(
      fc.property(start, steps, (begin, spans) => {
        const sessions = new SessionTracker(REFERENCE_INSTRUMENTS, calendarOf);
        sessions.begin(begin);
        const told = new Map(REFERENCE_INSTRUMENTS.map(({ id }) => [id, sessions.isOpen(id)]));
        sessions.onSession((id, open) => {
          expect(told.get(id)).toBe(!open);
          told.set(id, open);
        });
        let now = begin;
        for (const span of spans) {
          now += span;
          sessions.advance(now);
          for (const instrument of REFERENCE_INSTRUMENTS) {
            expect(sessions.isOpen(instrument.id)).toBe(isOpen(calendarOf(instrument), now));
            expect(told.get(instrument.id)).toBe(sessions.isOpen(instrument.id));
            expect(sessions.nextChange(instrument.id) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('reports exactly the markets that changed calendars open or close', () => {
    const sunday = Date.parse('2026-11-22T03:00:00Z');
    const sessions = new SessionTracker(REFERENCE_INSTRUMENTS, calendarOf);
    sessions.begin(sunday);
    const told: [number, boolean][] = [];
    sessions.onSession((id, open) => told.push([id, open]));
    const changed = REFERENCE_INSTRUMENTS.map((instrument) => {
      if (instrument.code === 'EURUSD') return { ...instrument, calendar: 'crypto' };
      return instrument.code === 'BTCUSD' ? { ...instrument, calendar: 'forex' } : instrument;
    });
    sessions.arrange(changed, calendarOf, sunday);
    expect(told.sort(([left], [right]) => left - right)).toEqual([
      [1, true],
      [60, false],
    ]);
    sessions.arrange(changed, calendarOf, sunday);
    expect(told).toHaveLength(2);
    sessions.advance(Date.parse('2026-11-22T22:10:00Z'));
    expect(sessions.isOpen(60)).toBe(true);
  });

  test('closes permanently when the source ends, and reports each open market', () => {
    const sessions = new SessionTracker(REFERENCE_INSTRUMENTS, calendarOf);
    sessions.begin(Date.parse('2026-11-18T15:00:00Z'));
    const closed: number[] = [];
    sessions.onSession((id, open) => {
      if (!open) closed.push(id);
    });
    const open = REFERENCE_INSTRUMENTS.filter(({ id }) => sessions.isOpen(id)).map(({ id }) => id);
    sessions.close();
    sessions.advance(Date.parse('2026-11-30T15:00:00Z'));
    expect(closed.sort((a, b) => a - b)).toEqual(open);
    expect(sessions.isOpen(60)).toBe(false);
    expect(sessions.nextChange(1)).toBeUndefined();
  });
});
