import { z } from 'zod/mini';
import { isoTime } from '../scalar.ts';
import { verifiedIdentity } from './verified-identity.ts';

/** The owner of a withdrawal, and recent changes that an attacker could have made. */
export const withdrawalOwner = z.object({
  /** null while the user is not frozen. A frozen user is not paid. */
  frozen_at: z.nullable(isoTime),
  frozen_reason: z.string(),
  /** Name of the member of staff who froze the user; null when the owner did it with a link. */
  frozen_by: z.nullable(z.string()),
  ...verifiedIdentity,
  /** Withdrawals need a verified identity, and this user has none: nothing is approved or paid. */
  identity_missing: z.boolean(),
  /**
   * The payee compared with the verified name, without regard to case, accents and order; unknown without a verified
   * name, and for coin addresses.
   */
  name_match: z.enum(['same', 'different', 'unknown']),
  /** Time at which the method of the withdrawal was bound. */
  method_bound_at: isoTime,
  /** null since the registration. */
  password_changed_at: z.nullable(isoTime),
  /** Last time that the authenticator was turned on or off, or got new recovery codes; null for never. */
  factor_changed_at: z.nullable(isoTime),
  second_factor: z.boolean(),
  /** The newest ten sessions of the seven days before the request and since. */
  new_sessions: z.array(z.object({ at: isoTime, address: z.string(), agent: z.string() })),
});
