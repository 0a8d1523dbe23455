/** A figure with one comma as its decimal mark. */
const DECIMAL_COMMA = /^-?\d+,\d+$/;
/** A figure whose comma may as well stand between thousands, as the pages write them; zero never stands before one. */
const THOUSANDS_COMMA = /^-?0*[1-9]\d{0,2},\d{3}$/;
/** Digits in groups, with any mark that people put between thousands. A zero stands before none. */
const GROUPED = /^[-−+]?[1-9]\d{0,2}([\s,.'’٬]\d{2,3})*[\s,.'’٬]\d{3}([.,]\d*)?$/;

/**
 * Reads a decimal comma as a point. Text that could be another figure stays as it is, so that the call refuses it:
 * "25,400" is 25400 on every page of the product, and 25.4 to people who write a decimal comma.
 */
export function pointFigure(typed: string): string {
  const text = typed.trim();
  return DECIMAL_COMMA.test(text) && !THOUSANDS_COMMA.test(text) ? text.replace(',', '.') : text;
}

/** True for a plain decimal, such as "-12.50". */
export function isPlainFigure(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** True if a refused text looks like a figure with marks between thousands, which its message should name. */
export function isGrouped(typed: string): boolean {
  return GROUPED.test(typed.trim());
}
