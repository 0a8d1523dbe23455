import { parseLots, parsePrice } from '@fairlot/domain';
import type { Lots, PendingKind, Price, PriceTerms, Protection, Side } from '@fairlot/domain';
import type { Reason } from '@fairlot/contract';

/** The contents of the order form; figures are plain decimals (see readFigure). */
export interface OrderDraft {
  readonly side: Side;
  readonly lots: string;
  readonly leverage: number | undefined;
  /** Absent for a market order. */
  readonly target?: string | undefined;
  /** The wished kind of an order with a target. Absent: the market decides. */
  readonly kind?: PendingKind | undefined;
  /** The limit of a stop. Absent: it is no stop-limit order. */
  readonly limitPrice?: string | undefined;
  /** Absent: off. */
  readonly stopLoss?: string | undefined;
  readonly takeProfit?: string | undefined;
}

/** A draft's figures, exact; undefined where they are off or invalid. */
export interface ReadDraft {
  readonly lots: Lots | undefined;
  readonly target: Price | undefined;
  readonly limitPrice: Price | undefined;
  readonly protection: Protection;
  /** The reason why a typed text is no figure. */
  readonly reason: Reason | undefined;
}

/** Reads the typed figures of a draft. */
export function readDraft(draft: OrderDraft, terms: PriceTerms): ReadDraft {
  const lots = parseLots(draft.lots);
  const target =
    draft.target === undefined
      ? undefined
      : draft.target === ''
        ? 'missing'
        : (parsePrice(draft.target, terms) ?? 'invalid');
  const limitPrice = draft.limitPrice === undefined ? undefined : (parsePrice(draft.limitPrice, terms) ?? 'invalid');
  const stopLoss = readLevel(draft.stopLoss, terms);
  const takeProfit = readLevel(draft.takeProfit, terms);
  const reason =
    lots === undefined
      ? 'lots_invalid'
      : target === 'missing'
        ? 'price_required'
        : [target, limitPrice, stopLoss, takeProfit].includes('invalid')
          ? 'price_invalid'
          : undefined;
  return {
    lots,
    target: valid(target),
    limitPrice: valid(limitPrice),
    protection: { stopLoss: valid(stopLoss), takeProfit: valid(takeProfit) },
    reason,
  };
}

function valid(price: Price | 'invalid' | 'missing' | undefined): Price | undefined {
  return typeof price === 'bigint' ? price : undefined;
}

/**
 * Reads a typed stop-loss or take-profit. Zero is off, as on the wire. An empty field that is switched on is invalid.
 */
export function readLevel(text: string | undefined, terms: PriceTerms): Price | 'invalid' | undefined {
  if (text === undefined || /^0+(\.0*)?$/.test(text)) return undefined;
  return parsePrice(text, terms) ?? 'invalid';
}
