import type { CopierMarket } from '@fairlot/copying';
import { DOLLAR, type InstrumentId, conversionFrom, markedUp } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import type { MarketData } from '../../../market/port.ts';
import type { CurrentTerms } from '../../../trading/current-terms.ts';
import { markupOf } from '../../../trading/markup-profile.ts';

/** An instrument as a copier's group has it; undefined without a price, or while the copier's host recovers. */
export function copierMarket(
  market: Pick<MarketData, 'instrument' | 'quote'>,
  terms: Pick<CurrentTerms, 'groupOf'>,
  copier: AccountId,
  id: InstrumentId,
): CopierMarket | undefined {
  const instrument = market.instrument(id);
  const quote = market.quote(id);
  const group = terms.groupOf(copier);
  if (instrument === undefined || quote === undefined || group === 'uncommitted') return undefined;
  const leg = instrument.conversion === null ? undefined : market.quote(instrument.conversion.instrument);
  if (instrument.conversion !== null && leg === undefined) return undefined;
  return {
    terms: group?.termsOf(instrument).terms ?? instrument,
    quote: markedUp(instrument, quote, markupOf(group, id)),
    conversion:
      instrument.conversion === null || leg === undefined ? DOLLAR : conversionFrom(instrument.conversion, leg),
  };
}
