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

/** A network for deposits in coins, shown as code-protocol. */
export const chargeNetwork = z.object({
  id: z.int(),
  address: z.string(),
  currency_code: z.string(),
  protocol_code: z.string(),
});

/** A currency in which the operator has receiving accounts. */
export const collectCoin = z.object({ id: z.int(), name: z.string() });

/** A bank account of the operator. */
export const receivingAccount = z.object({
  id: z.int(),
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  payee_account: z.string(),
  bank_remark: z.string(),
});

export const chargeRecord = z.object({
  id: z.int(),
  /** Dollars. */
  number: decimal,
  /** 0 = coin, 1 = bank. */
  type: z.int(),
  currency_code: z.string(),
  /** 0 unchecked, 1 finished, 2 rejected, 3 invalid. */
  status: z.int(),
  created_at: isoTime,
  /** Reason of status 2 or 3. */
  remark: z.string(),
});

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
    summary: 'Networks for deposits in coins, with the operator’s address on each.',
    input: nothing,
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
    summary: 'The operator’s bank accounts for one currency (bank_coin) or for all.',
    input: z.object({ bank_coin: chosen }),
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
    summary: 'Reports a deposit in coins: amount in dollars, proof, receiving address and network.',
    input: z.object({ number: numeric, proofImg: proofImage, address: z._default(line(200), ''), charge_id: chosen }),
    output: chargeRecord,
  }),
  wireSubmit: defineCall({
    methods: ['POST', 'GET'],
    path: '/api/quickCharge/wire_submit',
    access: 'real',
    changesState: true,
    idempotency: 'own',
    summary: 'Reports a deposit by bank transfer: amount in dollars, proof and receiving account.',
    input: z.object({ number: numeric, proofImg: proofImage, wire_id: chosen }),
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
      'Requests a withdrawal in dollars to a bound method, with the owner’s proof. The amount, including the fee, stays frozen until the withdrawal is paid, rejected or cancelled. Refused with withdrawal_waits for a while after a new method, password, authenticator or device. The owner is told at once.',
    input: z.object({
      draw_currency_id: chosen,
      number: numeric,
      memo: z._default(line(200), ''),
      draw_method_id: chosen,
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
