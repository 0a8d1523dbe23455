import { type Rollover, nextRollover, rolloversBetween } from '@fairlot/domain';
import type { Applied, TradingEngine } from '@fairlot/engine';

/** Begins rollovers in an engine at the moment at which market time passes them. */
export class Rollovers {
  #next: Rollover;

  /** `through` is the last rollover that has begun, or a moment before which none is owed. */
  constructor(through: number) {
    this.#next = nextRollover(through);
  }

  /** Rollovers that passed up to a moment and have not begun. */
  missed(now: number): number {
    return now < this.#next.time ? 0 : rolloversBetween(this.#next.time - 1, now).length;
  }

  /** Begins the rollovers that have passed. Called before any command or quote of that moment. */
  begin(engine: TradingEngine, now: number): readonly Applied[] {
    if (now < this.#next.time) return [];
    const rows: Applied[] = [];
    while (now >= this.#next.time) {
      const { time, weekday } = this.#next;
      const begun = engine.submit({ type: 'beginRollover', rolloverTime: time, weekday, time: now });
      if (begun.kind === 'applied') rows.push(...begun.rows);
      this.#next = nextRollover(time);
    }
    return rows;
  }
}
