import { type InstrumentId, type SwapTerms, closingPrice } from '@fairlot/domain';
import type { BeginRollover, BegunRollover, ChargeSwap, EndRollover } from '../command.ts';
import type { Account, Order } from '../core/state.ts';
import { settleWithHouse } from '../core/transfers.ts';
import { marketOfOrder } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { DONE, refuse } from './outcomes.ts';

/** Begins a rollover: from now on the positions that were open at it owe their swap. */
export function beginRollover(work: Work, { rolloverTime, weekday }: BeginRollover): Outcome {
  const last = work.state.rollovers.at(-1);
  if (last === undefined || rolloverTime > last.rolloverTime)
    work.emit({ type: 'rolloverBegun', rolloverTime, weekday });
  return DONE;
}

/** Ends a rollover, and any before it. */
export function endRollover(work: Work, { rolloverTime }: EndRollover): Outcome {
  if (work.state.rollovers.some((begun) => begun.rolloverTime === rolloverTime))
    work.emit({ type: 'rolloverEnded', rolloverTime });
  return DONE;
}

/**
 * Charges the swap to every position that was open at the rollover, by ascending number, at the last known closing
 * price and conversion. Positions with a charge of zero are skipped.
 */
export function chargeSwap(work: Work, command: ChargeSwap): Outcome {
  const account = work.state.accounts.get(command.account);
  if (account === undefined) return refuse('unknown_account');
  if (!work.rulebook.owesSwaps) chargeAccount(work, account, command);
  else {
    const { rollovers } = work.state;
    const { rolloverTime, weekday } = command;
    const begun = rollovers.find((each) => each.rolloverTime === rolloverTime);
    const before = rollovers.filter((each) => each.rolloverTime < rolloverTime);
    settle(work, account, [...before, { rolloverTime, weekday, kept: begun?.kept }]);
  }
  return DONE;
}

/** Charges an account what it owes for rollovers that have begun. Called before one of its positions closes. */
export function settleSwaps(work: Work, account: Account): void {
  if (work.rulebook.owesSwaps && work.state.rollovers.length > 0) settle(work, account, work.state.rollovers);
}

/** The swap that an instrument had when the rollover began; undefined while it still has it. */
export function keptSwap({ kept }: BegunRollover, instrument: InstrumentId): SwapTerms | undefined {
  return kept?.find((each) => each.instrument === instrument)?.swap;
}

function settle(work: Work, account: Account, rollovers: readonly BegunRollover[]): void {
  let through = 0;
  for (const rollover of rollovers) {
    if (rollover.rolloverTime <= account.swapThrough) continue;
    if (chargeAccount(work, account, rollover)) through = rollover.rolloverTime;
  }
  if (through === 0) return;
  work.touch(account);
  work.emit({ type: 'swapsSettled', account: account.id, through });
}

/** Charges the positions of an account for one rollover. Returns true when one was open at it. */
function chargeAccount(work: Work, account: Account, rollover: BegunRollover): boolean {
  let held = false;
  for (const position of account.orders) {
    if (position.status !== 'open' || position.openedAt === undefined || position.openedAt >= rollover.rolloverTime)
      continue;
    held = true;
    chargePosition(work, position, rollover);
  }
  return held;
}

function chargePosition(work: Work, position: Order, rollover: BegunRollover): void {
  const { terms: present, quote, conversion, own } = marketOfOrder(work, position);
  // A group's own swap never changes during a rollover.
  const kept = own.swap === undefined ? keptSwap(rollover, present.id) : undefined;
  const terms = kept === undefined ? present : { ...present, swap: kept };
  const nights = work.rulebook.nights(terms.swap, rollover.weekday);
  const amount = work.rulebook.swapCharge(
    terms,
    position.side,
    position.lots,
    closingPrice(quote, position.side),
    conversion,
    nights,
  );
  if (amount === 0n) return;
  work.touch(position.account);
  work.emit({ type: 'swapCharged', order: position.id, account: position.account.id, amount, nights });
  settleWithHouse(work, position.account, 'swap', 'swap', amount, { reference: position.id });
}
