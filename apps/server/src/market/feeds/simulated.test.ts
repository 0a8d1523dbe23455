import { ALWAYS_OPEN, type InstrumentId, asPrice } from '@fairlot/domain';
import { describe, expect, test } from 'vitest';
import { CALENDARS } from '../calendars/index.ts';
import { Normaliser } from '../normalise.ts';
import { REFERENCE_INSTRUMENTS } from '../reference/instruments.ts';
import type { RawTick } from './feed.ts';
import { SimulatedFeed } from './simulated.ts';
import { MODELS } from './simulation/models.ts';

const BEGIN = Date.parse('2026-11-18T13:00:00Z');
const BEAT_MS = 100;

/** Runs a market for some time, step by step, without a timer. */
function run(seed: number, spanMs: number, begin = BEGIN): RawTick[] {
  const ticks: RawTick[] = [];
  const feed = new SimulatedFeed({
    instruments: REFERENCE_INSTRUMENTS,
    calendarOf: () => ALWAYS_OPEN,
    seed,
    clock: () => begin,
  });
  const sink = {
    tick: (tick: RawTick) => ticks.push(tick),
    malformed: () => expect.unreachable(),
    ended: () => expect.unreachable(),
  };
  for (let now = begin; now < begin + spanMs; now += BEAT_MS) feed.beat(now, now + BEAT_MS, sink);
  return ticks;
}

