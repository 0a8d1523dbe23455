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
import type { Lots, Money, Rate } from '@fairlot/domain';

/** Shown in place of an unknown figure. */
export const UNKNOWN_FIGURE = '–';

/** A figure in a domain unit, or its decimal text. null and undefined mean unknown. */
export type Shown<Unit extends bigint> = Unit | string | null | undefined;

/** Dollars with 2 decimals for balances and 6 for margins and results (specification, section 9), grouped: "−1,234.50". */
export function formatMoneyText(value: Shown<Money>, decimals: 2 | 6 = 2): string {
  const micro = exact(value, MONEY_SCALE);
  return micro === undefined ? UNKNOWN_FIGURE : writeFigure(formatDecimal(micro, MONEY_SCALE, decimals));
}

/**
 * The rule for the decimals of money (specification, section 9). `detail`: margins, fees, swaps and results of orders, and
 * their sums, as figures of their own on the screens of trading: six, the last four small. `sum`: balances, equity and free
 * margin, and all money in sentences, messages, statements, payments and on the chart: two. A trader may have two everywhere.
 */
export function moneyDecimals(kind: 'detail' | 'sum', twoEverywhere: boolean): 2 | 6 {
  return kind === 'detail' && !twoEverywhere ? 6 : 2;
}

/** Like formatMoneyText, with a plus before gains, so that colour is never the only sign. */
export function formatResult(value: Shown<Money>, decimals: 2 | 6 = 2): string {
  return withSign(formatMoneyText(value, decimals));
}

/** Money with the code of its currency, where no heading names it: "1,234.50 USD". */
export function formatAmount(value: Shown<Money>, decimals: 2 | 6 = 2): string {
  return withUnit(formatMoneyText(value, decimals), 'USD');
}

/** Like formatAmount, with a plus before gains: "+12.00 USD". */
export function formatResultAmount(value: Shown<Money>, decimals: 2 | 6 = 2): string {
  return withUnit(formatResult(value, decimals), 'USD');
}

/** A percentage without the per cent sign, for sentences that contain the sign: "123.45". */
export function formatRatio(value: Shown<Rate>): string {
  const rate = exact(value, RATE_SCALE);
  return rate === undefined ? UNKNOWN_FIGURE : writeFigure(formatDecimal(rate, RATE_SCALE, 2));
}

/** Formats percentages as one language writes them. */
export interface PercentFormat {
  /** With two decimals: "123.45%", "−1.20 %", "%12.00". */
  readonly percent: (value: Shown<Rate>) => string;
  /** Like `percent`, with a plus before gains: "+0.53%", "−1.20%", "0.00%". */
  readonly change: (value: Shown<Rate>) => string;
  /** Puts the sign on a figure that is already formatted, and keeps its decimals: "61.8%". */
  readonly ofFigure: (written: string) => string;
}

/**
 * Creates a format from a language's pattern (`percent` in the table of languages), in which 0 stands for the figure.
 */
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
export function formatLeverage(value: Rate | string | number): string {
  return `1:${formatRatio(typeof value === 'number' ? String(value) : value).replace(/\.?0+$/, '')}`;
}

/** Lots with two to four decimals: "0.10". */
export function formatLotsText(value: Lots | string): string {
  const lots = typeof value === 'bigint' ? value : parseLots(value);
  return lots === undefined ? UNKNOWN_FIGURE : writeFigure(formatLots(lots));
}

/** A whole count such as a volume or the units of a lot: "100,000". */
export function formatCount(value: number | bigint | string): string {
  return writeFigure(String(value));
}

/** The sign of a raw or formatted figure, for its colour and arrow. 0 for an unknown one. */
export function signOf(value: Shown<bigint>): -1 | 0 | 1 {
  if (typeof value === 'bigint') return value === 0n ? 0 : value < 0n ? -1 : 1;
  if (value === null || value === undefined || !/[1-9]/.test(value)) return 0;
  return /^[-−]/.test(value) ? -1 : 1;
}

/**
 * Parses a decimal text. Digits beyond the scale are cut, not refused: the server never sends them, and the figure is
 * only displayed.
 */
function exact(value: Shown<bigint>, scale: number): bigint | undefined {
  if (value === null || value === undefined || typeof value === 'bigint') return value ?? undefined;
  const [whole = '', fraction = ''] = value.split('.');
  return parseDecimal(fraction === '' ? whole : `${whole}.${fraction.slice(0, scale)}`, scale);
}
