import { pause } from '../../../../apps/server/src/platform/pause.ts';
import { Moments } from './moments.ts';

const LOOK_MS = 50;
const ASK_LIMIT_MS = 1000;

interface Listed {
  readonly Id: number;
  readonly MarketStatus: number;
  readonly Doubt: string | null;
  readonly ForexQuotations: { readonly Seq: number } | null;
}

/** Reads the list of instruments at a gateway again and again: numbers of quotes, and doubts. */
export class MarketWatch {
  readonly #url: string;
  readonly #lookMs: number;
  readonly #numbers = new Map<number, number>();
  #isEnding = false;
  #running: Promise<void> = Promise.resolve();
  /** Steady time of the last look that found a new quote. */
  #quoteAt = performance.now();
  #since = 0;
  #longest = 0;
  #isDoubted = false;
  #answeredAt = performance.now();
  #told = 'the list was never read';
  /** Quotes whose number was below that of an earlier one. */
  readonly problems: string[] = [];
  /** Moments at which there was a new quote, and most open markets were dealt on. */
  readonly dealt = new Moments();

  /** `lookMs`: time between two looks. */
  constructor(gateway: string, lookMs = LOOK_MS) {
    this.#url = `${gateway}/v1/api/forex/trade_list`;
    this.#lookMs = lookMs;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }

  /** Forgets the longest time without quotes. */
  reset(): void {
    this.#since = performance.now();
    this.#longest = 0;
  }

  /** The longest time without a new quote since `reset`, in milliseconds. */
  get longestMs(): number {
    return Math.max(this.#longest, performance.now() - Math.max(this.#quoteAt, this.#since));
  }

  /** The last answer in words, to find out why quotes do not come back. */
  get state(): string {
    return `last answer ${ago(this.#answeredAt)}, last new quote ${ago(this.#quoteAt)}, ${this.#told}`;
  }

  /** Waits until every open market is in doubt, or none is. Returns the milliseconds; undefined after the limit. */
  async until(isDoubted: boolean, limitMs: number): Promise<number | undefined> {
    const begin = performance.now();
    while (this.#isDoubted !== isDoubted) {
      if (performance.now() - begin > limitMs) return undefined;
      await pause(LOOK_MS);
    }
    return Math.round(performance.now() - begin);
  }

  async #run(): Promise<void> {
    while (!this.#isEnding) {
      const answer = await fetch(this.#url, { signal: AbortSignal.timeout(ASK_LIMIT_MS) })
        .then((response) => response.json() as Promise<{ data: readonly Listed[] | null; reason?: string }>)
        .catch((error: unknown) => {
          this.#told = String(error);
        });
      if (answer !== undefined) {
        this.#answeredAt = performance.now();
        this.#told = `refused: ${answer.reason}`;
      }
      if (Array.isArray(answer?.data)) this.#look(answer.data as readonly Listed[]);
      await pause(this.#lookMs);
    }
  }

  #look(listed: readonly Listed[]): void {
    const now = performance.now();
    let isNew = false;
    for (const { Id, ForexQuotations } of listed) {
      const [before, number] = [this.#numbers.get(Id) ?? 0, ForexQuotations?.Seq ?? 0];
      if (number < before) this.problems.push(`the quote of instrument ${Id} went from number ${before} to ${number}`);
      isNew ||= number > before;
      this.#numbers.set(Id, number);
    }
    if (isNew) {
      this.#longest = Math.max(this.#longest, now - Math.max(this.#quoteAt, this.#since));
      this.#quoteAt = now;
    }
    const open = listed.filter(({ MarketStatus }) => MarketStatus === 1);
    const doubted = open.filter(({ Doubt }) => Doubt !== null).length;
    this.#told = `${doubted} of ${open.length} open markets in doubt`;
    // One instrument that jumps is in doubt by itself, so neither state needs all of them.
    this.#isDoubted = open.length === 0 || doubted > open.length / 2;
    if (isNew && !this.#isDoubted) this.dealt.note(now);
  }
}

function ago(moment: number): string {
  return `${((performance.now() - moment) / 1000).toFixed(1)} s ago`;
}
