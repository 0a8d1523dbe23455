import { type InstrumentId, type Money, type Standing, asRate, equity, negate, prepaymentRatio } from '@fairlot/domain';
import type { StopOut } from '../command.ts';
import { InvariantError, invariant } from '../core/invariant.ts';
import { marginReleasedBy } from '../core/margins.ts';
import type { Rulebook } from '../core/rulebook.ts';
import type { Account, InstrumentState, Order } from '../core/state.ts';
import { converts, floatingProfit, problemOf, standingOf } from '../core/valuation.ts';
import type { MarketReader, Work } from '../core/work.ts';
import type { StopOutExplanation } from '../event.ts';
import type { Outcome } from '../outcome.ts';
import { isHalted } from './dealing.ts';
import { cancelAllPending, closeAtMarket } from './ending.ts';
import { coverNegativeBalance } from './negative-balance.ts';
import { DONE } from './outcomes.ts';
import { settleSwaps } from './swap.ts';

/**
 * Brings an account back above the stop-out level: cancels pending orders, then closes the position with the largest
 * loss until the account is above the level. Positions whose market is closed, or whose price or rate is stale, stay open.
 */
export function stopOut(work: Work, command: StopOut): Outcome {
  const account = work.state.accounts.get(command.account);
  if (account === undefined) throw new InvariantError(`stop-out of unknown account ${command.account}`);
  invariant(isBreached(work, account), () => `account ${account.id} is above its stop-out level`);
  settleSwaps(work, account);
  // A credited swap may have brought it back above its level.
  if (!isBreached(work, account)) return DONE;
  cancelAllPending(work, account.orders, 'stop_out');
  const level = work.stopOutPercentOf(account);
  for (;;) {
    const standing = standingOf(work, work.rulebook, account);
    if (!work.rulebook.isAtOrBelow(standing, level)) break;
    const worst = largestLoss(work, account, command.quoted);
    if (worst === undefined) break;
    closeAtMarket(work, worst.position, 'stop_out', explain(standing, level, worst));
  }
  coverNegativeBalance(work, account);
  return DONE;
}

/**
 * True when a stop-out may judge the account now and could cancel or close something. While a price of an open market is
 * in doubt, or an instrument is halted, an account that depends on it is not judged. `quoted`: see StopOut.quoted.
 */
export function canActOn(
  reader: MarketReader,
  rulebook: Rulebook,
  account: Account,
  time: number,
  quoted?: InstrumentId,
): boolean {
  let acts = false;
  for (const order of account.orders) {
    if (order.status === 'pending') acts = true;
    else if (isInDoubt(order.instrument) || (rulebook.haltsStopOuts && isHalted(order.instrument))) return false;
    else acts ||= isClosable(reader, rulebook, order, time, quoted);
  }
  return acts;
}

function isInDoubt(instrument: InstrumentState): boolean {
  const { open, doubt, leg } = instrument;
  return (open && doubt) || (leg !== undefined && leg.open && leg.doubt);
}

function isBreached(work: Work, account: Account): boolean {
  return work.rulebook.isAtOrBelow(standingOf(work, work.rulebook, account), work.stopOutPercentOf(account));
}

function isClosable(
  reader: MarketReader,
  rulebook: Rulebook,
  order: Order,
  time: number,
  quoted: InstrumentId | undefined,
): boolean {
  if (order.status !== 'open' || !converts(reader, rulebook, order.instrument, time, quoted)) return false;
  const quote = reader.quoteOf(order.instrument);
  if (order.instrument.id === quoted)
    return order.instrument.open && !order.instrument.doubt && order.instrument.mode !== 'halted';
  return quote !== undefined && problemOf(rulebook, order.instrument, quote, time) === undefined;
}

/** A position and its result. */
interface Worst {
  readonly position: Order;
  readonly profit: Money;
}

/** The closable position with the lowest result; the older position on a tie. */
function largestLoss(work: Work, account: Account, quoted: InstrumentId | undefined): Worst | undefined {
  let worst: Worst | undefined;
  for (const position of account.orders) {
    if (!isClosable(work, work.rulebook, position, work.time, quoted)) continue;
    const profit = floatingProfit(work, work.rulebook, position);
    if (worst === undefined || profit < worst.profit) worst = { position, profit };
  }
  return worst;
}

function explain(standing: Standing, stopOutPercent: number, { position, profit }: Worst): StopOutExplanation {
  // Covered positions use no margin, and are stopped out when no equity is left.
  const ratio = prepaymentRatio(standing) ?? asRate(0n);
  const releases = marginReleasedBy(position);
  return {
    equity: equity(standing),
    usedMargin: standing.usedMargin,
    ratio,
    stopOutPercent,
    ...(releases !== position.margin && { releases }),
    loss: negate(profit),
  };
}
