import { z } from 'zod/mini';
import { decimal, isoTime, nothing } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';

/** What clients hold of an instrument, from committed orders, valued at the current quotes. Real accounts only unless asked. */
export const exposureRow = z.object({
  instrument_id: z.int(),
  code: z.string(),
  long_lots: decimal,
  short_lots: decimal,
  /** Long minus short: above zero the house loses when the price rises. */
  net_lots: decimal,
  long_usd: z.nullable(decimal),
  short_usd: z.nullable(decimal),
  net_usd: z.nullable(decimal),
  /** The clients’ floating result; the house’s is its opposite. null where there is no quote. */
  clients_profit: z.nullable(decimal),
  positions: z.int(),
  accounts: z.int(),
});

/** What the house won (above zero) or lost on one day (UTC), by the house account. Real accounts only unless asked. */
export const houseDay = z.object({
  day: z.string(),
  profit: decimal,
  fees: decimal,
  swap: decimal,
  negative_balance_cover: decimal,
  adjustments: decimal,
  /** Sum of the former. */
  result: decimal,
  deposits: decimal,
  withdrawals: decimal,
});

/** A queue of the office: how many wait, and since when the oldest. */
const queue = z.object({ name: z.string(), waiting: z.int(), oldest_at: z.nullable(isoTime) });

/** Whether the parts of the server do their work. */
export const health = z.object({
  source: z.string(),
  trading_ready: z.boolean(),
  instruments: z.int(),
  /** Open markets whose last quote is older than it may be. */
  stale: z.array(z.string()),
  without_quote: z.array(z.string()),
  quotes_taken: z.int(),
  /** By reason. */
  quotes_rejected: z.record(z.string(), z.int()),
  quote_lag_ms: z.number(),
  bars_waiting: z.int(),
  /** Mail and SMS that wait to be sent, that wait to be read here because nothing sends them, and that were given up in the last day. */
  outbox: z.object({ waiting: z.int(), held: z.int(), failed: z.int() }),
  sockets: z.int(),
  signed_in_sockets: z.int(),
  uptime_s: z.int(),
  memory_mb: z.int(),
});

const accounts = z._default(z.enum(['real', 'demo']), 'real');
const MONEY = ['dealer', 'finance', 'compliance', 'administrator'] as const;
const ALL = ['support', 'compliance', 'finance', 'dealer', 'administrator'] as const;

export const dashboardCalls = {
  officeExposure: defineStaffList({
    path: '/office/api/dashboards/exposure',
    roles: MONEY,
    summary: 'Open positions by instrument; the largest net sum first.',
    filters: { accounts },
    row: exposureRow,
  }),
  officeHouseResult: defineStaffList({
    path: '/office/api/dashboards/house_result',
    roles: ['finance', 'compliance', 'administrator'],
    summary: 'The house’s result by day, the latest first.',
    filters: { accounts },
    row: houseDay,
  }),
  officeQueues: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/dashboards/queues',
    roles: ALL,
    changesState: false,
    summary: 'What waits for people.',
    input: nothing,
    output: z.object({ queues: z.array(queue) }),
  }),
  officeHealth: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/dashboards/health',
    roles: ALL,
    changesState: false,
    summary: 'Feed, trading and sockets.',
    input: nothing,
    output: health,
  }),
} as const;
