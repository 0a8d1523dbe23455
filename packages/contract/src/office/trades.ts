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
  instrument_id: z.int(),
  code: z.string(),
  side: z.enum(['buy', 'sell']),
  lots: decimal,
  leverage: z.int(),
  /** null where none is set. */
  stop_loss: z.nullable(decimal),
  take_profit: z.nullable(decimal),
  margin: decimal,
  fee: decimal,
};

/** A position of a client. */
export const officePosition = z.object({
  ...trade,
  state: z.enum(['open', 'closed']),
  price: decimal,
  /** The price at which it would close now, or was closed; null without a quote. */
  close_price: z.nullable(decimal),
  /** Floating or realised result in dollars, without fee and swap; null without a quote. */
  profit: z.nullable(decimal),
  swap: decimal,
  opened_at: isoTime,
  closed_at: z.nullable(isoTime),
  /** As `EndReason` of the client’s orders; null while it is open. */
  reason: z.nullable(z.string()),
});

/** A pending order of a client, or one that ended without becoming a position. */
export const officeOrder = z.object({
  ...trade,
  state: z.enum(['pending', 'cancelled']),
  kind: z.enum(['market', 'limit', 'stop']),
  /** null for a market order that was not filled. */
  target: z.nullable(decimal),
  /** The price at which it would open now; null without a quote, and for an ended order. */
  market_price: z.nullable(decimal),
  created_at: isoTime,
  ended_at: z.nullable(isoTime),
  reason: z.nullable(z.string()),
});

const filters = {
  ...period,
  user_id: z.optional(id),
  accounts: z.optional(z.enum(['real', 'demo'])),
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
