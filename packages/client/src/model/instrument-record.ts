import { forexCalls } from '@fairlot/contract';
import type { category, instrument, swapTerms } from '@fairlot/contract';
import { NO_MARKUP, formatLots, formatMoney, formatPrice, shortRate } from '@fairlot/domain';
import type { SwapTerms } from '@fairlot/domain';
import { z } from 'zod/mini';
import type { QuoteView } from '../stores/quotes.ts';
import { PER_MILLION, categoryFrom, instrumentFrom } from './instrument.ts';
import type { Category, ListedInstrument } from './instrument.ts';
import type { Quotation } from './quote.ts';

/** The market as the device stores it for a start without a network. */
export interface KeptMarket {
  /** When it was stored: epoch milliseconds of the device. */
  readonly at: number;
  readonly instruments: readonly ListedInstrument[];
  readonly categories: readonly Category[];
}

const stored = z.object({
  at: z.number(),
  list: forexCalls.tradeList.output,
  categories: forexCalls.categories.output,
});

/** Reads what `keptMarketRecord` wrote; undefined for anything else. */
export function keptMarketFrom(value: unknown): KeptMarket | undefined {
  const parsed = stored.safeParse(value);
  if (!parsed.success) return undefined;
  const { at, list, categories } = parsed.data;
  return { at, instruments: list.map(instrumentFrom), categories: categories.map(categoryFrom) };
}

/**
 * Converts the market to JSON in the contract's form: JSON has no bigints, and the contract's schema checks it on
 * reading.
 */
export function keptMarketRecord({ at, instruments, categories }: KeptMarket): z.output<typeof stored> {
  return { at, list: instruments.map(instrumentRecord), categories: categories.map(categoryRecord) };
}

/** Returns the instrument with the prices of `seen` if they are newer than its own. */
export function withQuote(listed: ListedInstrument, seen: QuoteView | undefined): ListedInstrument {
  const before = listed.quotation;
  if (seen === undefined || before === null || seen.seq <= before.seq) return listed;
  const { seq, time, bid, ask, open = before.open, high = before.high, low = before.low } = seen;
  const { change = before.change, volume = before.volume } = seen;
  return { ...listed, quotation: { seq, time, bid, ask, open, high, low, change, volume } };
}

export function instrumentRecord(listed: ListedInstrument): z.output<typeof instrument> {
  const { swap, conversion, quotation, markup = NO_MARKUP } = listed;
  return {
    Id: listed.id,
    Code: listed.code,
    ShowCode: listed.showCode,
    Name: listed.name,
    Logo: listed.logo,
    CategoryId: listed.category,
    MarketStatus: listed.isOpen ? 1 : 0,
    Doubt: listed.doubt,
    Source: listed.source,
    Dealing: listed.dealing,
    NextSession: listed.nextSession,
    PricePrecision: listed.pricePrecision,
    Pip: formatLots(listed.lotStep),
    ForexMinCont: formatLots(listed.minLots),
    ForexMaxCont: formatLots(listed.maxLots),
    ForexContNum: listed.unitsPerLot.toString(),
    FeeType: listed.commission !== undefined ? PER_MILLION : listed.feeMode === 'perLot' ? 1 : 2,
    ForexFeeRate: shortRate(listed.feeRate),
    MarginMode: listed.marginMode === 'fixed' ? 1 : 2,
    HasForexMultiple: listed.leverages.map((Value) => ({ Value })),
    QuoteCurrency: listed.quoteCurrency,
    Conversion: conversion === null ? null : { Id: conversion.instrument, Inverse: conversion.inverse },
    StaleAfter: listed.staleAfterMs,
    Swap: swapRecord(swap),
    AnnouncedTerms: listed.announced.map(({ at, swap: next }) => ({ At: at, Swap: swapRecord(next) })),
    Markup: { Bid: formatPrice(markup.bid, listed), Ask: formatPrice(markup.ask, listed) },
    ...(listed.tiers !== undefined && {
      Tiers: listed.tiers.map(({ from, leverage }) => ({ From: formatMoney(from), Leverage: leverage })),
    }),
    ...(listed.hedged !== undefined && listed.hedged !== 'both' && { HedgedMargin: listed.hedged }),
    ...(listed.guarantee !== undefined && {
      GuaranteedStop: {
        Premium: formatPrice(listed.guarantee.premium, listed),
        Distance: formatPrice(listed.guarantee.distance, listed),
      },
    }),
    Terms: listed.terms,
    ForexQuotations: quotation === null ? null : quotationRecord(quotation),
  };
}

function swapRecord({ mode, long, short, tripleWeekday }: SwapTerms): z.output<typeof swapTerms> {
  return { Mode: mode, Long: shortRate(long), Short: shortRate(short), TripleWeekday: tripleWeekday };
}

function quotationRecord(given: Quotation) {
  const { seq: Seq, time: Time, bid: Bid, ask: Ask, open: Open, high: High, low: Low } = given;
  return { Seq, Time, Bid, Ask, Open, High, Low, Close: Bid, Change: given.change, Volume: given.volume };
}

function categoryRecord({ id, name }: Category): z.output<typeof category> {
  return { Id: id, NameShowTrans: name };
}
