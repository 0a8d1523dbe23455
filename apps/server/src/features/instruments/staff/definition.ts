import type { InputOfStaff, catalogueCalls } from '@fairlot/contract';
import { PRICE_SCALE, type ConversionLeg, lots, priceScaleOf, rate } from '@fairlot/domain';
import type { ListedInstrument } from '../../../market/port.ts';
import { type Choices, withTerms } from './terms.ts';

/** A new instrument in the office's words. */
export type Definition = InputOfStaff<typeof catalogueCalls.officeAddInstrument>;
type Field = keyof Definition;

/** Listed instruments. Every page reads all of them. */
export const MOST_INSTRUMENTS = 500;

const DOLLAR = 'USD';

/** The new instrument under a number, or the name of the first field that no instrument may have. */
export function instrumentFrom(
  definition: Definition,
  id: number,
  listed: readonly ListedInstrument[],
  choices: Choices,
): ListedInstrument | { readonly field: Field } {
  const { price_precision: precision, price_scale: scale, quote_currency: quote } = definition;
  if (scale !== undefined && scale < precision) return { field: 'price_scale' };
  const conversion = quote === DOLLAR ? null : legOf(quote, listed);
  if (conversion === undefined) return { field: 'quote_currency' };
  const blank: ListedInstrument = {
    id,
    code: definition.code,
    baseCurrency: definition.base_currency,
    quoteCurrency: quote,
    pricePrecision: precision,
    ...(scale !== undefined && { priceScale: scale }),
    unitsPerLot: BigInt(definition.units_per_lot),
    marginMode: definition.margin_mode,
    conversion,
    ...UNSET,
  };
  return withTerms(blank, definition, choices);
}

/** Replaced by the definition's terms, which are all given. */
const UNSET = {
  displayCode: '',
  categoryId: 0,
  logo: '',
  calendar: '',
  lotStep: lots('1'),
  minLots: lots('1'),
  maxLots: lots('1'),
  leverages: [],
  feeMode: 'perLot',
  feeRate: rate('0'),
  swap: { mode: 'points', long: rate('0'), short: rate('0'), tripleWeekday: 0 },
  staleAfterMs: 0,
  spike: { jumpPerMille: 1, holdMs: 0 },
} as const;

/** The listed dollar pair of a currency. Conversions are computed from prices of the usual scale. */
function legOf(currency: string, listed: readonly ListedInstrument[]): ConversionLeg | undefined {
  for (const leg of listed) {
    const { id, baseCurrency, quoteCurrency } = leg;
    if (priceScaleOf(leg) !== PRICE_SCALE) continue;
    if (baseCurrency === currency && quoteCurrency === DOLLAR) return { instrument: id, inverse: false };
    if (baseCurrency === DOLLAR && quoteCurrency === currency) return { instrument: id, inverse: true };
  }
  return undefined;
}
