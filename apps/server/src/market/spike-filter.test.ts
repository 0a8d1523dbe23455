import { asPrice, price } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SpikeFilter } from './spike-filter.ts';

const LIMITS = { jumpPerMille: 10, holdMs: 2_000 };
const START = Date.parse('2026-11-20T10:00:00Z');

/** A filter with everything that it reports, in order. Prices are mids, times are milliseconds after the start. */
function filterFrom(first?: string) {
  const told: string[] = [];
  const filter = new SpikeFilter(LIMITS);
  const sink = {
    accept: ({ bid }: { readonly bid: bigint }) => told.push(`accept ${Number(bid) / 1e8}`),
    drop: () => told.push('drop'),
    doubt: (inDoubt: boolean) => told.push(inDoubt ? 'doubt' : 'clear'),
  };
  const take = (mid: string, at: number): void => {
    const value = asPrice(price(mid));
    filter.take({ instrument: 1, time: START + at, bid: value, ask: value }, START + at, sink);
  };
  if (first !== undefined) take(first, 0);
  told.length = 0;
  return { take, beat: (at: number) => filter.advance(START + at, sink), told, filter };
}

describe('spike filter', () => {
  test('a held tick puts the price in doubt at once; a tick near the accepted price ends it', () => {
    const { take, beat, told } = filterFrom('1.1');
    take('1.3', 100);
    expect(told).toEqual(['doubt']);
    beat(60_000);
    expect(told).toEqual(['doubt']);
    take('1.1001', 60_001);
    expect(told).toEqual(['doubt', 'drop', 'clear', 'accept 1.1001']);
  });

  test('three ticks that agree are accepted in order, and the doubt ends before the first of them', () => {
    const { take, told } = filterFrom('1.1');
    take('1.3', 100);
    take('1.301', 200);
    take('1.302', 300);
    expect(told).toEqual(['doubt', 'clear', 'accept 1.3', 'accept 1.301', 'accept 1.302']);
  });

  test('three ticks that go on in one direction are a move, and the newest is the price at once', () => {
    const { take, told } = filterFrom('1.1');
    take('1.08', 100);
    take('1.06', 200);
    take('1.04', 300);
    expect(told).toEqual(['doubt', 'drop', 'drop', 'clear', 'accept 1.04']);
    // A turn begins the count anew.
    told.length = 0;
    take('1.02', 400);
    take('1.00', 500);
    take('1.015', 600);
    take('0.99', 700);
    expect(told.filter((line) => line.startsWith('accept'))).toEqual([]);
  });

  test('without agreement the newest tick is taken as the price when the time is up, by a tick or by a beat', () => {
    const byTick = filterFrom('1.1');
    byTick.take('1.3', 100);
    byTick.take('1.5', 1_000);
    byTick.take('1.4', 2_100);
    expect(byTick.told).toEqual(['doubt', 'drop', 'drop', 'clear', 'accept 1.4']);
    const byBeat = filterFrom('1.1');
    byBeat.take('1.3', 100);
    byBeat.take('1.5', 1_000);
    byBeat.beat(2_099);
    byBeat.beat(2_100);
    byBeat.beat(2_200);
    expect(byBeat.told).toEqual(['doubt', 'drop', 'clear', 'accept 1.5']);
  });

  test('ticks on alternating sides of the accepted price are no move: time alone does not release them', () => {
    const { take, beat, told } = filterFrom('1.1');
    for (let at = 100; at < 5_000; at += 100) take(at % 200 === 0 ? '1.3' : '0.9', at);
    beat(6_000);
    expect(told.filter((line) => line.startsWith('accept'))).toEqual([]);
    take('1.1', 6_100);
    expect(told.slice(-2)).toEqual(['clear', 'accept 1.1']);
  });

  test('the first tick is compared with the last price of the run before', () => {
    const { take, told, filter } = filterFrom();
    filter.begin({ bid: asPrice(price('1.1')), ask: asPrice(price('1.1')) });
    take('0.5', 100);
    take('1.1', 200);
    expect(told).toEqual(['doubt', 'drop', 'clear', 'accept 1.1']);
  });

  test('changed limits apply to the next tick', () => {
    const { take, told, filter } = filterFrom('1.1');
    filter.limits = { jumpPerMille: 500, holdMs: 2_000 };
    take('1.3', 100);
    expect(told).toEqual(['accept 1.3']);
  });

  test('a fall in which every tick jumps: in doubt all the time, except at true prices, the newest of their moment', () => {
    const { take, told } = filterFrom('1.2');
    const mids = Array.from({ length: 25 }, (_, index) => (1.2 * 0.985 ** (index + 1)).toFixed(5));
    mids.forEach((mid, index) => {
      take(mid, (index + 1) * 300);
      const last = told.at(-1);
      expect(last === 'doubt' || last === 'drop' || last === `accept ${Number(mid)}`).toBe(true);
    });
    expect(told.filter((line) => line.startsWith('accept')).length).toBeGreaterThanOrEqual(3);
  });

  test('property: doubt and clear alternate, nothing is accepted in doubt, and no tick is lost', () => {
    const ticks = fc.array(
      fc.record({ mid: fc.constantFrom('1.1', '1.105', '1.2', '1.21', '0.9', '0.7', '3'), after: fc.nat(1_500) }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(ticks, (given) => {
        const { take, beat, told } = filterFrom();
        let at = 0;
        for (const { mid, after } of given) {
          at += after;
          beat(at);
          take(mid, at);
        }
        let inDoubt = false;
        let known = 0;
        for (const line of told) {
          if (line === 'doubt' || line === 'clear') {
            expect(inDoubt).toBe(line === 'clear');
            inDoubt = line === 'doubt';
          } else {
            known += 1;
            expect(inDoubt && line !== 'drop').toBe(false);
          }
        }
        expect(given.length - known).toBeGreaterThanOrEqual(0);
        expect(given.length - known).toBeLessThanOrEqual(inDoubt ? 2 : 0);
      }),
    );
  });
});
