import {
  type Holding,
  type InstrumentId,
  type Money,
  NO_SIDES,
  type TwoSides,
  ZERO,
  asMoney,
  bothSides,
  marginReleased,
  minus,
  plus,
  sidesByInstrument,
  sidesWith,
} from '@fairlot/domain';
import type { AccountGroup } from './groups.ts';
import type { Rulebook } from './rulebook.ts';
import type { Account, InstrumentState, Order } from './state.ts';

/**
 * Used margin of an account: the margins of its open positions, and the difference that the tiers and the hedged margin of
 * its group make. A change of the group's terms costs nothing here: each account computes it anew at its next use.
 */
export function usedMarginOf(rulebook: Rulebook, account: Account): Money {
  const { group } = account;
  if (group.addsUp) return account.usedMargin;
  if (account.comparedUnder !== group.record) {
    account.marginDifference =
      group.hedged === 'both' ? tierMarginOf(rulebook, account) : hedgedDifferenceOf(rulebook, account);
    account.comparedUnder = group.record;
  }
  return plus(account.usedMargin, account.marginDifference);
}

/** The open positions of an account in an instrument. */
export function heldIn({ orders }: Account, instrument: InstrumentId): TwoSides {
  return orders.reduce(
    (held, order) => (order.status === 'open' && order.instrument.id === instrument ? sidesWith(held, order) : held),
    NO_SIDES,
  );
}

/** The used margin that the end of a position releases. Below zero when it covered another one. */
export function marginReleasedBy(position: Order): Money {
  const { account, instrument, margin } = position;
  const terms = account.group.marginTerms(instrument.id);
  if (terms.hedged === 'both' && terms.tiers.length === 0) return margin;
  return marginReleased(terms, heldIn(account, instrument.id), position);
}

/** Runs once per change of the positions of an account whose group has hedged margin. */
function hedgedDifferenceOf(rulebook: Rulebook, { group, orders, usedMargin }: Account): Money {
  const open = orders.filter(({ status }) => status === 'open');
  const held = sidesByInstrument(
    open.map(({ instrument: { id: instrument }, side, lots, margin, leverage }) => ({
      instrument,
      side,
      lots,
      margin,
      leverage,
    })),
  );
  let needed = ZERO;
  for (const [instrument, sides] of held)
    needed = plus(needed, rulebook.hedgedMarginOf(group.marginTerms(instrument), sides, rulebook.usedMarginOf));
  return minus(needed, usedMargin);
}

/**
 * Sums the holdings as numbers in fields of the instruments, which is much faster than maps of bigints, while every sum is
 * a safe integer and so exact.
 */
function tierMarginOf(rulebook: Rulebook, account: Account): Money {
  const { tiers }: AccountGroup = account.group;
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
      const holding = holdingOf(account, instrument);
      more = plus(more, minus(rulebook.usedMarginOf(own, holding), holding.margin));
    }
    instrument.isHeld = false;
    instrument.heldMargin = 0;
    instrument.heldExposure = 0;
  }
  return more;
}

function holdingOf(account: Account, { id, heldMargin, heldExposure }: InstrumentState): Holding {
  // The exposure is at least the margin, and grows with every position.
  return Number.isSafeInteger(heldExposure)
    ? { margin: asMoney(BigInt(heldMargin)), exposure: asMoney(BigInt(heldExposure)) }
    : bothSides(heldIn(account, id));
}
