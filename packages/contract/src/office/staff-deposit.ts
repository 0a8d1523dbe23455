import { z } from 'zod/mini';
import { decimal, isoTime } from '../scalar.ts';
import { verifiedIdentity } from './verified-identity.ts';

/** A deposit that a user reported. */
export const staffDeposit = z.object({
  id: z.int(),
  user_id: z.int(),
  email: z.string(),
  ...verifiedIdentity,
  /** 0 = coin, 1 = bank. */
  type: z.int(),
  number: decimal,
  currency_code: z.string(),
  protocol_code: z.string(),
  /** Receiving address or bank account, as shown to the user at that time. */
  paid_to: z.string(),
  proof_img: z.string(),
  /** 0 unchecked, 1 finished, 2 rejected, 3 invalid. */
  status: z.int(),
  remark: z.string(),
  /** Dollars that were charged back after the credit. */
  reversed: decimal,
  created_at: isoTime,
  /** Number and name of the first of two people, while and after a deposit needed two. */
  approved_by: z.nullable(z.int()),
  approver: z.nullable(z.string()),
  decided_at: z.nullable(isoTime),
  /** Number and name of the member of staff who decided. */
  decided_by: z.nullable(z.int()),
  decider: z.nullable(z.string()),
});
