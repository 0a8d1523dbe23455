import { forexCalls } from '@fairlot/contract';
import type { MarketData } from '../../market/port.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { Calls } from '../../platform/calls.ts';
import type { Clock } from '../../platform/clock.ts';
import { categoryName } from '../../platform/messages.ts';
import { BarTexts, SmallCharts } from './bars.ts';
import { TradeList } from './trade-list.ts';

/** What anybody may see of the market. */
export function registerInstruments(calls: Calls, market: MarketData, clock: Clock): void {
  const tradeList = new TradeList(market, clock);
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
