import { LAST_LEDGER_TYPE } from '@fairlot/domain';
import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { instrumentName } from './instrument-name.ts';
import { fillQuote } from './order-record.ts';
import { ledgerRecord } from './ledger.ts';
import { PAGE_SIZE, decimal, id, isoTime, page } from './scalar.ts';

/** Periods of a statement, in UTC days; a week begins on Monday. `range` runs from one day to another. */
export const STATEMENT_PERIODS = ['today', 'week', 'month', 'year', 'all', 'range'] as const;
export type StatementPeriod = (typeof STATEMENT_PERIODS)[number];
/** Most days of a range. */
export const STATEMENT_MAX_DAYS = 366;
/** Most records on one page of a statement's lists. A printed statement asks for the longest pages. */
export const STATEMENT_PAGE_MAX = 200;
/** Most records of one file. */
export const STATEMENT_FILE_MAX = 200_000;
/** Contents of a file. */
export const STATEMENT_PARTS = ['trades', 'movements', 'instruments'] as const;
export type StatementPart = (typeof STATEMENT_PARTS)[number];

/** A day of UTC, such as 2026-11-20. */
const utcDay = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/), z.refine(isDay));

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Period and filters of a statement. */
export const statementRange = {
  period: z._default(z.enum(STATEMENT_PERIODS), 'month'),
  /** First day of a range, inclusive. */
  from: z.optional(utcDay),
  /** Last day of a range, inclusive. */
  to: z.optional(utcDay),
  /** Filters positions, orders and their movements. Balances and the equity curve always cover the whole account. */
  instrument: z.optional(id),
  side: z.optional(z.enum(['buy', 'sell'])),
};
/** Ledger type; filters movements only. */
const type = z.optional(id.check(z.refine((value) => value <= LAST_LEDGER_TYPE)));
const size = z._default(id.check(z.refine((value) => value <= STATEMENT_PAGE_MAX)), PAGE_SIZE);

/** Balances of an account: available, frozen, and their sum. */
const balances = z.object({ total: decimal, available: decimal, frozen: decimal });

/** Result of one instrument in the period. `net` = gross_profit + gross_loss + fees + swaps + corrections + premiums. */
export const instrumentResult = z.object({
  instrument: instrumentName,
  /** Positions closed in the period. */
  trades: z.int(),
  /** Lots of these positions. */
  lots: decimal,
  /** Per cent of these positions with a net result above zero; null without positions. */
  win_rate: z.nullable(decimal),
  gross_profit: decimal,
  gross_loss: decimal,
  /** Fees of positions opened in the period, signed from the client's side. */
  fees: decimal,
  /** Swaps of the nights in the period, signed from the client's side. */
  swaps: decimal,
  /** Entries of the period that corrected fills, of whichever day. Trades, wins and gross results stay as they were. */
  corrections: decimal,
  /** Premiums of guaranteed stops used in the period, signed from the client's side. */
  premiums: decimal,
  net: decimal,
});

/** Sums over the filtered positions closed in the period, across all instruments. */
const tradeTotals = z.object({
  trades: z.int(),
  wins: z.int(),
  win_rate: z.nullable(decimal),
  lots: decimal,
  gross_profit: decimal,
  gross_loss: decimal,
  /** Over the whole life of these positions, signed from the client's side. */
  profit: decimal,
  fee: decimal,
  swap: decimal,
  premium: decimal,
  net: decimal,
});

/** The kind under which an order waited; `stop_limit` also when its stop has filled it. */
const placedKind = z.enum(['market', 'limit', 'stop', 'stop_limit']);
/** The distance in price at which the stop-loss follows the market; null: it stays. */
const trailing_distance = z.nullable(decimal);
/** The worst price at which a stop-limit order fills; null for other kinds. */
const limit_price = z.nullable(decimal);

/** A closed position in full. Money has 6 decimals, prices the instrument's precision; fees, swaps and premiums are signed from the client's side. */
export const statementTrade = z.object({
  id: z.int(),
  instrument: instrumentName,
  side: z.enum(['buy', 'sell']),
  kind: placedKind,
  lots: decimal,
  leverage: z.int(),
  opened_at: isoTime,
  open_price: decimal,
  open_quote: z.nullable(fillQuote),
  closed_at: isoTime,
  close_price: decimal,
  close_quote: z.nullable(fillQuote),
  /** The quote that converted the profit to dollars, and its instrument; null for an instrument quoted in dollars. */
  conversion_quote: z.nullable(z.object({ code: z.string(), ...fillQuote.shape })),
  stop_loss: z.nullable(decimal),
  take_profit: z.nullable(decimal),
  trailing_distance,
  limit_price,
  margin: decimal,
  fee: decimal,
  swap: decimal,
  /** Of a guaranteed stop that set the closing price; 0 otherwise. */
  premium: decimal,
  /** Before fee, swaps and premium. */
  profit: decimal,
  /** After fee, swaps and premium. */
  net: decimal,
  /** client, staff, opposite, stop_loss, take_profit, stop_out, demo_reset. */
  reason: z.string(),
  /** The distance of its prices from the market’s: below the market’s bid, above its ask. */
  bid_markup: decimal,
  ask_markup: decimal,
  /** The part of the profit that the markup has cost, signed from the client’s side; null for an instrument that is no longer known. */
  markup: z.nullable(decimal),
  /** Version of the terms by which the fee was computed; null for a trade from before versions were stored. */
  terms: z.nullable(z.string()),
});

