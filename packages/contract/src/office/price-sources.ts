import { z } from 'zod/mini';
import { epochMs, id } from '../scalar.ts';
import { defineStaffCall } from './call.ts';

const readers = ['dealer', 'administrator', 'finance', 'compliance', 'support'] as const;

/** The live sources that an instrument may have a symbol at. */
export const PRICE_SOURCES = ['oanda', 'binance', 'kraken', 'coinbase', 'dxlink'] as const;
const sourceName = z.enum(PRICE_SOURCES);

/** A symbol as a source writes it: no blanks, and no commas, which separate symbols. Empty: the source is not used. */
export const sourceSymbol = z.string().check(z.maxLength(40), z.regex(/^[A-Za-z0-9._/:=#&$@{}~^+-]*$/));

/** A source in an instrument’s line. */
const inLine = z.object({
  name: sourceName,
  /** Place in FAIRLOT_FEED, from 1 on; null when it is not named there. */
  place: z.nullable(z.int()),
  /** Empty: the source is not used. */
  symbol: z.string(),
  /** The symbol of the reference data; null when it has none. */
  default_symbol: z.nullable(z.string()),
  /**
   * State of the source for this instrument. unused: not named in FAIRLOT_FEED, or without a symbol. unknown: it does not
   * know the symbol. contradicted: it is live, and another source contradicts its price.
   */
  state: z.enum(['unused', 'unknown', 'connecting', 'live', 'stale', 'refused', 'contradicted']),
  /** Reason of the connection's state; null for an unused source. */
  reason: z.nullable(z.string()),
  since: z.nullable(epochMs),
});

const line = z.object({
  /** Name of the present source: one of the list, simulated or replay. Null: the instrument has no price. */
  present: z.nullable(z.string()),
  /** Since when it has this source, or none; null in a market without live sources. */
  since: z.nullable(epochMs),
  /** In order of preference; sources that FAIRLOT_FEED does not name come last. */
  sources: z.array(inLine),
});

export const priceSourceCalls = {
  officeInstrumentSources: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/instruments/sources',
    roles: readers,
    changesState: false,
    summary: 'The live sources of an instrument in order of preference: symbol and state of each, and the present one.',
    input: z.object({ id }),
    output: line,
  }),
  officeSetSymbol: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/instruments/symbol',
    roles: ['dealer', 'administrator'],
    changesState: true,
    subject: { kind: 'instrument', field: 'id' },
    summary:
      'Sets the symbol of an instrument at a source; an empty one means that the source is not used. Takes effect without a restart: the source is asked for the new symbol, and has said nothing about the instrument until its first quote. `seen`: the symbol that the caller read. While there are real accounts, a symbol becomes a proposal for a second administrator; an empty one takes effect at once.',
    input: z.object({ id, source: sourceName, symbol: sourceSymbol, seen: z.string().check(z.maxLength(40)) }),
    output: z.object({
      ...line.shape,
      /** Number of the proposal; null when the change has taken effect. */
      proposal: z.nullable(z.int()),
    }),
  }),
} as const;
