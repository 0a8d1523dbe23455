// The instruments of a new installation, with the terms of a usual retail broker. Later changes by the operator are
// never overwritten.
import { type ConversionLeg, type InstrumentId, type MarginMode, type SwapTerms, lots, rate } from '@fairlot/domain';
import type { Category, ListedInstrument } from '../port.ts';

export const REFERENCE_CATEGORIES: readonly Category[] = [
  { id: 1, slug: 'forex' },
  { id: 2, slug: 'metals' },
  { id: 3, slug: 'energy' },
  { id: 4, slug: 'indices' },
  { id: 5, slug: 'crypto' },
];

const STALE_AFTER_MS = 10_000;
const HOLD_MS = 2_000;
const WEDNESDAY = 3;
const FRIDAY = 5;

/** The instrument that converts each quote currency to dollars. */
const LEGS: Readonly<Record<string, ConversionLeg | null>> = {
  USD: null,
  EUR: { instrument: 1, inverse: false },
  GBP: { instrument: 2, inverse: false },
  JPY: { instrument: 3, inverse: true },
  CHF: { instrument: 4, inverse: true },
  AUD: { instrument: 5, inverse: false },
  CAD: { instrument: 6, inverse: true },
  NZD: { instrument: 7, inverse: false },
  HKD: { instrument: 15, inverse: true },
  SGD: { instrument: 16, inverse: true },
};

/** The common terms of a category's instruments. */
interface Family {
  readonly categoryId: number;
  readonly calendar: string;
  readonly unitsPerLot: bigint;
  readonly marginMode: MarginMode;
  readonly leverages: readonly number[];
  readonly minLots: string;
  readonly maxLots: string;
  /** Dollars per lot. */
  readonly fee: string;
  readonly swapMode: SwapTerms['mode'];
  /** See Instrument.priceScale. */
  readonly priceScale?: number;
  readonly tripleWeekday: number;
  /** The jump between two ticks, in per mille, that needs confirmation. */
  readonly jumpPerMille: number;
}

const FOREX: Family = {
  categoryId: 1,
  calendar: 'forex',
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [10, 20, 50, 100, 200],
  minLots: '0.01',
  maxLots: '100',
  fee: '3.5',
  swapMode: 'points',
  tripleWeekday: WEDNESDAY,
  jumpPerMille: 10,
};
const METALS: Family = {
  ...FOREX,
  categoryId: 2,
  calendar: 'metals',
  unitsPerLot: 100n,
  leverages: [10, 20, 50, 100],
  maxLots: '50',
  fee: '5',
  swapMode: 'annualPercent',
  jumpPerMille: 20,
};
const ENERGY: Family = {
  ...METALS,
  categoryId: 3,
  calendar: 'energy',
  fee: '1.5',
  tripleWeekday: FRIDAY,
  jumpPerMille: 40,
};
const INDICES: Family = {
  ...ENERGY,
  categoryId: 4,
  calendar: 'indices-us',
  unitsPerLot: 10n,
  leverages: [5, 10, 20, 50, 100],
  fee: '1',
  jumpPerMille: 25,
};
const CRYPTO: Family = {
  ...ENERGY,
  categoryId: 5,
  calendar: 'crypto',
  unitsPerLot: 1n,
  leverages: [2, 5, 10, 20],
  maxLots: '100',
  jumpPerMille: 80,
};

type Override = Partial<Family>;

