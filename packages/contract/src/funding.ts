import { z } from 'zod/mini';
import { ownerProof } from './auth.ts';
import { defineCall } from './call.ts';
import { decimal, id, isoTime, nothing, numeric, page } from './scalar.ts';

/** 0 = coin, 1 = bank. */
export const chargeType = z.pipe(numeric, z.enum(['0', '1']));
/** 1 = crypto, 2 = bank. */
export const drawType = z.pipe(numeric, z.enum(['1', '2']));

/** One line of typed text without control characters, trimmed. */
const line = (most: number) =>
  z.pipe(
    z.string().check(z.maxLength(most + 20)),
    z.pipe(
      z.transform((value: string) => value.trim()),
      z.string().check(z.maxLength(most), z.regex(/^[^\p{Cc}]*$/u)),
    ),
  );
/** The number of a chosen record; undefined for an empty form field. The feature names the missing field. */
const chosen = z.optional(
  z.union([
    id,
    z.pipe(
      z.literal(''),
      z.transform(() => undefined),
    ),
  ]),
);
/** URL of the proof image from the answer of image_upload. */
const proofImage = z._default(line(500), '');

/** `1` lists targets too that were closed in the last seven days, for the report of money that was already sent. */
const withClosed = z.optional(z.pipe(numeric, z.enum(['0', '1'])));
/** 1 = open; 0 = closed: only money that was already sent may be reported. */
const open = z.int();

/** A network for deposits in coins, shown as code-protocol. */
export const chargeNetwork = z.object({
  id: z.int(),
  address: z.string(),
  currency_code: z.string(),
  protocol_code: z.string(),
  open,
});

/** A currency in which the operator has receiving accounts. */
export const collectCoin = z.object({ id: z.int(), name: z.string() });

/** A bank account of the operator. */
export const receivingAccount = z.object({
  id: z.int(),
  /** Counts the changes of the account. A report names the version that the user saw. */
  version: z.int(),
  currency_code: z.string(),
  /** Units of the currency per dollar, at which a report is credited, and since when it is the house’s rate. */
  usd_price: decimal,
  usd_price_at: isoTime,
  /** The caller’s creditor reference (ISO 11649), to be written on the transfer. */
  reference: z.string(),
  open,
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  payee_account: z.string(),
  bank_remark: z.string(),
});

/** Fields of a deposit that users and staff read. */
export const depositFields = {
  id: z.int(),
  /** Dollars, as reported. */
  number: decimal,
  /** Amount in the currency of the bank account, as reported; empty for coins. */
  sent: z.string(),
  /** Units of the currency per dollar as they were shown, and since when they held; empty and null for coins. */
  usd_price: z.string(),
  usd_price_at: z.nullable(isoTime),
  /** Dollars that were credited; empty before the decision, and for deposits of earlier versions. */
  credited: z.string(),
  /** Why another amount was credited than the reported one. */
  credit_reason: z.string(),
  /** Id of the transfer on its network, or the bank’s reference of it; empty where it is unknown. */
  transaction_id: z.string(),
  /** 0 = coin, 1 = bank. */
  type: z.int(),
  currency_code: z.string(),
  /** 0 unchecked, 1 finished, 2 rejected, 3 invalid. */
  status: z.int(),
  created_at: isoTime,
  /** Reason of status 2 or 3. */
  remark: z.string(),
} as const;
export const chargeRecord = z.object(depositFields);

/** A currency of withdrawals. */
export const drawCurrency = z.object({
  id: z.int(),
  code: z.string(),
  protocol: z.string(),
  /** Fee: dollars for fee_type 1, otherwise a factor of the amount. */
  draw_rate: decimal,
  /** 1 = fixed fee. */
  fee_type: z.int(),
  /** Units of the currency per dollar. */
  usd_price: decimal,
  /** Decimals of amounts in the currency; receipts are rounded half-even to them. */
  decimals: z.int(),
});

/** A bound address or bank account. Fields of the other kind are empty. */
export const drawMethod = z.object({
  id: z.int(),
  /** 1 = crypto, 2 = bank. */
  type: z.int(),
  dc_address: z.string(),
  payee_account: z.string(),
  payee_name: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  /** The user’s own remark on a bank account. */
  bank_remark: z.string(),
  draw_currency: z.object({ id: z.int(), code: z.string(), protocol: z.string() }),
  /** Time from which a withdrawal to a new method can be requested; null when it can. */
  usable_from: z.nullable(isoTime),
});

