import { MAX_CURRENCY_DECIMALS } from '@fairlot/domain';
import { z } from 'zod/mini';
import { drawType } from '../funding.ts';
import { decimal, id, isoTime, nothing } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';
import { depositFilters, depositWords, staffDeposit } from './staff-deposit.ts';
import { CLAIM_MINUTES, accountHistory, staffWithdrawal } from './staff-withdrawal.ts';
import { withdrawalOwner } from './withdrawal-owner.ts';

const readers = ['finance', 'compliance', 'administrator'] as const;
const deciders = ['finance'] as const;

const text = (most: number, least = 0) =>
  z.pipe(
    z.string().check(z.maxLength(most + 20)),
    z.pipe(
      z.transform((value: string) => value.trim()),
      z.string().check(z.minLength(least), z.maxLength(most), z.regex(/^[^\p{Cc}]*$/u)),
    ),
  );
/** Reason of a rejection, as the user reads it. */
const reason = text(300, 3);
const deposit = { kind: 'deposit', field: 'id' } as const;
const withdrawal = { kind: 'withdrawal', field: 'id' } as const;

const networkFields = {
  currency_code: text(20, 1),
  protocol_code: text(20, 1),
  address: text(150),
  enabled: z.boolean(),
};
const coinFields = {
  name: text(20, 1),
  /** Units per dollar. Absent: as before. Accounts of a currency without it take no deposits. */
  usd_price: z.optional(z.string().check(z.regex(/^((0|[1-9]\d{0,8})(\.\d{1,16})?)?$/))),
  enabled: z.boolean(),
};
const accountFields = {
  bank_coin: id,
  bank_name: text(100, 1),
  bank_address: text(200),
  bank_swift: text(20),
  payee_name: text(100, 1),
  payee_account: text(60, 1),
  bank_remark: text(300),
  enabled: z.boolean(),
};
const factor = z.string().check(z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,8})?$/));
const currencyFields = {
  type: drawType,
  code: text(20, 1),
  protocol: text(20),
  draw_rate: factor,
  fee_type: z.int().check(z.gte(1), z.lte(2)),
  usd_price: z.string().check(z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,16})?$/)),
  /** Decimals of amounts paid out in the currency. */
  decimals: z.int().check(z.gte(0), z.lte(MAX_CURRENCY_DECIMALS)),
  enabled: z.boolean(),
};

/** `version` counts the changes of a record; a change must carry the version that its author has read. */
const stored = { id: z.int(), version: z.int() };
export const staffNetwork = z.object({
  ...stored,
  currency_code: z.string(),
  protocol_code: z.string(),
  address: z.string(),
  enabled: z.boolean(),
});
export const staffCoin = z.object({
  ...stored,
  name: z.string(),
  /** Units per dollar, and since when; empty and null before one is set. */
  usd_price: z.string(),
  usd_price_at: z.nullable(isoTime),
  enabled: z.boolean(),
});
export const staffReceivingAccount = z.object({
  ...stored,
  bank_coin: z.int(),
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  payee_account: z.string(),
  bank_remark: z.string(),
  enabled: z.boolean(),
});
export const staffCurrency = z.object({
  ...stored,
  type: z.int(),
  code: z.string(),
  protocol: z.string(),
  draw_rate: decimal,
  fee_type: z.int(),
  usd_price: decimal,
  decimals: z.int(),
  enabled: z.boolean(),
});

const depositCalls = {
  staffDeposits: defineStaffList({
    path: '/office/api/deposits/list',
    roles: readers,
    personal: true,
    summary:
      'Deposits: unchecked ones oldest first, others newest first. `search` is a creditor reference or the id of a transaction.',
    filters: { ...depositFilters, search: z.optional(text(200)) },
    row: staffDeposit,
    fileWords: depositWords,
  }),
  depositFinish: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/deposits/finish',
    roles: deciders,
    changesState: true,
    subject: deposit,
    summary:
      'Confirms that the money has arrived and credits it. `number` is the amount that arrived, in the currency of the account (coins: in dollars), where it differs from the reported one, with the reason that the user reads; empty, it is the reported amount, also after a colleague has agreed to another one. A transaction is credited once; `transaction_id` completes or corrects the reported one. Above the sums that one person may move, the first call stores the approval, and a second person’s call for the same figures credits the deposit; other figures are a first approval again. Repeated calls credit it once; a colleague’s later call is `decided_by_colleague`.',
    input: z.object({
      id,
      number: z._default(text(40), ''),
      reason: z._default(text(300), ''),
      transaction_id: z._default(text(200), ''),
    }),
    output: staffDeposit,
  }),
  depositReject: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/deposits/reject',
    roles: deciders,
    changesState: true,
    subject: deposit,
    summary: 'Rejects a deposit because the money has not arrived. The user reads the reason.',
    input: z.object({ id, reason }),
    output: staffDeposit,
  }),
  depositInvalidate: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/deposits/invalidate',
    roles: deciders,
    changesState: true,
    subject: deposit,
    summary: 'Marks a deposit as invalid (a duplicate report, an unreadable proof). The user reads the reason.',
    input: z.object({ id, reason }),
    output: staffDeposit,
  }),
} as const;

