import { z } from 'zod/mini';
import { isoTime } from './scalar.ts';

/** Kinds of events that users see in their security screen. */
export const userEventKind = z.enum([
  'sign_in',
  'new_device',
  'sign_in_failed',
  'code_missing',
  'wrong_codes',
  'password_changed',
  'factor_on',
  'factor_off',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'factor_reset_asked',
  'factor_reset_cancelled',
  'email_change_asked',
  'email_change_cancelled',
  'email_changed',
  'method_bound',
  'sessions_ended',
  'frozen',
]);
export type UserEventKind = z.infer<typeof userEventKind>;
/** Events of one answer. */
export const USER_EVENTS_PAGE = 20;
/** A security event of a user. */
export const userEvent = z.object({
  id: z.int(),
  kind: userEventKind,
  at: isoTime,
  /** Network address; empty for deeds of staff. */
  address: z.string(),
  /** Its country in the language of the request; empty when unknown. */
  country: z.string(),
  agent: z.string(),
  /** Number of equal failures that the entry stands for. */
  count: z.int(),
});
