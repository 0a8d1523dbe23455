import { pow10 } from './decimal.ts';
import { PRICE_SCALE } from './units.ts';
import type { Lots, Price, Rate } from './units.ts';

/** The number that names an instrument everywhere inside. */
export type InstrumentId = number;

/** `fixed`: margin is lots × unitsPerLot in dollars. `leveraged`: notional ÷ leverage. */
export type MarginMode = 'fixed' | 'leveraged';

/** The instrument whose price turns the quote currency into dollars. `inverse` where dollars are its base (USDJPY). */
export interface ConversionLeg {
  readonly instrument: InstrumentId;
  readonly inverse: boolean;
}

/** Overnight charge. Rates are signed from the client's side: negative is paid by the client. */
export interface SwapTerms {
  /** `points`: last-digit price steps per lot and night. `annualPercent`: per cent of notional a year, over 365 days. */
  readonly mode: 'points' | 'annualPercent';
  readonly long: Rate;
  readonly short: Rate;
  /** Day of the New York week (0 = Sunday) whose rollover counts three nights. */
  readonly tripleWeekday: number;
}

/** The terms on which an instrument trades. Names for people live in the contract, not here. */
export interface Instrument {
  readonly id: InstrumentId;
  /** Its name, such as EURUSD. */
  readonly code: string;
  readonly quoteCurrency: string;
  /** Decimals of its prices, 0..8. */
  readonly pricePrecision: number;
  readonly lotStep: Lots;
  readonly minLots: Lots;
  readonly maxLots: Lots;
  /** Units of the base in one lot; whole dollars of margin per lot in fixed mode. */
  readonly unitsPerLot: bigint;
  readonly marginMode: MarginMode;
  /** The leverage multiples a client may choose, ascending; the first one is the default. */
  readonly leverages: readonly number[];
  readonly feeRate: Rate;
  readonly swap: SwapTerms;
  /** null where the quote currency is the dollar. */
  readonly conversion: ConversionLeg | null;
  /** A quote older than this while the market is open is not dealt on. */
  readonly staleAfterMs: number;
}

/** The smallest price step of an instrument. */
export function pricePoint(instrument: Pick<Instrument, 'pricePrecision'>): Price {
  return pow10(PRICE_SCALE - instrument.pricePrecision) as Price;
}

/**
 * One pip: the last digit, or the one before it where prices carry a fractional pip (an odd number of decimals,
 * such as 1.23456 or 101.234).
 */
export function pipSize(instrument: Pick<Instrument, 'pricePrecision'>): Price {
  const fractional = instrument.pricePrecision % 2 === 1;
  return (fractional ? pricePoint(instrument) * 10n : pricePoint(instrument)) as Price;
}

/** Whether a price has no more decimals than the instrument quotes. */
export function isOnPriceGrid(instrument: Pick<Instrument, 'pricePrecision'>, value: Price): boolean {
  return value % pricePoint(instrument) === 0n;
}

/** Why a volume can't be traded, or undefined when it can. */
export function lotsRefusal(
  instrument: Instrument,
  value: Lots,
): 'lots_below_minimum' | 'lots_above_maximum' | 'lots_off_step' | undefined {
  if (value < instrument.minLots) return 'lots_below_minimum';
  if (value > instrument.maxLots) return 'lots_above_maximum';
  return value % instrument.lotStep === 0n ? undefined : 'lots_off_step';
}
