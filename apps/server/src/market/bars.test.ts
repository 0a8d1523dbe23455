import { type Candle, PERIODS, type Period, type Price, asPrice, barStart, rollUp } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partsOf } from './bar-parts.ts';
import { BarBuilder } from './bars.ts';
import { recordedBars, recordedDays, recordedTicks } from './recorded.testkit.ts';

interface Tick {
  readonly time: number;
  readonly bid: Price;
  readonly ask: Price;
}

type Bars = Record<Period, Candle[]>;

/** All bars of some ticks, the forming ones last. */
function build(ticks: readonly Tick[]): Bars {
  const bars: Bars = { '1min': [], '5min': [], '15min': [], '30min': [], '60min': [], '1day': [] };
  const builder = new BarBuilder((period, bar) => bars[period].push(bar));
  for (const { time, bid, ask } of ticks) builder.quote(time, bid, ask);
  const forming = builder.forming();
  if (forming !== undefined) for (const period of PERIODS) bars[period].push(forming[period]);
  return bars;
}

/** The oracle: groups the ticks by bar and finds the first, highest, lowest and last price of each. */
function naiveBars(period: Period, ticks: readonly Tick[]): Candle[] {
  const groups = new Map<number, Tick[]>();
  for (const tick of ticks)
    groups.set(barStart(period, tick.time), [...(groups.get(barStart(period, tick.time)) ?? []), tick]);
  return [...groups].map(([time, inside]) => ({
    time,
    bid: naiveSide(inside.map(({ bid }) => bid)),
    ask: naiveSide(inside.map(({ ask }) => ask)),
    volume: inside.length,
  }));
}

function naiveSide(prices: readonly Price[]): Candle['bid'] {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return { open: prices[0]!, high: sorted.at(-1)!, low: sorted[0]!, close: prices.at(-1)! };
}

const ticksArbitrary = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.nat(3_000), fc.nat(900_000), fc.nat(90_000_000)),
      bid: fc.integer({ min: 1, max: 1_000 }),
      spread: fc.nat(50),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let time = Date.parse('2026-11-20T23:58:00Z');
    return steps.map(({ gap, bid, spread }): Tick => {
      time += gap;
      return { time, bid: asPrice(BigInt(bid)), ask: asPrice(BigInt(bid + spread)) };
    });
  });

describe('bars', () => {
  const days = recordedDays();
  describe.skipIf(days.length === 0)('of the recorded ticks in data/ticks', () => {
    // Without the folder, one placeholder makes the skip visible.
    test.each(days.length === 0 ? ['data/ticks'] : days)(
      '%s: minutes equal the published ones, longer bars equal an independent roll-up',
      (name) => {
        const published = recordedBars(name);
        const built = build(recordedTicks(name));
        expect(built['1min'].map(({ time, bid, ask }) => ({ time, bid, ask }))).toEqual(published);
        for (const period of PERIODS.slice(1)) {
          const naive = new Map<number, Omit<Candle, 'volume'>[]>();
          for (const bar of published)
            naive.set(barStart(period, bar.time), [...(naive.get(barStart(period, bar.time)) ?? []), bar]);
          const expected = [...naive].map(([time, inside]) => ({
            time,
            bid: joined(inside.map(({ bid }) => bid)),
            ask: joined(inside.map(({ ask }) => ask)),
          }));
          expect(built[period].map(({ time, bid, ask }) => ({ time, bid, ask }))).toEqual(expected);
        }
      },
    );
  });

  test('property: the bars of each period equal the oracle', () => {
    fc.assert(
      fc.property(ticksArbitrary, (ticks) => {
        const built = build(ticks);
        for (const period of PERIODS) expect(built[period]).toEqual(naiveBars(period, ticks));
      }),
    );
  });

  test('property: a builder continues from stored minutes as if it had seen the quotes', () => {
    fc.assert(
      fc.property(ticksArbitrary, fc.nat(60), (ticks, cut) => {
        const straight = build(ticks);
        const resumed: Bars = { '1min': [], '5min': [], '15min': [], '30min': [], '60min': [], '1day': [] };
        const builder = new BarBuilder((period, bar) => resumed[period].push(bar));
        for (const minute of build(ticks.slice(0, cut))['1min']) builder.include('1min', minute);
        for (const { time, bid, ask } of ticks.slice(cut)) builder.quote(time, bid, ask);
        expect(builder.forming()).toEqual(lastOf(straight));
        for (const period of PERIODS) expect(resumed[period]).toEqual(straight[period].slice(0, -1));
      }),
    );
  });

  test('property: a builder continues from its last minute and the complete bars before it', () => {
    fc.assert(
      fc.property(ticksArbitrary, fc.integer({ min: 1, max: 60 }), (ticks, cut) => {
        fc.pre(ticks.length > 0);
        const straight = build(ticks);
        const stored = build(ticks.slice(0, cut));
        const resumed: Bars = { '1min': [], '5min': [], '15min': [], '30min': [], '60min': [], '1day': [] };
        const builder = new BarBuilder((period, bar) => resumed[period].push(bar));
        const last = stored['1min'].at(-1)!;
        builder.reform(
          partsOf(last.time, (period) => stored[period].slice(0, -1)),
          last,
        );
        for (const { time, bid, ask } of ticks.slice(cut)) builder.quote(time, bid, ask);
        expect(builder.forming()).toEqual(lastOf(straight));
        for (const period of PERIODS)
          expect([...stored[period].slice(0, -1), ...resumed[period]]).toEqual(straight[period].slice(0, -1));
      }),
    );
  });

  test('property: history in bars of any period rolls up like its minutes', () => {
    fc.assert(
      fc.property(ticksArbitrary, fc.constantFrom(...PERIODS), (ticks, base) => {
        const told: Bars = { '1min': [], '5min': [], '15min': [], '30min': [], '60min': [], '1day': [] };
        const builder = new BarBuilder((period, bar) => told[period].push(bar));
        for (const bar of naiveBars(base, ticks)) builder.include(base, bar);
        builder.include('1min', {
          ...naiveBars('1min', [{ time: Date.parse('2050-01-01'), bid: asPrice(1n), ask: asPrice(1n) }])[0]!,
        });
        for (const period of PERIODS.slice(PERIODS.indexOf(base)))
          expect(told[period]).toEqual(rollUp(period, naiveBars('1min', ticks)));
      }),
    );
  });

  test('day figures equal the day bar, and older quotes are rejected', () => {
    const builder = new BarBuilder(() => undefined);
    expect(builder.day()).toBeUndefined();
    expect(builder.forming()).toBeUndefined();
    builder.quote(600_000, asPrice(10n), asPrice(12n));
    builder.quote(700_000, asPrice(14n), asPrice(15n));
    builder.quote(800_000, asPrice(9n), asPrice(11n));
    expect(builder.day()).toEqual({ open: 10n, high: 14n, low: 9n, close: 9n, volume: 3 });
    expect(() => builder.quote(700_000, asPrice(10n), asPrice(12n))).toThrow(RangeError);
  });
});

function lastOf(bars: Bars): Record<Period, Candle> | undefined {
  if (bars['1min'].length === 0) return undefined;
  return Object.fromEntries(PERIODS.map((period) => [period, bars[period].at(-1)!])) as Record<Period, Candle>;
}

function joined(sides: readonly Candle['bid'][]): Candle['bid'] {
  const high = sides.map((side) => side.high).reduce((a, b) => (a > b ? a : b));
  const low = sides.map((side) => side.low).reduce((a, b) => (a < b ? a : b));
  return { open: sides[0]!.open, high, low, close: sides.at(-1)!.close };
}
