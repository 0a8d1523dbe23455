import { type Markup, asPrice } from '@fairlot/domain';

/** The markup of a row of the table of orders; undefined for none. */
export function storedMarkup(row: {
  readonly bid_markup: bigint | null;
  readonly ask_markup: bigint | null;
}): Markup | undefined {
  const { bid_markup: bid, ask_markup: ask } = row;
  return bid === null || ask === null ? undefined : { bid: asPrice(bid), ask: asPrice(ask) };
}
