import { z } from 'zod/mini';
import { decimal, isoTime } from '../scalar.ts';
import { staffDeposit } from './staff-deposit.ts';

/** After so many minutes a colleague may take over the claim of a payment. */
export const CLAIM_MINUTES = 60;

/** A withdrawal as staff see it. */
export const staffWithdrawal = z.object({
  id: z.int(),
  user_id: z.int(),
  email: z.string(),
  /** 1 = crypto, 2 = bank. */
  type: z.int(),
  number: decimal,
  fee: decimal,
  real_number: decimal,
  code: z.string(),
  protocol: z.string(),
  address: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  payee_account: z.string(),
  status: z.enum(['review', 'approved', 'paid', 'rejected', 'cancelled']),
  memo: z.string(),
  remark: z.string(),
  reference: z.string(),
  /** Dollars that came back after the payment and were credited. */
  returned: decimal,
  /** Numbers and names of the staff who approved, in order of approval. */
  approved_by: z.array(z.int()),
  approvers: z.array(z.string()),
  /** Approvals needed in total. */
  approvals_needed: z.int(),
  /** Number and name of the member of staff who pays it, and since when; null while nobody does. */
  claimed_by: z.nullable(z.int()),
  claimer: z.nullable(z.string()),
  claimed_at: z.nullable(isoTime),
  created_at: isoTime,
  decided_at: z.nullable(isoTime),
  /** Number and name of the member of staff who decided. */
  decided_by: z.nullable(z.int()),
  decider: z.nullable(z.string()),
});

/** History of an account in dollars, for the decision on a withdrawal. */
export const accountHistory = z.object({
  /** Without what is held for withdrawals; reserves of pending orders are a part of it. */
  balance: decimal,
  /** Money that nothing freezes. */
  available: decimal,
  lock_balance: decimal,
  net_value: decimal,
  /** Sums by ledger type (see Type of the ledger), signed from the client’s side. */
  sums: z.array(z.object({ type: z.int(), sum: decimal, count: z.int() })),
  opened_at: isoTime,
  bound_methods: z.int(),
  removed_methods: z.int(),
  recent_deposits: z.array(staffDeposit),
  recent_withdrawals: z.array(staffWithdrawal),
});
