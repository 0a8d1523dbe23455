import { QUOTE_SOURCES } from '@fairlot/domain';
import { z } from 'zod/mini';
import { candle, doubt, quotation } from './forex.ts';
import { priceAlert } from './price-alert.ts';
import { decimal, epochMs } from './scalar.ts';
import { supportMessage } from './support-message.ts';

/** Path of the websocket. */
export const SOCKET_PATH = '/v1/ws';

/** Modes of a subscription besides the coalesced one. `fast`, of DAY_MARKET for signed-in sockets: quotes are sent at once, at most one message in 4 ms. */
export const subscriptionMode = z.enum(['fast']);
export type SubscriptionMode = z.infer<typeof subscriptionMode>;

/** A message of the client; each is one JSON text message. */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('login'), token: z.string().check(z.maxLength(512)) }),
  z.object({
    type: z.literal('subscribe'),
    topic: z.string().check(z.maxLength(64)),
    mode: z.optional(subscriptionMode),
  }),
  z.object({ type: z.literal('unsubscribe'), topic: z.string().check(z.maxLength(64)) }),
  z.object({ type: z.literal('logout') }),
  z.object({ type: z.literal('ping') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** DAY_MARKET: changed instruments, with the prices of the signed-in account; a sign-in, a sign-out or another markup brings a snapshot. A snapshot has every field; an update has the day’s figures only when they changed. */
export const dayMarketEntry = z.extend(z.partial(quotation), {
  Id: z.int(),
  Seq: z.int(),
  Time: epochMs,
  Bid: decimal,
  Ask: decimal,
  MarketStatus: z.optional(z.int()),
  Doubt: z.optional(z.nullable(doubt)),
  Source: z.optional(z.nullable(z.enum(QUOTE_SOURCES))),
});

/** KLINE.{code}: the forming bar of each period. */
export const formingBars = z.record(z.string(), candle);

/** The open positions of one side in an instrument. */
const holdingSide = z.object({ Quantity: decimal, Margin: decimal, Exposure: decimal });

/** FOREX_TRADE: current figures of the account and of each open position. Balance is the account’s money without what is held for withdrawals, Available the part of it that no pending order reserves. NetValue = Balance + ProfitsTotal; FreeMargin = NetValue − CautionMoneyAll − (Balance − Available). HazardRate is null without positive equity, PrepaymentRatio without positions. */
export const forexTrade = z.object({
  ProfitsTotal: decimal,
  HazardRate: z.nullable(decimal),
  CautionMoneyAll: decimal,
  Balance: decimal,
  Available: decimal,
  LockBalance: decimal,
  NetValue: decimal,
  FreeMargin: decimal,
  PrepaymentRatio: z.nullable(decimal),
  TransOrder: z.array(z.object({ Id: z.int(), UpdatePrice: decimal, FactProfits: decimal })),
  /** At or below the margin call of the account: its levels in per cent, and what brings it above: the deposit alone, or all of the closes. Close is empty when closing does not help or takes more than three. */
  MarginCall: z.optional(
    z.object({
      Level: z.int(),
      StopOut: z.int(),
      Deposit: decimal,
      Close: z.array(z.object({ Id: z.int(), ShowCode: z.string(), Quantity: decimal })),
    }),
  ),
  /** By instrument with tiers of leverage or hedged margin: the own margins of the open positions, and their exposure in dollars. Buy and Sell with hedged margin only. */
  Holdings: z.optional(
    z.array(
      z.object({
        Id: z.int(),
        Margin: decimal,
        Exposure: decimal,
        Buy: z.optional(holdingSide),
        Sell: z.optional(holdingSide),
      }),
    ),
  ),
  /** Another number after each change of the account or of one of its orders: the lists of orders must be read again. */
  Version: z.optional(z.int()),
});

/** FOREX_CLOSED: numbers of closed positions. The snapshot is empty. */
export const forexClosed = z.array(z.int());

/** SUPPORT: new messages of the user's support chat. The snapshot is empty; `/api/support/messages` has earlier ones. */
export const supportNews = z.array(supportMessage);

/** PRICE_ALERT: fired price alerts of the user. The snapshot is empty; `/api/alerts` has earlier ones. */
export const priceAlertNews = z.array(priceAlert);

/** TERMS: versions of the instruments' terms, as `Terms` in the list of instruments. An update has the instruments whose terms or announced terms have changed. */
export const termsNews = z.array(z.object({ Id: z.int(), Terms: z.string() }));

/** Data of each topic, in snapshots and in updates. KLINE stands for KLINE.{code}. */
export const topicData = {
  DAY_MARKET: z.array(dayMarketEntry),
  KLINE: formingBars,
  FOREX_TRADE: forexTrade,
  FOREX_CLOSED: forexClosed,
  SUPPORT: supportNews,
  PRICE_ALERT: priceAlertNews,
  TERMS: termsNews,
} as const;

/** Topics that need a signed-in socket. */
export const PRIVATE_TOPICS: readonly string[] = ['FOREX_TRADE', 'FOREX_CLOSED', 'SUPPORT', 'PRICE_ALERT'];

/** Types of server messages. A subscription answers with `snapshot` (seq n), then `update` n+1, n+2, …; after a gap the client subscribes again. */
export const SERVER_MESSAGE_TYPES = [
  'login_result',
  'logout_result',
  'snapshot',
  'update',
  'unsubscribed',
  'pong',
  'error',
  'server_shutdown',
] as const;

export const serverMessage = z.object({
  type: z.enum(SERVER_MESSAGE_TYPES),
  code: z.int(),
  topic: z.optional(z.string()),
  /** On messages of a subscription in this mode. */
  mode: z.optional(subscriptionMode),
  seq: z.optional(z.int()),
  /** Only on errors and a failed login. */
  reason: z.optional(z.string()),
  data: z.optional(z.unknown()),
});
export type ServerMessage = z.infer<typeof serverMessage>;
