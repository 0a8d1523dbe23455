import type { category, doubt, instrument, swapTerms, termsNews } from '@fairlot/contract';
import type {
  Commission,
  DealingMode,
  FeeMode,
  Instrument,
  GuaranteeTerms,
  HedgedMargin,
  LeverageTier,
  Markup,
  QuoteSource,
  SwapTerms,
} from '@fairlot/domain';
import type { z } from 'zod/mini';
import { quotationFrom } from './quote.ts';
import type { Quotation } from './quote.ts';
import type { ReadOptions, Reader } from './read.ts';
import { countOf, guaranteeOf, lotsOf, markupOf, rateOf, tiersOf } from './units.ts';

/** The reason why nothing is dealt on an instrument's quote at the moment. */
export type DoubtReason = z.output<typeof doubt>;

/** A decided change of a swap, which concerns open positions too. */
export interface AnnouncedSwap {
  /** Time of the first rollover that is charged at it. */
  readonly at: number;
  readonly swap: SwapTerms;
}

/** An instrument of the market list: its trading terms, its display names and its last known prices. */
export interface ListedInstrument extends Instrument {
  readonly feeMode: FeeMode;
  /** The fee where it has another mode; undefined: feeMode and feeRate. */
  readonly commission?: Commission | undefined;
  /** The distance of the account's prices from the market's; undefined for none. */
  readonly markup?: Markup | undefined;
  /** Tiers of leverage by exposure; undefined for none. */
  readonly tiers?: readonly LeverageTier[] | undefined;
  /** The margin of opposite positions; undefined: of both sides. */
  readonly hedged?: HedgedMargin | undefined;
  /** The terms of guaranteed stops; undefined where they are not offered. */
  readonly guarantee?: GuaranteeTerms | undefined;
  /** The displayed code, such as EUR/USD. */
  readonly showCode: string;
  /** In the visitor's language. */
  readonly name: string;
  /** Path of an image on the server. */
  readonly logo: string;
  readonly category: number;
  readonly isOpen: boolean;
  /** null while the quote is not in doubt. */
  readonly doubt: DoubtReason | null;
  /** The origin of its price; null when it has none. */
  readonly source: QuoteSource | null;
  /** How far the house lets it be dealt in. */
  readonly dealing: DealingMode;
  /** Time of the next opening or close; null for a market that never closes. */
  readonly nextSession: number | null;
  /** Version of the terms; an order names the one that its trader saw. */
  readonly terms: string;
  /** Decided changes of the swap, soonest first. */
  readonly announced: readonly AnnouncedSwap[];
  /** null before the first quote. */
  readonly quotation: Quotation | null;
}

/** A group of instruments, named in the visitor's language. */
export interface Category {
  readonly id: number;
  readonly name: string;
}

/** FeeType of a commission per million of notional. */
export const PER_MILLION = 3;

export function instrumentFrom(record: z.output<typeof instrument>): ListedInstrument {
  const { Conversion: leg, Swap: swap } = record;
  const feeRate = rateOf(record.ForexFeeRate);
  return {
    id: record.Id,
    code: record.Code,
    showCode: record.ShowCode,
    name: record.Name,
    logo: record.Logo,
    category: record.CategoryId,
    isOpen: record.MarketStatus === 1,
    doubt: record.Doubt,
    source: record.Source,
    dealing: record.Dealing,
    nextSession: record.NextSession,
    quoteCurrency: record.QuoteCurrency,
    pricePrecision: record.PricePrecision,
    lotStep: lotsOf(record.Pip),
    minLots: lotsOf(record.ForexMinCont),
    maxLots: lotsOf(record.ForexMaxCont),
    unitsPerLot: countOf(record.ForexContNum),
    marginMode: record.MarginMode === 1 ? 'fixed' : 'leveraged',
    leverages: record.HasForexMultiple.map(({ Value }) => Value),
    feeMode: record.FeeType === 1 ? 'perLot' : 'ofMargin',
    feeRate,
    commission: record.FeeType === PER_MILLION ? { mode: 'perMillion', rate: feeRate } : undefined,
    markup: markupOf(record.Markup, { pricePrecision: record.PricePrecision }),
    tiers: tiersOf(record.Tiers),
    hedged: record.HedgedMargin,
    guarantee: guaranteeOf(record.GuaranteedStop, { pricePrecision: record.PricePrecision }),
    swap: swapFrom(swap),
    announced: record.AnnouncedTerms.map(({ At, Swap }) => ({ at: At, swap: swapFrom(Swap) })),
    conversion: leg === null ? null : { instrument: leg.Id, inverse: leg.Inverse },
    staleAfterMs: record.StaleAfter,
    terms: record.Terms,
    quotation: record.ForexQuotations === null ? null : quotationFrom(record.ForexQuotations),
  };
}

export function swapFrom({ Mode, Long, Short, TripleWeekday }: z.output<typeof swapTerms>): SwapTerms {
  return { mode: Mode, long: rateOf(Long), short: rateOf(Short), tripleWeekday: TripleWeekday };
}

export function categoryFrom(record: z.output<typeof category>): Category {
  return { id: record.Id, name: record.NameShowTrans };
}

/** Reads all instruments, in the server's order. */
export async function readInstruments(api: Reader, options: ReadOptions): Promise<readonly ListedInstrument[]> {
  return (await api.call('tradeList', {}, options)).map(instrumentFrom);
}

export async function readCategories(api: Reader, options: ReadOptions): Promise<readonly Category[]> {
  return (await api.call('categories', {}, options)).map(categoryFrom);
}

/** Times in which an instrument's market is open, between two moments of market time. */
export interface TradingHours {
  readonly from: number;
  readonly to: number;
  readonly spans: readonly { readonly from: number; readonly to: number }[];
}

/** Reads the trading hours of the next seven days. */
export async function readTradingHours(api: Reader, instrument: number, options: ReadOptions): Promise<TradingHours> {
  const { From, To, Spans } = await api.call('tradingHours', { forex_id: instrument }, options);
  return { from: From, to: To, spans: Spans.map((span) => ({ from: span.From, to: span.To })) };
}

/** The version of an instrument's terms. */
export interface TermsVersion {
  readonly instrument: number;
  readonly terms: string;
}

/** Reads the versions of terms from a message of the socket. */
export function termsVersions(news: z.output<typeof termsNews>): readonly TermsVersion[] {
  return news.map(({ Id, Terms }) => ({ instrument: Id, terms: Terms }));
}