function define(
  family: Family,
  id: InstrumentId,
  code: string,
  displayCode: string,
  pricePrecision: number,
  swap: readonly [long: string, short: string],
  override: Override = {},
): ListedInstrument {
  const terms = { ...family, ...override };
  const [baseCurrency = code, quoteCurrency = 'USD'] = displayCode.split('/');
  const conversion = LEGS[quoteCurrency];
  if (conversion === undefined) throw new Error(`reference data: ${code} has no conversion leg for ${quoteCurrency}`);
  return {
    id,
    code,
    displayCode: displayCode.startsWith(`${code}/`) ? code : displayCode,
    baseCurrency,
    quoteCurrency,
    categoryId: terms.categoryId,
    calendar: terms.calendar,
    logo: `/logos/${code.toLowerCase()}.svg`,
    pricePrecision,
    ...(terms.priceScale !== undefined && { priceScale: terms.priceScale }),
    lotStep: lots(terms.minLots),
    minLots: lots(terms.minLots),
    maxLots: lots(terms.maxLots),
    unitsPerLot: terms.unitsPerLot,
    marginMode: terms.marginMode,
    leverages: terms.leverages,
    feeMode: 'perLot',
    feeRate: rate(terms.fee),
    swap: { mode: terms.swapMode, long: rate(swap[0]), short: rate(swap[1]), tripleWeekday: terms.tripleWeekday },
    conversion,
    staleAfterMs: STALE_AFTER_MS,
    spike: { jumpPerMille: terms.jumpPerMille, holdMs: HOLD_MS },
  };
}

const forex = [
  define(FOREX, 1, 'EURUSD', 'EUR/USD', 5, ['-7.2', '3.1']),
  define(FOREX, 2, 'GBPUSD', 'GBP/USD', 5, ['-2.4', '-1.8']),
  define(FOREX, 3, 'USDJPY', 'USD/JPY', 3, ['7.9', '-17.5']),
  define(FOREX, 4, 'USDCHF', 'USD/CHF', 5, ['6.3', '-10.8']),
  define(FOREX, 5, 'AUDUSD', 'AUD/USD', 5, ['-2.1', '0.2']),
  define(FOREX, 6, 'USDCAD', 'USD/CAD', 5, ['2.2', '-6.4']),
  define(FOREX, 7, 'NZDUSD', 'NZD/USD', 5, ['-2.6', '0.4']),
  define(FOREX, 8, 'EURGBP', 'EUR/GBP', 5, ['-6.1', '1.9']),
  define(FOREX, 9, 'EURJPY', 'EUR/JPY', 3, ['4.6', '-13.2']),
  define(FOREX, 10, 'GBPJPY', 'GBP/JPY', 3, ['10.4', '-24.1']),
  define(FOREX, 11, 'AUDJPY', 'AUD/JPY', 3, ['4.9', '-11.7']),
  define(FOREX, 12, 'EURCHF', 'EUR/CHF', 5, ['2.3', '-7.6']),
  define(FOREX, 13, 'EURAUD', 'EUR/AUD', 5, ['-10.3', '3.7']),
  define(FOREX, 14, 'AUDNZD', 'AUD/NZD', 5, ['-2.2', '-2.9']),
  define(FOREX, 15, 'USDHKD', 'USD/HKD', 5, ['3.1', '-21.4'], { leverages: [10, 20, 50] }),
  define(FOREX, 16, 'USDSGD', 'USD/SGD', 5, ['3.4', '-9.1'], { leverages: [10, 20, 50] }),
];

const metals = [
  define(METALS, 20, 'XAUUSD', 'XAU/USD', 3, ['-5.4', '1.6']),
  define(METALS, 21, 'XAGUSD', 'XAG/USD', 4, ['-6.0', '1.1'], {
    unitsPerLot: 5000n,
    leverages: [10, 20, 50],
    fee: '6',
  }),
  define(METALS, 22, 'XPTUSD', 'XPT/USD', 2, ['-6.3', '0.7'], { leverages: [5, 10, 20] }),
  define(METALS, 23, 'XPDUSD', 'XPD/USD', 2, ['-6.6', '0.5'], { leverages: [5, 10, 20] }),
];

