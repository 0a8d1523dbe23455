import { type Instrument, type Price, pricePoint } from '@fairlot/domain';
import type { Random, RunProfile } from './random.ts';

/**
 * A trailing distance for some orders of some runs, mostly near the usual steps of a price, rarely one that is refused.
 * `off`: zero is a choice.
 */
export function someTrailing(
  random: Random,
  { trailing }: RunProfile,
  instrument: Instrument,
  price: number,
  off = false,
): { readonly trailing?: Price } {
  // Without a draw where nothing trails, so that the runs of those seeds stay what they were.
  if (trailing === 0 || !random.chance(trailing)) return {};
  if (off && random.chance(0.15)) return { trailing: 0n as Price };
  if (random.chance(0.02)) return { trailing: random.pick([-1n, 1n, BigInt(Math.round(price * 2))]) as Price };
  const point = pricePoint(instrument);
  const points = BigInt(
    Math.round((price * random.pick([0.0004, 0.001, 0.004]) * (0.2 + random.next())) / Number(point)),
  );
  return { trailing: ((points > 0n ? points : 1n) * point) as Price };
}

/**
 * Names one level to keep in half of the cases. The command may still carry a value for it, which must have no
 * effect.
 */
export function keeping(random: Random): { readonly keep?: 'stopLoss' | 'takeProfit' } {
  return random.chance(0.5) ? {} : { keep: random.pick(['stopLoss', 'takeProfit']) };
}
