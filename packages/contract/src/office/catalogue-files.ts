import { z } from 'zod/mini';
import { id } from '../scalar.ts';
import { defineStaffCall } from './call.ts';
import { newInstrument } from './catalogue.ts';
import { staffReason } from './desk.ts';
import { PRICE_SOURCES, sourceSymbol } from './price-sources.ts';

const readers = ['dealer', 'administrator', 'finance', 'compliance', 'support'] as const;
const editors = ['dealer', 'administrator'] as const;

/** Instruments of one file. */
export const MOST_FILE_ROWS = 500;
const MOST_FILE_BYTES = 2 * 1024 * 1024;
/** A file as a JSON text has each line break and quote twice. */
const MOST_BODY_BYTES = 2 * MOST_FILE_BYTES;

const { category_id: _, price_scale: scale, ...parts } = newInstrument.shape;

/** An instrument in a file of the catalogue: like a new one, with the category's slug and the symbols at the sources. */
export const fileInstrument = z.strictObject({
  ...parts,
  price_scale: z.optional(z.nullable(scale)),
  /** Slug of its category: numbers differ between installations. */
  category: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,30}$/)),
  symbols: z.partialRecord(z.enum(PRICE_SOURCES), sourceSymbol),
});

const format = z.enum(['json', 'csv']);

/** A row of a file, compared with the catalogue. */
const fileRow = z.object({
  /** Line of a CSV file, place in a JSON list, from 1 on. */
  line: z.int(),
  kind: z.enum(['instrument', 'calendar']),
  /** Code of the instrument, name of the calendar. */
  name: z.string(),
  state: z.enum(['new', 'changed', 'unchanged', 'refused']),
  /** The fields that differ. Of a new one, all; `from` is null then. */
  changes: z.array(z.object({ field: z.string(), from: z.nullable(z.string()), to: z.string() })),
  /** Of a refused row: the reason, its text in the caller’s language, and the field that it concerns. */
  reason: z.nullable(z.string()),
  message: z.nullable(z.string()),
  field: z.nullable(z.string()),
});

/** A file as it was uploaded, compared with the catalogue of now. */
const catalogueFile = z.object({ id: z.int(), rows: z.array(fileRow) });

export const catalogueFileCalls = {
  officeExportCatalogue: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/catalogue/export',
    roles: readers,
    changesState: false,
    summary:
      'The catalogue as text: all listed instruments with their terms and symbols, one row each; as JSON with the session calendars too.',
    input: z.object({ format }),
    output: z.object({ name: z.string(), text: z.string() }),
  }),
  officeUploadCatalogue: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/catalogue/upload',
    roles: editors,
    changesState: true,
    bodyBytes: MOST_BODY_BYTES,
    summary:
      'Stores a file of the catalogue and compares each row with the catalogue; changes nothing. A row has the fields that it changes; a new instrument has all. Rows that are not in the file stay as they are.',
    input: z.object({ format, text: z.string().check(z.minLength(1), z.maxLength(MOST_FILE_BYTES)) }),
    output: catalogueFile,
  }),
  officeCatalogueFile: defineStaffCall({
    methods: ['GET'],
    path: '/office/api/catalogue/file',
    roles: readers,
    changesState: false,
    summary: 'An uploaded file, compared with the catalogue of now.',
    input: z.object({ id }),
    output: catalogueFile,
  }),
  officeApplyCatalogue: defineStaffCall({
    methods: ['POST'],
    path: '/office/api/catalogue/apply',
    roles: editors,
    changesState: true,
    subject: { kind: 'catalogue file', field: 'id' },
    summary:
      'Applies an uploaded file row by row, or proposes it to a second administrator while there are real accounts. Refused while a row is refused. What was applied before a failure stays: applying again goes on.',
    input: z.object({ id, reason: staffReason }),
    output: z.object({
      /** Rows that were applied now. */
      applied: z.int(),
      proposal: z.nullable(z.int()),
    }),
  }),
} as const;
