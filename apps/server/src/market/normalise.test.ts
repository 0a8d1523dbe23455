import { price } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CleanTick } from './clean-tick.ts';
import type { RawTick } from './feeds/feed.ts';
import { Normaliser } from './normalise.ts';
import type { ListedInstrument } from './port.ts';
import { REFERENCE_INSTRUMENTS } from './reference/instruments.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

/** Sends ticks `bid ask [time]` of EURUSD and returns the accepted and the dropped ones. */
function run(
  lines: readonly string[],
  code = 'EURUSD',
): { readonly taken: readonly string[]; readonly rejected: Readonly<Record<string, number>> } {
  const taken: CleanTick[] = [];
  const normaliser = normaliserTo((tick) => taken.push(tick));
  for (const line of lines) {
    const [bid = '', ask = '', offset = '0'] = line.split(' ');
    normaliser.take({ code, time: NOW + Number(offset), bid: scaled(bid), ask: scaled(ask) }, NOW);
  }
  return {
    taken: taken.map(({ bid, ask }) => `${Number(bid) / 1e8} ${Number(ask) / 1e8}`),
    rejected: normaliser.rejected(),
  };
}

function normaliserTo(accept: (tick: CleanTick) => void): Normaliser {
  return new Normaliser(REFERENCE_INSTRUMENTS, { accept, doubt: () => undefined });
}

function withStaleAfter(staleAfterMs: number): readonly ListedInstrument[] {
  return REFERENCE_INSTRUMENTS.map((each) => ({ ...each, staleAfterMs }));
}

function scaled(text: string): bigint {
  return text.startsWith('-') ? 0n - price(text.slice(1)) : text === '0' ? 0n : price(text);
}

