import { z } from 'zod/mini';
import { candle, quotation } from './forex.ts';
import { priceAlert } from './price-alert.ts';
import { decimal, epochMs } from './scalar.ts';
import { supportMessage } from './support-message.ts';

/** Where the socket lives. */
export const SOCKET_PATH = '/v1/ws';

/** What a client may send, one JSON text message each. */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('login'), token: z.string().check(z.maxLength(512)) }),
  z.object({ type: z.literal('subscribe'), topic: z.string().check(z.maxLength(64)) }),
  z.object({ type: z.literal('unsubscribe'), topic: z.string().check(z.maxLength(64)) }),
  z.object({ type: z.literal('logout') }),
  z.object({ type: z.literal('ping') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** DAY_MARKET: instruments that changed. In a snapshot every field is there; in updates day figures only when they changed. */
export const dayMarketEntry = z.extend(z.partial(quotation), {
  Id: z.int(),
  Seq: z.int(),
  Time: epochMs,
  Bid: decimal,
  Ask: decimal,
  MarketStatus: z.optional(z.int()),
});

/** KLINE.{code}: the forming bar of each period. */
export const formingBars = z.record(z.string(), candle);

/** FOREX_TRADE: the account as it stands, with each open position. HazardRate is null when equity is gone, PrepaymentRatio without positions. */
export const forexTrade = z.object({
  ProfitsTotal: decimal,
  HazardRate: z.nullable(decimal),
  CautionMoneyAll: decimal,
  Balance: decimal,
  LockBalance: decimal,
  NetValue: decimal,
  FreeMargin: decimal,
  PrepaymentRatio: z.nullable(decimal),
  TransOrder: z.array(z.object({ Id: z.int(), UpdatePrice: decimal, FactProfits: decimal })),
});

/** FOREX_CLOSED: numbers of positions that were closed. The snapshot is empty. */
export const forexClosed = z.array(z.int());

/** SUPPORT: messages of the user's own conversation with customer service. The snapshot is empty: what was written before is read by a call. */
export const supportNews = z.array(supportMessage);

/** PRICE_ALERT: price alerts of the user that fired. The snapshot is empty: what fired before is read by a call. */
export const priceAlertNews = z.array(priceAlert);

/** The topics and what their snapshots and updates carry. KLINE stands for KLINE.{code}. */
export const topicData = {
  DAY_MARKET: z.array(dayMarketEntry),
  KLINE: formingBars,
  FOREX_TRADE: forexTrade,
  FOREX_CLOSED: forexClosed,
  SUPPORT: supportNews,
  PRICE_ALERT: priceAlertNews,
} as const;

/** Topics that need a signed-in socket. */
export const PRIVATE_TOPICS: readonly string[] = ['FOREX_TRADE', 'FOREX_CLOSED', 'SUPPORT', 'PRICE_ALERT'];

/** Kinds of server messages. A subscription answers with `snapshot` (seq n), then `update` n+1, n+2, …; a gap means: subscribe again. */
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
  seq: z.optional(z.int()),
  /** Only on errors and a failed login. */
  reason: z.optional(z.string()),
  data: z.optional(z.unknown()),
});
export type ServerMessage = z.infer<typeof serverMessage>;
