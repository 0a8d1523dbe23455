import { isExpired } from '@fairlot/domain';
import type { Command } from './command.ts';
import type { State } from './core/state.ts';
import type { Applied } from './outcome.ts';
import type { Step, Watcher } from './watcher.ts';

/** Maximum number of orders in one journal row. */
const MOST_ENDED = 256;
const NO_ROWS: readonly Applied[] = [];

/** Ends pending orders at their expiry, in slices of bounded work. TradingEngine documents `expire`. */
export class Expirer {
  readonly #state: State;
  readonly #watcher: Watcher;
  readonly #slice: number;
  readonly #apply: (command: Command) => Step;

  constructor(state: State, watcher: Watcher, slice: number, apply: (command: Command) => Step) {
    this.#state = state;
    this.#watcher = watcher;
    this.#slice = slice;
    this.#apply = apply;
  }

  expire(now: number): readonly Applied[] {
    const time = Math.max(now, this.#state.time);
    const { expiries, orders } = this.#state;
    if (!expiries.mayHaveDue(time)) return NO_ROWS;
    const isDue = (id: number): boolean => {
      const order = orders.get(id);
      return order?.status === 'pending' && isExpired(order.expiresAt, time) && !order.instrument.burst;
    };
    const rows: Applied[] = [];
    for (let left = this.#slice; left > 0;) {
      const due = expiries.next(time, Math.min(MOST_ENDED, left), isDue);
      if (due.length === 0) break;
      left -= due.length;
      this.#watcher.start();
      const { row, touched } = this.#apply({ type: 'expire', time, orders: due });
      rows.push(row, ...this.#watcher.followUp(touched, time));
    }
    return rows;
  }
}