describe('normaliser', () => {
  test.each([
    ['not_a_price', '0 1.1'],
    ['not_a_price', '1.1 0'],
    ['not_a_price', '-1.1 1.1'],
    // Below one step of the grid.
    ['not_a_price', '0.000001 0.000001'],
    ['crossed', '1.1001 1.1'],
    ['absurd_spread', '1 1.2'],
    ['late', '1.1 1.1001 -60001'],
    ['ahead', '1.1 1.1001 2001'],
  ])('%s: %s', (reason, line) => {
    expect(run([line])).toEqual({ taken: [], rejected: { [reason]: 1 } });
  });

  test('a price above the limit and an unknown instrument are dropped', () => {
    const normaliser = normaliserTo(() => expect.unreachable());
    const take = (tick: RawTick): void => normaliser.take(tick, NOW);
    take({ code: 'EURUSD', time: NOW, bid: 10n ** 15n, ask: 10n ** 15n });
    take({ code: 'NOPE', time: NOW, bid: price('1'), ask: price('1') });
    take({ code: 'EURUSD', time: Number.NaN, bid: price('1'), ask: price('1') });
    expect(normaliser.rejected()).toEqual({ not_a_price: 1, unknown_instrument: 1, malformed: 1 });
  });

  test('ticks of one millisecond stay in order, equal bid and ask are accepted, older ticks are dropped', () => {
    expect(run(['1.1 1.1 0', '1.1001 1.1002 0', '1.1 1.1001 0', '1.1 1.1001 -1', '1.1 1.1002 1'])).toEqual({
      taken: ['1.1 1.1', '1.1001 1.1002', '1.1 1.1001', '1.1 1.1002'],
      rejected: { out_of_order: 1 },
    });
  });

  test('a tick that may be dealt on is never late: its limit follows the one of stale prices', () => {
    const times: number[] = [];
    const normaliser = normaliserTo((tick) => times.push(tick.time));
    const take = (time: number): void =>
      normaliser.take({ code: 'EURUSD', time, bid: price('1.1'), ask: price('1.1') }, NOW);
    normaliser.relist(withStaleAfter(600_000));
    take(NOW - 600_001);
    take(NOW - 600_000);
    normaliser.relist(withStaleAfter(1_000));
    take(NOW - 60_001);
    take(NOW - 60_000);
    expect(times).toEqual([NOW - 600_000, NOW - 60_000]);
    expect(normaliser.rejected()).toEqual({ late: 2 });
  });

  test('ticks from before the stored bars are dropped', () => {
    const taken: number[] = [];
    const normaliser = normaliserTo((tick) => taken.push(tick.time));
    normaliser.begin('EURUSD', { time: NOW - 1_000, bid: price('1.1'), ask: price('1.1') });
    for (const time of [NOW - 1_001, NOW - 1_000])
      normaliser.take({ code: 'EURUSD', time, bid: price('1.1'), ask: price('1.1') }, NOW);
    expect(taken).toEqual([NOW - 1_000]);
    expect(normaliser.rejected()).toEqual({ out_of_order: 1 });
  });

  test('prices finer than the grid are widened to it', () => {
    expect(run(['1.100019 1.100021']).taken).toEqual(['1.10001 1.10003']);
    expect(run(['1.10001 1.10002']).taken).toEqual(['1.10001 1.10002']);
    expect(run(['154.6019 154.6101'], 'USDJPY').taken).toEqual(['154.601 154.611']);
  });

  test('a spike is dropped', () => {
    expect(run(['1.1 1.1001', '1.3 1.3001', '1.1 1.1001', '1.3 1.3001', '1.3 1.3001', '1.1 1.1001'])).toEqual({
      taken: ['1.1 1.1001', '1.1 1.1001', '1.1 1.1001'],
      rejected: { spike: 3 },
    });
  });

  test('a jump that the next two ticks confirm is accepted, all ticks in order', () => {
    expect(run(['1.1 1.1001', '1.3 1.3001 1', '1.301 1.3011 2', '1.302 1.3021 3', '1.303 1.3031 4'])).toEqual({
      taken: ['1.1 1.1001', '1.3 1.3001', '1.301 1.3011', '1.302 1.3021', '1.303 1.3031'],
      rejected: {},
    });
  });

  test('jumps that disagree do not confirm each other', () => {
    expect(run(['1.1 1.1001', '1.3 1.3001', '1.5 1.5001', '1.3 1.3001', '1.5 1.5001', '1.1 1.1001']).rejected).toEqual({
      spike: 4,
    });
  });

  test('property: accepted ticks are valid quotes, and every tick is accepted, counted or held', () => {
    const ticks = fc.array(
      fc.record({
        code: fc.constantFrom('EURUSD', 'USDJPY', 'NOPE'),
        time: fc.oneof(fc.integer({ min: NOW - 90_000, max: NOW + 4_000 }), fc.integer({ min: NOW - 5, max: NOW })),
        bid: fc.oneof(
          fc.bigInt({ min: 109_900_000n, max: 110_100_000n }),
          fc.bigInt({ min: -5n, max: 2n * 10n ** 15n }),
          fc.bigInt({ min: 60_000_000n, max: 180_000_000n }),
        ),
        spread: fc.oneof(fc.bigInt({ min: -10n, max: 20_000n }), fc.bigInt({ min: 0n, max: 10n ** 14n })),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(ticks, (given) => {
        const last = new Map<number, number>();
        let taken = 0;
        const normaliser = normaliserTo((tick) => {
          taken += 1;
          const grid = tick.instrument === 1 ? 1_000n : 100_000n;
          expect(tick.bid > 0n && tick.bid <= tick.ask && tick.bid % grid === 0n && tick.ask % grid === 0n).toBe(true);
          expect(tick.time).toBeGreaterThanOrEqual(last.get(tick.instrument) ?? 0);
          last.set(tick.instrument, tick.time);
        });
        for (const { code, time, bid, spread } of given) normaliser.take({ code, time, bid, ask: bid + spread }, NOW);
        const dropped = Object.values(normaliser.rejected()).reduce((sum, count) => sum + count, 0);
        const held = given.length - taken - dropped;
        expect(held >= 0 && held <= 4).toBe(true);
      }),
    );
  });
});
