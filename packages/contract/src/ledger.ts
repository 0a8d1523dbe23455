import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, isoTime, page } from './scalar.ts';

/** One movement of money in an account. */
export const ledgerRecord = z.object({
  Id: z.int(),
  /** Signed dollars: the change of the available balance, or of the frozen balance when the available balance did not change. */
  Value: decimal,
  /** Change of the available balance. The sums over all records are the two balances. */
  AvailableValue: decimal,
  /** Change of the frozen balance. */
  FrozenValue: decimal,
  /**
   * 1 deposit, 2 withdrawal, 3 withdrawal fee, 4 trading fee, 5 realised profit or loss, 6 reserve, 7 release, 8 swap,
   * 9 demo funding or reset, 10 adjustment, 11 negative-balance cover, 12 reward for an invited
   * person, 13 correction of a fill, 14 a leader’s fee for copying (charged or earned).
   */
  Type: z.int(),
  /** Memo of an adjustment, reason of a corrected fill, or reason of what came back, as staff wrote it; how a reward was computed; otherwise empty. */
  Memo: z.string(),
  /** Description in the caller’s language. */
  MemoTran: z.string(),
  /**
   * Number of the order, deposit, withdrawal, reward or copy; null where there is none. On an adjustment: the withdrawal that came
   * back (a credit), or the deposit that was charged back (a debit).
   */
  Reference: z.nullable(z.int()),
  CreatedAtTran: isoTime,
});

const ledger = z.object({ list: z.array(ledgerRecord), total: z.int(), balance: decimal, lock_balance: decimal });

export const ledgerCalls = {
  forexDetail: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/account/forexDetail',
    access: 'user',
    changesState: false,
    summary: 'The account’s ledger, newest first, with the available and the frozen balance. The same as forexChange.',
    input: z.object({ page }),
    output: ledger,
  }),
  forexChange: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/accountLog/forexChange',
    access: 'user',
    changesState: false,
    summary: 'The account’s ledger, newest first, with the available and the frozen balance.',
    input: z.object({ page }),
    output: ledger,
  }),
} as const;
