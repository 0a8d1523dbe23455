import { type RawBuilder, sql } from 'kysely';
import { MEMO_FOR_OWNER } from '../../platform/ledger-text.ts';
import {
  EMPTY,
  NULL,
  NUMBERS,
  type PersonalTable,
  REQUEST,
  SHOWN,
  STAFF,
  account,
  named,
  ofUser,
  user,
} from './personal-table.ts';

/** Micro-dollars as decimal dollars. */
const dollars = (column: string): readonly [string, RawBuilder<unknown>] => [
  column,
  sql`trim_scale(${sql.ref(column)} / 1000000.0)`,
];
/** Epoch milliseconds as a time. */
const time = (column: string): readonly [string, RawBuilder<unknown>] => [
  column,
  sql`to_timestamp(${sql.ref(column)} / 1000.0)`,
];
/** A price of an order in the scale of its instrument. */
const price = (column: string): readonly [string, RawBuilder<unknown>] => [
  column,
  sql`trim_scale(${sql.ref(column)} / (select power(10::numeric, coalesce(i.price_scale, greatest(8, i.price_precision))) from instruments i where i.id = instrument))`,
];
/** A price of a correction in the scale of its order's instrument. */
const correctedPrice = (column: string): readonly [string, RawBuilder<unknown>] => [
  column,
  sql`trim_scale(${sql.ref(column)} / (select power(10::numeric, coalesce(i.price_scale, greatest(8, i.price_precision))) from orders o join instruments i on i.id = o.instrument where o.id = order_id))`,
];
const kept = { kept: NUMBERS };
const NO_TEXTS: PersonalTable['end'] = {
  set: { remark: EMPTY, credit_reason: EMPTY, proof_img: EMPTY, proof_hash: NULL },
};

const REQUESTS: readonly PersonalTable[] = [
  {
    table: 'deposits',
    ...user,
    exported: [
      ...named('id created_at state decided_at currency_code protocol_code paid_to proof_img'),
      ...named('remark transaction_id sent usd_price usd_price_at received credit_reason'),
      dollars('amount'),
      dollars('credited'),
    ],
    withheld: {
      [STAFF]: ['decided_by', 'approved_by', 'usd_price_by'],
      [REQUEST]: ['key', 'proof_hash'],
      [SHOWN]: ['type', 'target_id', 'network', 'transfer', 'credited_as'],
    },
    end: NO_TEXTS,
  },
  {
    table: 'draw_methods',
    ...user,
    exported: [
      ...named('id created_at removed_at dc_address bank_name bank_address bank_swift payee_name'),
      ...named('payee_account bank_remark'),
      ['currency', sql`(select code from draw_currencies c where c.id = currency_id)`],
    ],
    withheld: { [REQUEST]: ['key'], [SHOWN]: ['currency_id'] },
    end: {
      set: {
        dc_address: EMPTY,
        bank_name: EMPTY,
        bank_address: EMPTY,
        bank_swift: EMPTY,
        payee_name: EMPTY,
        payee_account: EMPTY,
        bank_remark: EMPTY,
        removed_at: sql`coalesce(removed_at, now())`,
      },
    },
  },
  {
    table: 'withdrawals',
    ...user,
    exported: [
      ...named('id created_at state decided_at method_id receipt memo remark reference refusal'),
      dollars('amount'),
      dollars('fee'),
      ['currency', sql`(select code from draw_currencies c where c.id = currency_id)`],
    ],
    withheld: {
      [STAFF]: ['decided_by', 'approvals_needed', 'attempt', 'claimed_by', 'claimed_at'],
      [REQUEST]: ['key'],
      [SHOWN]: ['type', 'currency_id', 'accepted', 'refusal_detail'],
    },
    end: { set: { memo: EMPTY, remark: EMPTY, reference: EMPTY } },
  },
  {
    table: 'withdrawal_approvals',
    of: ({ id }) => sql`withdrawal_id in (select id from withdrawals where user_id = ${id})`,
    exported: STAFF,
    end: kept,
  },
  {
    table: 'adjustments',
    ...user,
    exported: ['id', 'created_at', 'state', 'decided_at', 'memo', 'reason', 'about', 'about_id', dollars('amount')],
    withheld: { [STAFF]: ['author_id', 'approver_id'], [REQUEST]: ['key'] },
    end: { kept: 'the reason of a correction is part of the journal' },
  },
  {
    table: 'desk_deeds',
    ...user,
    exported: ['id', 'kind', 'order_id', 'fill', 'reason', 'state', 'refusal', 'created_at'],
    withheld: { [STAFF]: ['author_id', 'proposal_id'], [REQUEST]: ['key', 'while_open'], [SHOWN]: ['price'] },
    end: { kept: 'the reason of a close is part of the journal' },
  },
  {
    table: 'rewards',
    of: ofUser('inviter_id'),
    by: 'inviter_id',
    exported: [
      ...named('id kind percent created_at decided_at refusal'),
      // A reward waits for reasons that may be about the invited person, so waiting looks like approved.
      ['state', sql`case when state in ('waiting', 'approved') then 'review' else state end`],
      ['day', sql`to_timestamp(day * 86400.0)::date`],
      dollars('basis'),
      dollars('amount'),
    ],
    withheld: {
      [STAFF]: ['reasons', 'approved_by', 'decided_by', 'remark'],
      'the number of another person': ['invited_id'],
    },
    end: kept,
  },
];

