import { type InstrumentId, type Markup, NO_MARKUP, type Quote, asPrice } from '@fairlot/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { ClientPrices } from '../../trading/client-prices.ts';
import { Ladder, type Step } from './ladder.ts';
import type { Alert, AlertStore, ReachedAlert } from './queries.ts';

/** Maximum number of fired alerts per transaction. */
const AT_ONCE = 500;
/** Pause after a database failure. */
const PAUSE_MS = 1_000;

interface Ladders {
  readonly bid: { readonly rise: Ladder; readonly fall: Ladder };
  readonly ask: { readonly rise: Ladder; readonly fall: Ladder };
}

/** A waiting alert at the market's price at which its user sees the alert's. */
interface Placed extends Step {
  readonly alert: Alert;
  readonly markup: Markup;
}

export interface WatchDeps {
  readonly prices: Pick<ClientPrices, 'markupOf' | 'shown'>;
  readonly store: AlertStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for each fired alert after it was stored. */
  readonly onFired: (alert: Alert) => void;
}

/**
 * Checks all waiting alerts against every quote, each at the prices that its user sees. Stores reached alerts with their quote and reports them afterwards. If
 * the server dies in between, the alert stays waiting and fires on the first quote after the restart that is still
 * beyond its price.
 */
export class AlertWatch {
  readonly #ladders = new Map<InstrumentId, Ladders>();
  readonly #deps: WatchDeps;
  readonly #placed = new Map<number, Placed>();
  /** True when the markup of a user may have changed. */
  #isMoved = false;
  /** Alerts that were reached but are not stored yet. */
  readonly #reached: ReachedAlert[] = [];
  #work: Promise<void> | undefined;
  #wakeUp: (() => void) | undefined;
  #stopped = false;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** The number of alerts that are not stored as fired. */
  get size(): number {
    return this.#reached.length + this.#placed.size;
  }

  /** Adds an alert, unless it is watched already. `quote` is the latest quote; pass it to check quotes that came while the alert was being stored. */
  add(alert: Alert, quote?: Quote): void {
    if (this.#placed.has(alert.id) || this.#reached.some(({ id }) => id === alert.id)) return;
    const markup = this.#deps.prices.markupOf(alert.user, alert.instrument);
    if (markup === undefined) this.#isMoved = true;
    this.#place(alert, markup ?? NO_MARKUP);
    if (quote !== undefined) this.onQuote(quote);
  }

  remove({ id }: Pick<Alert, 'id'>): void {
    const placed = this.#placed.get(id);
    if (placed === undefined) return;
    this.#placed.delete(id);
    this.#ladderOf(placed.alert).remove(placed);
  }

  /** Moves the alerts of users with another markup before the next quote. */
  regroup(): void {
    this.#isMoved = true;
  }

  onQuote(quote: Quote): void {
    if (this.#isMoved) this.#move();
    const ladders = this.#ladders.get(quote.instrument);
    if (ladders === undefined) return;
    const { bid, ask } = ladders;
    const reached = [
      ...bid.rise.take(quote.bid),
      ...bid.fall.take(quote.bid),
      ...ask.rise.take(quote.ask),
      ...ask.fall.take(quote.ask),
    ];
    if (reached.length === 0) return;
    for (const { id } of reached) {
      const markup = this.#placed.get(id)?.markup;
      this.#placed.delete(id);
      this.#reached.push({ id, quote: this.#deps.prices.shown(quote, markup) });
    }
    this.#work ??= this.#writeDown().finally(() => {
      this.#work = undefined;
    });
  }

  /** Resolves when reached alerts are stored. Those that can't be stored now stay waiting in the table. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wakeUp?.();
    await this.#work;
  }

  #place(alert: Alert, markup: Markup): void {
    const { id, side, price } = alert;
    const placed = {
      id,
      price: asPrice(side === 'bid' ? price + markup.bid : price - markup.ask),
      alert,
      markup,
    };
    this.#placed.set(id, placed);
    this.#ladderOf(alert).add(placed);
  }

  /** A markup that is not known while a host recovers is asked for again at the next quote. */
  #move(): void {
    this.#isMoved = false;
    const alerts = [...this.#placed.values()];
    for (const { alert, markup: before } of alerts) {
      const markup = this.#deps.prices.markupOf(alert.user, alert.instrument);
      if (markup === undefined) this.#isMoved = true;
      if (markup === undefined || (markup.bid === before.bid && markup.ask === before.ask)) continue;
      this.remove(alert);
      this.#place(alert, markup);
    }
  }

  #ladderOf({ instrument, side, direction }: Alert): Ladder {
    return this.#laddersOf(instrument)[side][direction];
  }

  #laddersOf(instrument: InstrumentId): Ladders {
    const known = this.#ladders.get(instrument);
    if (known !== undefined) return known;
    const made = {
      bid: { rise: new Ladder('rise'), fall: new Ladder('fall') },
      ask: { rise: new Ladder('rise'), fall: new Ladder('fall') },
    };
    this.#ladders.set(instrument, made);
    return made;
  }

  async #writeDown(): Promise<void> {
    while (this.#reached.length > 0) {
      const batch = this.#reached.slice(0, AT_ONCE);
      const fired = await this.#stored(batch, new Date(this.#deps.clock()));
      if (fired === undefined) return;
      this.#reached.splice(0, batch.length);
      for (const alert of fired) this.#tell(alert);
    }
  }

  /**
   * Tries until a batch is stored, always with the same time: by it the store finds alerts of an attempt whose commit was
   * not answered. Undefined when the watch was stopped before.
   */
  async #stored(batch: readonly ReachedAlert[], at: Date): Promise<readonly Alert[] | undefined> {
    for (;;) {
      try {
        return await this.#deps.store.fire(batch, at);
      } catch (error) {
        this.#deps.log.error({ err: error, waiting: this.#reached.length }, 'could not store fired alerts; will retry');
        if (this.#stopped) return undefined;
        await this.#pause();
      }
    }
  }

  /**
   * The alert is stored as fired and not reported again. An exception here must not keep later alerts from being
   * reported.
   */
  #tell(alert: Alert): void {
    try {
      this.#deps.onFired(alert);
    } catch (error) {
      this.#deps.log.error({ err: error, alert: alert.id }, 'could not report a fired alert');
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
