import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AGREED_MS, JUMP_MS, SteadyClock } from './steady-clock.ts';

const START = Date.parse('2026-11-22T10:00:00Z');
const HOUR_MS = 3_600_000;
const MONTH_MS = 720 * HOUR_MS;

/** A machine whose clocks the test moves, and the reports of its steady clock. */
function machine(notBefore?: number) {
  const at = { passed: 1_000, wall: START, slept: 0 };
  const told: string[] = [];
  const clock = new SteadyClock(
    { wall: () => at.wall, monotonic: () => at.passed, uptime: () => at.passed + at.slept },
    { jumped: (off) => told.push(`jumped ${off}`), trusted: (accepted) => told.push(`trusted ${accepted}`) },
    notBefore,
  );
  const pass = (ms: number): void => {
    at.passed += ms;
    at.wall += ms;
  };
  return { at, told, clock, pass };
}

describe('steady clock', () => {
  test('shows the wall clock while it moves with the monotonic clock', () => {
    const { at, told, clock, pass } = machine();
    pass(250);
    expect(clock.now()).toBe(at.wall);
    at.wall += 1_500;
    expect(clock.now()).toBe(at.wall);
    expect(told).toEqual([]);
    expect(clock.offMs).toBeUndefined();
  });

  test.each([MONTH_MS, -MONTH_MS, JUMP_MS + 1, -JUMP_MS - 1])(
    'a jump of %d ms does not move its time; the fault ends when the clock has agreed again for some seconds',
    (jump) => {
      const { at, told, clock, pass } = machine();
      clock.now();
      at.wall += jump;
      expect(clock.now()).toBe(START);
      expect(told).toEqual([`jumped ${jump}`]);
      expect(clock.offMs).toBe(jump);
      pass(1_000);
      expect(clock.now()).toBe(START + 1_000);
      at.wall -= jump;
      clock.beat();
      pass(AGREED_MS - 1);
      clock.beat();
      expect(told).toHaveLength(1);
      pass(1);
      clock.beat();
      expect(told).toEqual([`jumped ${jump}`, 'trusted 0']);
      expect(clock.now()).toBe(at.wall);
    },
  );

  test('a short agreement does not end the fault', () => {
    const { at, told, clock, pass } = machine();
    for (let round = 0; round < 4; round += 1) {
      at.wall += 60_000;
      clock.beat();
      pass(AGREED_MS - 1_000);
      at.wall -= 60_000;
      clock.beat();
      pass(AGREED_MS - 1_000);
    }
    expect(told).toEqual(['jumped 60000']);
  });

  test('a jump forward that stays is the time once it is accepted', () => {
    const { at, told, clock, pass } = machine();
    expect(clock.accept()).toBe(false);
    at.wall += HOUR_MS;
    clock.beat();
    pass(60_000);
    expect(clock.accept()).toBe(true);
    expect(told).toEqual([`jumped ${HOUR_MS}`, `trusted ${HOUR_MS}`]);
    expect(clock.now()).toBe(at.wall);
    expect(clock.offMs).toBeUndefined();
  });

  test('after an accepted jump back, time runs slower until the wall clock has caught up', () => {
    const { at, told, clock, pass } = machine();
    at.wall -= HOUR_MS;
    clock.beat();
    expect(clock.accept()).toBe(true);
    expect(told).toEqual([`jumped ${-HOUR_MS}`, `trusted ${-HOUR_MS}`]);
    expect(clock.now()).toBe(START);
    expect(clock.offMs).toBeUndefined();
    for (let minute = 0; minute < 10; minute += 1) {
      pass(60_000);
      clock.beat();
    }
    expect(clock.now()).toBe(START + 600_000 * 0.95);
    for (let hour = 0; hour < 20; hour += 1) {
      pass(HOUR_MS);
      clock.beat();
    }
    expect(clock.now()).toBe(at.wall);
  });

  test('a start behind a time that was already reached is a jump back', () => {
    const { at, told, clock, pass } = machine(START + HOUR_MS);
    expect(clock.now()).toBe(START + HOUR_MS);
    expect(told).toEqual([`jumped ${-HOUR_MS}`]);
    pass(1_000);
    at.wall += HOUR_MS;
    clock.beat();
    pass(AGREED_MS);
    expect(clock.now()).toBe(at.wall);
    expect(told.at(-1)).toBe('trusted 0');
    const near = machine(START + 500);
    expect(near.clock.now()).toBe(START + 500);
    expect(near.told).toEqual([]);
  });

  test('a suspended machine is no jump: its uptime has counted the time', () => {
    const { at, told, clock, pass } = machine();
    clock.beat();
    at.wall += 3_600_000;
    at.slept += 3_600_300;
    expect(clock.now()).toBe(at.wall);
    pass(250);
    clock.beat();
    expect(clock.now()).toBe(at.wall);
    expect(told).toEqual([]);
  });

  test('follows a crystal that differs, for years', () => {
    const { at, told, clock } = machine();
    for (let hour = 0; hour < 24 * 365; hour += 1) {
      at.passed += 3_600_000;
      at.wall += 3_600_000 * 1.0001;
      clock.beat();
    }
    expect(told).toEqual([]);
  });

  test('property: time never runs back, and without acceptance it stays near the passed time', () => {
    const steps = fc.array(
      fc.record({
        pass: fc.nat(2_000),
        jump: fc.oneof(fc.constant(0), fc.integer({ min: -100_000, max: 100_000 })),
        accept: fc.boolean(),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, fc.boolean(), (given, mayAccept) => {
        const { at, clock, pass } = machine();
        let before = clock.now();
        for (const step of given) {
          pass(step.pass);
          at.wall += step.jump;
          if (mayAccept && step.accept) clock.accept();
          const now = clock.now();
          expect(now).toBeGreaterThanOrEqual(before);
          if (!mayAccept) expect(Math.abs(now - START - (at.passed - 1_000))).toBeLessThanOrEqual(2 * JUMP_MS);
          before = now;
        }
      }),
    );
  });
});
