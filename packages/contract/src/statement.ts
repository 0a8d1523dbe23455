import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { fillQuote } from './forex.ts';
import { ledgerRecord } from './ledger.ts';
import { PAGE_SIZE, decimal, id, isoTime, page } from './scalar.ts';

/** Periods of a statement, in UTC days; the week begins on Monday. `range`: from one day to another. */
export const STATEMENT_PERIODS = ['today', 'week', 'month', 'year', 'all', 'range'] as const;
export type StatementPeriod = (typeof STATEMENT_PERIODS)[number];
/** Most days of a range. */
export const STATEMENT_MAX_DAYS = 366;
/** Most records on one page of a statement's lists; a printed statement asks for long pages. */
export const STATEMENT_PAGE_MAX = 200;
/** Most records of one file. */
export const STATEMENT_FILE_MAX = 200_000;
/** What a file holds. */
export const STATEMENT_PARTS = ['trades', 'movements', 'instruments'] as const;
export type StatementPart = (typeof STATEMENT_PARTS)[number];

/** A day of UTC, such as 2026-11-20. */
const utcDay = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/), z.refine(isDay));

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const range = {
  period: z._default(z.enum(STATEMENT_PERIODS), 'month'),
  /** First and last day of a range, both included. */
  from: z.optional(utcDay),
  to: z.optional(utcDay),
  /** Of positions, orders and what they moved. Balances and the curve are always the whole account's. */
  instrument: z.optional(id),
  side: z.optional(z.enum(['buy', 'sell'])),
};
/** Ledger type, of movements alone. */
const type = z.optional(id.check(z.refine((value) => value <= 11)));
const size = z._default(id.check(z.refine((value) => value <= STATEMENT_PAGE_MAX)), PAGE_SIZE);

/** Money of an account: what is available, what is frozen, and both together. */
const books = z.object({ total: decimal, available: decimal, frozen: decimal });

/** The instrument of a record, as far as a statement names it. */
const instrumentName = z.object({
  id: z.int(),
  code: z.string(),
  show_code: z.string(),
  logo: z.string(),
  price_precision: z.int(),
});

/** What the positions of an instrument came to in the period. `net` = gross_profit + gross_loss + fees + swaps. */
export const instrumentResult = z.object({
  instrument: instrumentName,
  /** Positions closed in the period, and their lots. */
  trades: z.int(),
  lots: decimal,
  /** Per cent of those that were left with something after fee and swaps; null without any. */
  win_rate: z.nullable(decimal),
  gross_profit: decimal,
  gross_loss: decimal,
  /** Moved in the period, signed from the client's side: fees of positions opened, swaps of nights held. */
  fees: decimal,
  swaps: decimal,
  net: decimal,
});

/** Sums over the closed positions of the period, filters included; the same over all instruments. */
const tradeTotals = z.object({
  trades: z.int(),
  wins: z.int(),
  win_rate: z.nullable(decimal),
  lots: decimal,
  gross_profit: decimal,
  gross_loss: decimal,
  /** Over the whole life of these positions; fee and swap signed from the client's side. */
  profit: decimal,
  fee: decimal,
  swap: decimal,
  net: decimal,
});

/** A closed position with everything that it was. Money has 6 decimals, fees and swaps are signed from the client's side; prices have the instrument's precision. */
export const statementTrade = z.object({
  id: z.int(),
  instrument: instrumentName,
  side: z.enum(['buy', 'sell']),
  kind: z.enum(['market', 'limit', 'stop']),
  lots: decimal,
  leverage: z.int(),
  opened_at: isoTime,
  open_price: decimal,
  open_quote: z.nullable(fillQuote),
  closed_at: isoTime,
  close_price: decimal,
  close_quote: z.nullable(fillQuote),
  /** The quote that turned the result into dollars, and its instrument; null where the instrument is quoted in dollars. */
  conversion_quote: z.nullable(z.object({ code: z.string(), ...fillQuote.shape })),
  stop_loss: z.nullable(decimal),
  take_profit: z.nullable(decimal),
  margin: decimal,
  fee: decimal,
  swap: decimal,
  /** Before fee and swaps, and what is left after them. */
  profit: decimal,
  net: decimal,
  /** client, stop_loss, take_profit, stop_out, demo_reset. */
  reason: z.string(),
});

/** A position that was open at the end of the period. */
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
  /** Closing side of the market at that moment and the floating result; null where no price is on record. */
  price: z.nullable(decimal),
  profit: z.nullable(decimal),
});

const statementPending = z.object({
  id: z.int(),
  instrument: instrumentName,
  side: z.enum(['buy', 'sell']),
  kind: z.enum(['market', 'limit', 'stop']),
  lots: decimal,
  leverage: z.int(),
  placed_at: isoTime,
  target: decimal,
  reserved: decimal,
});

