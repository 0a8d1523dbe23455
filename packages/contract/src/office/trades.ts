import { z } from 'zod/mini';
import { decimal, id, isoTime } from '../scalar.ts';
import { STAFF_ROLES, defineStaffList, period } from './call.ts';

/** Roles that may take positions and orders out of the house as a file. */
const FILE_ROLES = ['compliance', 'finance', 'dealer', 'administrator'] as const;
const file = { roles: FILE_ROLES, mostRows: 100_000 };
const subject = { kind: 'user', field: 'user_id' };

/**
 * Part of positions and orders. The account's number and uid are all that they tell about the client: dealers see them
 * without the right to the client's page.
 */
const trade = {
  id: z.int(),
  user_id: z.int(),
  uid: z.string(),
  accounts: z.enum(['real', 'demo']),
  /** Number and name of the account’s group now. */
  group_id: z.int(),
  group: z.string(),
  instrument_id: z.int(),
  code: z.string(),
  side: z.enum(['buy', 'sell']),
  lots: decimal,
  leverage: z.int(),
  /** null where none is set. */
  stop_loss: z.nullable(decimal),
  take_profit: z.nullable(decimal),
  /** The distance in price at which the stop-loss follows the market. */
  trailing_distance: z.nullable(decimal),
  margin: decimal,
  fee: decimal,
};

/** A position of a client. */
export const officePosition = z.object({
  ...trade,
  state: z.enum(['open', 'closed']),
  /** Stops and targets for parts of it; empty for none. */
  partial_levels: z.array(z.object({ level: z.enum(['stop_loss', 'take_profit']), lots: decimal, price: decimal })),
  price: decimal,
  /** The price at which it would close now, or was closed; null without a quote. */
  close_price: z.nullable(decimal),
  /** Floating or realised result in dollars, before fee, swap and premium; null without a quote. */
  profit: z.nullable(decimal),
  swap: decimal,
  /** True for a position whose stop-loss the house guarantees, or did until its end. */
  guaranteed: z.boolean(),
  /**
   * Dollars of the guarantee's premium: due if it sets the closing price, at the present conversion; of a closed position,
   * paid. null for none, and without a quote of the conversion.
   */
  guarantee_premium: z.nullable(decimal),
  /** Dollars that the house paid beyond the market's price at the close; null if the guarantee was not used. */
  guarantee_gap: z.nullable(decimal),
  /** The market's price at the close that the guarantee set; null if it was not used. */
  guarantee_market_price: z.nullable(decimal),
  opened_at: isoTime,
  closed_at: z.nullable(isoTime),
  /** As `EndReason` of the client’s orders; null while it is open. */
  reason: z.nullable(z.string()),
});

/** A pending order of a client, or one that ended without becoming a position. */
export const officeOrder = z.object({
  ...trade,
  state: z.enum(['pending', 'cancelled']),
  kind: z.enum(['market', 'limit', 'stop', 'stop_limit']),
  /** null for a market order that was not filled. */
  target: z.nullable(decimal),
  /** The worst price at which a stop-limit order fills; null for others. */
  limit_price: z.nullable(decimal),
  /** The price at which it would open now; null without a quote, and for an ended order. */
  market_price: z.nullable(decimal),
  created_at: isoTime,
  /** Market time at which it ends by itself; null for good till cancelled. */
  expires_at: z.nullable(isoTime),
  ended_at: z.nullable(isoTime),
  reason: z.nullable(z.string()),
});

const filters = {
  ...period,
  user_id: z.optional(id),
  accounts: z.optional(z.enum(['real', 'demo'])),
  /** Group of the accounts now. */
  group_id: z.optional(id),
  /** Code of the instrument or its beginning. */
  instrument: z.optional(z.string().check(z.regex(/^[\w./-]{0,20}$/))),
  side: z.optional(z.enum(['buy', 'sell'])),
};

const LAST_DAYS =
  'Ended ones of all clients are those of the last 31 days unless `from` is given. `total` counts at most 100,001 matches.';

export const tradeStaffCalls = {
  officePositions: defineStaffList({
    path: '/office/api/trades/positions',
    roles: STAFF_ROLES,
    personal: true,
    subject,
    file,
    summary: `Positions of clients, valued at the current quotes: open ones by number, closed ones by the time of closing, newest first; demo accounts have the higher numbers. The period is that of opening, or of closing. ${LAST_DAYS}`,
    filters: { ...filters, state: z._default(officePosition.shape.state, 'open') },
    row: officePosition,
  }),
  officeOrders: defineStaffList({
    path: '/office/api/trades/orders',
    roles: STAFF_ROLES,
    personal: true,
    subject,
    file,
    summary: `Pending orders of clients by number, and those that ended without becoming a position by the time of their end, newest first. The period is that of placing, or of ending. ${LAST_DAYS}`,
    filters: { ...filters, state: z._default(officeOrder.shape.state, 'pending') },
    row: officeOrder,
  }),
} as const;
