import { pipsText } from '@fairlot/client';
import type { ListedInstrument } from '@fairlot/client';
import { asPrice, formatPrice, pricePoint } from '@fairlot/domain';
import type { Quote } from '@fairlot/domain';
import type { Text } from '../language/language.ts';

/** Units of a lot from which an instrument is a currency pair, whose distances traders count in pips. */
const CURRENCY_LOT = 100_000n;

/** The spread with its unit: "0.8 pips" for currencies, "0.32 USD" for the others. */
export function spreadText(instrument: ListedInstrument, { bid, ask }: Quote, t: Text): string {
  const { pricePrecision, quoteCurrency, unitsPerLot } = instrument;
  if (unitsPerLot >= CURRENCY_LOT)
    return t('trade.ticket.pips', { pips: pipsText((ask - bid) / pricePoint(instrument), pricePrecision) });
  return `${formatPrice(asPrice(ask - bid), instrument)} ${quoteCurrency}`;
}
