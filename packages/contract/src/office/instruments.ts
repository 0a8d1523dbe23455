import { z } from 'zod/mini';
import { dealing } from '../forex.ts';
import { decimal, epochMs, id, isoTime, nothing } from '../scalar.ts';
import { defineStaffCall, defineStaffList, period } from './call.ts';
import { staffReason } from './desk.ts';
import { isPlausibleFee, isPlausibleSwap } from './instrument-bounds.ts';

const readers = ['dealer', 'administrator', 'finance', 'compliance', 'support'] as const;
const editors = ['dealer', 'administrator'] as const;
const positive = z.string().check(
  z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,8})?$/),
  z.refine((text) => /[1-9]/.test(text)),
);
const signed = z.string().check(z.regex(/^-?(0|[1-9]\d{0,8})(\.\d{1,8})?$/));

interface RateFields {
  readonly fee_mode?: 'perLot' | 'ofMargin' | undefined;
  readonly fee_rate?: string | undefined;
  readonly swap_mode?: 'points' | 'annualPercent' | undefined;
  readonly swap_long?: string | undefined;
  readonly swap_short?: string | undefined;
}

/** Terms of an instrument that the office may change. Open positions keep theirs, except for the swap. */
export const instrumentTerms = z.object({
  display_code: z.string().check(z.regex(/^[A-Z0-9./ -]{2,20}$/)),
  /** Names by language; those of English are shown in languages without one. Empty: those of the catalogue. */
  names: z
    .record(z.string().check(z.regex(/^[a-z]{2,3}$/)), z.string().check(z.minLength(1), z.maxLength(60)))
    .check(z.refine((names) => Object.keys(names).length <= 40)),
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
  /** Meaning of `fee_rate`. A change must state the rate too. */
  fee_mode: z.enum(['perLot', 'ofMargin']),
  /** Dollars per lot, at most 1000; or a factor of the margin, at most 1. */
  fee_rate: z.string().check(z.regex(/^(0|[1-9]\d{0,5})(\.\d{1,8})?$/)),
  /** Meaning of `swap_long` and `swap_short`: at most 10000 points, or 100 per cent a year. A change must state both. */
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

/** The terms of the swap. A change applies to open positions too, from a rollover on. */
export const SWAP_TERMS = ['swap_mode', 'swap_long', 'swap_short', 'swap_triple_weekday'] as const;
/** Calendar and age of quotes tell whether an old price can be dealt on. */
const GUARDED_TERMS = ['fee_mode', 'fee_rate', 'leverages', 'calendar', 'stale_after_ms', ...SWAP_TERMS] as const;

/**
 * The changed terms that move money or let old prices be dealt on: while there are real accounts, they need a second
 * person. An empty list of leverages does not, because it only stops new orders.
 */
export function guardedTerms(
  changed: Readonly<Partial<Record<(typeof GUARDED_TERMS)[number], unknown>>>,
): readonly string[] {
  const { leverages } = changed;
  const stops = Array.isArray(leverages) && leverages.length === 0;
  return GUARDED_TERMS.filter((name) => changed[name] !== undefined && !(name === 'leverages' && stops));
}

/** The category among changed terms; undefined when they leave it. */
export function changedCategory({
  category_id: category,
}: Readonly<Partial<Record<'category_id', unknown>>>): number | undefined {
  return typeof category === 'number' ? category : undefined;
}

/** A rate must stay plausible, and must be stated anew when its meaning changes. */
export const plausibleRates = [
  z.refine<RateFields>(({ fee_mode: mode, fee_rate: rate }) => mode === undefined || rate !== undefined, {
    path: ['fee_rate'],
  }),
  z.refine<RateFields>(({ fee_mode: mode, fee_rate: rate }) => rate === undefined || isPlausibleFee(mode, rate), {
    path: ['fee_rate'],
  }),
  ...(['swap_long', 'swap_short'] as const).flatMap((name) => [
    z.refine<RateFields>((given) => given.swap_mode === undefined || given[name] !== undefined, { path: [name] }),
    z.refine<RateFields>(({ swap_mode: mode, [name]: rate }) => rate === undefined || isPlausibleSwap(mode, rate), {
      path: [name],
    }),
  ]),
];

/** A change of terms: the given fields. */
const changedTerms = z.partial(instrumentTerms).check(...plausibleRates);

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
  dealing,
  /** 1 = open. */
  market_status: z.int(),
  next_session: z.nullable(epochMs),
  open_positions: z.int(),
  pending_orders: z.int(),
  ...instrumentTerms.shape,
  /** A decided change of the swap; null when there is none. */
  announced_swap: z.nullable(
    z.object({
      /** Market time of the first rollover that is charged at it. */
      at: epochMs,
      swap_mode: instrumentTerms.shape.swap_mode,
      swap_long: decimal,
      swap_short: decimal,
      swap_triple_weekday: z.int(),
      /** Number of the proposal. Rejecting it calls the change off. */
      proposal: z.int(),
    }),
  ),
});

