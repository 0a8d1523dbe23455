import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, isoTime, page } from './scalar.ts';

/** One movement of an account’s money. */
export const ledgerRecord = z.object({
  Id: z.int(),
  /** Dollars, signed: what the available balance gained or lost, or the frozen one where the available one was not touched. */
  Value: decimal,
  /** What it did to each of the two; their sums over all records are the balances. */
  AvailableValue: decimal,
  FrozenValue: decimal,
  /**
   * 1 deposit, 2 withdrawal, 3 withdrawal fee, 4 trading fee, 5 realised profit or loss, 6 reserve, 7 release, 8 swap,
   * 9 demo funding or reset, 10 adjustment, 11 negative-balance cover.
   */
  Type: z.int(),
  /** As it was written, for adjustments; otherwise empty. */
  Memo: z.string(),
  /** What it was, in the caller’s language. */
  MemoTran: z.string(),
  /** Number of the order, deposit or withdrawal; null where there is none. */
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
    summary: 'The account’s ledger, newest first, with its available and its frozen balance. The same as forexChange.',
    input: z.object({ page }),
    output: ledger,
  }),
  forexChange: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/accountLog/forexChange',
    access: 'user',
    changesState: false,
    summary: 'The account’s ledger, newest first, with its available and its frozen balance.',
    input: z.object({ page }),
    output: ledger,
  }),
} as const;