const BOOKS: readonly PersonalTable[] = [
  {
    table: 'accounts',
    of: ofUser('id'),
    by: 'id',
    exported: [
      'kind',
      'account_group',
      dollars('cash'),
      dollars('order_reserve'),
      dollars('withdrawal_hold'),
      time('opened_at'),
      time('retired_at'),
    ],
    withheld: { 'bookkeeping of the server': ['shard', 'swap_through'] },
    end: kept,
  },
  {
    table: 'orders',
    ...account,
    exported: [
      ...named('id parent_id side kind status leverage reason oco_order'),
      ['instrument', sql`(select code from instruments i where i.id = instrument)`],
      ['lots', sql`trim_scale(lots / 10000.0)`],
      ...['created_at', 'opened_at', 'ended_at', 'expires_at', 'open_quote_time', 'close_quote_time'].map(time),
      ...[
        'target',
        'limit_price',
        'stop_loss',
        'take_profit',
        'trailing_distance',
        'guarantee_premium',
        'price',
        'close_price',
      ].map(price),
      ...['open_quote_bid', 'open_quote_ask', 'close_quote_bid', 'close_quote_ask'].map(price),
      ...['bid_markup', 'ask_markup'].map(price),
      ...['margin', 'fee', 'swap', 'profit'].map(dollars),
      ...named(
        'open_quote_seq open_quote_source close_quote_seq close_quote_source explanation guarantee partial_levels',
      ),
    ],
    withheld: { 'bookkeeping of the server': ['shard', 'conversion_quote'], [SHOWN]: ['terms_version'] },
    end: kept,
  },
  {
    table: 'transfers',
    ...account,
    exported: [
      ...named('id kind debit_book credit_book reference'),
      ['memo', MEMO_FOR_OWNER],
      time('time'),
      dollars('amount'),
    ],
    withheld: { 'bookkeeping of the server': ['shard', 'seq', 'debit_account', 'credit_account', 'worth'] },
    end: kept,
  },
  {
    table: 'fill_corrections',
    ...account,
    exported: [
      ...named('order_id number fill reason'),
      time('time'),
      ...['from_price', 'price'].map(correctedPrice),
      ...['difference', 'amount'].map(dollars),
    ],
    withheld: {
      [STAFF]: ['staff_id'],
      [SHOWN]: ['open_price', 'close_price', 'waived'],
      'bookkeeping of the server': ['shard', 'conversion_quote'],
    },
    end: { kept: 'the reason of a correction is part of the journal' },
  },
  { table: 'split_corrections', ...account, exported: 'the same as in fill_corrections and orders', end: kept },
  { table: 'withdrawals_held', ...account, exported: 'the same as in the requests for withdrawals', end: kept },
  { table: 'transfer_days', ...account, exported: 'sums of the transfers', end: kept },
  { table: 'trade_days', ...account, exported: 'sums of the transfers', end: kept },
  { table: 'order_days', ...account, exported: 'sums of the orders', end: kept },
  { table: 'journal', ...account, exported: 'the same as in orders and transfers', end: kept },
  { table: 'archived_keys', ...account, exported: 'keys of old requests', end: kept },
  { table: 'archived_stop_outs', ...account, exported: 'the same as in orders and transfers', end: kept },
  { table: 'key_marks', ...account, exported: 'greatest time of a request', end: kept },
];

/** Tables about the money of users. Times of trading are market time. */
export const MONEY_TABLES: readonly PersonalTable[] = [...REQUESTS, ...BOOKS];