/** Changes of the whole account's money in the period by what they were; they sum to closing − opening. */
const movementTotals = z.object({
  deposits: decimal,
  withdrawals: decimal,
  withdrawal_fees: decimal,
  trading_fees: decimal,
  realised_profit: decimal,
  swaps: decimal,
  demo_funding: decimal,
  adjustments: decimal,
  covers: decimal,
  total: decimal,
});

const curve = z.object({
  /** The account's money (available and frozen) right after it changed; the last change of each step where there are very many. */
  balance: z.array(z.object({ time: isoTime, value: decimal })),
  /** Money and floating result at full hours or days, valued with the prices on record; null where one is missing. */
  equity: z.array(z.object({ time: isoTime, balance: decimal, value: z.nullable(decimal) })),
  /** Milliseconds between two marks of equity. */
  step: z.int(),
});

const statement = z.object({
  /** The period as it was taken: from included, to excluded; `ongoing` when it reaches beyond now. */
  from: isoTime,
  to: isoTime,
  ongoing: z.boolean(),
  /** Market time at which it was made. */
  as_of: isoTime,
  account: z.int(),
  is_demo: z.boolean(),
  currency: z.literal('USD'),
  opening: books,
  closing: books,
  movements: movementTotals,
  trades: tradeTotals,
  instruments: z.array(instrumentResult),
  /** What moved without an instrument: everything but profit, trading fees and swaps. */
  unassigned: decimal,
  positions: z.array(statementPosition),
  /** Sum of the floating results; null when one of them is not known. */
  floating: z.nullable(decimal),
  /** Orders that wait now; null for a period that has ended, because an order may be moved while it waits. */
  pending: z.nullable(z.array(statementPending)),
  curve,
});

const statementMovement = z.object({ ...ledgerRecord.shape, instrument: z.nullable(instrumentName) });

/** Figures of an account at one step of a stop-out. The ratio is in per cent; null without positions. */
const standing = z.object({ equity: decimal, used_margin: decimal, ratio: z.nullable(decimal) });

/** One forced close: the figures that made it necessary, and the quote that it was filled on. */
const forcedClose = z.object({
  id: z.int(),
  instrument: instrumentName,
  side: z.enum(['buy', 'sell']),
  lots: decimal,
  before: standing,
  loss: decimal,
  price: decimal,
  profit: decimal,
  margin: decimal,
  quote: fillQuote,
  conversion_quote: z.nullable(z.object({ code: z.string(), ...fillQuote.shape })),
});

/** A stop-out from its beginning to its end, as the journal has it. */
export const stopOutRecord = z.object({
  time: isoTime,
  /** Row of the journal. */
  seq: z.int(),
  /** Prepayment ratio, in per cent, at or below which positions are closed; null when only pending orders had to go. */
  level: z.nullable(z.int()),
  /** When it began; null when only pending orders had to go. */
  before: z.nullable(standing),
  cancelled: z.array(
    z.object({
      id: z.int(),
      instrument: instrumentName,
      side: z.enum(['buy', 'sell']),
      lots: decimal,
      released: decimal,
    }),
  ),
  /** In the order in which they were closed: the largest loss first. */
  closed: z.array(forcedClose),
  after: z.nullable(standing),
  /** What the house paid because the balance was negative afterwards; "0" when it was not. */
  cover: decimal,
});

export const statementCalls = {
  statement: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement',
    access: 'user',
    changesState: false,
    summary:
      'The account in a period: opening and closing balance, what moved, results by instrument, open positions, equity curve. All of one moment.',
    input: z.object(range),
    output: statement,
  }),
  statementTrades: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/trades',
    access: 'user',
    changesState: false,
    summary: 'Positions closed in a period, the last one first, with the quotes that they were filled on.',
    input: z.object({ ...range, page, size }),
    output: z.object({ list: z.array(statementTrade), total: z.int() }),
  }),
  statementMovements: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/movements',
    access: 'user',
    changesState: false,
    summary: 'Movements of the account’s money in a period, newest first, with their sums over all pages.',
    input: z.object({ ...range, type, page, size }),
    output: z.object({ list: z.array(statementMovement), total: z.int(), available: decimal, frozen: decimal }),
  }),
  statementFile: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/file',
    access: 'user',
    changesState: false,
    answersFile: 'text/csv',
    summary:
      'Trades, movements or results by instrument of a period as CSV (RFC 4180, UTF-8, decimal points, ISO times in UTC), oldest first.',
    input: z.object({ ...range, type, part: z.enum(STATEMENT_PARTS) }),
    output: z.unknown(),
  }),
  stopOut: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/stop_out',
    access: 'user',
    changesState: false,
    summary: 'Why one’s position was closed, or order cancelled, by a stop-out: the whole course of it.',
    input: z.object({ id }),
    output: stopOutRecord,
  }),
} as const;
