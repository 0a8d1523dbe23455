import { z } from 'zod/mini';
import { fillQuote } from './order-record.ts';
import { decimal, isoTime } from './scalar.ts';

/** The watched price. */
export const alertSide = z.enum(['bid', 'ask']);
/** `rise` fires at or above the price, `fall` at or below it. */
export const alertDirection = z.enum(['rise', 'fall']);

/** A price alert. It fires once, on the first quote that reaches its price. */
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
