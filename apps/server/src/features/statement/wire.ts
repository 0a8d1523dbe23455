import type { OutputOf, orderExplanationCalls, statementCalls } from '@fairlot/contract';
import {
  type InstrumentId,
  type Lots,
  type PriceTerms,
  asMoney,
  asPrice,
  formatLots,
  formatMoney,
  formatPrice,
  formatRate,
  winRate,
} from '@fairlot/domain';
import type { MarketData } from '../../market/port.ts';

export type WireStatement = OutputOf<typeof statementCalls.statement>;
export type WireTrade = OutputOf<typeof statementCalls.statementTrades>['list'][number];
export type WireCorrection = OutputOf<typeof orderExplanationCalls.fillCorrections>['list'][number];
export type InstrumentName = WireTrade['instrument'];
/** The part of the market that names instruments. */
export type Instruments = Pick<MarketData, 'instrument'>;

const UNLISTED: PriceTerms = { pricePrecision: 8 };

/** An instrument's names. An instrument that is no longer listed is named by its id. */
export function nameOf(market: Instruments, id: InstrumentId): InstrumentName {
  const listed = market.instrument(id);
  if (listed === undefined)
    return { id, code: `#${id}`, show_code: `#${id}`, logo: '', price_precision: UNLISTED.pricePrecision };
  return {
    id,
    code: listed.code,
    show_code: listed.displayCode,
    logo: listed.logo,
    price_precision: listed.pricePrecision,
  };
}

export function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** The win rate in per cent; null without trades. */
export function rateText(wins: number, trades: number): string | null {
  const rate = winRate(wins, trades);
  return rate === undefined ? null : formatRate(asRatePercent(rate), 2);
}

/** Converts a share to per cent. */
function asRatePercent<R extends bigint>(rate: R): R {
  return (rate * 100n) as R;
}

/** Formats prices of an instrument with its decimals. An instrument that is no longer listed has eight. */
export function priceWriter(market: Instruments, id: InstrumentId): (price: bigint | null) => string {
  const terms = market.instrument(id) ?? UNLISTED;
  return (price) => {
    if (price === null) throw new Error('a filled order has no price');
    return formatPrice(asPrice(price), terms);
  };
}

export const moneyText = (micro: bigint): string => formatMoney(asMoney(micro));
export const lotsText = (scaled: bigint): string => formatLots(scaled as Lots);
