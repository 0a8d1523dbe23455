import {
  type Conversion,
  DOLLAR,
  type Money,
  type Price,
  ZERO,
  asLots,
  asMoney,
  asPrice,
  conversionFrom,
  correctionAmount,
  isFarFromFill,
  isOnPriceGrid,
  profit,
  withdrawable,
} from '@fairlot/domain';
import type { AccountView, FillName } from '@fairlot/engine';
import type { FailReason } from '../../../http/answer.ts';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';
import type { CorrectionRow } from '../../../trading/read-corrections.ts';
import type { DeskOrderRow } from './queries.ts';

/** The value of a correction as the engine would compute it now. */
export interface CorrectionWorth {
  /** The price of the fill, and the one that stands for it. */
  readonly filled: Price;
  readonly from: Price;
  readonly difference: Money;
  /** The part that would be booked. */
  readonly amount: Money;
}

interface Subject {
  readonly order: DeskOrderRow;
  readonly instrument: ListedInstrument;
  /** The last correction of the order. */
  readonly last: CorrectionRow | undefined;
  /** The rest of the negative balance that the house paid when the order ended. */
  readonly covered: Money;
  readonly account: AccountView;
  readonly market: Pick<MarketData, 'instrument' | 'quote'>;
}

/** Values a correction by the engine's arithmetic, or names the reason why it would be refused. */
export function correctionWorth(
  { order, instrument, last, covered, account, market }: Subject,
  fill: FillName,
  price: Price,
): CorrectionWorth | FailReason {
  const stands = {
    open: last?.open_price ?? order.price,
    close: order.status === 'open' ? null : (last?.close_price ?? order.close_price),
  };
  const [filled, from] = fill === 'open' ? [order.price, stands.open] : [order.close_price, stands.close];
  if (stands.open === null || filled === null || from === null) return 'fill_unknown';
  if (isFarFromFill(price, filled)) return 'price_out_of_range';
  if (!isOnPriceGrid(instrument, price)) return 'price_off_grid';
  if (price === from) return 'fill_price_stands';
  const conversion = conversionOf(order, instrument, market);
  if (conversion === undefined) return 'market_data_missing';
  const after = { ...stands, [fill]: price };
  const results = [after, stands].map(({ open, close }) =>
    profit(
      instrument,
      order.side,
      asLots(order.lots),
      asPrice(open ?? 0n),
      asPrice(close ?? stands.open ?? 0n),
      conversion,
    ),
  );
  const difference = asMoney((results[0] ?? ZERO) - (results[1] ?? ZERO));
  return {
    filled: asPrice(filled),
    from: asPrice(from),
    difference,
    amount: correctionAmount(difference, asMoney((last?.waived ?? 0n) + covered), withdrawable(account.standing)),
  };
}

/** The conversion of the close; while the position is open, the present one. */
function conversionOf(
  { status, conversion_quote: kept }: DeskOrderRow,
  { conversion }: ListedInstrument,
  market: Pick<MarketData, 'quote'>,
): Conversion | undefined {
  if (conversion === null) return DOLLAR;
  if (status !== 'open')
    return kept === null
      ? undefined
      : conversionFrom(conversion, { ...kept, bid: asPrice(BigInt(kept.bid)), ask: asPrice(BigInt(kept.ask)) });
  const quote = market.quote(conversion.instrument);
  return quote === undefined ? undefined : conversionFrom(conversion, quote);
}