export const drawRecord = z.object({
  id: z.int(),
  /** Dollars, including the fee. */
  number: decimal,
  /** Payout after the fee, in the currency of the withdrawal. */
  real_number: decimal,
  draw_currency: z.object({ code: z.string(), protocol: z.string() }),
  /** Dollars. */
  fee: decimal,
  /** In the caller’s language. */
  status_name: z.string(),
  status: z.enum(['review', 'approved', 'paid', 'rejected', 'cancelled']),
  created_at: isoTime,
  /** 1 = crypto, otherwise bank. */
  type: z.int(),
  address: z.string(),
  payee_account: z.string(),
  /** Reason of a rejection; reference of the payment once paid. */
  notes: z.string(),
  /** The user’s own remark. */
  memo: z.string(),
});

/** A page of withdrawals and the total number of them. */
const drawPage = z.object({ data: z.array(drawRecord), total: z.int() });

const depositCalls = {
  chargeNetworks: defineCall({
    methods: ['GET'],
    path: '/api/quickCharge/symbols',
    access: 'real',
    changesState: false,
    summary:
      'Networks for deposits in coins, with the operator’s address on each. `with_closed=1` adds addresses that were closed in the last seven days (`open` 0).',
    input: z.object({ with_closed: withClosed }),
    output: z.array(chargeNetwork),
  }),
  collectCoins: defineCall({
    methods: ['GET'],
    path: '/api/quickCharge/quick_ist',
    access: 'real',
    changesState: false,
    summary: 'Currencies of bank deposits (collect-coin types). Their ids are the bank_coin of wire_info.',
    input: nothing,
    output: z.array(collectCoin),
  }),
  receivingAccounts: defineCall({
    methods: ['GET'],
    path: '/api/quickCharge/wire_info',
    access: 'real',
    changesState: false,
    summary:
      'The operator’s bank accounts for one currency (bank_coin) or for all, with the exchange rate and the caller’s reference. `with_closed=1` adds accounts that were closed or changed in the last seven days (`open` 0).',
    input: z.object({ bank_coin: chosen, with_closed: withClosed }),
    output: z.array(receivingAccount),
  }),
  chargeRecords: defineCall({
    methods: ['GET'],
    path: '/api/quickCharge/info',
    access: 'real',
    changesState: false,
    summary: 'The caller’s deposits of a type (0 = coin, 1 = bank), newest first.',
    input: z.object({ type: chargeType, page }),
    output: z.object({ data: z.array(chargeRecord), total: z.int() }),
  }),
  chargeSubmit: defineCall({
    methods: ['POST', 'GET'],
    path: '/api/quickCharge/submit',
    access: 'real',
    changesState: true,
    idempotency: 'own',
    summary:
      'Reports a deposit in coins: amount in dollars, proof, receiving address, network, and the id of the transaction there. A proof belongs to one deposit, and so does a transaction; one that was rejected frees it. On networks with outputs (BTC, LTC, DOGE, BCH, DASH) `<id>:<N>` names one of them.',
    input: z.object({
      number: numeric,
      proofImg: proofImage,
      address: z._default(line(200), ''),
      charge_id: chosen,
      transaction_id: z._default(line(200), ''),
    }),
    output: chargeRecord,
  }),
  wireSubmit: defineCall({
    methods: ['POST', 'GET'],
    path: '/api/quickCharge/wire_submit',
    access: 'real',
    changesState: true,
    idempotency: 'own',
    summary:
      'Reports a deposit by bank transfer: amount in the currency of the account, proof, and the receiving account with its version and `usd_price` as they were shown. Without them, those in force are meant. A rate that holds no more is refused (rate_changed).',
    input: z.object({
      number: numeric,
      proofImg: proofImage,
      wire_id: chosen,
      wire_version: z.optional(id),
      usd_price: z._default(line(30), ''),
      transaction_id: z._default(line(200), ''),
    }),
    output: chargeRecord,
  }),
} as const;

