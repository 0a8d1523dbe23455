import type { AccountId } from '../command.ts';
import type { Account, State } from '../core/state.ts';
import { NO_NUMBERS } from './numbers.ts';

/**
 * Accounts that wait to be judged because the terms of their group have changed, by ascending number. Their used margin and
 * level are the new ones at once, for every decision; only their bands, and the stop-out of those that the change has brought
 * to their level, wait for their turn. A quote does not judge an account before it. An account that its own command has
 * changed is judged with that, and loses its turn.
 */
export class Review {
  readonly #state: State;
  #numbers: Float64Array = NO_NUMBERS;
  #next = 0;

  constructor(state: State) {
    this.#state = state;
  }

  /** Adds the accounts with open positions that a change concerns. Without positions, nothing can be at its level. */
  add(concerns: (account: Account) => boolean): void {
    const numbers = new Float64Array(this.#state.accounts.size);
    let count = 0;
    for (const account of this.#state.accounts.values()) {
      account.inReview ||= account.openPositions > 0 && concerns(account);
      if (!account.inReview) continue;
      numbers[count] = account.id;
      count += 1;
    }
    this.#numbers = numbers.subarray(0, count).sort();
    this.#next = 0;
  }

  /** True when nothing is left. */
  get isOver(): boolean {
    return this.#first() === undefined;
  }

  /** Takes out the next account; undefined when nothing is left. */
  next(): Account | undefined {
    const account = this.#first();
    if (account !== undefined) this.#next += 1;
    return account;
  }

  /** Passes accounts that have lost their turn, or are gone. */
  #first(): Account | undefined {
    for (; this.#next < this.#numbers.length; this.#next += 1) {
      const account = this.#state.accounts.get(this.#numbers[this.#next] as AccountId);
      if (account?.inReview === true) return account;
    }
    this.clear();
    return undefined;
  }

  /** Forgets all turns: every account is judged anew, or rows of the journal follow. */
  clear(): void {
    this.#numbers = NO_NUMBERS;
    this.#next = 0;
  }
}
