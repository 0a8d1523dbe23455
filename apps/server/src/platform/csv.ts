/** A number may begin with a minus; any other text that begins like a formula would be run by a spreadsheet. */
const NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[\s]*[=+\-@\t\r]/;

/**
 * Rows as CSV (RFC 4180), with a line of names unless they come after rows that have one already. Texts that a spreadsheet
 * would take for formulas begin with an apostrophe.
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
