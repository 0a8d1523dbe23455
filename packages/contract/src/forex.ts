import { PERIODS } from '@fairlot/domain';
import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { decimal, epochMs, id, isoTime, nothing, numeric, page } from './scalar.ts';

/** Day figures and the two current prices. Close is the last price (bid). Change is in per cent, signed. */
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

/** An instrument as lists show it. */
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
  /** When the session changes next; null where it never does. */
  NextSession: z.nullable(epochMs),
  PricePrecision: z.int(),
  /** Lot step. */
  Pip: decimal,
  ForexMinCont: decimal,
  ForexMaxCont: decimal,
  /** Units per lot. */
  ForexContNum: decimal,
  ForexFeeRate: decimal,
  /** 1 = fixed margin per lot, otherwise leverage based. */
  MarginMode: z.int(),
  HasForexMultiple: z.array(z.object({ Value: z.int() })),
  QuoteCurrency: z.string(),
  /** The instrument that turns the quote currency into dollars; null where it is the dollar. */
  Conversion: z.nullable(z.object({ Id: z.int(), Inverse: z.boolean() })),
  /** A quote older than this, in milliseconds, is stale while the market is open. */
  StaleAfter: z.int(),
  /** Overnight charge per lot and night, signed from the client's side, and how it is counted. */
  Swap: z.object({ Mode: z.enum(['points', 'annualPercent']), Long: decimal, Short: decimal, TripleWeekday: z.int() }),
  /** null before the first quote. */
  ForexQuotations: z.nullable(quotation),
});

export const category = z.object({ Id: z.int(), NameShowTrans: z.string() });

/** One bar of bid prices; Volume is the number of quotes. */
export const candle = z.object({
  Time: epochMs,
  Open: decimal,
  High: decimal,
  Low: decimal,
  Close: decimal,
  Volume: z.int(),
});

/** The quote that a fill was made on. */
export const fillQuote = z.object({ Seq: z.int(), Time: epochMs, Bid: decimal, Ask: decimal });

/** Why a position was closed by force: the figures of that moment. */
export const stopOutExplanation = z.object({
  Equity: decimal,
  UsedMargin: decimal,
  Ratio: decimal,
  StopOutPercent: z.int(),
  Loss: decimal,
});

/** An order in any of the three areas. Money has 6 decimals, prices the instrument's precision; "0" is an absent stop or target. */
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
  /** The pending price; "0" for a market order. */
  OriginPrice: decimal,
  /** The opening price; "0" while pending. */
  Price: decimal,
  /** The closing side of the market now, or the closing price. "0" before the first quote. */
  UpdatePrice: decimal,
  /** Floating or realised result, before fee and swap. */
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
  /** client, stop_loss, take_profit, stop_out, demo_reset, insufficient_margin, negative_balance; null while alive. */
  EndReason: z.nullable(z.string()),
  OpenQuote: z.nullable(fillQuote),
  CloseQuote: z.nullable(fillQuote),
  Explanation: z.nullable(stopOutExplanation),
});

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
    summary: 'Instruments with their day figures; searchCurrency filters by code or name.',
    input: z.object({ searchCurrency: z.optional(z.string().check(z.maxLength(40))) }),
    output: z.array(instrument),
  }),
  categories: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/getCategories',
    access: 'visitor',
    changesState: false,
    summary: 'Categories of instruments, named in the caller’s language.',
    input: nothing,
    output: z.array(category),
  }),
  abbreviatedKline: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/abbreviated_cache_kline',
    access: 'visitor',
    changesState: false,
    summary: 'About sixty closes for the small chart of a list row.',
    input: z.object({ forex_id: id, period: z._default(z.enum(PERIODS), '15min') }),
    output: z.array(z.object({ Time: epochMs, Close: decimal })),
  }),
  kline: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/kline',
    access: 'visitor',
    changesState: false,
    summary: 'Up to 1,000 bars in time order, the forming one last; `before` asks for older ones.',
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
    summary: 'Places an order. status 1 = market, 0 = pending at target_price; type 1 = buy, 2 = sell; stops 0 = off.',
    input: z.object({
      type: id,
      cont: numeric,
      forex_id: id,
      status: z.pipe(numeric, z.enum(['0', '1'])),
      target_price: z.optional(numeric),
      stop_loss_price: z.optional(numeric),
      target_profit_price: z.optional(numeric),
      multiple: z.optional(numeric),
      /** The worst acceptable price of a market order. */
      worst_price: z.optional(numeric),
      /** Market time, as server_time has it, after which a market order that has not been looked at is refused. */
      valid_until: z.optional(id),
    }),
    output: z.object({ order: orderRecord }),
  }),
  myDeal: defineCall({
    methods: ['GET'],
    path: '/v1/api/forex/my_deal',
    access: 'user',
    changesState: false,
    summary: 'One’s orders: status 1 = holding, 0 = pending, 3 = history (closed and cancelled); newest first.',
    input: z.object({ status: z.pipe(numeric, z.enum(['0', '1', '3'])), page }),
    output: orderPage,
  }),
  close: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/close',
    access: 'user',
    changesState: true,
    summary: 'Closes an open position at the market.',
    input: z.object({ id }),
    output: z.object({ order: orderRecord }),
  }),
  cancelTrade: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/cancel_trade',
    access: 'user',
    changesState: true,
    summary: 'Cancels a pending order.',
    input: z.object({ id }),
    output: z.object({ order: orderRecord }),
  }),
  setStopPrice: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/set_stop_price',
    access: 'user',
    changesState: true,
    summary:
      'Changes stop-loss, take-profit or both of an open position or a pending order; 0 = off, absent = as it is.',
    input: z.object({ id, target_profit_price: z.optional(numeric), stop_loss_price: z.optional(numeric) }),
    output: z.object({ order: orderRecord }),
  }),
  amendPendingOrder: defineCall({
    methods: ['GET', 'POST'],
    path: '/v1/api/forex/amend_pending_order',
    access: 'user',
    changesState: true,
    summary:
      'Moves a pending order to another price; margin and fee are reserved anew. At the price of the market it fills at once. Stops may come along: 0 = off, absent = as it is.',
    input: z.object({
      id,
      target_price: numeric,
      target_profit_price: z.optional(numeric),
      stop_loss_price: z.optional(numeric),
    }),
    output: z.object({ order: orderRecord }),
  }),
} as const;
