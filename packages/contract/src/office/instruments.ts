import { z } from 'zod/mini';
import { decimal, epochMs, id, isoTime, nothing } from '../scalar.ts';
import { defineStaffCall, defineStaffList } from './call.ts';

const readers = ['dealer', 'administrator', 'finance', 'compliance', 'support'] as const;
const editors = ['dealer', 'administrator'] as const;
const positive = z.string().check(
  z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,8})?$/),
  z.refine((text) => /[1-9]/.test(text)),
);
const signed = z.string().check(z.regex(/^-?(0|[1-9]\d{0,8})(\.\d{1,8})?$/));

/** Terms of an instrument that the office may change. A change applies to positions opened after it. */
export const instrumentTerms = z.object({
  display_code: z.string().check(z.regex(/^[A-Z0-9./ -]{2,20}$/)),
  category_id: z.int().check(z.positive()),
  /** Path of an image on this server. */
  logo: z.string().check(z.maxLength(200), z.regex(/^\/[A-Za-z0-9/._-]+$/)),
  /** Name of the session calendar (`calendars`). */
  calendar: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  min_lots: positive,
  max_lots: positive,
  lot_step: positive,
  /** Leverages that a client may choose, ascending; the first is the default. An empty list stops new orders. */
  leverages: z.array(z.int().check(z.gte(1), z.lte(2000))).check(
    z.maxLength(20),
    z.refine((list) => list.every((value, index) => index === 0 || value > (list[index - 1] ?? 0))),
  ),
  /** Dollars per lot, or a factor of the margin, by trade_fee_type. */
  fee_rate: z.string().check(z.regex(/^(0|[1-9]\d{0,5})(\.\d{1,8})?$/)),
  swap_mode: z.enum(['points', 'annualPercent']),
  swap_long: signed,
  swap_short: signed,
  /** 0 = Sunday. */
  swap_triple_weekday: z.int().check(z.gte(0), z.lte(6)),
  /** Age in milliseconds beyond which a quote of an open market is stale: no trade is made on it. */
  stale_after_ms: z.int().check(z.gte(1000), z.lte(600_000)),
  /** The relative jump between two ticks, in per mille, that puts the price in doubt until later ticks confirm it. */
  jump_per_mille: z.int().check(z.gte(1), z.lte(500)),
  /** Milliseconds in doubt after which the newest price is taken as the true one. */
  hold_ms: z.int().check(z.gte(200), z.lte(10_000)),
});

/** An instrument in the office's list. Fields outside the terms never change. */
export const officeInstrument = z.object({
  id: z.int(),
  code: z.string(),
  base_currency: z.string(),
  quote_currency: z.string(),
  price_precision: z.int(),
  units_per_lot: decimal,
  margin_mode: z.enum(['fixed', 'leveraged']),
  conversion: z.nullable(z.object({ id: z.int(), inverse: z.boolean() })),
  /** 1 = open. */
  market_status: z.int(),
  next_session: z.nullable(epochMs),
  open_positions: z.int(),
  pending_orders: z.int(),
  ...instrumentTerms.shape,
});

/** One change of an instrument’s terms, with the JSON before and after it. */
export const instrumentChange = z.object({
  id: z.int(),
  at: isoTime,
  staff_name: z.string(),
  instrument_id: z.int(),
  code: z.string(),
  before: z.string(),
  after: z.string(),
});

export const officeInstrumentCalls = {
  officeInstruments: defineStaffList({
    path: '/office/api/instruments/list',
    roles: readers,
    summary: 'Instruments with their terms.',
    filters: { q: z.optional(z.string().check(z.maxLength(40))), category_id: z.optional(id) },
    row: officeInstrument,
  }),
  officeChangeInstrument: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/instruments/change',
    roles: editors,
    changesState: true,
    subject: { kind: 'instrument', field: 'id' },
    summary:
      'Changes the terms of an instrument. Open positions keep their terms; no call changes fills, quotes or past entries.',
    input: z.object({ id, terms: z.partial(instrumentTerms) }),
    output: officeInstrument,
  }),
  officeInstrumentChanges: defineStaffList({
    path: '/office/api/instruments/changes',
    roles: readers,
    summary: 'All changes of terms, newest first.',
    filters: { instrument_id: z.optional(id) },
    row: instrumentChange,
  }),
  officeCategories: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/instruments/categories',
    roles: readers,
    changesState: false,
    summary: 'Categories and session calendars.',
    input: nothing,
    output: z.object({
      categories: z.array(
        z.object({
          id: z.int(),
          slug: z.string(),
          /** In the caller’s language. */ name: z.string(),
          instruments: z.int(),
        }),
      ),
      calendars: z.array(z.string()),
    }),
  }),
  officeAddCategory: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/instruments/add_category',
    roles: editors,
    changesState: true,
    subject: { kind: 'category', field: 'slug' },
    summary:
      'Adds a category. The catalogues name it under category.{slug}; without such a text the slug itself is the name.',
    input: z.object({ slug: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,30}$/)) }),
    output: z.object({ id: z.int(), slug: z.string() }),
  }),
  officeRemoveCategory: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/instruments/remove_category',
    roles: editors,
    changesState: true,
    subject: { kind: 'category', field: 'id' },
    summary: 'Removes a category without instruments.',
    input: z.object({ id }),
    output: z.object({}),
  }),
} as const;
