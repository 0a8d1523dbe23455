import { MONEY_SCALE, RATE_SCALE, formatDecimal, formatLots, parseDecimal, parseLots } from '@fairlot/domain';

/**
 * Figures are written one way in every language: Latin digits, a point before decimals, a comma between thousands.
 * A trader compares them with the ticket's field, the chart's axis and other platforms; "1.234" must never mean two things.
 */
const GROUPS = /\B(?=(\d{3})+(?!\d))/g;

/** As wide as a plus and as high as a digit, which the hyphen of keyboards is not. */
const MINUS = '−';

/** What is shown where a figure is not known. */
export const UNKNOWN_FIGURE = '–';

/** Dollars with 2 decimals for balances and 6 for margins and results (specification, section 9), grouped: "−1,234.50". */
export function formatMoneyText(value: string | null | undefined, decimals: 2 | 6 = 2): string {
  const micro = exact(value, MONEY_SCALE);
  return micro === undefined ? UNKNOWN_FIGURE : group(formatDecimal(micro, MONEY_SCALE, decimals));
}

/** The same with a plus before gains, so that colour is never the only sign. */
export function formatResult(value: string | null | undefined, decimals: 2 | 6 = 2): string {
  return signed(formatMoneyText(value, decimals));
}

/** Per cent with two decimals: "123.45%". */
export function formatPercent(value: string | null | undefined): string {
  const rate = exact(value, RATE_SCALE);
  return rate === undefined ? UNKNOWN_FIGURE : `${group(formatDecimal(rate, RATE_SCALE, 2))}%`;
}

/** Per cent with its sign: "+0.53%", "−1.20%", "0.00%". */
export function formatChange(value: string | null | undefined): string {
  return signed(formatPercent(value));
}

/** Lots with two decimals at least and four at most: "0.10". */
export function formatLotsText(value: string): string {
  const lots = parseLots(value);
  return lots === undefined ? UNKNOWN_FIGURE : group(formatLots(lots));
}

/** A whole count such as a volume or the units of a lot: "100,000". */
export function formatCount(value: number | string): string {
  return group(String(value));
}

/** −1, 0 or 1: for the colour and arrow beside a figure, as it is sent or as it is shown. 0 for what is unknown. */
export function signOf(value: string | null | undefined): -1 | 0 | 1 {
  if (value === null || value === undefined || !/[1-9]/.test(value)) return 0;
  return /^[-−]/.test(value) ? -1 : 1;
}

/** The server writes at most the digits of its scale; what has more is cut, not refused, because it is only shown. */
function exact(value: string | null | undefined, scale: number): bigint | undefined {
  if (value === null || value === undefined) return undefined;
  const [whole = '', fraction = ''] = value.split('.');
  return parseDecimal(fraction === '' ? whole : `${whole}.${fraction.slice(0, scale)}`, scale);
}

function group(plain: string): string {
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace(GROUPS, ',');
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  // "-0.00" would claim a loss that rounds to nothing.
  return text.replace('-', /[1-9]/.test(text) ? MINUS : '');
}

function signed(text: string): string {
  return /[1-9]/.test(text) && !text.startsWith(MINUS) ? `+${text}` : text;
}
