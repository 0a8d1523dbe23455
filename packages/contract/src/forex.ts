import { CHART_PERIODS, PERIODS, QUOTE_SOURCES } from '@fairlot/domain';
import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { markup, orderRecord } from './order-record.ts';
import { setPartialLevels } from './partial-levels.ts';
import { decimal, epochMs, flag, id, nothing, numeric, page } from './scalar.ts';

/** Current bid and ask with the day’s figures. Close is the last bid. Change is in per cent, signed. */
export const quotation = z.object({
  Seq: z.int(),
  Time: epochMs,
  Bid: decimal,
  Ask: decimal,
  Open: decimal,
  High: decimal,
  Low: decimal,
  Close: decimal,
  Change: decimal,
  Volume: z.int(),
});

/**
 * The reason why nothing is dealt on an instrument’s quote at the moment. `price`: a newer price jumps and waits for
 * confirmation. `clock`: the server’s clock has jumped, so the age of no quote is known. `source`: no source has a price of
 * the instrument, so it is closed although its session is open.
 */
export const doubt = z.enum(['price', 'clock', 'source']);
/** The origin of a price: a venue, or `simulated` or `replay` for one that is no market’s. null: there is none. */
export const quoteSource = z._default(z.nullable(z.enum(QUOTE_SOURCES)), null);
/**
 * How far the house lets an instrument be dealt in. `closeOnly`: only closing, cancelling and stops. `halted`: nothing is
 * dealt, and orders and stops wait.
 */
export const dealing = z.enum(['normal', 'closeOnly', 'halted']);
/** The version of terms that the trader saw, from `Terms` of the instrument. Other terms refuse the order (terms_changed). */
const seenTerms = z.optional(z.string().check(z.maxLength(40)));

/** Swap per lot and night, signed from the client's side, and the mode of its calculation. */
export const swapTerms = z.object({
  Mode: z.enum(['points', 'annualPercent']),
  Long: decimal,
  Short: decimal,
  TripleWeekday: z.int(),
});

/** Tiers of leverage by exposure, the first from "0". */
export const tiers = z.optional(z.array(z.object({ From: decimal, Leverage: z.int() })));

/** The margin of opposite positions in one instrument: of the larger side only, or none for hedged volume. Absent: of both sides. */
export const hedgedMargin = z.optional(z.enum(['larger', 'none']));

/** Guaranteed stops as distances in price: the premium, and the least distance from the closing price. Absent: not offered. */
export const guaranteedStop = z.optional(z.object({ Premium: decimal, Distance: decimal }));

/** An instrument in a list. */
export const instrument = z.object({
  Id: z.int(),
  Code: z.string(),
  ShowCode: z.string(),
  /** Name in the caller's language. */
  Name: z.string(),
  /** Path of an image on this server. */
  Logo: z.string(),
  CategoryId: z.int(),
  /** 1 = open. */
  MarketStatus: z.int(),
  /** null while the quote is not in doubt. */
  Doubt: z.nullable(doubt),
  Source: quoteSource,
  Dealing: z._default(dealing, 'normal'),
  /** Time of the next session change; null for a market that never closes. */
  NextSession: z.nullable(epochMs),
  PricePrecision: z.int(),
  /** Lot step. */
  Pip: decimal,
  ForexMinCont: decimal,
  ForexMaxCont: decimal,
  /** Units per lot. */
  ForexContNum: decimal,
  /** Meaning of ForexFeeRate, as `trade_fee_type`: 1 = dollars per lot, 3 = dollars per million dollars of notional, otherwise a factor of the margin. */
  FeeType: z.int(),
  ForexFeeRate: decimal,
  /** 1 = fixed margin per lot, otherwise by leverage. */
  MarginMode: z.int(),
  HasForexMultiple: z.array(z.object({ Value: z.int() })),
  QuoteCurrency: z.string(),
  /** The instrument that converts the quote currency to dollars; null for a quote currency of dollars. */
  Conversion: z.nullable(z.object({ Id: z.int(), Inverse: z.boolean() })),
  /** Age in milliseconds beyond which a quote of an open market is stale. */
  StaleAfter: z.int(),
  Swap: swapTerms,
  /** The distance of the caller’s prices from the market’s: Bid below the market’s bid, Ask above its ask. "0" for visitors and accounts without a markup. */
  Markup: markup,
  /** Tiers of leverage of the caller’s group: from an exposure in dollars on, the highest leverage. Absent for none. */
  Tiers: tiers,
  /** As the caller’s group has it. */
  HedgedMargin: hedgedMargin,
  /** As the caller’s group has it. */
  GuaranteedStop: guaranteedStop,
  /** Decided changes, soonest first. `At`: market time of the first rollover that is charged at the new swap. */
  AnnouncedTerms: z._default(z.array(z.object({ At: epochMs, Swap: swapTerms })), []),
  /** Version of the caller’s terms: markup, fee, margin, swap and stop-out level. An order may name the version that its trader saw. */
  Terms: z.string(),
  /** null before the first quote. */
  ForexQuotations: z.nullable(quotation),
});

