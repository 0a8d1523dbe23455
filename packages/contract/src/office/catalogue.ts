import { z } from 'zod/mini';
import { id } from '../scalar.ts';
import { defineStaffCall } from './call.ts';
import { staffReason } from './desk.ts';
import { instrumentTerms, officeInstrument, plausibleRates } from './instruments.ts';

const editors = ['dealer', 'administrator'] as const;

/** A new instrument: what never changes afterwards, and its first terms. */
export const newInstrument = z
  .object({
    /** Its name in addresses, files and sources: EURSGD. Unique among the listed instruments. */
    code: z.string().check(z.regex(/^[A-Z0-9]{2,16}$/)),
    base_currency: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
    /** Dollars, or a currency with a listed dollar pair, through which results are converted. */
    quote_currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    /** Decimals of its prices. */
    price_precision: z.int().check(z.gte(0), z.lte(15)),
    /** Decimals of the integers that hold its prices: fewer for prices from ten million on. Default: 8, or the precision. */
    price_scale: z.optional(z.int().check(z.gte(3), z.lte(15))),
    /** Units of the base in one lot; whole dollars of margin per lot in the fixed mode. */
    units_per_lot: z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
    margin_mode: z.enum(['fixed', 'leveraged']),
    ...instrumentTerms.shape,
  })
  .check(...plausibleRates);

export const catalogueCalls = {
  officeAddInstrument: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/instruments/add',
    roles: editors,
    changesState: true,
    subject: { kind: 'instrument', field: 'code' },
    summary:
      'Lists a new instrument at run time. While there are real accounts it becomes a proposal for a second administrator (`proposal`); otherwise it is listed at once (`instrument`). Without a price it is closed, with the reason `no_price_source`. Code, currencies, precision, scale, lot size and margin mode never change: delist the instrument and add another.',
    input: newInstrument,
    output: z.object({ instrument: z.nullable(officeInstrument), proposal: z.nullable(z.int()) }),
  }),
  officeDelistInstrument: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/instruments/delist',
    roles: editors,
    changesState: true,
    subject: { kind: 'instrument', field: 'id' },
    summary:
      'Delists an instrument that is halted or close-only, and in which no account of any shard has a position or an order. Refused while another instrument converts through it or a group has terms of it. The past of accounts still names it; its code may be used again.',
    input: z.object({ id, reason: staffReason }),
    output: z.object({}),
  }),
} as const;
