import { parseMoney, parsePrice } from '@fairlot/domain';
import type { Money, PriceTerms, Quote, Standing } from '@fairlot/domain';

/** Converts a quote to the domain's type; undefined if a price is invalid. */
export function quoteOf(
  view: {
    readonly id: number;
    readonly seq: number;
    readonly time: number;
    readonly bid: string;
    readonly ask: string;
  },
  terms: PriceTerms,
): Quote | undefined {
  const bid = parsePrice(view.bid, terms);
  const ask = parsePrice(view.ask, terms);
  return bid === undefined || ask === undefined
    ? undefined
    : { instrument: view.id, seq: view.seq, time: view.time, bid, ask };
}

/** Converts the account's live figures to the domain's standing. */
export function standingOf(view: {
  readonly balance: string;
  readonly floatingProfit: string;
  readonly usedMargin: string;
}): Standing {
  return {
    balance: dollars(view.balance),
    floatingProfit: dollars(view.floatingProfit),
    usedMargin: dollars(view.usedMargin),
  };
}

function dollars(text: string): Money {
  const value = parseMoney(text);
  if (value === undefined) throw new RangeError(`not a sum of money: ${JSON.stringify(text)}`);
  return value;
}
