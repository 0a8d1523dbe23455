import type { InputOfStaff, OutputOfStaff, officeInstrumentCalls } from '@fairlot/contract';
import {
  DOLLAR,
  conversionFrom,
  formatMoney,
  formatPrice,
  lots,
  margin,
  openingFee,
  parseRate,
  swapCharge,
} from '@fairlot/domain';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';

type Call = typeof officeInstrumentCalls.officeTermsCost;
type LotCost = OutputOfStaff<Call>['after'];

const ONE_LOT = lots('1');

/** The cost of one lot at the present price, under the present terms and with the given ones. */
export function lotCosts(
  now: ListedInstrument,
  { leverage, ...given }: Omit<InputOfStaff<Call>, 'id'>,
  market: MarketData,
): OutputOfStaff<Call> {
  const { swap } = now;
  const next: ListedInstrument = {
    ...now,
    feeMode: given.fee_mode ?? now.feeMode,
    feeRate: parseRate(given.fee_rate ?? '') ?? now.feeRate,
    swap: {
      ...swap,
      mode: given.swap_mode ?? swap.mode,
      long: parseRate(given.swap_long ?? '') ?? swap.long,
      short: parseRate(given.swap_short ?? '') ?? swap.short,
    },
    leverages: leverage === undefined ? now.leverages : [leverage],
  };
  return { before: lotCost(now, market), after: lotCost(next, market) };
}

function lotCost(instrument: ListedInstrument, market: MarketData): LotCost {
  const quote = market.quote(instrument.id);
  const leg = instrument.conversion;
  const legQuote = leg === null ? undefined : market.quote(leg.instrument);
  if (quote === undefined || (leg !== null && legQuote === undefined)) return null;
  const conversion = leg === null || legQuote === undefined ? DOLLAR : conversionFrom(leg, legQuote);
  const leverage = instrument.leverages[0] ?? 1;
  const bound = margin(instrument, ONE_LOT, quote.ask, leverage, conversion);
  return {
    price: formatPrice(quote.ask, instrument),
    leverage,
    fee: formatMoney(openingFee(instrument.feeMode, instrument, ONE_LOT, bound)),
    margin: formatMoney(bound),
    // A long position is valued at the bid, a short one at the ask.
    swap_long: formatMoney(swapCharge(instrument, 'buy', ONE_LOT, quote.bid, conversion, 1)),
    swap_short: formatMoney(swapCharge(instrument, 'sell', ONE_LOT, quote.ask, conversion, 1)),
  };
}
