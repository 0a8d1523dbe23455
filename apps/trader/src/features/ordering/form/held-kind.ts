import { parsePrice, pendingKind } from '@fairlot/domain';
import type { PendingKind, Price, PriceTerms, Quote, Side } from '@fairlot/domain';
import { useState } from 'react';
import { figure } from './levels.ts';

/** The kind of a pending order at a target, as the trader was shown it. */
export interface HeldKind {
  readonly side: Side;
  /** undefined while no valid price is typed. */
  readonly target: Price | undefined;
  /** undefined without a target, or before the first quote. */
  readonly kind: PendingKind | undefined;
}

/**
 * Classifies a target by the market at which the trader chose it, and keeps the kind while the market moves on. Only
 * another target or side is classified again. A target at the market is a limit: it fills there or better.
 */
export function heldKind(held: HeldKind, side: Side, target: Price | undefined, quote: Quote | undefined): HeldKind {
  const same = held.side === side && held.target === target;
  if (same && (held.kind !== undefined || target === undefined || quote === undefined)) return held;
  const kind = target === undefined || quote === undefined ? undefined : pendingKind(side, target, quote);
  return { side, target, kind: kind === 'market' ? 'limit' : kind };
}

/** The held kind of a target being typed or dragged; `text` is undefined for an order at the market. */
export function useHeldKind(
  side: Side,
  text: string | undefined,
  quote: Quote | undefined,
  terms: PriceTerms,
): PendingKind | undefined {
  const [held, setHeld] = useState<HeldKind>({ side, target: undefined, kind: undefined });
  const next = heldKind(held, side, text === undefined ? undefined : parsePrice(figure(text), terms), quote);
  if (next !== held) setHeld(next);
  return next.kind;
}