describe('simulated market', () => {
  const ticks = run(11, 30 * 60_000);

  test('every listed instrument is quoted often enough not to be stale, and the normaliser drops nothing', () => {
    const last = new Map<InstrumentId, number>();
    let taken = 0;
    const normaliser = new Normaliser(REFERENCE_INSTRUMENTS, {
      accept: ({ instrument, time }) => {
        taken += 1;
        expect(time - (last.get(instrument) ?? BEGIN)).toBeLessThan(5_000);
        last.set(instrument, time);
      },
      doubt: () => expect.unreachable(),
    });
    for (const tick of ticks) normaliser.take(tick, tick.time);
    expect(normaliser.rejected()).toEqual({});
    expect(taken).toBe(ticks.length);
    expect(last.size).toBe(REFERENCE_INSTRUMENTS.length);
  });

  test('the same seed gives the same prices, another seed others', () => {
    expect(run(11, 60_000)).toEqual(run(11, 60_000));
    expect(run(12, 60_000)).not.toEqual(run(11, 60_000));
  });

  test('crosses agree with their legs at every quote, within the spreads', () => {
    const mids = new Map<string, { readonly mid: number; readonly half: number; readonly time: number }>();
    const dollars = new Map([['USD', 1]]);
    const crosses = MODELS.filter(({ base, quote }) => quote !== null && base !== 'USD');
    expect(crosses.length).toBeGreaterThan(5);
    let checked = 0;
    for (const { code, time, bid, ask } of ticks) {
      mids.set(code, { mid: Number(bid + ask) / 2, half: Number(ask - bid) / 2, time });
      const own = MODELS.find((model) => model.code === code)!;
      if (own.quote === null) dollars.set(own.base, Number(bid + ask) / 2e8);
      else if (own.base === 'USD') dollars.set(own.quote, 2e8 / Number(bid + ask));
      for (const cross of crosses) {
        const quoted = mids.get(cross.code);
        const [base, quote] = [dollars.get(cross.base), dollars.get(cross.quote ?? '')];
        if (quoted === undefined || base === undefined || quote === undefined) continue;
        // Legs and cross are quoted at different moments, so the tolerance is half a cross spread plus as much for the
        // movement in between.
        const implied = (base / quote) * 1e8;
        checked += 1;
        if (Math.abs(quoted.mid - implied) > 3 * quoted.half)
          expect.unreachable(`${cross.code} ${quoted.mid} against ${implied}`);
      }
    }
    expect(checked).toBeGreaterThan(10_000);
  });

  test('indices of one continent correlate, and a day moves by about its volatility', async () => {
    const closes = new Map<number, number[]>();
    const feed = new SimulatedFeed({
      instruments: REFERENCE_INSTRUMENTS,
      calendarOf: () => ALWAYS_OPEN,
      seed: 5,
      clock: () => BEGIN,
    });
    await feed.backfill(new Map(), (id, period, bar) => {
      if (period !== '1day') return;
      const list = closes.get(id) ?? [];
      list.push(Math.log(Number(bar.bid.close)));
      closes.set(id, list);
    });
    const returns = (code: string): number[] =>
      closes
        .get(idOf(code))!
        .slice(1)
        .map((close, index) => close - closes.get(idOf(code))![index]!);
    expect(correlation(returns('US500'), returns('US100'))).toBeGreaterThan(0.6);
    expect(correlation(returns('WTI'), returns('BRENT'))).toBeGreaterThan(0.6);
    expect(correlation(returns('BTCUSD'), returns('ETHUSD'))).toBeGreaterThan(0.5);
    expect(Math.abs(correlation(returns('NATGAS'), returns('XAUUSD')))).toBeLessThan(0.3);
    for (const [code, yearly] of [
      ['EURUSD', 0.07],
      ['XAUUSD', 0.16],
      ['US500', 0.145],
      ['BTCUSD', 0.46],
    ] as const) {
      const moves = returns(code);
      const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length) * Math.sqrt(365);
      expect(deviation / yearly).toBeGreaterThan(0.75);
      expect(deviation / yearly).toBeLessThan(1.6);
    }
    for (const list of closes.values()) expect(Math.max(...list) - Math.min(...list)).toBeLessThan(Math.log(12));
  });

  test('a limited past begins at its first whole minute, for a new market and after a pause', async () => {
    const now = BEGIN + 30_000;
    const feed = new SimulatedFeed({
      instruments: REFERENCE_INSTRUMENTS,
      calendarOf: () => ALWAYS_OPEN,
      seed: 1,
      clock: () => now,
      longestPastMs: 5 * 60_000,
    });
    const begun: number[][] = [];
    for (const stored of [undefined, BEGIN - 86_400_000, BEGIN - 180_000]) {
      const minutes = new Set<number>();
      const flat = {
        open: asPrice(110_000n),
        high: asPrice(110_000n),
        low: asPrice(110_000n),
        close: asPrice(110_000n),
      };
      const bars =
        stored === undefined ? [] : ([[idOf('EURUSD'), { time: stored, bid: flat, ask: flat, volume: 1 }]] as const);
      await feed.backfill(new Map(bars), (_, period, bar) => {
        expect(period).toBe('1min');
        minutes.add(bar.time);
      });
      begun.push([...minutes].map((time) => (time - BEGIN) / 60_000));
    }
    expect(begun).toEqual([
      [-5, -4, -3, -2, -1],
      [-5, -4, -3, -2, -1],
      [-2, -1],
    ]);
  });

  test('a closed market is not quoted', () => {
    const saturday = Date.parse('2026-11-21T12:00:00Z');
    const codes = new Set<string>();
    const feed = new SimulatedFeed({
      instruments: REFERENCE_INSTRUMENTS,
      calendarOf: ({ calendar }) => CALENDARS.get(calendar)!,
      seed: 1,
      clock: () => saturday,
    });
    const sink = {
      tick: ({ code }: RawTick) => codes.add(code),
      malformed: () => expect.unreachable(),
      ended: () => expect.unreachable(),
    };
    for (let now = saturday; now < saturday + 60_000; now += BEAT_MS) feed.beat(now, now + BEAT_MS, sink);
    expect([...codes].sort()).toEqual(
      REFERENCE_INSTRUMENTS.filter(({ categoryId }) => categoryId === 5)
        .map(({ code }) => code)
        .sort(),
    );
  });
});

function idOf(code: string): number {
  return REFERENCE_INSTRUMENTS.find((each) => each.code === code)!.id;
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = mean(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)));
  const deviation = (list: readonly number[], middle: number): number =>
    Math.sqrt(mean(list.map((value) => (value - middle) ** 2)));
  return covariance / (deviation(a, meanA) * deviation(b, meanB));
}
