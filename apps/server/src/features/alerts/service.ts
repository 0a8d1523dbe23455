import type { InputOf, alertCalls } from '@fairlot/contract';
import { PRICE_LIMIT, PRICE_SCALE, formatPrice, isOnPriceGrid, parseDecimal, parsePrice } from '@fairlot/domain';
import type { Price } from '@fairlot/domain';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import type { Answer, FailReason } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { isReached } from './ladder.ts';
import type { Alert, AlertStore, Wanted } from './store.ts';
import type { AlertWatch } from './watch.ts';

/** An alert farther from the market than this factor is a mistake of typing. */
const RANGE = 10n;

export interface AlertsDeps {
  readonly store: AlertStore;
  readonly watch: AlertWatch;
  readonly market: MarketData;
  readonly clock: Clock;
}

/** Sets price alerts, lists them and takes them back. */
export class Alerts {
  private readonly deps: AlertsDeps;
  private stopListening: (() => void) | undefined;

  constructor(deps: AlertsDeps) {
    this.deps = deps;
  }

  /** Watches for everything that waits, from the next quote on. */
  async start(): Promise<void> {
    const { store, watch, market } = this.deps;
    for (const alert of await store.waiting()) watch.add(alert);
    this.stopListening = market.onQuote((quote) => watch.onQuote(quote));
  }

  async stop(): Promise<void> {
    this.stopListening?.();
    await this.deps.watch.stop();
  }

  list(user: number): Promise<{ readonly waiting: readonly Alert[]; readonly fired: readonly Alert[] }> {
    return this.deps.store.list(user);
  }

  /** Sets an alert. The same key again gives the same alert, whatever the market has done since. */
  async set(user: number, key: string, input: InputOf<typeof alertCalls.alertSet>): Promise<Answer<Alert>> {
    const { store, watch, market, clock } = this.deps;
    const instrument = market.instrument(input.forex_id);
    if (instrument === undefined) return refuse('unknown_instrument');
    const price = readPrice(input.price, instrument);
    if (typeof price === 'string') return refuse(price, { field: 'price' });
    const wanted: Wanted = { instrument: instrument.id, side: input.side, direction: input.direction, price };
    const before = await store.byKey(user, key);
    if (before !== undefined) return isSame(before, wanted) ? done(before) : refuse('key_reused');
    const refusal = this.judge(wanted, instrument);
    if (refusal !== undefined) return refusal;
    const added = await store.add(user, wanted, key, new Date(clock()));
    if (added === 'too_many_alerts') return refuse(added);
    if (!isSame(added.alert, wanted)) return refuse('key_reused');
    if (added.isNew) watch.add(added.alert, market.quote(instrument.id));
    return done(added.alert);
  }

  /** Takes back an alert of the user. */
  async remove(user: number, id: number): Promise<Answer<Record<string, never>>> {
    const removed = await this.deps.store.remove(user, id);
    if (removed === undefined) return refuse('unknown_alert');
    this.deps.watch.remove(removed);
    return done({});
  }

  private judge({ side, direction, price }: Wanted, instrument: ListedInstrument): Answer<never> | undefined {
    const quote = this.deps.market.quote(instrument.id);
    if (quote === undefined) return refuse('market_data_missing');
    if (price * RANGE < quote.bid || price > quote.ask * RANGE) return refuse('price_out_of_range', { field: 'price' });
    if (isReached(direction, price, quote[side]))
      return refuse('alert_already_met', { price: formatPrice(quote[side], instrument.pricePrecision) });
    return undefined;
  }
}

function readPrice(text: string, instrument: ListedInstrument): Price | FailReason {
  if (text === '') return 'price_required';
  const price = parsePrice(text);
  if (price !== undefined) return isOnPriceGrid(instrument, price) ? price : 'price_off_grid';
  const value = parseDecimal(text, 24);
  if (value === undefined || value <= 0n) return 'price_invalid';
  return value >= PRICE_LIMIT * 10n ** BigInt(24 - PRICE_SCALE) ? 'price_out_of_range' : 'price_off_grid';
}

function isSame(one: Wanted, other: Wanted): boolean {
  return (
    one.instrument === other.instrument &&
    one.side === other.side &&
    one.direction === other.direction &&
    one.price === other.price
  );
}
