import { readFigure } from '@fairlot/client';
import { asPrice, divide, formatPrice, isOnPriceGrid, parsePrice, pricePoint } from '@fairlot/domain';
import type { Price, PriceTerms } from '@fairlot/domain';

/** A valid price alert, or the reason why the input is not one yet. */
export type AlertDraft =
  | {
      readonly ok: true;
      readonly price: Price;
      readonly text: string;
      readonly direction: 'rise' | 'fall';
      /** Distance from the market in points. */ readonly points: bigint;
    }
  | { readonly ok: false; readonly why: 'empty' | 'price_invalid' | 'price_off_grid' | 'met' | 'no_price' };

/** Parses the typed price. Above the market the alert waits for a rise, below it for a fall. */
export function readAlertDraft(typed: string, now: Price | undefined, terms: PriceTerms): AlertDraft {
  if (typed.trim() === '') return { ok: false, why: 'empty' };
  const plain = readFigure(typed);
  const price = plain === undefined ? undefined : parsePrice(plain, terms);
  if (price === undefined) return { ok: false, why: 'price_invalid' };
  if (!isOnPriceGrid(terms, price)) return { ok: false, why: 'price_off_grid' };
  if (now === undefined) return { ok: false, why: 'no_price' };
  if (price === now) return { ok: false, why: 'met' };
  const distance = price > now ? price - now : now - price;
  return {
    ok: true,
    price,
    text: formatPrice(price, terms),
    direction: price > now ? 'rise' : 'fall',
    points: distance / pricePoint(terms),
  };
}

/** Presets in hundredths of a per cent: three down and three up. */
export const PRESETS = [-10n, -50n, -100n, 10n, 50n, 100n] as const;

/**
 * Returns the price at a distance in hundredths of a per cent, on the instrument's grid and at least one point away.
 */
export function presetPrice(now: Price, hundredths: bigint, terms: PriceTerms): string {
  const point = pricePoint(terms);
  const moved = divide(now * (10_000n + hundredths), 10_000n * point, 'halfEven') * point;
  const least = hundredths > 0n ? now + point : now - point;
  const away = hundredths > 0n ? (moved > least ? moved : least) : moved < least ? moved : least;
  return formatPrice(asPrice(away > 0n ? away : point), terms);
}
