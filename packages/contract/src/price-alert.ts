import { z } from 'zod/mini';
import { fillQuote } from './forex.ts';
import { decimal, isoTime } from './scalar.ts';

/** Which of the two prices is watched. */
export const alertSide = z.enum(['bid', 'ask']);
/** Whether it fires at the price or above it, or at the price or below it. */
export const alertDirection = z.enum(['rise', 'fall']);

/** A price alert: it fires once, on the first quote whose side has come to the price. */
export const priceAlert = z.object({
  id: z.int(),
  forex_id: z.int(),
  side: alertSide,
  direction: alertDirection,
  price: decimal,
  created_at: isoTime,
  /** null while it waits. */
  fired_at: z.nullable(isoTime),
  /** The quote that fired it. */
  quote: z.nullable(fillQuote),
});
export type PriceAlert = z.infer<typeof priceAlert>;
