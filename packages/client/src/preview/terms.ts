import { asRate, parseDecimal, parseLots, parseMoney, parsePrice, parseRate } from '@fairlot/domain';
import type { FeeMode, Instrument, Lots, Money, Quote, Rate, Standing, SwapTerms } from '@fairlot/domain';
import type { basicInfo, instrument } from '@fairlot/contract';
import type { z } from 'zod/mini';

export type ListedInstrument = z.output<typeof instrument>;
export type BasicInfo = z.output<typeof basicInfo>;

/** The terms of an instrument as domain computes with them. Throws on a record that the contract should not let through. */
export function termsOf(listed: ListedInstrument): Instrument {
  return {
    id: listed.Id,
    code: listed.Code,
    quoteCurrency: listed.QuoteCurrency,
    pricePrecision: listed.PricePrecision,
    lotStep: lots(listed.Pip),
    minLots: lots(listed.ForexMinCont),
    maxLots: lots(listed.ForexMaxCont),
    unitsPerLot: required(parseDecimal(listed.ForexContNum, 0), listed.ForexContNum),
    marginMode: listed.MarginMode === 1 ? 'fixed' : 'leveraged',
    leverages: listed.HasForexMultiple.map(({ Value }) => Value),
    feeRate: rate(listed.ForexFeeRate),
    swap: swapOf(listed.Swap),
    conversion:
      listed.Conversion === null ? null : { instrument: listed.Conversion.Id, inverse: listed.Conversion.Inverse },
    staleAfterMs: listed.StaleAfter,
  };
}

/** A quote as domain reads it, or undefined when a price is not one. */
export function quoteOf(view: {
  readonly id: number;
  readonly seq: number;
  readonly time: number;
  readonly bid: string;
  readonly ask: string;
}): Quote | undefined {
  const bid = parsePrice(view.bid);
  const ask = parsePrice(view.ask);
  return bid === undefined || ask === undefined
    ? undefined
    : { instrument: view.id, seq: view.seq, time: view.time, bid, ask };
}

/** How the site counts its fee. */
export function feeModeOf(info: Pick<BasicInfo, 'trade_fee_type'>): FeeMode {
  return info.trade_fee_type === 1 ? 'perLot' : 'ofMargin';
}

function swapOf(swap: ListedInstrument['Swap']): SwapTerms {
  return { mode: swap.Mode, long: rate(swap.Long), short: rate(swap.Short), tripleWeekday: swap.TripleWeekday };
}

function lots(text: string): Lots {
  return required(parseLots(text), text);
}

function rate(text: string): Rate {
  return asRate(required(parseRate(text), text));
}

function required<T>(value: T | undefined, text: string): T {
  if (value === undefined) throw new RangeError(`not a figure of an instrument: ${JSON.stringify(text)}`);
  return value;
}

/** The account's standing as domain reads it, from the live figures. */
export function standingOf(view: {
  readonly balance: string;
  readonly floatingProfit: string;
  readonly usedMargin: string;
}): Standing {
  return {
    balance: dollars(view.balance),
    floatingProfit: dollars(view.floatingProfit),
    usedMargin: dollars(view.usedMargin),
  };
}

function dollars(text: string): Money {
  return required(parseMoney(text), text);
}
