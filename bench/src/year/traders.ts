import { seeded } from '../quotes/positions.ts';
import type { House } from './house.ts';

const CALLERS = 64;
/** Positions that stay open over night, so that swaps are charged. */
const OVERNIGHT = 0.02;

/** Opens and closes positions of random accounts. Remembers those that are open over night. */
export class Traders {
  readonly #accounts: number;
  readonly #next = seeded(7);
  #open: { readonly account: number; readonly order: number }[] = [];
  /** Positions opened so far. */
  opened = 0;

  constructor(accounts: number) {
    this.#accounts = accounts;
  }

  /** Trades for some time of the wall clock. Returns the number of commands. */
  async trade(house: House, forMs: number, latencies?: (ms: number) => void): Promise<number> {
    const end = performance.now() + forMs;
    let commands = 0;
    const timed = async <T>(work: Promise<T>): Promise<T> => {
      const at = performance.now();
      const result = await work;
      latencies?.(performance.now() - at);
      commands += 1;
      return result;
    };
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        do {
          const account = 1 + Math.floor(this.#next() * this.#accounts);
          const order = await timed(house.place(account));
          this.opened += 1;
          if (this.#next() < OVERNIGHT) this.#open.push({ account, order });
          else await timed(house.close(account, order));
        } while (performance.now() < end);
      }),
    );
    return commands;
  }

  /** Closes the positions of the day before. */
  async closeYesterdays(house: House): Promise<void> {
    const open = this.#open;
    this.#open = [];
    for (let from = 0; from < open.length; from += 500)
      await Promise.all(open.slice(from, from + 500).map(({ account, order }) => house.close(account, order)));
  }
}
