import { type GroupTerms, type Instrument, pricePoint } from '@fairlot/domain';
import type { PlaceOrder, SetStops } from '../index.ts';
import type { Random, RunProfile } from './random.ts';

/** Asks for a guaranteed stop in some orders of some runs. Most of them don't trail, which would be refused. */
export function guaranteedOrder<T extends Pick<PlaceOrder, 'stopLoss' | 'trailing' | 'target'>>(
  random: Random,
  { guaranteeing }: RunProfile,
  order: T,
): T & Pick<PlaceOrder, 'guaranteed'> {
  // Without a draw where nothing is guaranteed, so that the runs of those seeds stay what they were.
  if (!random.chances(guaranteeing)) return order;
  if ((order.stopLoss === undefined || order.target !== undefined) && random.chance(0.9)) return order;
  return { ...order, guaranteed: true, ...(random.chance(0.9) && { trailing: undefined }) };
}

/** Guarantees the stop in some changes of levels, or gives the guarantee up. */
export function guaranteedStops<T extends Pick<SetStops, 'stopLoss' | 'trailing'>>(
  random: Random,
  { guaranteeing }: RunProfile,
  stops: T,
): T & Pick<SetStops, 'guaranteed'> {
  if (!random.chances(guaranteeing)) return stops;
  if (random.chance(0.15)) return { ...stops, guaranteed: false };
  return { ...stops, guaranteed: true, ...(random.chance(0.9) && { trailing: undefined }) };
}

/** A group's terms of guaranteed stops: often free, or at no distance, rarely off the grid or below zero. */
export function guaranteeIn(
  random: Random,
  { guaranteeing }: RunProfile,
  instrument: Instrument,
): Pick<GroupTerms, 'guarantee'> {
  if (!random.chances(guaranteeing * 1.6)) return {};
  const point = pricePoint(instrument);
  const steps = (most: number): typeof point => (BigInt(random.between(0, most)) * point) as typeof point;
  const odd = random.chance(0.02) ? random.pick([-1n, 1n]) : 0n;
  return { guarantee: { premium: (steps(30) + odd) as typeof point, distance: steps(random.pick([0, 0, 20, 200])) } };
}
