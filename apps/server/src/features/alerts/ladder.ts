import type { Price } from '@fairlot/domain';

/** An alert's price in a ladder. */
export interface Step {
  readonly id: number;
  readonly price: Price;
}

/**
 * Alerts of one side and direction of one instrument, sorted so that the next to be reached is last. A quote that
 * reaches no alert costs one comparison, regardless of the number of alerts.
 */
export class Ladder {
  readonly #steps: Step[] = [];
  readonly #direction: 'rise' | 'fall';

  constructor(direction: 'rise' | 'fall') {
    this.#direction = direction;
  }

  get size(): number {
    return this.#steps.length;
  }

  add(step: Step): void {
    this.#steps.splice(this.#placeOf(step), 0, step);
  }

  /** Removes a step if it is present. */
  remove(step: Step): void {
    const place = this.#placeOf(step);
    if (this.#steps[place]?.id === step.id) this.#steps.splice(place, 1);
  }

  /** Removes and returns the steps that a price has reached, nearest first. */
  take(price: Price): Step[] {
    const reached: Step[] = [];
    for (;;) {
      const next = this.#steps.at(-1);
      if (next === undefined || !isReached(this.#direction, next.price, price)) return reached;
      this.#steps.pop();
      reached.push(next);
    }
  }

  /** Binary search for the index of a step, or the index at which to insert it. */
  #placeOf(step: Step): number {
    let [low, high] = [0, this.#steps.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#steps[middle];
      if (other !== undefined && this.#isBefore(other, step)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Orders by distance, farthest first; at the same price the later alert comes first. */
  #isBefore(one: Step, other: Step): boolean {
    if (one.price === other.price) return one.id > other.id;
    return this.#direction === 'rise' ? one.price > other.price : one.price < other.price;
  }
}

/** Tells whether a quoted price has risen or fallen to a target. */
export function isReached(direction: 'rise' | 'fall', target: Price, quoted: Price): boolean {
  return direction === 'rise' ? quoted >= target : quoted <= target;
}