/** Positions of an instrument, and the accounts that they belong to. */
const holders = z.object({ positions: z.int(), accounts: z.int() });

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

/** Dollars for one lot. Null before the first quote. */
const lotCost = z.object({
  /** The ask at which it is computed. */
  price: decimal,
  leverage: z.int(),
  fee: decimal,
  margin: decimal,
  /** Per night, signed from the client’s side. */
  swap_long: decimal,
  swap_short: decimal,
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
      'Changes the terms of an instrument. `seen`: the values of these terms that the caller read; others in force now are refused with `record_changed`. While there are real accounts, changes of fee, leverages, swap, session calendar and the age of stale quotes become proposals for a second administrator; an empty list of leverages stops new orders at once. So does another category that gives the instrument other terms in a group; with other swaps or tiers it is refused while real accounts of the group have open positions in it (`category_concerns_positions`). A swap then changes from a rollover at least 24 hours after the approval on, also for open positions; calendar and age of quotes change for all of them with the approval; other terms never change those.',
    input: z.object({ id, terms: changedTerms, seen: z.optional(z.partial(instrumentTerms)) }),
    /** `proposals`: the numbers of the parts that wait; a change of the swap is one of its own. */
    output: z.object({ ...officeInstrument.shape, proposals: z.array(z.int()) }),
  }),
  officeSetDealing: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/instruments/dealing',
    roles: editors,
    changesState: true,
    subject: { kind: 'instrument', field: 'id' },
    summary:
      'Halts an instrument, lets only closing be dealt in it, or releases it, at once and for all accounts. While it is halted nothing is dealt, orders and stops wait, and accounts that depend on it are not stopped out; a release fires nothing before the next quote. `seen`: the mode that the caller read; when a stricter one is in force now, a weaker wish is refused with `record_changed`.',
    input: z.object({ id, mode: dealing, reason: staffReason, seen: z.optional(dealing) }),
    output: officeInstrument,
  }),
  officeTermsEffect: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/instruments/effect',
    roles: readers,
    changesState: false,
    summary:
      'The open positions that a change of an instrument’s swap concerns, and when it would take effect; the groups in which another category gives it other terms.',
    input: z.object({ id, category_id: z.optional(id) }),
    output: z.object({
      real: holders,
      demo: holders,
      /** True while changes that move money need a second person. */
      needs_approval: z.boolean(),
      /** The first rollover at a new swap if it were approved now; null: at once. */
      swap_at: z.nullable(epochMs),
      /** Groups that have other terms for the instrument in the category `category_id`. */
      groups: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          /** True when the swap or the tiers differ: refused while real accounts of the group have open positions. */
          concerns_positions: z.boolean(),
        }),
      ),
    }),
  }),
  officeTermsCost: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/instruments/cost',
    roles: readers,
    changesState: false,
    summary: 'The cost of one lot at the present price, under the present terms and with the given ones.',
    input: z.object({
      id,
      fee_mode: z.optional(instrumentTerms.shape.fee_mode),
      fee_rate: z.optional(instrumentTerms.shape.fee_rate),
      swap_mode: z.optional(instrumentTerms.shape.swap_mode),
      swap_long: z.optional(signed),
      swap_short: z.optional(signed),
      /** Leverage of the margin with the given terms. Default: the instrument's first. */
      leverage: z.optional(id),
    }),
    output: z.object({ before: z.nullable(lotCost), after: z.nullable(lotCost) }),
  }),
  officeInstrumentChanges: defineStaffList({
    path: '/office/api/instruments/changes',
    roles: readers,
    summary: 'All changes of terms, newest first.',
    filters: { ...period, instrument_id: z.optional(id) },
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
