import type { Conversion } from './conversion.ts';
import { divide, pow10 } from './decimal.ts';
import type { FeeMode, Instrument } from './instrument.ts';
import type { Side } from './quote.ts';
import {
  LOTS_SCALE,
  type Lots,
  MONEY_SCALE,
  type Money,
  type Price,
  type PriceTerms,
  RATE_SCALE,
  asMoney,
  priceScaleOf,
} from './units.ts';

const LOTS_TO_MONEY = pow10(MONEY_SCALE - LOTS_SCALE);

/** The divisor that turns lots × price × dollars per unit into micro-dollars. */
export function notionalToMoney(terms: PriceTerms): bigint {
  return pow10(LOTS_SCALE + priceScaleOf(terms) - MONEY_SCALE);
}

/**
 * Margin that a volume binds, in dollars, rounded up (specification, section 9). `fixed`: lots × unitsPerLot;
 * `leveraged`: lots × unitsPerLot × price × conversion ÷ leverage.
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
  return asMoney(divide(notional, notionalToMoney(instrument) * BigInt(leverage) * conversion.denominator, 'up'));
}

/** The price at which margin and fee of a waiting order are reserved: no fill between stop and limit needs more. */
export function reservePrice(target: Price, limitPrice: Price | undefined): Price {
  return limitPrice !== undefined && limitPrice > target ? limitPrice : target;
}

/** The fee for opening, in dollars, rounded half-even (specification, section 9). */
export function openingFee(mode: FeeMode, instrument: Instrument, volume: Lots, bound: Money): Money {
  return mode === 'perLot'
    ? asMoney(divide(volume * instrument.feeRate, pow10(LOTS_SCALE + RATE_SCALE - MONEY_SCALE), 'halfEven'))
    : asMoney(divide(bound * instrument.feeRate, pow10(RATE_SCALE), 'halfEven'));
}

/**
 * Result of a position between two prices, in dollars, rounded half-even: (close − open) × side × lots × unitsPerLot ×
 * conversion at closing.
 */
export function profit(
  instrument: Pick<Instrument, 'unitsPerLot'> & PriceTerms,
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
      notionalToMoney(instrument) * conversion.denominator,
      'halfEven',
    ),
  );
}

const DAYS_A_YEAR = 365n;

/**
 * Overnight charge for a number of nights, in dollars, rounded half-even. The sign is the client's: negative is paid by
 * the client.
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
    // rate (scale 8) × lots (scale 4) ÷ 10^precision, scaled down to money (scale 6).
    const scale = pow10(RATE_SCALE + LOTS_SCALE + instrument.pricePrecision - MONEY_SCALE);
    return asMoney(divide(ratePerNight * volumeUnits, scale * conversion.denominator, 'halfEven'));
  }
  const scale = notionalToMoney(instrument) * pow10(RATE_SCALE) * 100n * DAYS_A_YEAR;
  return asMoney(divide(ratePerNight * at * volumeUnits, scale * conversion.denominator, 'halfEven'));
}
