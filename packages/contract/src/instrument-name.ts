import { z } from 'zod/mini';

/** The instrument of a record, as statements show it. */
export const instrumentName = z.object({
  id: z.int(),
  code: z.string(),
  show_code: z.string(),
  logo: z.string(),
  price_precision: z.int(),
});
