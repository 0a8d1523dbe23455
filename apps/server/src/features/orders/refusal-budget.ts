import { DAY_MS, ZERO } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import type { Clock } from '../../platform/clock.ts';
import { TokenBuckets } from '../../security/token-buckets.ts';
import type { ShareBudget } from '../../security/untold-spend.ts';
import type { TradingHost } from '../../trading/port.ts';

/** An account without money and orders has this part of the amount; closing has as much for itself. */
const SMALL_PART = 25;
const DAY_S = 86_400;

/** The amounts of an account, which several processes can share by name. */
export type RefusalAmount = 'refusals_small' | 'refusals_funded' | 'refusals_closing';

/**
 * Amounts a day of refused commands of an account. A refusal by state is a journal row for good, and an account costs no
 * money, so nothing else would bound its rows. Accepted commands take nothing.
 */
export class RefusalBudget {
  readonly #small: TokenBuckets;
  readonly #funded: TokenBuckets;
  /** A program whose orders are refused all day must not keep its owner from closing. */
  readonly #closing: TokenBuckets;
  readonly #trading: Pick<TradingHost, 'account'>;

  /** `perDay`: of an account that has money. 0: no limit. `share`: absent in the only process. */
  constructor(
    perDay: number,
    trading: Pick<TradingHost, 'account'>,
    clock: Clock,
    share?: (amount: RefusalAmount) => ShareBudget,
  ) {
    const daily = (name: RefusalAmount, amount: number, longestDebtMs?: number): TokenBuckets =>
      new TokenBuckets(
        amount / DAY_S,
        amount,
        clock,
        share && { share: share(name), ...(longestDebtMs !== undefined && { longestDebtMs }) },
      );
    const small = perDay === 0 ? 0 : Math.max(1, Math.floor(perDay / SMALL_PART));
    // An hour refills too little to keep the small amount together, and who has no money has nothing to close meanwhile.
    this.#small = daily('refusals_small', small, DAY_MS);
    this.#funded = daily('refusals_funded', perDay);
    this.#closing = daily('refusals_closing', small);
    this.#trading = trading;
  }

  /**
   * Takes a refusal in advance, because commands run at the same time. Call the result when the command was accepted.
   * Undefined: the account has none left. `closes`: the command ends an order.
   */
  take(account: AccountId, closes: boolean): (() => void) | undefined {
    // Money is asked for only when the small amount is used up: valuing an account costs more than a token.
    const amounts = [this.#small, this.#funded, ...(closes ? [this.#closing] : [])];
    const from = amounts.find((amount) => (amount === this.#small || this.#hasMoney(account)) && amount.take(account));
    return from === undefined ? undefined : () => from.giveBack(account);
  }

  #hasMoney(account: AccountId): boolean {
    const view = this.#trading.account(account);
    if (view === 'uncommitted') return true;
    if (view === undefined) return false;
    const { cash, orderReserve, withdrawalHold, positions } = view;
    return cash > ZERO || orderReserve > ZERO || withdrawalHold > ZERO || positions.length > 0;
  }
}
