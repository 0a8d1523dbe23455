import { forexCalls } from '@fairlot/contract';
import { done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { MarketData } from '../../market/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CurrentTerms } from '../../trading/current-terms.ts';
import { BarTexts, SmallCharts } from './bars.ts';
import { categoryName } from './category-name.ts';
import { TradeList } from './trade-list.ts';

/** Registers the public calls for instruments, categories and bars. */
export function registerInstruments(calls: Calls, market: MarketData, terms: CurrentTerms, clock: Clock): void {
  const tradeList = new TradeList(market, terms, clock);
  const bars = new BarTexts(market);
  const smallCharts = new SmallCharts(market);

  calls.forVisitor(forexCalls.tradeList, (input, { language }) =>
    done(tradeList.read(language, input.searchCurrency?.trim() ?? '')),
  );

  calls.forVisitor(forexCalls.categories, (_input, { language }) =>
    done(market.categories().map(({ id, slug }) => ({ Id: id, NameShowTrans: categoryName(slug, language) }))),
  );

  calls.forVisitor(forexCalls.kline, async (input) => {
    const instrument = market.instrument(input.forex_id);
    if (instrument === undefined) return refuse('unknown_instrument');
    return done(await bars.read(instrument, input.period, input.limit, input.before));
  });

  calls.forVisitor(forexCalls.abbreviatedKline, async (input) => {
    const instrument = market.instrument(input.forex_id);
    if (instrument === undefined) return refuse('unknown_instrument');
    return done(await smallCharts.read(instrument, input.period, clock()));
  });
}