const withdrawalCalls = {
  drawCurrencies: defineCall({
    methods: ['GET'],
    path: '/api/account/draw_symbol_list',
    access: 'real',
    changesState: false,
    summary: 'Currencies of withdrawals by type (1 = crypto, 2 = bank), with their fees and prices.',
    input: z.object({ type: drawType }),
    output: z.array(drawCurrency),
  }),
  draw: defineCall({
    methods: ['POST'],
    path: '/api/account/draw',
    access: 'real',
    changesState: true,
    idempotency: 'own',
    summary:
      'Requests a withdrawal in dollars to a bound method, with the owner’s proof. The amount, including the fee, stays frozen until the withdrawal is paid, rejected or cancelled. `fee` and `real_number` are the figures that the user saw; a withdrawal at others is refused (rate_changed). Without them, those in force are meant. Refused with withdrawal_waits for a while after a new method, password, authenticator or device. The owner is told at once.',
    input: z.object({
      draw_currency_id: chosen,
      number: numeric,
      memo: z._default(line(200), ''),
      draw_method_id: chosen,
      fee: z._default(line(40), ''),
      real_number: z._default(line(40), ''),
      ...ownerProof,
    }),
    output: drawRecord,
  }),
  drawCancel: defineCall({
    methods: ['POST'],
    path: '/api/account/draw_cancel',
    access: 'real',
    changesState: true,
    summary: 'Cancels a withdrawal under review and releases its money.',
    input: z.object({ id }),
    output: drawRecord,
  }),
  drawRecords: defineCall({
    methods: ['GET'],
    path: '/api/account/draw_list',
    access: 'real',
    changesState: false,
    summary: 'The caller’s withdrawals of a type (1 = crypto, 2 = bank), newest first.',
    input: z.object({ type: drawType, page }),
    output: drawPage,
  }),
  /** Forms show these limits before the user submits. */
  amountBounds: defineCall({
    methods: ['GET'],
    path: '/api/account/amount_bounds',
    access: 'real',
    changesState: false,
    summary:
      'Minimum and maximum in dollars of a deposit and of a withdrawal by method, and whether the caller needs identity verification to withdraw.',
    input: nothing,
    output: z.object({
      deposit_coin_min: decimal,
      deposit_coin_max: decimal,
      deposit_bank_min: decimal,
      deposit_bank_max: decimal,
      withdraw_coin_min: decimal,
      withdraw_coin_max: decimal,
      withdraw_bank_min: decimal,
      withdraw_bank_max: decimal,
      /** Withdrawable now: max(0, min(balance, free margin)). */
      withdrawable: decimal,
      /** 1 = a withdrawal needs a verified identity and the caller has none. */
      verification_missing: z.int(),
      /**
       * Time from which this session can request a withdrawal, after a new password, authenticator or device; null
       * when it can.
       */
      withdrawable_from: z.nullable(isoTime),
    }),
  }),
} as const;

const methodCalls = {
  drawMethods: defineCall({
    methods: ['GET'],
    path: '/api/wallet/get_draw_method',
    access: 'real',
    changesState: false,
    summary: 'The caller’s bound addresses (1) or bank accounts (2), of one currency (draw_id) or of all.',
    input: z.object({ draw_type: drawType, draw_id: chosen }),
    output: z.array(drawMethod),
  }),
  bindDrawMethod: defineCall({
    methods: ['POST'],
    path: '/api/wallet/bind_draw_method',
    access: 'real',
    changesState: true,
    idempotency: 'own',
    summary:
      'Binds an address (type 1: dc_address) or a bank account (type 2: the bank’s fields) of a currency (draw_id), with the owner’s proof. The owner is told at once.',
    input: z.object({
      type: drawType,
      draw_id: chosen,
      dc_address: z._default(line(150), ''),
      bank_name: z._default(line(100), ''),
      bank_address: z._default(line(200), ''),
      bank_swift: z._default(line(20), ''),
      payee_name: z._default(line(100), ''),
      payee_account: z._default(line(60), ''),
      bank_remark: z._default(line(200), ''),
      ...ownerProof,
    }),
    output: drawMethod,
  }),
  delDrawMethod: defineCall({
    methods: ['POST'],
    path: '/api/wallet/del_draw_method',
    access: 'real',
    changesState: true,
    summary: 'Removes a bound method. Records of withdrawals to it stay unchanged.',
    input: z.object({ id }),
    output: z.object({}),
  }),
} as const;

export const fundingCalls = { ...depositCalls, ...withdrawalCalls, ...methodCalls } as const;
