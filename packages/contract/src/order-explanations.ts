import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { guaranteedStop, hedgedMargin, swapTerms, tiers } from './forex.ts';
import { instrumentName } from './instrument-name.ts';
import { fillQuote } from './order-record.ts';
import { decimal, id, isoTime } from './scalar.ts';

/** Figures of an account at one step of a stop-out. The ratio is the margin level in per cent; null without positions. */
const marginState = z.object({ equity: decimal, used_margin: decimal, ratio: z.nullable(decimal) });

/** One forced close, with the account’s figures before it and the quote of its fill. */
const forcedClose = z.object({
  id: z.int(),
  instrument: instrumentName,
  side: z.enum(['buy', 'sell']),
  lots: decimal,
  before: marginState,
  loss: decimal,
  price: decimal,
  profit: decimal,
  margin: decimal,
  quote: fillQuote,
  conversion_quote: z.nullable(z.object({ code: z.string(), ...fillQuote.shape })),
});

/** A whole stop-out from the journal. */
export const stopOutRecord = z.object({
  time: isoTime,
  /** Number of the journal row. */
  seq: z.int(),
  /** Stop-out level: positions are closed at or below this margin level, in per cent. null when only pending orders were cancelled. */
  level: z.nullable(z.int()),
  /** Figures at the start; null when only pending orders were cancelled. */
  before: z.nullable(marginState),
  cancelled: z.array(
    z.object({
      id: z.int(),
      instrument: instrumentName,
      side: z.enum(['buy', 'sell']),
      lots: decimal,
      released: decimal,
    }),
  ),
  /** In closing order: the largest loss first. */
  closed: z.array(forcedClose),
  after: z.nullable(marginState),
  /** Payment of the house that brought a negative balance back to zero; "0" without one. */
  cover: decimal,
});

/** A correction of a fill. The fill itself stays as it was. */
export const fillCorrection = z.object({
  /** Counts the corrections of the order, from 1. */
  number: z.int(),
  time: isoTime,
  /** The fill that opened the position, or the one that closed it. */
  fill: z.enum(['open', 'close']),
  /** The price that stood before. */
  from_price: decimal,
  price: decimal,
  /** Dollars of the change of the price, signed from the client’s side. */
  difference: decimal,
  /** The part of it that was booked. The house waives what an account can’t pay, and counts it in a later correction. */
  amount: decimal,
  /** The reason, as staff wrote it. */
  reason: z.string(),
});

/** The terms that a version stands for. */
export const agreedTerms = z.object({
  /** Meaning of FeeRate, as FeeType of an instrument. */
  FeeType: z.int(),
  FeeRate: decimal,
  /** 1 = fixed margin per lot, otherwise by leverage. */
  MarginMode: z.int(),
  /** Units per lot. */
  ForexContNum: decimal,
  Swap: swapTerms,
  /** Per cent. */
  StopOut: z.int(),
  Markup: z.object({ Bid: decimal, Ask: decimal }),
  Tiers: tiers,
  HedgedMargin: hedgedMargin,
  GuaranteedStop: guaranteedStop,
});

/** Explanations of one of the caller’s orders. */
export const orderExplanationCalls = {
  orderTerms: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/order_terms',
    access: 'user',
    changesState: false,
    summary:
      'The terms of one of the caller’s orders, and what its markup has cost. Swap and stop-out level follow the present terms while the position is open.',
    input: z.object({ id }),
    output: z.object({
      /** As Terms of the order. */
      Version: z.nullable(z.string()),
      /** null without a version. */
      Terms: z.nullable(agreedTerms),
      /** Dollars of the result that the order’s markup has cost, at the close or at a close now; null while pending or without a quote. */
      MarkupCost: z.nullable(decimal),
    }),
  }),
  fillCorrections: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/corrections',
    access: 'user',
    changesState: false,
    summary: 'The corrections of an order’s fills, oldest first. At most five.',
    input: z.object({ id }),
    output: z.object({ list: z.array(fillCorrection) }),
  }),
  stopOut: defineCall({
    methods: ['GET'],
    path: '/v1/api/main/statement/stop_out',
    access: 'user',
    changesState: false,
    summary: 'The stop-out that closed a position or cancelled an order of the caller, step by step.',
    input: z.object({ id }),
    output: stopOutRecord,
  }),
} as const;
