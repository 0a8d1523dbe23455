import { PERIODS, QUOTE_SOURCES } from '@fairlot/domain';
import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, epochMs, id, isoTime, nothing, numeric, page } from './scalar.ts';

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

/** A markup in the instrument’s price. */
const markup = z.optional(z.object({ Bid: decimal, Ask: decimal }));

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

/** The quote of a fill. Source is absent for a quote from before sources were noted, and in a market that is not live. */
export const fillQuote = z.object({
  Seq: z.int(),
  Time: epochMs,
  Bid: decimal,
  Ask: decimal,
  Source: z.optional(z.enum(QUOTE_SOURCES)),
});

/** Figures of the account at the moment of a stop-out. */
export const stopOutExplanation = z.object({
  Equity: decimal,
  UsedMargin: decimal,
  Ratio: decimal,
  StopOutPercent: z.int(),
  Loss: decimal,
});

/** An order of any of the three lists. Money has 6 decimals, prices the instrument's precision; "0" = no stop-loss or take-profit. */
export const orderRecord = z.object({
  Id: z.int(),
  ForexTradeLists: z.object({
    Id: z.int(),
    Code: z.string(),
    ShowCode: z.string(),
    Logo: z.string(),
    PricePrecision: z.int(),
    ForexContNum: decimal,
  }),
  /** 1 = buy, 2 = sell. */
  OrderType: z.int(),
  Kind: z.enum(['market', 'limit', 'stop']),
  Quantity: decimal,
  Multiple: z.int(),
  /** The target price of a pending order; "0" for a market order. */
  OriginPrice: decimal,
  /** The opening price; "0" while pending. */
  Price: decimal,
  /** Current price on the closing side of the market, or the closing price. "0" before the first quote. */
  UpdatePrice: decimal,
  /** Floating or realised profit, before fee and swap. */
  FactProfits: decimal,
  CautionMoney: decimal,
  TradeFee: decimal,
  Swap: decimal,
  TargetLossPrice: decimal,
  TargetProfitPrice: decimal,
  /** 0 pending, 1 open, 2 cancelled, 3 closed. */
  Status: z.int(),
  CreateTimeHandler: isoTime,
  OpenTimeHandler: z.nullable(isoTime),
  CompleteTimeHandler: z.nullable(isoTime),
  /** client, stop_loss, take_profit, stop_out, demo_reset, insufficient_margin, negative_balance; null while pending or open. */
  EndReason: z.nullable(z.string()),
  OpenQuote: z.nullable(fillQuote),
  CloseQuote: z.nullable(fillQuote),
  Explanation: z.nullable(stopOutExplanation),
  /** The distance of the order’s prices from the market’s, kept until its end. The quotes of its fills are the market’s. */
  Markup: markup,
});

/** The kind of a pending order that the caller wishes. Absent: the market at arrival decides. */
const wishedKind = z.optional(z.enum(['limit', 'stop']));

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
    summary: 'Up to 1,000 bars in time order, the forming bar last; `before` asks for older bars.',
    input: z.object({
      forex_id: id,
      period: z.enum(PERIODS),
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
      'Places an order. status 1 = market, 0 = pending at target_price; type 1 = buy, 2 = sell; a stop-loss or take-profit of 0 = off. kind says whether a pending order is a limit or a stop: a limit at or beyond the market fills at once, at the better price; a stop that the market has passed is refused as stop_passed with the market’s price. Without kind the market at arrival decides.',
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
      multiple: z.optional(numeric),
      /** The worst acceptable price of a market order. */
      worst_price: z.optional(numeric),
      /** Market time (see server_time) after which the server refuses a market order that it has not processed. */
      valid_until: z.optional(id),
      terms: seenTerms,
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
    input: z.object({ status: z.pipe(numeric, z.enum(['0', '1', '3'])), page }),
    output: orderPage,
  }),
  close: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/close',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary:
      'Closes an open position at the market. Beyond worst_price it stays open, refused as price_worse_than_accepted; absent or 0 = any price.',
    input: z.object({
      id,
      /** The worst acceptable price: the lowest bid for a buy, the highest ask for a sell. */
      worst_price: z.optional(numeric),
    }),
    output: z.object({ order: orderRecord }),
  }),
  cancelTrade: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/cancel_trade',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary: 'Cancels a pending order.',
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
      'Changes the stop-loss, the take-profit or both of an open position or a pending order; 0 = off, absent = unchanged.',
    input: z.object({ id, target_profit_price: z.optional(numeric), stop_loss_price: z.optional(numeric) }),
    output: z.object({ order: orderRecord }),
  }),
  amendPendingOrder: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/amend_pending_order',
    access: 'user',
    changesState: true,
    idempotency: 'own',
    summary:
      'Moves a pending order to another price and reserves margin and fee for it. At the market price it fills at once. kind says whether the order is a limit or a stop there, as in submit. Stop-loss and take-profit may change in the same call: 0 = off, absent = unchanged.',
    input: z.object({
      id,
      target_price: numeric,
      kind: wishedKind,
      target_profit_price: z.optional(numeric),
      stop_loss_price: z.optional(numeric),
      terms: seenTerms,
    }),
    output: z.object({ order: orderRecord }),
  }),
} as const;
