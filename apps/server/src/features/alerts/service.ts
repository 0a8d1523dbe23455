import type { InputOf, alertCalls } from '@fairlot/contract';
import {
  PRICE_LIMIT,
  type Price,
  formatPrice,
  isFarFromMarket,
  isOnPriceGrid,
  parseDecimal,
  parsePrice,
  pow10,
  priceScaleOf,
} from '@fairlot/domain';
import { type Answer, type FailReason, done, refuse } from '../../http/answer.ts';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import type { Clock } from '../../platform/clock.ts';
import { type ClientPrices, changesGroups } from '../../trading/client-prices.ts';
import type { TradingHost } from '../../trading/port.ts';
import { isReached } from './ladder.ts';
import type { Alert, AlertDraft, AlertStore } from './queries.ts';
import type { AlertWatch } from './watch.ts';

export interface AlertsDeps {
  readonly store: AlertStore;
  readonly watch: AlertWatch;
  readonly market: MarketData;
  readonly prices: Pick<ClientPrices, 'markupOf' | 'shown'>;
  readonly trading: Pick<TradingHost, 'onCommitted' | 'onRollback'>;
  readonly clock: Clock;
}

/** Sets, lists and removes price alerts. */
export class Alerts {
  readonly #deps: AlertsDeps;
  readonly #stops: (() => void)[] = [];

  constructor(deps: AlertsDeps) {
    this.#deps = deps;
  }

  /** Loads all waiting alerts and checks them from the next quote on. */
  async start(): Promise<void> {
    const { store, watch, market, trading } = this.#deps;
    for (const alert of await store.waiting()) watch.add(alert);
    this.#stops.push(
      market.onQuote((quote) => watch.onQuote(quote)),
      trading.onCommitted((rows) => {
        if (changesGroups(rows)) watch.regroup();
      }),
      trading.onRollback(() => watch.regroup()),
    );
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.#deps.watch.stop();
  }

  list(user: number): Promise<{ readonly waiting: readonly Alert[]; readonly fired: readonly Alert[] }> {
    return this.#deps.store.list(user);
  }

  /** Sets an alert. A repeated request (same key) returns the same alert, even if the market has moved since. */
  async set(user: number, key: string, input: InputOf<typeof alertCalls.alertSet>): Promise<Answer<Alert>> {
    const { store, market, clock } = this.#deps;
    const instrument = market.instrument(input.forex_id);
    if (instrument === undefined || instrument.isDelisted === true) return refuse('unknown_instrument');
    const price = readPrice(input.price, instrument);
    if (typeof price === 'string') return refuse(price, { field: 'price' });
    const draft: AlertDraft = { instrument: instrument.id, side: input.side, direction: input.direction, price };
    const before = await store.byKey(user, key);
    if (before !== undefined) return this.#settle(before, draft);
    const refusal = this.#judge(user, draft, instrument);
    if (refusal !== undefined) return refusal;
    const added = await store.add(user, draft, key, new Date(clock()));
    if (added === 'too_many_alerts') return refuse(added);
    return this.#settle(added.alert, draft);
  }

  /** Answers with a stored alert, and watches it: the answer of the commit that stored it may have been lost. */
  #settle(alert: Alert, draft: AlertDraft): Answer<Alert> {
    const { watch, market } = this.#deps;
    if (!isSame(alert, draft)) return refuse('key_reused');
    if (alert.fired === undefined) watch.add(alert, market.quote(alert.instrument));
    return done(alert);
  }

  /** Removes an alert of the user. */
  async remove(user: number, id: number): Promise<Answer<Record<string, never>>> {
    const removed = await this.#deps.store.remove(user, id);
    if (removed === undefined) return refuse('unknown_alert');
    this.#deps.watch.remove(removed);
    return done({});
  }

  #judge(
    user: number,
    { side, direction, price }: AlertDraft,
    instrument: ListedInstrument,
  ): Answer<never> | undefined {
    const { market, prices } = this.#deps;
    const raw = market.quote(instrument.id);
    if (raw === undefined) return refuse('market_data_missing');
    const markup = prices.markupOf(user, instrument.id);
    if (markup === undefined) return refuse('not_ready');
    const quote = prices.shown(raw, markup);
    if (isFarFromMarket(price, quote)) return refuse('price_out_of_range', { field: 'price' });
    if (isReached(direction, price, quote[side]))
      return refuse('alert_already_met', { price: formatPrice(quote[side], instrument) });
    return undefined;
  }
}

function readPrice(text: string, instrument: ListedInstrument): Price | FailReason {
  if (text === '') return 'price_required';
  const price = parsePrice(text, instrument);
  if (price !== undefined && price >= PRICE_LIMIT) return 'price_out_of_range';
  if (price !== undefined) return isOnPriceGrid(instrument, price) ? price : 'price_off_grid';
  const value = parseDecimal(text, 24);
  if (value === undefined || value <= 0n) return 'price_invalid';
  return value >= PRICE_LIMIT * pow10(24 - priceScaleOf(instrument)) ? 'price_out_of_range' : 'price_off_grid';
}

function isSame(one: AlertDraft, other: AlertDraft): boolean {
  return (
    one.instrument === other.instrument &&
    one.side === other.side &&
    one.direction === other.direction &&
    one.price === other.price
  );
}
