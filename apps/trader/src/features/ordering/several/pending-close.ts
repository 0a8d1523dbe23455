import type { CloseChoice } from '@fairlot/client';
import { readStored } from '@fairlot/web';
import { z } from 'zod/mini';
import { PENDING_CLOSE_KEY } from './pending-close-key.ts';

/** A close of several positions by one call: those of a choice, or a position by an opposite one. */
export type SeveralClose =
  | { readonly call: 'closeAll'; readonly input: CloseChoice }
  | { readonly call: 'closeBy'; readonly input: { readonly id: number; readonly opposite: number } };

/** A close whose outcome is not known yet. */
export interface PendingClose {
  readonly close: SeveralClose;
  readonly key: string;
  readonly user: string;
  /** Epoch milliseconds of the device. */
  readonly at: number;
}

/** Like that of a close of one position: if no try arrived, a later one closes positions that nobody expects to close. */
const LIFETIME_MS = 120_000;

const stored = z.object({
  close: z.union([
    z.object({
      call: z.literal('closeAll'),
      input: z.object({ scope: z.enum(['all', 'winners', 'losers']), instrument: z.optional(z.int()) }),
    }),
    z.object({ call: z.literal('closeBy'), input: z.object({ id: z.int(), opposite: z.int() }) }),
  ]),
  key: z.string(),
  user: z.string(),
  at: z.int(),
});

/** The stored close of a user with an unknown outcome that may still be sent again. */
export function pendingClose(user: string, now: number): PendingClose | undefined {
  const parsed = stored.safeParse(readStored(PENDING_CLOSE_KEY));
  if (!parsed.success || parsed.data.user !== user) return undefined;
  // A device clock that was set back gives it a negative age.
  const age = now - parsed.data.at;
  return age >= 0 && age < LIFETIME_MS ? parsed.data : undefined;
}
