import { type Rollover, nextRollover, rolloversBetween } from '@fairlot/domain';
import type { Applied, TradingEngine } from '@fairlot/engine';
import type { AnnouncedSwaps } from './announced-swaps.ts';

/** Begins rollovers in an engine at the moment at which market time passes them. */
export class Rollovers {
  readonly #announced: AnnouncedSwaps;
  #next: Rollover;

  /** `through` is the last rollover that has begun, or a moment before which none is owed. */
  constructor(through: number, announced: AnnouncedSwaps) {
    this.#announced = announced;
    this.#next = nextRollover(through);
  }

  /** Rollovers that passed up to a moment and have not begun. */
  missed(now: number): number {
    return now < this.#next.time ? 0 : rolloversBetween(this.#next.time - 1, now).length;
  }

  /**
   * Begins the rollovers that have passed, each at the swaps announced for it. Called before any command or quote of that
   * moment.
   */
  begin(engine: TradingEngine, now: number): readonly Applied[] {
    if (now < this.#next.time) return [];
    const rows: Applied[] = [];
    while (now >= this.#next.time) {
      const { time, weekday } = this.#next;
      rows.push(...this.#applyAnnounced(engine, time, now));
      const begun = engine.submit({ type: 'beginRollover', rolloverTime: time, weekday, time: now });
      if (begun.kind === 'applied') rows.push(...begun.rows);
      this.#next = nextRollover(time);
    }
    return rows;
  }

  #applyAnnounced(engine: TradingEngine, rolloverTime: number, now: number): readonly Applied[] {
    const rows: Applied[] = [];
    for (const id of new Set(this.#announced.dueAt(rolloverTime).map(({ instrument }) => instrument))) {
      const terms = engine.terms(id);
      if (terms === undefined) continue;
      const instrument = this.#announced.applyTo(terms, rolloverTime);
      if (instrument === terms) continue;
      const defined = engine.submit({ type: 'defineInstrument', time: now, instrument });
      if (defined.kind === 'applied') rows.push(...defined.rows);
    }
    return rows;
  }
}
