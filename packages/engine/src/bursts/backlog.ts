import type { Quote } from '@fairlot/domain';

/** A change of an instrument's market that waits for its turn. */
export type Waiting =
  | { readonly kind: 'quote'; readonly quote: Quote; /** Market time of its receipt. */ readonly time: number }
  | { readonly kind: 'open'; readonly value: boolean }
  | { readonly kind: 'doubt'; readonly value: boolean };

/**
 * The changes of one market that arrive during a burst, in order. When it is full, each row of quotes between two other
 * changes keeps only those with the lowest and highest bid and ask, and the last. A level that any quote of the row
 * reaches is reached by one of these, and all of them are real quotes.
 */
export class Backlog {
  readonly #most: number;
  #waiting: Waiting[] = [];
  #next = 0;

  /** `most`: number of changes above which quotes are dropped. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#waiting.length - this.#next;
  }

  quote(quote: Quote, time: number): void {
    this.#waiting.push({ kind: 'quote', quote, time });
    if (this.size > this.#most) this.#thin();
  }

  /** Adds a session's beginning or end, or that of a doubt. `present`: the value before all that wait. */
  change(kind: 'open' | 'doubt', value: boolean, present: boolean): void {
    // Nothing is dealt on before all of this is worked, so a change and its opposite without a quote between are nothing.
    if (this.size > 0 && this.#waiting.at(-1)?.kind === kind) this.#waiting.pop();
    if (this.#last(kind, present) !== value) this.#waiting.push({ kind, value });
    if (this.size > this.#most) this.#thin();
  }

  /** Takes out the oldest change. */
  shift(): Waiting | undefined {
    const found = this.#waiting[this.#next];
    if (found === undefined) return undefined;
    this.#next += 1;
    if (this.#next === this.#waiting.length) {
      this.#waiting = [];
      this.#next = 0;
    }
    return found;
  }

  /** The value after all that wait. */
  #last(kind: 'open' | 'doubt', present: boolean): boolean {
    for (let at = this.#waiting.length - 1; at >= this.#next; at -= 1) {
      const waiting = this.#waiting[at];
      if (waiting?.kind === kind) return waiting.value;
    }
    return present;
  }

  #thin(): void {
    const kept: Waiting[] = [];
    let row: (Waiting & { kind: 'quote' })[] = [];
    for (const waiting of this.#waiting.slice(this.#next)) {
      if (waiting.kind === 'quote') {
        row.push(waiting);
        continue;
      }
      kept.push(...extremes(row), waiting);
      row = [];
    }
    kept.push(...extremes(row));
    this.#waiting = kept.length > this.#most ? newestHalf(kept) : kept;
    this.#next = 0;
  }
}

type WaitingQuote = Waiting & { readonly kind: 'quote' };

/** For hundreds of sessions and doubts during one burst: drops the quotes of the oldest half, not what became of it. */
function newestHalf(all: readonly Waiting[]): Waiting[] {
  const half = all.length >> 1;
  const dropped = all.slice(0, half);
  const states = (['open', 'doubt'] as const).map((kind) => dropped.findLast((each) => each.kind === kind));
  return [...states.filter((each) => each !== undefined), ...all.slice(half)];
}

/** The quotes with the lowest and highest bid and ask, and the last one, in their order. */
function extremes(row: readonly WaitingQuote[]): readonly WaitingQuote[] {
  const last = row.at(-1);
  if (last === undefined) return row;
  let [lowBid, highBid, lowAsk, highAsk] = [last, last, last, last];
  for (const each of row) {
    if (each.quote.bid < lowBid.quote.bid) lowBid = each;
    if (each.quote.bid > highBid.quote.bid) highBid = each;
    if (each.quote.ask < lowAsk.quote.ask) lowAsk = each;
    if (each.quote.ask > highAsk.quote.ask) highAsk = each;
  }
  const chosen = new Set([lowBid, highBid, lowAsk, highAsk, last]);
  return row.filter((each) => chosen.has(each));
}
