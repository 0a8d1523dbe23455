import { z } from 'zod/mini';
import { decimal, isoTime } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';

/** The limit of an absolute net in real accounts. */
const limit = {
  limit_usd: z.nullable(decimal),
  /** Per cent of the limit that the net takes, rounded down; null without a limit or a price. */
  limit_share: z.nullable(z.int()),
  /** The version of the limit, for officeSetExposureLimit; 0 when none was ever set. */
  limit_version: z.int(),
  /** True while the alarm of the limit is on. */
  alarm: z.boolean(),
};

/** Open positions of clients in one instrument, at current mid prices. Real accounts by default. */
export const exposureRow = z.object({
  instrument_id: z.int(),
  code: z.string(),
  long_lots: decimal,
  short_lots: decimal,
  /** Long minus short. Above zero the house loses when the price rises. */
  net_lots: decimal,
  /** Long plus short. */
  gross_lots: decimal,
  long_usd: z.nullable(decimal),
  short_usd: z.nullable(decimal),
  net_usd: z.nullable(decimal),
  gross_usd: z.nullable(decimal),
  /** Floating profit of the clients at their own prices; the house’s is its negative. null without a quote. */
  clients_profit: z.nullable(decimal),
  /** Lots with a guaranteed stop. */
  guaranteed_long_lots: decimal,
  guaranteed_short_lots: decimal,
  /** Dollars that the house pays when the market falls to 10 % beyond every guaranteed level of a buy, or rises so for sells; the dearer of the two. null without a quote. */
  guarantee_gap_usd: z.nullable(decimal),
  positions: z.int(),
  accounts: z.int(),
  ...limit,
});

/** Open positions of the accounts of a group over all instruments. */
const exposureGroupRow = z.object({
  group_id: z.int(),
  /** Null for a group without a name. */
  name: z.nullable(z.string()),
  instruments: z.int(),
  positions: z.int(),
  long_usd: decimal,
  short_usd: decimal,
  net_usd: decimal,
  gross_usd: decimal,
  clients_profit: decimal,
  /** Codes of instruments without a quote, which are in no sum of dollars. */
  unvalued: z.array(z.string()),
});

/** The two legs of all positions by currency: a long position is long in its base and short in its quote currency. */
const exposureCurrencyRow = z.object({
  /** A currency, or the unit of a metal, an index or a coin. */
  currency: z.string(),
  long_amount: decimal,
  short_amount: decimal,
  net_amount: decimal,
  net_usd: decimal,
  gross_usd: decimal,
  ...limit,
});

/**
 * An alarm that began or ended, as a receiver outside reads it. Fields are added at most, and `version` rises when the
 * meaning of one changes.
 */
const exposureEvent = z.object({
  version: z.literal(1),
  type: z.enum(['exposure.alarm_raised', 'exposure.alarm_ended']),
  at: isoTime,
  scope: z.enum(['instrument', 'currency']),
  /** Code of the instrument or currency. */
  name: z.string(),
  /** Above zero for a net that is long. Null while it can’t be valued. */
  net_usd: z.nullable(decimal),
  /** Null when the limit was removed. */
  limit_usd: z.nullable(decimal),
  /** When the alarm began. */
  since: isoTime,
});

const accounts = z._default(z.enum(['real', 'demo']), 'real');
const READERS = ['dealer', 'finance', 'compliance', 'administrator'] as const;

export const exposureCalls = {
  officeExposure: defineStaffList({
    path: '/office/api/dashboards/exposure',
    roles: READERS,
    summary: 'Open positions by instrument, largest net sum first.',
    filters: { accounts },
    row: exposureRow,
  }),
  officeExposureGroups: defineStaffList({
    path: '/office/api/exposure/groups',
    roles: READERS,
    summary: 'Open positions by group of accounts, largest net sum first.',
    filters: { accounts },
    row: exposureGroupRow,
  }),
  officeExposureCurrencies: defineStaffList({
    path: '/office/api/exposure/currencies',
    roles: READERS,
    summary: 'Open positions by currency, largest net sum in dollars first.',
    filters: { accounts },
    row: exposureCurrencyRow,
  }),
  officeExposureEvents: defineStaffList({
    path: '/office/api/exposure/events',
    roles: READERS,
    summary: 'Alarms of the exposure as they began and ended, newest first; the newest 10,000 are kept.',
    filters: {},
    row: z.object({ id: z.int(), ...exposureEvent.shape }),
  }),
  officeSetExposureLimit: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/exposure/limit',
    roles: ['dealer', 'administrator'],
    changesState: true,
    subject: { kind: 'exposure limit', field: 'name' },
    summary:
      'Limits the absolute net of an instrument or a currency in real accounts. While there are real accounts, a second person must approve a higher limit and the end of one.',
    input: z.object({
      scope: z.enum(['instrument', 'currency']),
      /** Code of the instrument or the currency. */
      name: z.string().check(z.minLength(1), z.maxLength(40)),
      /** Dollars above zero; null for no limit. */
      limit_usd: z.nullable(
        z.string().check(
          z.regex(/^\d{1,12}(\.\d{1,2})?$/),
          z.refine((text) => Number(text) > 0),
        ),
      ),
      version: z.int(),
    }),
    output: z.object({ proposal: z.nullable(z.int()) }),
  }),
} as const;