const withdrawalCalls = {
  staffWithdrawals: defineStaffList({
    path: '/office/api/withdrawals/list',
    roles: readers,
    personal: true,
    summary: 'Withdrawals: those under review or approved (`waiting`: both) oldest first, others newest first.',
    filters: {
      ...period,
      status: z.optional(z.enum(['waiting', 'review', 'approved', 'paid', 'rejected', 'cancelled'])),
      type: z.optional(drawType),
      user_id: z.optional(id),
    },
    row: staffWithdrawal,
    fileWords: { type: { 1: 'coin', 2: 'bank' } },
  }),
  staffWithdrawal: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/withdrawals/read',
    roles: readers,
    changesState: false,
    personal: true,
    subject: withdrawal,
    summary: 'A withdrawal with its owner’s verified name and recent changes, and the history of the account.',
    input: z.object({ id }),
    output: z.object({ withdrawal: staffWithdrawal, owner: withdrawalOwner, history: accountHistory }),
  }),
  withdrawalApprove: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/withdrawals/approve',
    roles: deciders,
    changesState: true,
    subject: withdrawal,
    summary: 'Approves a withdrawal. Above the sums that one person may move, it needs two people.',
    input: z.object({ id }),
    output: staffWithdrawal,
  }),
  withdrawalClaim: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/withdrawals/claim',
    roles: deciders,
    changesState: true,
    subject: withdrawal,
    summary: `Claims an approved withdrawal before its money is sent: until the claim is released, nobody else may pay or reject it. Of two approvers, the last one may not. After ${CLAIM_MINUTES} minutes a colleague may take the claim over, with a reason.`,
    input: z.object({ id, reason: z.optional(reason) }),
    output: staffWithdrawal,
  }),
  withdrawalUnclaim: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/withdrawals/unclaim',
    roles: deciders,
    changesState: true,
    subject: withdrawal,
    summary: 'Releases the caller’s own claim, when no money was sent.',
    input: z.object({ id }),
    output: staffWithdrawal,
  }),
  withdrawalPay: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/withdrawals/pay',
    roles: deciders,
    changesState: true,
    subject: withdrawal,
    summary:
      'Marks a withdrawal that the caller has claimed as paid, with the reference of the payment, and debits the frozen money. Repeated calls debit it once; a colleague’s later call is `decided_by_colleague`.',
    input: z.object({ id, reference: text(200, 1) }),
    output: staffWithdrawal,
  }),
  withdrawalReject: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/withdrawals/reject',
    roles: deciders,
    changesState: true,
    subject: withdrawal,
    summary:
      'Rejects a withdrawal that is neither paid nor claimed by a colleague, and releases its money. The user reads the reason.',
    input: z.object({ id, reason }),
    output: staffWithdrawal,
  }),
} as const;

/** The record's number (null for a new record that waits), and the number of the proposal if the change waits. */
const saved = z.object({ id: z.nullable(z.int()), proposal: z.nullable(z.int()) });
/** A change of a record must carry its version, and needs only the fields that change. A new record needs all fields. */
const target = { id: z.optional(id), version: z.optional(z.int()) };
const SECOND_PERSON =
  'A change needs only the fields that change; one of an older version is refused with the fields that changed meanwhile. While there are real accounts, a change of what users can see becomes a proposal; only disabling works at once.';
const save = (path: `/office/api/${string}`, summary: string) => ({
  methods: ['POST'] as const,
  path,
  roles: ['administrator'] as const,
  changesState: true,
  summary: `${summary} ${SECOND_PERSON}`,
  output: saved,
});
const read = (path: `/office/api/${string}`, summary: string) => ({
  methods: ['GET'] as const,
  path,
  roles: readers,
  changesState: false,
  summary,
  input: nothing,
});

const termsCalls = {
  staffNetworks: defineStaffCall({
    ...read('/office/api/networks/list', 'Networks for deposits in coins.'),
    output: z.array(staffNetwork),
  }),
  networkSave: defineStaffCall({
    ...save(
      '/office/api/networks/save',
      'Adds a network, or changes one (id, version). Only a network with an address can be enabled.',
    ),
    subject: { kind: 'network', field: 'id' },
    input: z.object({ ...target, ...z.partial(z.object(networkFields)).shape }),
  }),
  staffCoins: defineStaffCall({
    ...read('/office/api/collect_coins/list', 'Currencies of bank deposits.'),
    output: z.array(staffCoin),
  }),
  coinSave: defineStaffCall({
    ...save('/office/api/collect_coins/save', 'Adds a currency of bank deposits, or changes one (id, version).'),
    subject: { kind: 'collect_coin', field: 'id' },
    input: z.object({ ...target, ...z.partial(z.object(coinFields)).shape }),
  }),
  staffReceivingAccounts: defineStaffCall({
    ...read('/office/api/receiving_accounts/list', 'The house’s own bank accounts.'),
    output: z.array(staffReceivingAccount),
  }),
  receivingAccountSave: defineStaffCall({
    ...save('/office/api/receiving_accounts/save', 'Adds a bank account, or changes one (id, version).'),
    subject: { kind: 'receiving_account', field: 'id' },
    input: z.object({ ...target, ...z.partial(z.object(accountFields)).shape }),
  }),
  staffCurrencies: defineStaffCall({
    ...read('/office/api/draw_currencies/list', 'Currencies of withdrawals, their fees and prices.'),
    output: z.array(staffCurrency),
  }),
  currencySave: defineStaffCall({
    ...save(
      '/office/api/draw_currencies/save',
      'Adds a currency of withdrawals, or changes the fee, the price or enabled of one (id, version). Withdrawals under review keep their fee and price.',
    ),
    subject: { kind: 'draw_currency', field: 'id' },
    input: z.object({ ...target, ...z.partial(z.object(currencyFields)).shape }),
  }),
} as const;

export const fundingStaffCalls = { ...depositCalls, ...withdrawalCalls, ...termsCalls } as const;
