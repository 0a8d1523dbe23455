import {
  type Holding,
  type InstrumentId,
  type LeverageTier,
  type Money,
  NO_HOLDING,
  ZERO,
  asMoney,
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

/**
 * Sums the holdings as numbers in fields of the instruments, which is much faster than maps of bigints, while every sum is
 * a safe integer and so exact.
 */
function tierMarginOf(
  rulebook: Rulebook,
  account: Account,
  tiers: ReadonlyMap<InstrumentId, readonly LeverageTier[]>,
): Money {
  const held: InstrumentState[] = [];
  for (const { status, instrument, margin, leverage } of account.orders) {
    if (status !== 'open') continue;
    if (!instrument.isHeld) held.push(instrument);
    instrument.isHeld = true;
    const bound = Number(margin);
    instrument.heldMargin += bound;
    instrument.heldExposure += bound * leverage;
  }
  let more = ZERO;
  for (const instrument of held) {
    const own = tiers.get(instrument.id);
    if (own !== undefined) {
      const holding = heldIn(account, instrument);
      more = plus(more, minus(rulebook.usedMarginOf(own, holding), holding.margin));
    }
    instrument.isHeld = false;
    instrument.heldMargin = 0;
    instrument.heldExposure = 0;
  }
  return more;
}

function heldIn(account: Account, { id, heldMargin, heldExposure }: InstrumentState): Holding {
  // The exposure is at least the margin, and grows with every position.
  return Number.isSafeInteger(heldExposure)
    ? { margin: asMoney(BigInt(heldMargin)), exposure: asMoney(BigInt(heldExposure)) }
    : holdingIn(account, id);
}
