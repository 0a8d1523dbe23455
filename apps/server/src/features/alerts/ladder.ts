import type { Price } from '@fairlot/domain';

/** A step of a ladder: an alert at its price. */
export interface Step {
  readonly id: number;
  readonly price: Price;
}

/**
 * Alerts of one side and direction of one instrument, sorted so that the next one to be reached stands at the end. A quote
 * that reaches nothing costs one comparison, whatever waits.
 */
export class Ladder {
  private readonly steps: Step[] = [];
  private readonly direction: 'rise' | 'fall';

  constructor(direction: 'rise' | 'fall') {
    this.direction = direction;
  }

  get size(): number {
    return this.steps.length;
  }

  add(step: Step): void {
    this.steps.splice(this.placeOf(step), 0, step);
  }

  /** Takes a step away, if it is there. */
  remove(step: Step): void {
    const place = this.placeOf(step);
    if (this.steps[place]?.id === step.id) this.steps.splice(place, 1);
  }

  /** Takes away what a price has reached, the nearest first. */
  take(price: Price): Step[] {
    const reached: Step[] = [];
    for (;;) {
      const next = this.steps.at(-1);
      if (next === undefined || !isReached(this.direction, next.price, price)) return reached;
      this.steps.pop();
      reached.push(next);
    }
  }

  /** Where a step stands, or would stand. */
  private placeOf(step: Step): number {
    let [low, high] = [0, this.steps.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.steps[middle];
      if (other !== undefined && this.isBefore(other, step)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Farther from being reached comes first; of one price, what was set later. */
  private isBefore(one: Step, other: Step): boolean {
    if (one.price === other.price) return one.id > other.id;
    return this.direction === 'rise' ? one.price > other.price : one.price < other.price;
  }
}

/** Whether a price that is quoted has risen or fallen to a target. */
export function isReached(direction: 'rise' | 'fall', target: Price, quoted: Price): boolean {
  return direction === 'rise' ? quoted >= target : quoted <= target;
}
