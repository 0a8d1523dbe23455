import { z } from 'zod/mini';
import { id } from '../scalar.ts';
import { defineStaffCall } from './call.ts';
import { adjustment } from './users.ts';

/** Dollars above zero with up to two decimals. */
const dollars = z.string().check(
  z.regex(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/),
  z.refine((text) => /[1-9]/.test(text)),
);
/** Reason, as the user reads it. */
const reason = z.pipe(
  z.string().check(z.maxLength(320)),
  z.pipe(
    z.transform((value: string) => value.trim()),
    z.string().check(z.minLength(3), z.maxLength(300), z.regex(/^[^\p{Cc}]*$/u)),
  ),
);
const input = z.object({ id, amount: dollars, reason });

/** Money that comes back after it was paid out or credited. Nothing in the past is changed. */
export const returnCalls = {
  withdrawalReturn: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/withdrawals/return',
    roles: ['finance'],
    changesState: true,
    idempotency: 'own',
    subject: { kind: 'withdrawal', field: 'id' },
    summary:
      'Credits a paid withdrawal whose money came back: an adjustment that names the withdrawal, of at most what was paid. `amount` is what arrived, less its cost. The user is told. A second person as for adjustments.',
    input,
    output: adjustment,
  }),
  depositReverse: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/deposits/reverse',
    roles: ['finance'],
    changesState: true,
    idempotency: 'own',
    subject: { kind: 'deposit', field: 'id' },
    summary:
      'Debits a credited deposit that was charged back: an adjustment that names the deposit, of at most what was credited. The house covers what the account does not have. The user is told. A second person as for adjustments.',
    input,
    output: adjustment,
  }),
} as const;
