import type { NaiveAction, NaiveTick } from './naive-day.ts';

/** Number of orders in a script. */
const PLACEMENTS = 400;

/** The actions of a script by the index of the tick that they follow. */
export type Script = ReadonlyMap<number, readonly NaiveAction[]>;

/**
 * Generates a seeded script of orders: market, limit and stop orders on both sides, most with stops and targets near
 * enough to be reached, some on the wrong side or too large; later some are closed, cancelled or amended.
 */
export function writeScript(seed: number, ticks: readonly NaiveTick[]): Script {
  const random = mulberry32(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const script = new Map<number, NaiveAction[]>();
  const at = (tick: number, action: NaiveAction): void => {
    script.set(tick, [...(script.get(tick) ?? []), action]);
  };
  const placements = Array.from({ length: PLACEMENTS }, () => below(Math.floor(ticks.length * 0.9))).sort(
    (a, b) => a - b,
  );
  for (const [order, tick] of placements.entries()) {
    const now = ticks[tick];
    if (now === undefined) throw new Error('the script has more steps than ticks');
    const gold = now.bid > 100_00000000n;
    // A tenth of a dollar for gold, a pip for currencies: small compared to the usual movement within a quarter of an
    // hour.
    const step = gold ? 10_000_000n : 10_000n;
    const away = (most: number): bigint => BigInt(below(most)) * step;
    const side = below(2) === 0 ? 'buy' : 'sell';
    const sign = side === 'buy' ? 1n : -1n;
    const entry = side === 'buy' ? now.ask : now.bid;
    const target = below(3) === 0 ? undefined : entry + (below(2) === 0 ? -1n : 1n) * away(8);
    const base = target ?? (side === 'buy' ? now.bid : now.ask);
    const tooLarge = below(40) === 0;
    const lots = tooLarge ? 400_000n : BigInt(1 + below(30)) * 100n;
    at(tick, {
      do: 'place',
      instrument: now.instrument,
      side,
      lots,
      leverage: tooLarge ? 10n : 100n,
      target,
      stop: below(4) === 0 ? undefined : base - sign * (away(12) + (below(20) === 0 ? -30n * step : step)),
      take: below(4) === 0 ? undefined : base + sign * (away(12) + (below(20) === 0 ? -30n * step : step)),
    });
    const later = tick + 1 + below(20_000);
    if (later >= ticks.length) continue;
    const fate = below(6);
    if (fate === 0) at(later, { do: 'close', order });
    if (fate === 1) at(later, { do: 'cancel', order });
    if (fate === 2)
      at(later, {
        do: 'stops',
        order,
        stop: base - sign * away(10),
        take: below(2) === 0 ? undefined : base + sign * away(10),
      });
  }
  return script;
}

/** A small deterministic random generator of numbers in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
