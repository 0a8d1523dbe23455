import type { Bus } from '../bus/bus.ts';
import type { Subjects } from '../bus/subjects.ts';
import { type Job, every } from '../platform/jobs.ts';
import { MOST_SPENDS, type Spend, readSpends, writeSpends } from './spend-messages.ts';

/** Milliseconds between two tellings. */
const TELL_MS = 250;
/** Spends of one telling at most. */
const MOST_TOLD = 4 * MOST_SPENDS;
/** Spends that wait for a telling at most: enough to choose the largest. */
const MOST_OFFERED = 4 * MOST_TOLD;
/** Messages of others that wait at most. Beyond it they are dropped, which costs only their effect. */
const MOST_WAITING = 64;
/** Least milliseconds between two lines of the log about messages that can't be read. */
const LOG_MS = 60_000;

/** Tokens of a key that the others do not know of. */
interface OfferedSpend {
  readonly key: string | number;
  /** Takes the tokens to tell. 0: none. */
  drain(): number;
}

type Charge = (key: string | number, amount: number) => boolean;

/**
 * The fate of a spend. `left_out`: too many others were larger, or the bus did not take the message. `malformed`: what
 * was heard is no spend.
 */
export type SpendFate = 'told' | 'left_out' | 'heard' | 'malformed';

export interface BudgetSpendsOptions {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly subjects: Subjects;
  /** Name of this process, whose messages come back. */
  readonly from: string;
  readonly log: { warn(message: string): void };
  readonly count: (fate: SpendFate, spends: number) => void;
}

/**
 * Budgets that the processes of an installation share: each tells the others what it has given, at most four times a
 * second, and charges its own budgets with what it hears. Messages may be lost, which favours the owners of their keys.
 */
export class BudgetSpends {
  readonly #options: BudgetSpendsOptions;
  readonly #subject: string;
  readonly #budgets = new Map<string, Charge>();
  readonly #job: Job;
  #offered: { readonly budget: string; readonly spend: OfferedSpend }[] = [];
  #stopListening: (() => void) | undefined;
  #loggedAt = -Infinity;

  constructor(options: BudgetSpendsOptions) {
    this.#options = options;
    this.#subject = options.subjects('budgets');
    this.#job = every(
      TELL_MS,
      () => this.tell(),
      (error) => options.log.warn(`the others were not told of budgets (${String(error)})`),
    );
  }

  start(): void {
    this.#stopListening = this.#options.bus.subscribe(this.#subject, (data) => this.#hear(data), {
      most: MOST_WAITING,
      onDropped: nothing,
    });
    this.#job.start();
  }

  async stop(): Promise<void> {
    await this.#job.stop();
    this.#stopListening?.();
  }

  /** Joins the budgets of that name. Throws when this process has one already. */
  share(budget: string): (charge: Charge) => (spend: OfferedSpend) => boolean {
    return (charge) => {
      if (this.#budgets.has(budget)) throw new Error(`the budget ${budget} is shared already`);
      this.#budgets.set(budget, charge);
      return (spend) => {
        if (this.#offered.length >= MOST_OFFERED) return false;
        this.#offered.push({ budget, spend });
        return true;
      };
    };
  }

  /** Tells what was given since the last telling. */
  tell(): void {
    if (this.#offered.length === 0) return;
    const { bus, from, count } = this.#options;
    const offered = this.#offered.map(({ budget, spend }): Spend => [budget, spend.key, spend.drain()]);
    this.#offered = [];
    const spends = offered.filter(([, , amount]) => amount > 0);
    if (spends.length > MOST_TOLD) {
      spends.sort(([, , one], [, , other]) => other - one);
      count('left_out', spends.splice(MOST_TOLD).length);
    }
    for (let first = 0; first < spends.length; first += MOST_SPENDS) {
      const some = spends.slice(first, first + MOST_SPENDS);
      count(bus.publish(this.#subject, writeSpends(from, some)) ? 'told' : 'left_out', some.length);
    }
  }

  #hear(data: Uint8Array): void {
    const message = readSpends(data);
    if (message?.from === this.#options.from) return;
    let malformed = message?.malformed ?? 1;
    let heard = 0;
    for (const [budget, key, amount] of message?.spends ?? []) {
      const charge = this.#budgets.get(budget);
      // A process of another version may have other budgets, and this one may still be starting.
      if (charge === undefined) continue;
      if (charge(key, amount)) heard += 1;
      else malformed += 1;
    }
    if (heard > 0) this.#options.count('heard', heard);
    if (malformed > 0) this.#note(malformed);
  }

  #note(malformed: number): void {
    this.#options.count('malformed', malformed);
    const now = performance.now();
    if (now - this.#loggedAt < LOG_MS) return;
    this.#loggedAt = now;
    this.#options.log.warn('a message about budgets could not be read; further ones are not reported for a minute');
  }
}

function nothing(): void {
  // Lost messages are not asked for: their spends only favour the owners of the keys.
}
