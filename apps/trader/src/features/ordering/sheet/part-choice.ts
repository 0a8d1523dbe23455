import type { Order } from '@fairlot/client';
import { asLots, formatLots, nearestParts, parseLots, partRefusal } from '@fairlot/domain';
import type { Instrument, Lots } from '@fairlot/domain';

export type PartTerms = Pick<Instrument, 'lotStep' | 'minLots'>;

/** The shares of a position, or of the largest size, that have a button, in per cent. */
export const SHARES = [25, 50, 75, 100] as const;

/** The lots nearest below a share of a position that can be closed; undefined when there are none. */
export function lotsOfShare(terms: PartTerms, position: Lots, percent: number): Lots | undefined {
  return nearestParts(terms, position, asLots((position * BigInt(percent)) / 100n)).lower;
}

/** The meaning of a typed volume for a close. */
export type PartChoice =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly lots: Lots }
  /** `sizes`: the nearest volumes that can be closed. */
  | { readonly kind: 'refused'; readonly sizes: readonly Lots[] };

/** Reads the volume of a close by the rules of the engine. */
export function partChoice(terms: PartTerms, { lots: whole }: Pick<Order, 'lots'>, typed: string): PartChoice {
  const lots = parseLots(typed);
  if (lots === whole) return { kind: 'whole' };
  if (lots !== undefined && lots > 0n && partRefusal(terms, whole, lots) === undefined) return { kind: 'part', lots };
  const { lower, upper } = nearestParts(terms, whole, lots ?? asLots(0n));
  return { kind: 'refused', sizes: [lower, upper].filter((size) => size !== undefined) };
}

/** The next volume that can be closed, above or below a typed one; undefined at the end. */
export function nextPart(
  terms: PartTerms,
  position: Lots,
  typed: string,
  direction: 'less' | 'more',
): string | undefined {
  const now = parseLots(typed) ?? asLots(0n);
  const next = nearestParts(terms, position, asLots(direction === 'more' ? now + 1n : now - 1n));
  const found = direction === 'more' ? next.upper : next.lower;
  return found === undefined ? undefined : formatLots(found);
}
