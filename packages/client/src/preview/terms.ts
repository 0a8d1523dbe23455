import { NO_SIDES, minus, parseLots, parseMoney, parsePrice } from '@fairlot/domain';
import type { Money, PriceTerms, Quote, SideHolding, Standing, TwoSides } from '@fairlot/domain';
import type { HoldingView, SideView } from '../model/account.ts';

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
  readonly available: string;
  readonly floatingProfit: string;
  readonly usedMargin: string;
}): Standing {
  const balance = dollars(view.balance);
  return {
    balance,
    reserved: minus(balance, dollars(view.available)),
    floatingProfit: dollars(view.floatingProfit),
    usedMargin: dollars(view.usedMargin),
  };
}

/**
 * Converts the account's open positions in an instrument to the domain's. Without sides both count, so that one holding
 * with their sums is the same.
 */
export function sidesOf(view: HoldingView | undefined): TwoSides {
  if (view === undefined) return NO_SIDES;
  const { margin, exposure, buy, sell } = view;
  if (buy === undefined || sell === undefined) return { ...NO_SIDES, buy: sideOf({ lots: '0', margin, exposure }) };
  return { buy: sideOf(buy), sell: sideOf(sell) };
}

function sideOf({ lots, margin, exposure }: SideView): SideHolding {
  const volume = parseLots(lots);
  if (volume === undefined) throw new RangeError(`not a volume: ${JSON.stringify(lots)}`);
  return { lots: volume, margin: dollars(margin), exposure: dollars(exposure) };
}

function dollars(text: string): Money {
  const value = parseMoney(text);
  if (value === undefined) throw new RangeError(`not a sum of money: ${JSON.stringify(text)}`);
  return value;
}
