import { divide, pow10 } from './decimal.ts';
import type { Conversion } from './conversion.ts';
import type { Instrument } from './instrument.ts';
import type { Side } from './quote.ts';
import { LOTS_SCALE, MONEY_SCALE, PRICE_SCALE, RATE_SCALE, asMoney } from './units.ts';
import type { Lots, Money, Price } from './units.ts';

const NOTIONAL_TO_MONEY = pow10(LOTS_SCALE + PRICE_SCALE - MONEY_SCALE);
const LOTS_TO_MONEY = pow10(MONEY_SCALE - LOTS_SCALE);

/**
 * Margin that a volume binds, in dollars, rounded up. Specification, section 9: in fixed mode lots × unitsPerLot;
 * otherwise lots × unitsPerLot × price × conversion ÷ leverage.
 */
export function margin(
  instrument: Instrument,
  volume: Lots,
  at: Price,
  leverage: number,
  conversion: Conversion,
): Money {
  if (instrument.marginMode === 'fixed') return asMoney(volume * instrument.unitsPerLot * LOTS_TO_MONEY);
  const notional = volume * instrument.unitsPerLot * at * conversion.numerator;
  return asMoney(divide(notional, NOTIONAL_TO_MONEY * BigInt(leverage) * conversion.denominator, 'up'));
}

/** `perLot`: lots × rate (trade_fee_type 1). `ofMargin`: margin × rate (any other). */
export type FeeMode = 'perLot' | 'ofMargin';

/** The fee for opening, in dollars, half-even. Specification, section 9. */
export function openingFee(mode: FeeMode, instrument: Instrument, volume: Lots, bound: Money): Money {
  return mode === 'perLot'
    ? asMoney(divide(volume * instrument.feeRate, pow10(LOTS_SCALE + RATE_SCALE - MONEY_SCALE), 'halfEven'))
    : asMoney(divide(bound * instrument.feeRate, pow10(RATE_SCALE), 'halfEven'));
}

/**
 * Result of a position between two prices, in dollars, half-even:
 * (close − open) × side × lots × unitsPerLot × conversion of the closing moment.
 */
export function profit(
  instrument: Pick<Instrument, 'unitsPerLot'>,
  side: Side,
  volume: Lots,
  open: Price,
  close: Price,
  conversion: Conversion,
): Money {
  const gain = side === 'buy' ? close - open : open - close;
  return asMoney(
    divide(
      gain * volume * instrument.unitsPerLot * conversion.numerator,
      NOTIONAL_TO_MONEY * conversion.denominator,
      'halfEven',
    ),
  );
}

const DAYS_A_YEAR = 365n;

/**
 * Overnight charge for a number of nights, in dollars, signed from the client's side, half-even.
 * points: rate × price step × lots × unitsPerLot × conversion × nights.
 * annualPercent: rate ÷ 100 ÷ 365 × price × lots × unitsPerLot × conversion × nights.
 */
export function swapCharge(
  instrument: Instrument,
  side: Side,
  volume: Lots,
  at: Price,
  conversion: Conversion,
  nights: number,
): Money {
  const terms = instrument.swap;
  const ratePerNight = (side === 'buy' ? terms.long : terms.short) * BigInt(nights);
  const volumeUnits = volume * instrument.unitsPerLot * conversion.numerator;
  if (terms.mode === 'points') {
    // rate (8) × lots (4) ÷ 10^precision, brought to money (6).
    const scale = pow10(RATE_SCALE + LOTS_SCALE + instrument.pricePrecision - MONEY_SCALE);
    return asMoney(divide(ratePerNight * volumeUnits, scale * conversion.denominator, 'halfEven'));
  }
  const scale = NOTIONAL_TO_MONEY * pow10(RATE_SCALE) * 100n * DAYS_A_YEAR;
  return asMoney(divide(ratePerNight * at * volumeUnits, scale * conversion.denominator, 'halfEven'));
}
