/**
 * Figures are written one way in every language: Latin digits, a point before decimals, a comma between thousands.
 * A trader compares them with the ticket's field, the chart's axis and other platforms; "1.234" must never mean two things.
 */
const GROUPS = /\B(?=(\d{3})+(?!\d))/g;

/** As wide as a plus and as high as a digit, which the hyphen of keyboards is not. */
export const MINUS = '−';

/** A plain decimal as people read it: "-1234.50" is "−1,234.50". What rounds to nothing has no sign: "-0.00" is "0.00". */
export function writeFigure(plain: string): string {
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace(GROUPS, ',');
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return text.replace('-', /[1-9]/.test(text) ? MINUS : '');
}

/** A written figure with a plus before gains, so that colour is never the only sign. */
export function withSign(written: string): string {
  return /[1-9]/.test(written) && !written.startsWith(MINUS) ? `+${written}` : written;
}

/** A written figure with the code of its unit, which follows it in every language and never stands alone on the next line. */
export function withUnit(written: string, unit: string): string {
  return `${written}\u00A0${unit}`;
}
