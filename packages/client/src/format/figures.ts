import {
  MONEY_SCALE,
  RATE_SCALE,
  formatDecimal,
  formatLots,
  parseDecimal,
  parseLots,
  withSign,
  withUnit,
  writeFigure,
} from '@fairlot/domain';

/** What is shown where a figure is not known. */
export const UNKNOWN_FIGURE = '–';

/** Dollars with 2 decimals for balances and 6 for margins and results (specification, section 9), grouped: "−1,234.50". */
export function formatMoneyText(value: string | null | undefined, decimals: 2 | 6 = 2): string {
  const micro = exact(value, MONEY_SCALE);
  return micro === undefined ? UNKNOWN_FIGURE : writeFigure(formatDecimal(micro, MONEY_SCALE, decimals));
}

/** The same with a plus before gains, so that colour is never the only sign. */
export function formatResult(value: string | null | undefined, decimals: 2 | 6 = 2): string {
  return withSign(formatMoneyText(value, decimals));
}

/** Money with the code of its currency, where no heading names it: "1,234.50 USD". */
export function formatAmount(value: string | null | undefined, decimals: 2 | 6 = 2, currency = 'USD'): string {
  return withUnit(formatMoneyText(value, decimals), currency);
}

/** The same with a plus before gains: "+12.00 USD". */
export function formatResultAmount(value: string | null | undefined, decimals: 2 | 6 = 2): string {
  return withUnit(formatResult(value, decimals), 'USD');
}

/** A ratio in per cent for a sentence that has the sign itself: "123.45". */
export function formatRatio(value: string | null | undefined): string {
  const rate = exact(value, RATE_SCALE);
  return rate === undefined ? UNKNOWN_FIGURE : writeFigure(formatDecimal(rate, RATE_SCALE, 2));
}

/** Per cents as one language writes them. */
export interface PercentFormat {
  /** With two decimals: "123.45%", "−1.20 %", "%12.00". */
  readonly percent: (value: string | null | undefined) => string;
  /** The same with a plus before gains: "+0.53%", "−1.20%", "0.00%". */
  readonly change: (value: string | null | undefined) => string;
  /** A figure that is written already, with the decimals that it has: "61.8%". */
  readonly ofFigure: (written: string) => string;
}

/** Per cents by the pattern of a language (its `percent` in the table of languages), in which 0 stands for the figure. */
export function createPercentFormat(pattern: string): PercentFormat {
  const ofFigure = (written: string): string => {
    const [sign = ''] = /^[+−]?/.exec(written) ?? [];
    return written === UNKNOWN_FIGURE ? written : sign + pattern.replace('0', written.slice(sign.length));
  };
  return {
    ofFigure,
    percent: (value) => ofFigure(formatRatio(value)),
    change: (value) => ofFigure(withSign(formatRatio(value))),
  };
}

/** Leverage as the ticket offers it: "1:100", "1:23.5". */
export function formatLeverage(value: string | number): string {
  return `1:${formatRatio(String(value)).replace(/\.?0+$/, '')}`;
}

/** Lots with two decimals at least and four at most: "0.10". */
export function formatLotsText(value: string): string {
  const lots = parseLots(value);
  return lots === undefined ? UNKNOWN_FIGURE : writeFigure(formatLots(lots));
}

/** A whole count such as a volume or the units of a lot: "100,000". */
export function formatCount(value: number | string): string {
  return writeFigure(String(value));
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
