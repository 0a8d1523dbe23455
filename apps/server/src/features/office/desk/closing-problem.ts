import { type DealingMode, type DealingProblem, type InstrumentId, type Quote, dealingProblem } from '@fairlot/domain';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';

type MarketReads = Pick<MarketData, 'instrument' | 'quote' | 'isOpen' | 'doubt' | 'now'>;
type Restricted = ReadonlyMap<InstrumentId, DealingMode> | undefined;

/**
 * The reason why the engine would refuse to close in an instrument now, as the market shows it; undefined when it would
 * not. The profit converts through another instrument, which must be dealt in unless its session is over.
 */
export function closingProblem(
  id: InstrumentId,
  market: MarketReads,
  restricted: Restricted,
): DealingProblem | 'market_data_missing' | undefined {
  const traded = market.instrument(id);
  const quote = market.quote(id);
  if (traded === undefined || quote === undefined) return 'market_data_missing';
  const leg = traded.conversion === null ? undefined : market.instrument(traded.conversion.instrument);
  const legQuote = leg === undefined ? undefined : market.quote(leg.id);
  if (leg !== undefined && legQuote === undefined) return 'market_data_missing';
  const problem = problemOf(traded, quote, market, restricted);
  if (problem !== undefined || leg === undefined || legQuote === undefined) return problem;
  const counts = market.isOpen(leg.id) || restricted?.get(leg.id) === 'halted';
  return counts ? problemOf(leg, legQuote, market, restricted) : undefined;
}

function problemOf(
  { id, staleAfterMs }: ListedInstrument,
  quote: Quote,
  market: MarketReads,
  restricted: Restricted,
): DealingProblem | undefined {
  const facts = {
    open: market.isOpen(id),
    halted: restricted?.get(id) === 'halted',
    doubt: market.doubt(id) !== undefined,
    quoteTime: quote.time,
    staleAfterMs,
  };
  return dealingProblem(facts, market.now());
}
