/** Spreadsheets recognise UTF-8 only by this mark at the start of a file. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Negative numbers may start with a minus. A spreadsheet would run any other text that starts like a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[\s]*[=+\-@\t\r]/;

/**
 * Formats rows as CSV (RFC 4180), with a header line unless `withNames` is false. Texts that a spreadsheet would run as
 * formulas get an apostrophe in front.
 */
export function csvOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  names: readonly string[],
  withNames = true,
): string {
  const lines = [...(withNames ? [names] : []), ...rows.map((row) => names.map((name) => textOf(row[name])))];
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
