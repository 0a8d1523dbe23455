import { forexCalls } from '@fairlot/contract';
import { done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import type { NewsBoard, NewsSubject } from './news-board.ts';

/** Registers the call for the market news of an instrument. */
export function registerMarketNews(calls: Calls, market: MarketData, board: NewsBoard): void {
  calls.forVisitor(forexCalls.marketNews, (input) => {
    const instrument = market.instrument(input.forex_id);
    if (instrument === undefined) return refuse('unknown_instrument');
    const subject = subjectOf(instrument, market);
    return done({
      Events: board.entriesOf(subject).map(({ time, isAllDay, title, source }) => ({
        Time: time,
        AllDay: isAllDay,
        Text: title,
        Source: source,
      })),
      Headlines: board.headlinesOf(subject).map(({ time, title, link, source }) => ({
        Time: time,
        Text: title,
        Link: link,
        Source: source,
      })),
    });
  });
}

function subjectOf(
  { code, baseCurrency, quoteCurrency, categoryId }: ListedInstrument,
  market: MarketData,
): NewsSubject {
  const category = market.categories().find(({ id }) => id === categoryId)?.slug ?? '';
  return { code, currencies: [baseCurrency, quoteCurrency], category };
}
