import { PERIODS, QUOTE_SOURCES } from '@fairlot/domain';
import { z } from 'zod/mini';
import { decimal, isoTime, nothing } from '../scalar.ts';
import { days, defineStaffCall, defineStaffList } from './call.ts';
import { NEWS_SOURCE_KINDS } from './settings.ts';

/** Profit or loss of the house on one UTC day, by house account; positive = profit. Real accounts by default. */
export const houseDay = z.object({
  day: z.string(),
  profit: decimal,
  fees: decimal,
  swap: decimal,
  /** Premiums that clients paid for guaranteed stops. The gaps that the house paid are in `profit`. */
  guarantee_paid: decimal,
  negative_balance_cover: decimal,
  adjustments: decimal,
  /** Rewards for invited persons; never above zero. */
  rewards: decimal,
  /** Sum of the fields above. */
  result: decimal,
  deposits: decimal,
  withdrawals: decimal,
});

/** A work queue of the office: its length, and the time of its oldest entry. */
const queue = z.object({ name: z.string(), waiting: z.int(), oldest_at: z.nullable(isoTime) });

/** Health of the server's parts. */
export const health = z.object({
  source: z.string(),
  trading_ready: z.boolean(),
  instruments: z.int(),
  /** Instruments with an open market and a stale quote. */
  stale: z.array(z.string()),
  without_quote: z.array(z.string()),
  /** Session calendars whose holidays are known for at most two more years, and those that ended: their markets stay closed. */
  ending_calendars: z.array(z.object({ calendar: z.string(), last_day: z.string(), days_left: z.int() })),
  /** Instruments whose price has jumped and waits for confirmation: nothing is dealt in them. */
  in_doubt: z.array(z.string()),
  /** Instruments of open markets that no live source has a price of: nothing is dealt in them. */
  sourceless: z.array(z.string()),
  /** The live sources in order of preference; none where prices are simulated or replayed. */
  sources: z.array(
    z.object({
      name: z.enum(QUOTE_SOURCES),
      phase: z.enum(['connecting', 'live', 'stale', 'refused']),
      reason: z.string(),
      /** Facts such as a status or the source’s own words; empty without any. */
      detail: z.string(),
      since: isoTime,
      quotes_per_second: z.int(),
      /** Messages and prices that could not be read. */
      malformed: z.int(),
      /** Quotes that were too late, ahead of the clock, or no price. */
      refused: z.int(),
      /** Symbols that the source does not know, at most 100. */
      unknown_symbols: z.array(z.string()),
      /** Number of instruments whose price it gives at the moment. */
      instruments: z.int(),
      /** Instruments for which another source contradicts it. */
      contradicted: z.array(z.string()),
    }),
  ),
  /** The filling of charts with the past of their sources; null where prices are simulated or replayed. */
  past: z.nullable(
    z.object({
      /** Instruments whose past is not complete. */
      waiting: z.int(),
      /** Bars that were stored since the start, and bars whose figures could not be true. */
      bars: z.int(),
      malformed: z.int(),
      /** Those that wait, the ones that failed first; at most 50. */
      list: z.array(
        z.object({
          code: z.string(),
          /** The source that is asked; null when none has the past of the instrument. */
          source: z.nullable(z.enum(QUOTE_SOURCES)),
          period: z.enum(PERIODS),
          /** Bars of the period are filled up to here; null when none was asked for yet. */
          filled_to: z.nullable(isoTime),
          wanted_to: isoTime,
          bars: z.int(),
          /** The last failure, until a page works: a reason as of a source, unknown_symbol, or failed. */
          reason: z.nullable(z.string()),
          detail: z.string(),
          since: z.nullable(isoTime),
        }),
      ),
    }),
  ),
  /** The operator's sources of market news. */
  news_sources: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(NEWS_SOURCE_KINDS),
      /** Items that are shown now. */
      items: z.int(),
      /** The last good read; null before it. */
      read_at: z.nullable(isoTime),
      /** null after a good read: address, unreachable, timeout, status, redirects, too_large, encoding or format. */
      reason: z.nullable(z.string()),
      /** Facts such as a status; empty without any. */
      detail: z.string(),
      since: z.nullable(isoTime),
    }),
  ),
  /** Milliseconds by which the server’s clock has jumped; null while it can be trusted. Nothing is dealt meanwhile. */
  clock_off_ms: z.nullable(z.int()),
  /** Address of a reverse proxy that FAIRLOT_TRUSTED_PROXIES does not name; null when none was seen. */
  unnamed_proxy: z.nullable(z.string()),
  /** True when the database itself keeps the server from changing the journal and the audit log. */
  database_roles_parted: z.boolean(),
  /**
   * The newest good backup, whether it is missing or too old, and the works whose last try failed; null where the server
   * makes none itself.
   */
  backups: z.nullable(
    z.object({
      newest_at: z.nullable(isoTime),
      overdue: z.boolean(),
      failed: z.array(z.enum(['check', 'log', 'backup', 'removal'])),
    }),
  ),
  quotes_taken: z.int(),
  /** Number of rejected quotes by reason. */
  quotes_rejected: z.record(z.string(), z.int()),
  quote_lag_ms: z.number(),
  bars_waiting: z.int(),
  /** Mail and SMS: waiting to be sent, held for staff because no sender is configured, and failed in the last 24 h. */
  outbox: z.object({ waiting: z.int(), held: z.int(), failed: z.int() }),
  /** Instruments and currencies whose net exposure is above its limit, the oldest alarm first. */
  exposure_alarms: z.array(z.string()),
  /** Decided records that could not be completed, oldest first; at most 50. `text` explains the reason. */
  stuck: z.object({
    total: z.int(),
    list: z.array(
      z.object({
        kind: z.enum(['deposits', 'withdrawals', 'adjustments', 'rewards']),
        id: z.int(),
        reason: z.string(),
        text: z.string(),
        since: isoTime,
        tries: z.int(),
      }),
    ),
  }),
  sockets: z.int(),
  signed_in_sockets: z.int(),
  uptime_s: z.int(),
  memory_mb: z.int(),
});

/** Steps of a new house. A step that is done is left out. */
export const FIRST_STEPS = [
  'second_administrator',
  'mail_sender',
  'payment_terms',
  'simulated_market',
  'backups',
] as const;

const accounts = z._default(z.enum(['real', 'demo']), 'real');
const ALL = ['support', 'compliance', 'finance', 'dealer', 'administrator'] as const;

export const dashboardCalls = {
  officeHouseResult: defineStaffList({
    path: '/office/api/dashboards/house_result',
    roles: ['finance', 'compliance', 'administrator'],
    summary: 'The house’s result by day, newest first.',
    filters: { ...days, accounts },
    row: houseDay,
  }),
  officeQueues: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/dashboards/queues',
    roles: ALL,
    changesState: false,
    summary: 'Work queues of the staff.',
    input: nothing,
    output: z.object({ queues: z.array(queue) }),
  }),
  officeFirstSteps: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/dashboards/first_steps',
    roles: ['administrator'],
    changesState: false,
    summary: 'Steps of a new house that are not done yet.',
    input: nothing,
    output: z.object({ steps: z.array(z.enum(FIRST_STEPS)) }),
  }),
  officeHealth: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/dashboards/health',
    roles: ALL,
    changesState: false,
    summary: 'Health of feed, trading, outbox and sockets.',
    input: nothing,
    output: health,
  }),
} as const;
