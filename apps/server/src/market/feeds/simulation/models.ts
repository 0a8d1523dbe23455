// The model of the simulated market: values, volatility, correlation and activity. Plausible, not a forecast.

/** Common factors. Each series follows them by its own shares; the rest of its movement is independent. */
export const FACTORS = ['dollar', 'risk', 'metal', 'oil', 'crypto', 'europe'] as const;
type Factor = (typeof FACTORS)[number];

/** Activity of each hour (UTC) relative to the day's mean; 24 numbers. */
export type ActivityPattern = readonly number[];

const CURRENCY: ActivityPattern = [
  0.7, 0.75, 0.7, 0.6, 0.55, 0.65, 0.95, 1.35, 1.4, 1.25, 1.1, 1.05, 1.25, 1.6, 1.75, 1.6, 1.25, 0.95, 0.8, 0.75, 0.65,
  0.4, 0.5, 0.65,
];
const ASIA: ActivityPattern = [
  1.7, 1.6, 1.5, 1.2, 1.1, 1.4, 1.3, 1.1, 0.9, 0.8, 0.7, 0.7, 0.8, 1, 1, 0.9, 0.7, 0.6, 0.6, 0.6, 0.5, 0.5, 0.7, 1.1,
];
const EUROPE: ActivityPattern = [
  0.4, 0.4, 0.4, 0.4, 0.45, 0.6, 1, 2, 1.9, 1.5, 1.25, 1.15, 1.3, 1.7, 1.8, 1.7, 1.1, 0.8, 0.7, 0.7, 0.5, 0.4, 0.4, 0.4,
];
const AMERICA: ActivityPattern = [
  0.5, 0.5, 0.45, 0.4, 0.4, 0.45, 0.6, 0.8, 0.8, 0.75, 0.75, 0.8, 1.1, 1.9, 2.2, 1.8, 1.5, 1.4, 1.5, 1.9, 1.1, 0.4, 0.4,
  0.5,
];
const CRYPTO: ActivityPattern = [
  1, 0.95, 0.9, 0.85, 0.8, 0.8, 0.85, 0.95, 1, 1, 1, 1, 1.1, 1.3, 1.35, 1.3, 1.2, 1.1, 1.05, 1, 0.95, 0.9, 0.9, 0.95,
];

/** A value that moves independently. An instrument's price is one series or the ratio of two. */
export interface Series {
  readonly name: string;
  /**
   * Initial value, and level to which it slowly reverts. Currencies, metals and coins: dollars per unit. Indices:
   * points.
   */
  readonly anchor: number;
  /** Standard deviation of the yearly return. */
  readonly volatility: number;
  readonly activity: ActivityPattern;
  /** Shares of its movement that follow the factors. Their squares sum to at most 1. */
  readonly follows: Partial<Record<Factor, number>>;
}

function series(
  name: string,
  anchor: number,
  volatility: number,
  activity: ActivityPattern,
  follows: Series['follows'],
): Series {
  return { name, anchor, volatility, activity, follows };
}

/** The simulated series, with anchors near real prices. */
export const SERIES: readonly Series[] = [
  series('EUR', 1.1545, 0.07, CURRENCY, { dollar: -0.75, europe: 0.3 }),
  series('GBP', 1.3125, 0.078, CURRENCY, { dollar: -0.7, europe: 0.2, risk: 0.2 }),
  series('JPY', 1 / 154.6, 0.09, CURRENCY, { dollar: -0.6, risk: -0.35 }),
  series('CHF', 1 / 0.8065, 0.075, CURRENCY, { dollar: -0.65, europe: 0.3, risk: -0.25 }),
  series('AUD', 0.6495, 0.095, CURRENCY, { dollar: -0.6, risk: 0.45 }),
  series('NZD', 0.5665, 0.095, CURRENCY, { dollar: -0.6, risk: 0.42 }),
  series('CAD', 1 / 1.4035, 0.055, CURRENCY, { dollar: -0.65, oil: 0.2, risk: 0.25 }),
  series('HKD', 1 / 7.7815, 0.004, CURRENCY, { dollar: -0.3 }),
  series('SGD', 1 / 1.3035, 0.042, CURRENCY, { dollar: -0.75 }),
  series('XAU', 4080, 0.16, CURRENCY, { metal: 0.8, dollar: -0.35, risk: -0.1 }),
  series('XAG', 50.4, 0.3, CURRENCY, { metal: 0.75, dollar: -0.25, risk: 0.1 }),
  series('XPT', 1545, 0.26, CURRENCY, { metal: 0.55, dollar: -0.2, risk: 0.2 }),
  series('XPD', 1402, 0.32, CURRENCY, { metal: 0.4, risk: 0.25 }),
  series('WTI', 59.8, 0.33, AMERICA, { oil: 0.93, risk: 0.15 }),
  series('BRENT', 63.9, 0.31, AMERICA, { oil: 0.93, risk: 0.15 }),
  series('NATGAS', 4.42, 0.55, AMERICA, { oil: 0.15 }),
  series('US500', 6680, 0.145, AMERICA, { risk: 0.93 }),
  series('US100', 24_650, 0.195, AMERICA, { risk: 0.9 }),
  series('US30', 46_450, 0.13, AMERICA, { risk: 0.87 }),
  series('GER40', 23_350, 0.155, EUROPE, { risk: 0.65, europe: 0.6 }),
  series('UK100', 9_610, 0.115, EUROPE, { risk: 0.6, europe: 0.5, oil: 0.15 }),
  series('FRA40', 8_020, 0.15, EUROPE, { risk: 0.63, europe: 0.62 }),
  series('EU50', 5_560, 0.155, EUROPE, { risk: 0.65, europe: 0.65 }),
  series('JP225', 49_300, 0.2, ASIA, { risk: 0.6, dollar: 0.25 }),
  series('AUS200', 8_540, 0.12, ASIA, { risk: 0.6, metal: 0.15 }),
  series('HK50', 25_950, 0.23, ASIA, { risk: 0.5 }),
  series('BTC', 91_400, 0.46, CRYPTO, { crypto: 0.85, risk: 0.25 }),
  series('ETH', 3_020, 0.62, CRYPTO, { crypto: 0.83, risk: 0.22 }),
  series('SOL', 137.2, 0.78, CRYPTO, { crypto: 0.78, risk: 0.2 }),
  series('XRP', 2.13, 0.72, CRYPTO, { crypto: 0.68, risk: 0.15 }),
  series('BNB', 905, 0.5, CRYPTO, { crypto: 0.75, risk: 0.15 }),
  series('DOGE', 0.1575, 0.85, CRYPTO, { crypto: 0.75, risk: 0.15 }),
  series('ADA', 0.468, 0.8, CRYPTO, { crypto: 0.75, risk: 0.15 }),
  series('LTC', 93.5, 0.66, CRYPTO, { crypto: 0.72, risk: 0.15 }),
];

