import { closingPrice } from '@fairlot/domain';
import type { ChargeSwap } from '../command.ts';
import type { Order } from '../core/state.ts';
import { settleWithHouse } from '../core/transfers.ts';
import { knownMarketOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { DONE, refuse } from './outcomes.ts';

/**
 * Charges the swap to every position that was open at the rollover, by ascending number, at the last known closing
 * price and conversion. Positions with a charge of zero are skipped.
 */
export function chargeSwap(work: Work, command: ChargeSwap): Outcome {
  const account = work.state.accounts.get(command.account);
  if (account === undefined) return refuse('unknown_account');
  for (const position of account.orders) {
    if (position.status === 'open' && position.openedAt !== undefined && position.openedAt < command.rolloverTime) {
      chargePosition(work, position, command.weekday);
    }
  }
  return DONE;
}

function chargePosition(work: Work, position: Order, weekday: number): void {
  const { terms, quote, conversion } = knownMarketOf(work, position.instrument);
  const nights = work.rulebook.nights(terms, weekday);
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
