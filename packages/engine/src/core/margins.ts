import {
  type Holding,
  type InstrumentId,
  type LeverageTier,
  type Money,
  NO_HOLDING,
  ZERO,
  holdingWith,
  marginReleased,
  minus,
  plus,
} from '@fairlot/domain';
import type { Rulebook } from './rulebook.ts';
import type { Account, InstrumentState, Order } from './state.ts';

/**
 * Used margin of an account: the margins of its open positions, and what the tiers of its group require beyond them. A
 * change of the group's terms costs nothing here: each account computes it anew at its next use.
 */
export function usedMarginOf(rulebook: Rulebook, account: Account): Money {
  const { record, tiers } = account.group;
  if (tiers.size === 0) return account.usedMargin;
  if (account.tieredUnder !== record) {
    account.tierMargin = tierMarginOf(rulebook, account, tiers);
    account.tieredUnder = record;
  }
  return plus(account.usedMargin, account.tierMargin);
}

/** The open positions of an account in an instrument. */
export function holdingIn({ orders }: Account, instrument: InstrumentId): Holding {
  return orders.reduce(
    (held, order) =>
      order.status === 'open' && order.instrument.id === instrument
        ? holdingWith(held, order.margin, order.leverage)
        : held,
    NO_HOLDING,
  );
}

/** The used margin that the end of a position releases. */
export function marginReleasedBy({ account, instrument, margin, leverage }: Order): Money {
  const tiers = account.group.tiers.get(instrument.id);
  return tiers === undefined ? margin : marginReleased(tiers, holdingIn(account, instrument.id), margin, leverage);
}

/** Sums the holdings in fields of the instruments, which avoids a map per account. */
function tierMarginOf(
  rulebook: Rulebook,
  account: Account,
  tiers: ReadonlyMap<InstrumentId, readonly LeverageTier[]>,
): Money {
  const held: InstrumentState[] = [];
  for (const { status, instrument, margin, leverage } of account.orders) {
    if (status !== 'open') continue;
    if (instrument.holding === undefined) held.push(instrument);
    instrument.holding = holdingWith(instrument.holding ?? NO_HOLDING, margin, leverage);
  }
  let more = ZERO;
  for (const instrument of held) {
    const own = tiers.get(instrument.id);
    const holding = instrument.holding ?? NO_HOLDING;
    if (own !== undefined) more = plus(more, minus(rulebook.usedMarginOf(own, holding), holding.margin));
    instrument.holding = undefined;
  }
  return more;
}