export const category = z.object({ Id: z.int(), NameShowTrans: z.string() });

/**
 * One bar of bid prices; Volume is the number of quotes. Basis is present when the bar, or a part of it, was built by the
 * source of prices from trades or from mid prices, and not from quotes.
 */
export const candle = z.object({
  Time: epochMs,
  Open: decimal,
  High: decimal,
  Low: decimal,
  Close: decimal,
  Volume: z.int(),
  Basis: z.optional(z.enum(['mid', 'trades'])),
});

/** A position that one call of several could not close: the order, the reason, and its text in the caller’s language. */
const leftOpen = z.object({ order: orderRecord, reason: z.string(), msg: z.string() });
const severalClosed = z.object({ closed: z.array(orderRecord), left: z.array(leftOpen) });

/** The kind of a pending order that the caller wishes. Absent: the market at arrival decides. */
const wishedKind = z.optional(z.enum(['limit', 'stop', 'stop_limit']));
/** With kind stop_limit, and only then: the worst acceptable fill. The order waits there as a limit when its stop is reached beyond it. */
const limitPrice = z.optional(numeric);

/**
 * The expiry of a pending order: market time in epoch milliseconds, `day` for the end of the trading day (the next 17:00 in
 * New York, Monday to Friday), or 0 for good till cancelled. The answer has the time.
 */
const expiry = z.optional(
  z.union([
    z.literal('day'),
    z.pipe(
      z.union([z.int().check(z.nonnegative()), z.string().check(z.regex(/^\d{1,15}$/))]),
      z.transform((value: string | number) => Number(value)),
    ),
  ]),
);

const orderPage = z.object({
  data: z.array(orderRecord),
  total: z.int(),
  balance: decimal,
  all_fact_profits: decimal,
});

