import { QUOTE_SOURCES } from '@fairlot/domain';
import { z } from 'zod/mini';
import { decimal, epochMs, isoTime } from './scalar.ts';

/** A markup in the instrument’s price. */
export const markup = z.optional(z.object({ Bid: decimal, Ask: decimal }));

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

/** The price at which the position would have closed at the market, and dollars: the house pays Gap, the client Premium. */
export const usedGuarantee = z.object({ MarketPrice: decimal, Gap: decimal, Premium: decimal });
/** A stop or target for some lots of a position. */
const partialLevel = z.object({ Type: z.enum(['stop_loss', 'take_profit']), Quantity: decimal, Price: decimal });

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
  /** A stop_limit order becomes a limit when its stop is reached beyond its limit. */
  Kind: z.enum(['market', 'limit', 'stop', 'stop_limit']),
  Quantity: decimal,
  Multiple: z.int(),
  /** The target price of a pending order; "0" for a market order. */
  OriginPrice: decimal,
  /** The limit of a stop_limit order, also when it has become a limit or a position; "0" for others. */
  LimitPrice: z.optional(decimal),
  /** The other order of a linked pair, which may have ended; null for none. */
  LinkedOrder: z.optional(z.nullable(z.int())),
  /** Market time at which a pending order ends; null for good till cancelled. */
  ExpiresAt: z.optional(z.nullable(epochMs)),
  /** The opening price; "0" while pending. */
  Price: decimal,
  /** Current price on the closing side of the market, or the closing price. "0" before the first quote. */
  UpdatePrice: decimal,
  /** Floating or realised profit, before fee, swap and premium. */
  FactProfits: decimal,
  CautionMoney: decimal,
  TradeFee: decimal,
  Swap: decimal,
  TargetLossPrice: decimal,
  TargetProfitPrice: decimal,
  /** The distance at which the stop-loss follows the closing side of the market, in price; "0" or absent: it stays. */
  TrailingDistance: z.optional(decimal),
  /** True: the house guarantees the stop-loss, so that the position never closes at a worse price. */
  Guaranteed: z.optional(z.boolean()),
  /** The agreed premium as a distance in price; "0" without a guarantee. Its worth for the closed lots is charged when the guarantee sets the closing price. */
  GuaranteePremium: z.optional(decimal),
  /** Dollars that the premium would be now, by the present conversion; null without a guarantee or a quote. */
  GuaranteeCost: z.optional(z.nullable(decimal)),
  /** Stops and targets on parts of the position, the stops first, each nearest to the market first; absent for none. */
  PartialLevels: z.optional(z.array(partialLevel)),
  /** 0 pending, 1 open, 2 cancelled, 3 closed. */
  Status: z.int(),
  CreateTimeHandler: isoTime,
  OpenTimeHandler: z.nullable(isoTime),
  CompleteTimeHandler: z.nullable(isoTime),
  /** client, staff, opposite, stop_loss, take_profit, stop_out, demo_reset, insufficient_margin, negative_balance, expired, oco; null while pending or open. */
  EndReason: z.nullable(z.string()),
  OpenQuote: z.nullable(fillQuote),
  CloseQuote: z.nullable(fillQuote),
  Explanation: z.nullable(stopOutExplanation),
  /** A guarantee that set the closing price; null for none. */
  Guarantee: z.optional(z.nullable(usedGuarantee)),
  /** The distance of the order’s prices from the market’s, kept until its end. The quotes of its fills are the market’s. */
  Markup: markup,
  /** Version of the terms by which the fee was computed, at the placing or the last amendment; null for an order from before versions were stored. */
  Terms: z.optional(z.nullable(z.string())),
  /** The position that this part was split off by a partial close; null for any other order. */
  Parent: z.optional(z.nullable(z.int())),
});