/** A position open at the end of the period. */
const statementPosition = z.object({
  id: z.int(),
  instrument: instrumentName,
  side: z.enum(['buy', 'sell']),
  lots: decimal,
  leverage: z.int(),
  opened_at: isoTime,
  open_price: decimal,
  margin: decimal,
  fee: decimal,
  /** Price on the closing side of the market at the end of the period; null without a recorded price. */
  price: z.nullable(decimal),
  /** Floating profit at that price. */
  profit: z.nullable(decimal),
  /** Levels as they are now; null where none is set, and for an ended period: those at its end are not recorded. */
  stop_loss: z.nullable(decimal),
  take_profit: z.nullable(decimal),
  trailing_distance,
});

const statementPending = z.object({
  id: z.int(),
  instrument: instrumentName,
  side: z.enum(['buy', 'sell']),
  kind: placedKind,
  lots: decimal,
  leverage: z.int(),
  placed_at: isoTime,
  target: decimal,
  limit_price,
  stop_loss: z.nullable(decimal),
  take_profit: z.nullable(decimal),
  trailing_distance,
  /** Market time at which it ends by itself; null for good till cancelled. */
  expires_at: z.nullable(isoTime),
  reserved: decimal,
});

/** Changes of the whole account's money in the period by kind. Their sum is closing − opening. */
const movementTotals = z.object({
  deposits: decimal,
  withdrawals: decimal,
  withdrawal_fees: decimal,
  trading_fees: decimal,
  realised_profit: decimal,
  swaps: decimal,
  /** Entries of corrected fills. */
  fill_corrections: decimal,
  /** Leaders' fees for copying: charged, below zero, and earned. */
  copy_fees: decimal,
  /** Premiums of guaranteed stops that were used. */
  guarantee_premiums: decimal,
  demo_funding: decimal,
  adjustments: decimal,
  rewards: decimal,
  covers: decimal,
  total: decimal,
});

const curve = z.object({
  /** Balance (available + frozen) after each change; with very many changes only the last one of each step. */
  balance: z.array(z.object({ time: isoTime, value: decimal })),
  /** Balance and equity at marks (full hours or days), valued at recorded prices. Money held for withdrawals is not a part of equity; null when a price is missing. */
  equity: z.array(z.object({ time: isoTime, balance: decimal, value: z.nullable(decimal) })),
  /** Milliseconds between two marks. */
  step: z.int(),
});

const statement = z.object({
  /** Start of the period, inclusive. */
  from: isoTime,
  /** End of the period, exclusive. */
  to: isoTime,
  /** The period ends in the future. */
  ongoing: z.boolean(),
  /** Market time of this statement. */
  as_of: isoTime,
  account: z.int(),
  is_demo: z.boolean(),
  currency: z.literal('USD'),
  opening: balances,
  closing: balances,
  movements: movementTotals,
  trades: tradeTotals,
  instruments: z.array(instrumentResult),
  /** Movements without an instrument: everything except profit, trading fees, swaps, corrections of fills and premiums. */
  unassigned: decimal,
  positions: z.array(statementPosition),
  /** Sum of the floating profits; null when one of them is unknown. */
  floating: z.nullable(decimal),
  /** The part of the closing balance that was held for withdrawals. */
  held: decimal,
  /** Equity at the end: closing balance − held + floating; null when the floating profit is unknown. */
  net_value: z.nullable(decimal),
  /** Pending orders now. null for an ended period: their targets at its end are not recorded. */
  pending: z.nullable(z.array(statementPending)),
  curve,
});

const statementMovement = z.object({ ...ledgerRecord.shape, instrument: z.nullable(instrumentName) });

export const statementCalls = {
  statement: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement',
    access: 'user',
    changesState: false,
    summary:
      'Statement of a period: opening and closing balance, movements, results by instrument, open positions and equity curve, all read at one moment.',
    input: z.object(statementRange),
    output: statement,
  }),
  statementTrades: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/trades',
    access: 'user',
    changesState: false,
    summary: 'Positions closed in a period, newest first, with the quotes of their fills.',
    input: z.object({ ...statementRange, page, size }),
    output: z.object({ list: z.array(statementTrade), total: z.int() }),
  }),
  statementMovements: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/movements',
    access: 'user',
    changesState: false,
    summary: 'Movements of the account’s money in a period, newest first, with sums over all pages.',
    input: z.object({ ...statementRange, type, page, size }),
    output: z.object({ list: z.array(statementMovement), total: z.int(), available: decimal, frozen: decimal }),
  }),
  statementFile: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/file',
    access: 'user',
    changesState: false,
    answersFile: 'text/csv',
    summary:
      'Trades, movements or results by instrument in a period as CSV (RFC 4180, UTF-8, decimal points, ISO times in UTC), oldest first.',
    input: z.object({ ...statementRange, type, part: z.enum(STATEMENT_PARTS) }),
    output: z.unknown(),
  }),
} as const;
