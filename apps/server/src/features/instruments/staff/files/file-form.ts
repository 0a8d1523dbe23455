import { PRICE_SOURCES, type fileInstrument } from '@fairlot/contract';
import { type CalendarText, type SpecialDay, calendarText } from '@fairlot/domain';
import { LANGUAGE_CODES } from '@fairlot/i18n';
import type { z } from 'zod/mini';
import { csvOf } from '../../../../http/csv.ts';
import type { Category, ListedInstrument, MarketAdmin } from '../../../../market/port.ts';
import { officeTerms } from '../terms.ts';
import { readCsv } from './csv-text.ts';

/** An instrument as a file has it. */
export type FileInstrument = z.infer<typeof fileInstrument>;
/** A row of a file, not yet checked: the fields that it states. */
export interface RawRow {
  readonly line: number;
  readonly kind: 'instrument' | 'calendar';
  readonly value: Readonly<Record<string, unknown>>;
}

/** A calendar as a file has it, which is how the office's calls have it. */
export interface FileCalendar {
  readonly name: string;
  readonly time_zone: string;
  readonly week: readonly string[];
  readonly special_days: readonly SpecialDay[];
  readonly last_day: string | null;
}

const FORMAT = 'fairlot-catalogue-1';
const NUMBERS: ReadonlySet<string> = new Set([
  'price_precision',
  'price_scale',
  'swap_triple_weekday',
  'stale_after_ms',
  'jump_per_mille',
  'hold_ms',
]);
/** Columns of a CSV file in this order; then come the symbols and the names. */
const COLUMNS =
  'code display_code category base_currency quote_currency calendar price_precision price_scale units_per_lot margin_mode ' +
  'min_lots max_lots lot_step leverages fee_mode fee_rate swap_mode swap_long swap_short swap_triple_weekday ' +
  'stale_after_ms jump_per_mille hold_ms logo';
const SYMBOL = 'symbol_';
const NAME = 'name_';
const ALL_COLUMNS: readonly string[] = [
  ...COLUMNS.split(' '),
  ...PRICE_SOURCES.map((source) => `${SYMBOL}${source}`),
  ...LANGUAGE_CODES.map((language) => `${NAME}${language}`),
];

/** An instrument in the file's form. */
export function fileOf(instrument: ListedInstrument, categories: readonly Category[]): FileInstrument {
  const { category_id: category, names, ...terms } = officeTerms(instrument);
  const symbols = Object.entries(instrument.symbols ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    code: instrument.code,
    base_currency: instrument.baseCurrency,
    quote_currency: instrument.quoteCurrency,
    price_precision: instrument.pricePrecision,
    price_scale: instrument.priceScale ?? null,
    units_per_lot: String(instrument.unitsPerLot),
    margin_mode: instrument.marginMode,
    category: categories.find(({ id }) => id === category)?.slug ?? '',
    ...terms,
    names,
    symbols: Object.fromEntries(symbols),
  };
}

/** A calendar in the file's form. */
export function fileCalendarOf({ name, timeZone, week, days, lastDay }: CalendarText): FileCalendar {
  return { name, time_zone: timeZone, week, special_days: days, last_day: lastDay };
}

/** Writes the catalogue as a file. */
export function writeFile(format: 'json' | 'csv', market: MarketAdmin): string {
  const instruments = market.instruments().map((each) => fileOf(each, market.categories()));
  if (format === 'csv') return csvOf(instruments.map(cellsOf), ALL_COLUMNS);
  const calendars = market.calendars.all().map(({ calendar }) => fileCalendarOf(calendarText(calendar)));
  return `${JSON.stringify({ format: FORMAT, calendars, instruments }, null, 2)}\n`;
}

/** Reads the rows of a file, or returns the reason why it has none: the column or part that is unknown. */
export function readFile(
  format: 'json' | 'csv',
  text: string,
  mostRows: number,
): readonly RawRow[] | { readonly part: string } {
  return format === 'csv' ? readCsvFile(text, mostRows) : readJsonFile(text, mostRows);
}

function readJsonFile(text: string, mostRows: number): readonly RawRow[] | { readonly part: string } {
  const file = parsed(text.replace(/^\uFEFF/, ''));
  if (!isRecord(file) || file['format'] !== FORMAT) return { part: 'format' };
  const { calendars = [], instruments = [] } = file;
  if (!isRecords(calendars) || calendars.length > mostRows) return { part: 'calendars' };
  if (!isRecords(instruments) || instruments.length > mostRows) return { part: 'instruments' };
  return [
    ...calendars.map((value, index): RawRow => ({ line: index + 1, kind: 'calendar', value })),
    ...instruments.map((value, index): RawRow => ({ line: index + 1, kind: 'instrument', value })),
  ];
}

function readCsvFile(text: string, mostRows: number): readonly RawRow[] | { readonly part: string } {
  const rows = readCsv(text, mostRows);
  if (rows === undefined) return { part: 'format' };
  const unknown = [...(rows[0]?.cells.keys() ?? [])].find((column) => !ALL_COLUMNS.includes(column));
  if (unknown !== undefined) return { part: unknown };
  return rows.map(({ line, cells }) => ({ line, kind: 'instrument', value: valueOf(cells) }));
}

function cellsOf({ names, symbols, leverages, ...plain }: FileInstrument): Readonly<Record<string, unknown>> {
  return {
    ...plain,
    leverages: leverages.join(' '),
    ...prefixed(SYMBOL, symbols),
    ...prefixed(NAME, names),
  };
}

/** A row's fields by its cells. Symbols and names are those of the columns that the file has; others stay. */
function valueOf(cells: ReadonlyMap<string, string>): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const parts: Record<'symbols' | 'names', Record<string, string>> = { symbols: {}, names: {} };
  for (const [column, cell] of cells) {
    if (column.startsWith(SYMBOL)) parts.symbols[column.slice(SYMBOL.length)] = cell;
    else if (column.startsWith(NAME)) parts.names[column.slice(NAME.length)] = cell;
    else if (column === 'leverages')
      value[column] = cell
        .split(' ')
        .filter((part) => part !== '')
        .map(wholeOr);
    else if (column === 'price_scale' && cell === '') value[column] = null;
    else value[column] = NUMBERS.has(column) ? wholeOr(cell) : cell;
  }
  for (const [name, part] of Object.entries(parts)) if (Object.keys(part).length > 0) value[`${name}_part`] = part;
  return value;
}

/** Text that is no number stays text, so that the schema refuses it. */
function wholeOr(text: string): number | string {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function prefixed(prefix: string, record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [`${prefix}${key}`, value]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecords(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every(isRecord);
}