const energy = [
  define(ENERGY, 30, 'WTI', 'WTI/USD', 3, ['-3.2', '-2.4']),
  define(ENERGY, 31, 'BRENT', 'BRENT/USD', 3, ['-3.4', '-2.2'], { calendar: 'energy-brent' }),
  // Fixed margin per lot: 1,000 dollars for 1,000 MMBtu.
  define(ENERGY, 32, 'NATGAS', 'NATGAS/USD', 3, ['-12.5', '2.0'], {
    unitsPerLot: 1000n,
    marginMode: 'fixed',
    leverages: [1],
  }),
];

const indices = [
  define(INDICES, 40, 'US500', 'US500/USD', 1, ['-6.9', '0.4']),
  define(INDICES, 41, 'US100', 'US100/USD', 1, ['-6.9', '0.4'], { fee: '2' }),
  define(INDICES, 42, 'US30', 'US30/USD', 1, ['-6.9', '0.4'], { unitsPerLot: 5n, fee: '2' }),
  define(INDICES, 43, 'GER40', 'GER40/EUR', 1, ['-4.8', '-1.2'], { calendar: 'indices-de', fee: '2' }),
  define(INDICES, 44, 'UK100', 'UK100/GBP', 1, ['-6.6', '0.3'], { calendar: 'indices-uk' }),
  define(INDICES, 45, 'FRA40', 'FRA40/EUR', 1, ['-4.8', '-1.2'], { calendar: 'indices-fr' }),
  define(INDICES, 46, 'EU50', 'EU50/EUR', 1, ['-4.8', '-1.2'], { calendar: 'indices-de' }),
  define(INDICES, 47, 'JP225', 'JP225/JPY', 0, ['-3.3', '-1.9'], {
    calendar: 'indices-jp',
    unitsPerLot: 100n,
    fee: '0.7',
  }),
  define(INDICES, 48, 'AUS200', 'AUS200/AUD', 1, ['-6.4', '0.2'], { calendar: 'indices-au' }),
  define(INDICES, 49, 'HK50', 'HK50/HKD', 1, ['-6.2', '0.1'], {
    calendar: 'indices-hk',
    unitsPerLot: 50n,
    leverages: [5, 10, 20],
  }),
];

const crypto = [
  define(CRYPTO, 60, 'BTCUSD', 'BTC/USD', 2, ['-14.0', '-2.0'], { maxLots: '20', fee: '22' }),
  define(CRYPTO, 61, 'ETHUSD', 'ETH/USD', 2, ['-14.0', '-2.0'], { unitsPerLot: 10n, fee: '9' }),
  define(CRYPTO, 62, 'SOLUSD', 'SOL/USD', 3, ['-18.0', '-2.0'], { unitsPerLot: 100n, leverages: [2, 5, 10], fee: '5' }),
  define(CRYPTO, 63, 'XRPUSD', 'XRP/USD', 5, ['-18.0', '-2.0'], {
    unitsPerLot: 10_000n,
    leverages: [2, 5, 10],
    fee: '7',
  }),
  define(CRYPTO, 64, 'BNBUSD', 'BNB/USD', 2, ['-18.0', '-2.0'], { unitsPerLot: 10n, leverages: [2, 5, 10], fee: '3' }),
  define(CRYPTO, 65, 'DOGEUSD', 'DOGE/USD', 5, ['-20.0', '-2.0'], {
    unitsPerLot: 100_000n,
    leverages: [2, 5],
    fee: '6',
  }),
  define(CRYPTO, 66, 'ADAUSD', 'ADA/USD', 5, ['-20.0', '-2.0'], { unitsPerLot: 10_000n, leverages: [2, 5], fee: '2' }),
  define(CRYPTO, 67, 'LTCUSD', 'LTC/USD', 2, ['-18.0', '-2.0'], { unitsPerLot: 100n, leverages: [2, 5, 10], fee: '4' }),
];

export const REFERENCE_INSTRUMENTS: readonly ListedInstrument[] = [
  ...forex,
  ...metals,
  ...energy,
  ...indices,
  ...crypto,
];
