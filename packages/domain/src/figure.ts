/**
 * Figures look the same in every language: Latin digits, a point before decimals, a comma between thousands. Traders
 * compare them with the ticket's field, the chart's axis and other platforms; "1.234" must never have two meanings.
 */
const GROUPS = /\B(?=(\d{3})+(?!\d))/g;

/** The minus sign U+2212. It has the width of a plus and the height of a digit; a hyphen has neither. */
export const MINUS = '−';

/**
 * Groups thousands and replaces the hyphen: "-1234.50" becomes "−1,234.50". A value that rounds to zero loses its sign:
 * "-0.00" becomes "0.00".
 */
export function writeFigure(plain: string): string {
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace(GROUPS, ',');
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return text.replace('-', /[1-9]/.test(text) ? MINUS : '');
}

/** Puts a plus before gains, so that colour is never the only sign. */
export function withSign(written: string): string {
  return /[1-9]/.test(written) && !written.startsWith(MINUS) ? `+${written}` : written;
}

/** Appends the code of a unit after a no-break space, so that it never stands alone on the next line. */
export function withUnit(written: string, unit: string): string {
  return `${written}\u00A0${unit}`;
}
