import { forexCalls } from '@fairlot/contract';
import { DAY_MS } from '@fairlot/domain';
import { addressGroup } from '../../http/addresses.ts';
import { done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import { categoryName } from '../../market/category-name.ts';
import type { MarketData } from '../../market/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ReadQueue } from '../../platform/read-queue.ts';
import type { CurrentTerms } from '../../trading/current-terms.ts';
import { BarTexts, SmallCharts } from './bars.ts';
import { TradeList } from './trade-list.ts';

/** Trading hours are told for this long. */
const HOURS_AHEAD_MS = 7 * DAY_MS;

export interface InstrumentsDeps {
  readonly market: MarketData;
  readonly terms: CurrentTerms;
  readonly clock: Clock;
  /** Reads of bars that are not in memory. */
  readonly history: ReadQueue;
}

/** Registers the public calls for instruments, categories and bars. */
export function registerInstruments(calls: Calls, { market, terms, clock, history }: InstrumentsDeps): void {
  const tradeList = new TradeList(market, terms, clock);
  const bars = new BarTexts(market, history);
  const smallCharts = new SmallCharts(market, history);

  calls.forAnyone(forexCalls.tradeList, (input, { language, session }) => {
    const group = terms.groupOf(session?.account);
    return group === 'uncommitted'
      ? refuse('not_ready')
      : done(tradeList.read(language, input.searchCurrency?.trim() ?? '', group));
  });

  calls.forVisitor(forexCalls.categories, (_input, { language }) =>
    done(market.categories().map(({ id, slug }) => ({ Id: id, NameShowTrans: categoryName(slug, language) }))),
  );

  calls.forVisitor(forexCalls.tradingHours, (input) => {
    if (market.instrument(input.forex_id) === undefined) return refuse('unknown_instrument');
    const from = market.now();
    const to = from + HOURS_AHEAD_MS;
    const spans = market.openSpans(input.forex_id, from, to);
    return done({ From: from, To: to, Spans: spans.map((span) => ({ From: span.from, To: span.to })) });
  });

  calls.forVisitor(forexCalls.kline, async (input, { address }) => {
    const instrument = market.instrument(input.forex_id);
    if (instrument === undefined) return refuse('unknown_instrument');
    return done(await bars.read(instrument, input, addressGroup(address)));
  });

  calls.forVisitor(forexCalls.abbreviatedKline, async (input) => {
    const instrument = market.instrument(input.forex_id);
    if (instrument === undefined) return refuse('unknown_instrument');
    return done(await smallCharts.read(instrument, input.period, clock()));
  });
}