export const forexCalls = {
  tradeList: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/trade_list',
    access: 'visitor',
    changesState: false,
    summary:
      'Instruments with the day’s figures; searchCurrency filters by code or name. With a session, terms and prices are those of the account’s group. Figures of the day and bars are the market’s for all.',
    input: z.object({ searchCurrency: z.optional(z.string().check(z.maxLength(40))) }),
    output: z.array(instrument),
  }),
  categories: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/getCategories',
    access: 'visitor',
    changesState: false,
    summary: 'Categories of instruments, with names in the caller’s language.',
    input: nothing,
    output: z.array(category),
  }),
  tradingHours: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/trading_hours',
    access: 'visitor',
    changesState: false,
    summary:
      'The times of the next seven days in which an instrument’s market is open; one span for one that never closes.',
    input: z.object({ forex_id: id }),
    output: z.object({ From: epochMs, To: epochMs, Spans: z.array(z.object({ From: epochMs, To: epochMs })) }),
  }),
  marketNews: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/news',
    access: 'visitor',
    changesState: false,
    summary:
      'Calendar entries (7 days back to 30 ahead, at most 200) and headlines (14 days, at most 50, newest first) for an instrument, as plain text from the sources that the operator has set; none without sources. An all-day entry has the start of its day in UTC.',
    input: z.object({ forex_id: id }),
    output: z.object({
      Events: z.array(z.object({ Time: epochMs, AllDay: z.boolean(), Text: z.string(), Source: z.string() })),
      /** `Link` is a https address, or empty. */
      Headlines: z.array(z.object({ Time: epochMs, Text: z.string(), Link: z.string(), Source: z.string() })),
    }),
  }),
  abbreviatedKline: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/abbreviated_cache_kline',
    access: 'visitor',
    changesState: false,
    summary: 'About sixty closing prices for the small chart of a list row.',
    input: z.object({ forex_id: id, period: z._default(z.enum(PERIODS), '15min') }),
    output: z.array(z.object({ Time: epochMs, Close: decimal })),
  }),
  kline: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/kline',
    access: 'visitor',
    changesState: false,
    summary:
      'Up to 1,000 bars in time order, the forming bar last; `before` asks for older bars. Bars of 4hour, 1week (from Sunday 00:00 UTC, which holds the opening of the trading week) and 1mon (calendar months of UTC) are rolled up.',
    input: z.object({
      forex_id: id,
      period: z.enum(CHART_PERIODS),
      before: z.optional(id),
      limit: z._default(id.check(z.refine((value) => value <= 1000)), 1000),
    }),
    output: z.array(candle),
  }),
  submit: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/submit',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary:
      'Places an order. status 1 = market, 0 = pending at target_price; type 1 = buy, 2 = sell; a stop-loss or take-profit of 0 = off. kind says whether a pending order is a limit or a stop: a limit at or beyond the market fills at once, at the better price; a stop that the market has passed is refused as stop_passed with the market’s price. Without kind the market at arrival decides. expires_at ends a pending order at a time (refused as expiry_passed, or expiry_too_far beyond a year); only quotes dated before it fill the order. oco_price places a second order that is linked with the first (LinkedOrder); if one of them would fill at once, neither is placed (oco_at_market). A guaranteed stop-loss of a market order never fills at a worse price; its premium is charged only when it sets the closing price.',
    input: z.object({
      type: id,
      cont: numeric,
      forex_id: id,
      status: z.pipe(numeric, z.enum(['0', '1'])),
      target_price: z.optional(numeric),
      /** Only with status 0. */
      kind: wishedKind,
      stop_loss_price: z.optional(numeric),
      target_profit_price: z.optional(numeric),
      /** In price: the stop-loss follows the closing side of the market at this distance; 0 = off. */
      trailing_distance: z.optional(numeric),
      /** true: the house guarantees the stop-loss of a market order. Needs stop_loss_price, and no trailing_distance. */
      guaranteed: flag,
      multiple: z.optional(numeric),
      /** The worst acceptable price of a market order. */
      worst_price: z.optional(numeric),
      /** Market time (see server_time) after which the server refuses a market order that it has not processed. */
      valid_until: z.optional(id),
      terms: seenTerms,
      /** Only with status 0. Absent: good till cancelled. */
      expires_at: expiry,
      limit_price: limitPrice,
      /** Only with status 0: places a second pending order at this price with the lots, multiple and expiry of the first. The first of the two that is reached, or cancelled, ends the other. */
      oco_price: z.optional(numeric),
      /** Side of the second order. Absent: that of the first. */
      oco_type: z.optional(id),
      oco_kind: z.optional(z.enum(['limit', 'stop'])),
      oco_stop_loss_price: z.optional(numeric),
      oco_target_profit_price: z.optional(numeric),
    }),
    output: z.object({ order: orderRecord }),
  }),
  myDeal: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/my_deal',
    access: 'user',
    changesState: false,
    summary:
      'The caller’s orders: status 1 = open positions, 0 = pending, 3 = history (closed and cancelled); newest first.',
    input: z.object({
      status: z.pipe(numeric, z.enum(['0', '1', '3'])),
      page,
      /** Only orders of the history with this tag (see trade_tags). Ignored for the other lists. */
      tag: z.optional(z.string().check(z.maxLength(40))),
    }),
    output: orderPage,
  }),
  close: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/close',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary:
      'Closes an open position, or `cont` lots of it, at the market. Beyond worst_price it stays open, refused as price_worse_than_accepted; absent or 0 = any price. A partial close answers with the closed part, an order of its own whose `Parent` is the position.',
    input: z.object({
      id,
      /** The lots to close. Absent: the whole position. */
      cont: z.optional(numeric),
      /** The worst acceptable price: the lowest bid for a buy, the highest ask for a sell. */
      worst_price: z.optional(numeric),
    }),
    output: z.object({ order: orderRecord }),
  }),
  closeBy: defineCall({
    methods: ['POST'],
    path: '/v1/api/forex/close_by',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary:
      'Closes an open position by an opposite one of the same instrument. Both end at the mid of the market, by the lots of the smaller one, so that the spread is not paid again. Answers with what was closed.',
    input: z.object({ id, by: id }),
    output: severalClosed,
  }),
  closeAll: defineCall({
    methods: ['POST'],
    path: '/v1/api/forex/close_all',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary:
      'Closes open positions at the market: `scope` all, winners or losers, of all instruments or of `forex_id`. One of the two fields is required. Each position is closed or stays as a whole: `closed` has those that were closed, `left` the others with their reasons.',
    input: z.object({ scope: z.optional(z.enum(['all', 'winners', 'losers'])), forex_id: z.optional(id) }),
    output: severalClosed,
  }),
  cancelTrade: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/cancel_trade',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary: 'Cancels a pending order, and the one that it is linked with.',
    input: z.object({ id }),
    output: z.object({ order: orderRecord }),
  }),
  setStopPrice: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/set_stop_price',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary:
      'Changes the stop-loss, the take-profit, the trailing distance and the guarantee of an open position, or the first three of a pending order; 0 or empty = off, absent = unchanged. A stop-loss that is switched off ends its following and its guarantee. A guarantee is added or moved only at a price that can be dealt on, and at the least distance (guarantee_too_near names the nearest level).',
    input: z.object({
      id,
      target_profit_price: z.optional(numeric),
      stop_loss_price: z.optional(numeric),
      /** In price, as in submit. Without a stop-loss, it begins at this distance from the market. */
      trailing_distance: z.optional(numeric),
      /** true: the house guarantees the stop-loss of the open position; false: a plain stop-loss. Absent: as it is. */
      guaranteed: flag,
    }),
    output: z.object({ order: orderRecord }),
  }),
  setPartialLevels,
  amendPendingOrder: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/amend_pending_order',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary:
      'Moves a pending order to another price and reserves margin and fee for it. At the market price it fills at once. kind says whether the order is a limit or a stop there, as in submit. Stop-loss and take-profit may change in the same call: 0 = off, absent = unchanged. The same holds for expires_at, which may be changed alone (at the present target_price) while the market is closed.',
    input: z.object({
      id,
      target_price: numeric,
      kind: wishedKind,
      target_profit_price: z.optional(numeric),
      stop_loss_price: z.optional(numeric),
      terms: seenTerms,
      expires_at: expiry,
      limit_price: limitPrice,
      /** 1: stop-loss and take-profit keep their distance from the price. Not together with new ones. */
      move_stops: z.optional(z.pipe(numeric, z.enum(['0', '1']))),
    }),
    output: z.object({ order: orderRecord }),
  }),
} as const;
