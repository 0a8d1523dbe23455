import { isOpen } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REFERENCE_INSTRUMENTS } from '../db/reference/instruments.ts';
import { CALENDARS } from './calendars/index.ts';
import { SessionBoard } from './session-board.ts';

const calendarOf = ({ calendar }: { readonly calendar: string }) => CALENDARS.get(calendar)!;

describe('session board', () => {
  test('property: whatever steps the time takes, the board agrees with the calendars and tells every change once, in order', () => {
    const start = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-01-01') });
    const steps = fc.array(fc.oneof(fc.nat(60_000), fc.nat(5 * 3_600_000), fc.nat(3 * 86_400_000)), { maxLength: 12 });
    fc.assert(
      fc.property(start, steps, (begin, spans) => {
        const board = new SessionBoard(REFERENCE_INSTRUMENTS, calendarOf);
        board.begin(begin);
        const told = new Map(REFERENCE_INSTRUMENTS.map(({ id }) => [id, board.isOpen(id)]));
        board.onSession((id, open) => {
          expect(told.get(id)).toBe(!open);
          told.set(id, open);
        });
        let now = begin;
        for (const span of spans) {
          now += span;
          board.advance(now);
          for (const instrument of REFERENCE_INSTRUMENTS) {
            expect(board.isOpen(instrument.id)).toBe(isOpen(calendarOf(instrument), now));
            expect(told.get(instrument.id)).toBe(board.isOpen(instrument.id));
            expect(board.nextChange(instrument.id) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('given other calendars, it tells exactly the markets that this opens or closes now', () => {
    const sunday = Date.parse('2026-11-22T03:00:00Z');
    const board = new SessionBoard(REFERENCE_INSTRUMENTS, calendarOf);
    board.begin(sunday);
    const told: [number, boolean][] = [];
    board.onSession((id, open) => told.push([id, open]));
    const changed = REFERENCE_INSTRUMENTS.map((instrument) => {
      if (instrument.code === 'EURUSD') return { ...instrument, calendar: 'crypto' };
      return instrument.code === 'BTCUSD' ? { ...instrument, calendar: 'forex' } : instrument;
    });
    board.arrange(changed, calendarOf, sunday);
    expect(told.sort(([left], [right]) => left - right)).toEqual([
      [1, true],
      [60, false],
    ]);
    board.arrange(changed, calendarOf, sunday);
    expect(told).toHaveLength(2);
    board.advance(Date.parse('2026-11-22T22:10:00Z'));
    expect(board.isOpen(60)).toBe(true);
  });

  test('closes for good when the source ends, and tells each open market', () => {
    const board = new SessionBoard(REFERENCE_INSTRUMENTS, calendarOf);
    board.begin(Date.parse('2026-11-18T15:00:00Z'));
    const closed: number[] = [];
    board.onSession((id, open) => {
      if (!open) closed.push(id);
    });
    const open = REFERENCE_INSTRUMENTS.filter(({ id }) => board.isOpen(id)).map(({ id }) => id);
    board.close();
    board.advance(Date.parse('2026-11-30T15:00:00Z'));
    expect(closed.sort((a, b) => a - b)).toEqual(open);
    expect(board.isOpen(60)).toBe(false);
    expect(board.nextChange(1)).toBeUndefined();
  });
});