/** The series of an instrument, and how its dealer quotes it. */
export interface Model {
  readonly code: string;
  readonly base: string;
  /** Null when the price is the base's own value. */
  readonly quote: string | null;
  /** Usual spread in the instrument's price steps. */
  readonly spreadSteps: number;
  /** Quotes per second in an average hour. */
  readonly ticksPerSecond: number;
}

function model(code: string, base: string, quote: string | null, spreadSteps: number, ticksPerSecond: number): Model {
  return { code, base, quote, spreadSteps, ticksPerSecond };
}

/** The instruments that the simulation can quote. */
export const MODELS: readonly Model[] = [
  model('EURUSD', 'EUR', null, 8, 5),
  model('GBPUSD', 'GBP', null, 11, 4.5),
  model('USDJPY', 'USD', 'JPY', 10, 4.5),
  model('USDCHF', 'USD', 'CHF', 13, 3),
  model('AUDUSD', 'AUD', null, 9, 3.5),
  model('USDCAD', 'USD', 'CAD', 13, 3),
  model('NZDUSD', 'NZD', null, 14, 2.5),
  model('EURGBP', 'EUR', 'GBP', 11, 3),
  model('EURJPY', 'EUR', 'JPY', 14, 3.5),
  model('GBPJPY', 'GBP', 'JPY', 20, 3.5),
  model('AUDJPY', 'AUD', 'JPY', 15, 2.5),
  model('EURCHF', 'EUR', 'CHF', 15, 2.5),
  model('EURAUD', 'EUR', 'AUD', 18, 2.5),
  model('AUDNZD', 'AUD', 'NZD', 21, 2),
  model('USDHKD', 'USD', 'HKD', 25, 1),
  model('USDSGD', 'USD', 'SGD', 20, 1.5),
  model('XAUUSD', 'XAU', null, 260, 5),
  model('XAGUSD', 'XAG', null, 220, 3),
  model('XPTUSD', 'XPT', null, 180, 1),
  model('XPDUSD', 'XPD', null, 320, 0.8),
  model('WTI', 'WTI', null, 28, 2.5),
  model('BRENT', 'BRENT', null, 30, 2),
  model('NATGAS', 'NATGAS', null, 6, 1.5),
  model('US500', 'US500', null, 5, 3.5),
  model('US100', 'US100', null, 14, 4),
  model('US30', 'US30', null, 22, 3),
  model('GER40', 'GER40', null, 11, 3),
  model('UK100', 'UK100', null, 10, 2),
  model('FRA40', 'FRA40', null, 11, 2),
  model('EU50', 'EU50', null, 13, 2),
  model('JP225', 'JP225', null, 8, 2.5),
  model('AUS200', 'AUS200', null, 13, 1.5),
  model('HK50', 'HK50', null, 60, 2),
  model('BTCUSD', 'BTC', null, 1900, 6),
  model('ETHUSD', 'ETH', null, 110, 4),
  model('SOLUSD', 'SOL', null, 70, 3),
  model('XRPUSD', 'XRP', null, 140, 2.5),
  model('BNBUSD', 'BNB', null, 45, 2),
  model('DOGEUSD', 'DOGE', null, 16, 2),
  model('ADAUSD', 'ADA', null, 45, 1.5),
  model('LTCUSD', 'LTC', null, 9, 1.5),
];
