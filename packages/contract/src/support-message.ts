import { z } from 'zod/mini';
import { isoTime } from './scalar.ts';

/** A message of the support chat: plain text, never HTML. */
export const supportMessage = z.object({
  id: z.int(),
  from: z.enum(['user', 'staff']),
  text: z.string(),
  created_at: isoTime,
});
