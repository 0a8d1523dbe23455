import type { InstrumentId, Quote } from '@fairlot/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { Ladder } from './ladder.ts';
import type { Alert, AlertStore, Reached } from './store.ts';

/** Fired alerts that one transaction writes. */
const AT_ONCE = 500;
/** How long the database is left alone after it failed. */
const PAUSE_MS = 1_000;

interface Ladders {
  readonly bid: { readonly rise: Ladder; readonly fall: Ladder };
  readonly ask: { readonly rise: Ladder; readonly fall: Ladder };
}

export interface WatchDeps {
  readonly store: AlertStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for each alert that fired, after it was written down. */
  readonly onFired: (alert: Alert) => void;
}

/**
 * Holds all waiting alerts against every quote. What a quote reaches is written down with that quote and told afterwards.
 * An alert that is reached and not yet written when the server dies waits on, and fires on the first quote after the start
 * that is still beyond its price.
 */
export class AlertWatch {
  private readonly ladders = new Map<InstrumentId, Ladders>();
  private readonly deps: WatchDeps;
  /** Reached and not yet written down: at most as many as there are alerts. */
  private readonly reached: Reached[] = [];
  private work: Promise<void> | undefined;
  private wakeUp: (() => void) | undefined;
  private stopped = false;

  constructor(deps: WatchDeps) {
    this.deps = deps;
  }

  /** Alerts that wait. */
  get size(): number {
    let size = this.reached.length;
    for (const { bid, ask } of this.ladders.values())
      size += bid.rise.size + bid.fall.size + ask.rise.size + ask.fall.size;
    return size;
  }

  /** Watches for an alert. `quote`: the newest one, if what came while the alert was being written must not be missed. */
  add(alert: Alert, quote?: Quote): void {
    this.laddersOf(alert.instrument)[alert.side][alert.direction].add(alert);
    if (quote !== undefined) this.onQuote(quote);
  }

  remove(alert: Alert): void {
    this.ladders.get(alert.instrument)?.[alert.side][alert.direction].remove(alert);
  }

  onQuote(quote: Quote): void {
    const ladders = this.ladders.get(quote.instrument);
    if (ladders === undefined) return;
    const { bid, ask } = ladders;
    const reached = [
      ...bid.rise.take(quote.bid),
      ...bid.fall.take(quote.bid),
      ...ask.rise.take(quote.ask),
      ...ask.fall.take(quote.ask),
    ];
    if (reached.length === 0) return;
    for (const { id } of reached) this.reached.push({ id, quote });
    this.work ??= this.writeDown().finally(() => {
      this.work = undefined;
    });
  }

  /** Ends when what was reached is written down. What can't be written now waits on in the table. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeUp?.();
    await this.work;
  }

  private laddersOf(instrument: InstrumentId): Ladders {
    const known = this.ladders.get(instrument);
    if (known !== undefined) return known;
    const made = {
      bid: { rise: new Ladder('rise'), fall: new Ladder('fall') },
      ask: { rise: new Ladder('rise'), fall: new Ladder('fall') },
    };
    this.ladders.set(instrument, made);
    return made;
  }

  private async writeDown(): Promise<void> {
    while (this.reached.length > 0) {
      const batch = this.reached.slice(0, AT_ONCE);
      try {
        const fired = await this.deps.store.fire(batch, new Date(this.deps.clock()));
        this.reached.splice(0, batch.length);
        for (const alert of fired) this.tell(alert);
      } catch (error) {
        this.deps.log.error(
          { err: error, waiting: this.reached.length },
          'fired alerts could not be written down; they are tried again',
        );
        if (this.stopped) return;
        await this.pause();
      }
    }
  }

  /** It is written down, so it is never told twice: what fails here must not keep the next ones from being told. */
  private tell(alert: Alert): void {
    try {
      this.deps.onFired(alert);
    } catch (error) {
      this.deps.log.error({ err: error, alert: alert.id }, 'a fired alert could not be told');
    }
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
