import type { OutputOfStaff, officeInstrumentCalls } from '@fairlot/contract';
import type { DealingMode } from '@fairlot/domain';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';
import type { AnnouncedSwap } from '../../../trading/announced-swaps.ts';
import type { Alive } from './queries.ts';
import { officeSwap, officeTerms } from './terms.ts';

type Wire = OutputOfStaff<typeof officeInstrumentCalls.officeInstruments>['list'][number];

/** Converts an instrument to the wire format for staff, with its terms and the numbers of its open orders. */
export function presentInstrument(
  instrument: ListedInstrument,
  market: MarketData,
  alive: Alive | undefined,
  announced: AnnouncedSwap | undefined,
  dealing: DealingMode = 'normal',
): Wire {
  return {
    id: instrument.id,
    code: instrument.code,
    base_currency: instrument.baseCurrency,
    quote_currency: instrument.quoteCurrency,
    price_precision: instrument.pricePrecision,
    units_per_lot: String(instrument.unitsPerLot),
    margin_mode: instrument.marginMode,
    conversion:
      instrument.conversion === null
        ? null
        : { id: instrument.conversion.instrument, inverse: instrument.conversion.inverse },
    dealing,
    market_status: market.isOpen(instrument.id) ? 1 : 0,
    next_session: market.nextSessionChange(instrument.id) ?? null,
    open_positions: alive?.open ?? 0,
    pending_orders: alive?.pending ?? 0,
    ...officeTerms(instrument),
    announced_swap:
      announced === undefined ? null : { at: announced.from, ...officeSwap(announced.swap), proposal: announced.id },
  };
}
