import { pow10 } from './decimal.ts';
import { type Lots, type Price, type PriceTerms, type Rate, priceScaleOf } from './units.ts';

/** An instrument's number, its key everywhere inside the system. */
export type InstrumentId = number;

/** `fixed`: margin is lots × unitsPerLot in dollars. `leveraged`: notional ÷ leverage. */
export type MarginMode = 'fixed' | 'leveraged';

/**
 * The instrument whose price converts the quote currency to dollars. `inverse` when its base is the dollar (USDJPY).
 */
export interface ConversionLeg {
  readonly instrument: InstrumentId;
  readonly inverse: boolean;
}

/** `perLot`: lots × rate (trade_fee_type 1). `ofMargin`: margin × rate (any other). */
export type FeeMode = 'perLot' | 'ofMargin';

/** Overnight charge. Rates are signed from the client's side: negative is paid by the client. */
export interface SwapTerms {
  /** `points`: price steps per lot and night. `annualPercent`: per cent of notional a year, over 365 days. */
  readonly mode: 'points' | 'annualPercent';
  readonly long: Rate;
  readonly short: Rate;
  /** Day of the New York week (0 = Sunday) whose rollover counts three nights. */
  readonly tripleWeekday: number;
}

/** True when two instruments charge the same overnight. */
export function isSameSwap(one: SwapTerms, other: SwapTerms): boolean {
  return (
    one.mode === other.mode &&
    one.long === other.long &&
    one.short === other.short &&
    one.tripleWeekday === other.tripleWeekday
  );
}

/** The trading terms of an instrument. Its display names live in the contract. */
export interface Instrument extends PriceTerms {
  readonly id: InstrumentId;
  /** The instrument's name, such as EURUSD. */
  readonly code: string;
  readonly quoteCurrency: string;
  readonly lotStep: Lots;
  readonly minLots: Lots;
  readonly maxLots: Lots;
  /** Units of the base in one lot; whole dollars of margin per lot in fixed mode. */
  readonly unitsPerLot: bigint;
  readonly marginMode: MarginMode;
  /** The leverage multiples that a client may choose, ascending; the first is the default. */
  readonly leverages: readonly number[];
  /** The meaning of feeRate. Absent: the operator's common mode applies (TradingRules.feeMode). */
  readonly feeMode?: FeeMode | undefined;
  readonly feeRate: Rate;
  readonly swap: SwapTerms;
  /** Null when the quote currency is the dollar. */
  readonly conversion: ConversionLeg | null;
  /** Maximum age of a quote that orders may execute on while the market is open. */
  readonly staleAfterMs: number;
}

/** The smallest price step of an instrument. */
export function pricePoint(instrument: PriceTerms): Price {
  return pow10(priceScaleOf(instrument) - instrument.pricePrecision) as Price;
}

/**
 * One pip: the last digit of a price, or the digit before it when prices carry a fractional pip (an odd number of
 * decimals, such as 1.23456 or 101.234).
 */
export function pipSize(instrument: PriceTerms): Price {
  const fractional = instrument.pricePrecision % 2 === 1;
  return (fractional ? pricePoint(instrument) * 10n : pricePoint(instrument)) as Price;
}

/** True when a price has no more decimals than the instrument quotes. */
export function isOnPriceGrid(instrument: PriceTerms, value: Price): boolean {
  return value % pricePoint(instrument) === 0n;
}

/** The reason why a volume can't be traded, or undefined when it can. */
export function lotsRefusal(
  instrument: Instrument,
  value: Lots,
): 'lots_below_minimum' | 'lots_above_maximum' | 'lots_off_step' | undefined {
  if (value < instrument.minLots) return 'lots_below_minimum';
  if (value > instrument.maxLots) return 'lots_above_maximum';
  return value % instrument.lotStep === 0n ? undefined : 'lots_off_step';
}
