import { z } from 'zod/mini';
import { chargeType, depositFields } from '../funding.ts';
import { decimal, id, isoTime } from '../scalar.ts';
import { period } from './call.ts';
import { verifiedIdentity } from './verified-identity.ts';

/** Filters of the list of deposits, besides its search. */
export const depositFilters = {
  ...period,
  status: z.optional(z.enum(['0', '1', '2', '3'])),
  type: z.optional(chargeType),
  user_id: z.optional(id),
};

/** A deposit that a user reported. */
export const staffDeposit = z.object({
  ...depositFields,
  user_id: z.int(),
  email: z.string(),
  ...verifiedIdentity,
  /** The creditor reference that the user was told to write on bank transfers. */
  reference: z.string(),
  protocol_code: z.string(),
  /** Receiving address or bank account, as shown to the user at that time. */
  paid_to: z.string(),
  proof_img: z.string(),
  /** Amount that arrived, in the currency of `sent`, or in dollars for coins; empty before the decision. */
  received: z.string(),
  /** Dollars that were charged back after the credit. */
  reversed: decimal,
  /**
   * Other deposits, of any user, with the same picture as proof, and with the same transaction or an output of it; at most
   * 20 each.
   */
  same_picture: z.array(z.int()),
  same_transaction: z.array(z.int()),
  /** Deposits of this user that were credited without an ID in the 90 days before, with the same amount; at most 20. */
  same_without_id: z.array(z.int()),
  /** Names of those who set the rate; null for coins and where it is unknown. */
  usd_price_by: z.nullable(z.string()),
  /** Number and name of the first of two people, while and after a deposit needed two. */
  approved_by: z.nullable(z.int()),
  approver: z.nullable(z.string()),
  decided_at: z.nullable(isoTime),
  /** Number and name of the member of staff who decided. */
  decided_by: z.nullable(z.int()),
  decider: z.nullable(z.string()),
});

/** Words of a deposit's numbers in files. */
export const depositWords = {
  type: { 0: 'coin', 1: 'bank' },
  status: { 0: 'unchecked', 1: 'credited', 2: 'rejected', 3: 'invalid' },
} as const;
