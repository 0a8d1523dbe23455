/**
 * A naive simulation of a trading day: it checks every order after every tick. Shares no code with the engine; prices
 * are integers of scale 8, lots of scale 4, money of scale 6. Supports one account and dollar-quoted instruments only.
 */

export interface NaiveTick {
  readonly instrument: number;
  readonly time: number;
  readonly bid: bigint;
  readonly ask: bigint;
}

export interface NaiveTerms {
  readonly units: bigint;
  readonly feeRate: bigint;
  readonly feePerLot: boolean;
  readonly staleAfterMs: number;
}

/** An action of the script right after a tick. `order` is the index of a placement in the script. */
export type NaiveAction =
  | {
      readonly do: 'place';
      readonly instrument: number;
      readonly side: 'buy' | 'sell';
      readonly lots: bigint;
      readonly leverage: bigint;
      readonly target?: bigint | undefined;
      readonly stop?: bigint | undefined;
      readonly take?: bigint | undefined;
    }
  | { readonly do: 'close'; readonly order: number }
  | { readonly do: 'cancel'; readonly order: number }
  | {
      readonly do: 'stops';
      readonly order: number;
      readonly stop?: bigint | undefined;
      readonly take?: bigint | undefined;
    };

export interface NaiveOrder {
  readonly instrument: number;
  readonly side: 'buy' | 'sell';
  readonly lots: bigint;
  readonly leverage: bigint;
  readonly target: bigint | undefined;
  kind: 'market' | 'limit' | 'stop';
  stop: bigint | undefined;
  take: bigint | undefined;
  status: 'refused' | 'pending' | 'open' | 'closed' | 'cancelled';
  why?: string;
  price?: bigint;
  closePrice?: bigint;
  /** The ticks of its fills. */
  openedOn?: NaiveTick;
  closedOn?: NaiveTick;
  margin: bigint;
  fee: bigint;
  profit?: bigint;
}

/** Rounds n/d (d > 0) up for values at or above zero. */
const ceil = (n: bigint, d: bigint) => (n + d - 1n) / d;

/** Rounds n/d (d > 0) half to even. */
function halfEven(n: bigint, d: bigint): bigint {
  const floor = (n - (((n % d) + d) % d)) / d;
  const twice = 2n * (n - floor * d);
  return twice > d || (twice === d && floor % 2n !== 0n) ? floor + 1n : floor;
}

export class NaiveDay {
  readonly orders: NaiveOrder[] = [];
  readonly answers: string[] = [];
  readonly #last = new Map<number, NaiveTick>();
  #now = 0;
  cash: bigint;
  reserved = 0n;
  readonly #terms: ReadonlyMap<number, NaiveTerms>;

  constructor(cash: bigint, terms: ReadonlyMap<number, NaiveTerms>) {
    this.cash = cash;
    this.#terms = terms;
  }

  tick(tick: NaiveTick): void {
    this.#now = tick.time;
    this.#last.set(tick.instrument, tick);
    for (let again = true; again;) {
      again = false;
      for (const order of this.orders) {
        if (order.instrument !== tick.instrument) continue;
        if (order.status === 'pending' && this.#reached(order)) {
          this.#fillPending(order);
          again = true;
        } else if (order.status === 'open' && this.#protectionHit(order)) {
          this.#close(order);
          again = true;
        }
      }
    }
  }

  act(action: NaiveAction): void {
    this.answers.push(action.do === 'place' ? this.#place(action) : this.#change(action));
  }

  #enter(order: NaiveOrder): bigint {
    const t = this.#at(order.instrument);
    return order.side === 'buy' ? t.ask : t.bid;
  }
  #leave(order: NaiveOrder): bigint {
    const t = this.#at(order.instrument);
    return order.side === 'buy' ? t.bid : t.ask;
  }

  #at(instrument: number): NaiveTick {
    const tick = this.#last.get(instrument);
    if (tick === undefined) throw new Error('no tick yet');
    return tick;
  }

  #of(instrument: number): NaiveTerms {
    const terms = this.#terms.get(instrument);
    if (terms === undefined) throw new Error('no terms');
    return terms;
  }

  #stale(instrument: number): boolean {
    return this.#now - this.#at(instrument).time > this.#of(instrument).staleAfterMs;
  }

  #free(): bigint {
    let free = this.cash;
    for (const order of this.orders) if (order.status === 'open') free += this.#result(order) - order.margin;
    return free;
  }

  #result(order: NaiveOrder): bigint {
    const move =
      order.side === 'buy' ? this.#leave(order) - (order.price ?? 0n) : (order.price ?? 0n) - this.#leave(order);
    return halfEven(move * order.lots * this.#of(order.instrument).units, 1_000_000n);
  }

  #cost(order: NaiveOrder, price: bigint): { margin: bigint; fee: bigint } {
    const terms = this.#of(order.instrument);
    const margin = ceil(order.lots * terms.units * price, 1_000_000n * order.leverage);
    const fee = terms.feePerLot
      ? halfEven(order.lots * terms.feeRate, 1_000_000n)
      : halfEven(margin * terms.feeRate, 100_000_000n);
    return { margin, fee };
  }

  #reached(order: NaiveOrder): boolean {
    const price = this.#enter(order);
    const target = order.target ?? 0n;
    if (order.kind === 'limit') return order.side === 'buy' ? price <= target : price >= target;
    return order.side === 'buy' ? price >= target : price <= target;
  }

  #protectionHit(order: NaiveOrder): boolean {
    const price = this.#leave(order);
    const lost = order.stop !== undefined && (order.side === 'buy' ? price <= order.stop : price >= order.stop);
    const won = order.take !== undefined && (order.side === 'buy' ? price >= order.take : price <= order.take);
    if (lost) order.why = 'stop_loss';
    else if (won) order.why = 'take_profit';
    return lost || won;
  }

  #wrongSide(
    side: 'buy' | 'sell',
    reference: bigint,
    stop: bigint | undefined,
    take: bigint | undefined,
  ): string | undefined {
    if (stop !== undefined && (side === 'buy' ? stop >= reference : stop <= reference)) return 'stop_loss_wrong_side';
    if (take !== undefined && (side === 'buy' ? take <= reference : take >= reference)) return 'take_profit_wrong_side';
    return undefined;
  }

  #place(action: Extract<NaiveAction, { do: 'place' }>): string {
    const order: NaiveOrder = {
      instrument: action.instrument,
      side: action.side,
      lots: action.lots,
      leverage: action.leverage,
      target: action.target,
      kind: 'market',
      stop: action.stop,
      take: action.take,
      status: 'refused',
      margin: 0n,
      fee: 0n,
    };
    this.orders.push(order);
    if (this.#stale(order.instrument)) return 'market_data_stale';
    const market = this.#enter(order);
    const price = order.target ?? market;
    // A target equal to the market fills at once.
    const wrong = this.#wrongSide(order.side, price === market ? this.#leave(order) : price, order.stop, order.take);
    if (wrong !== undefined) return wrong;
    const cost = this.#cost(order, price);
    if (cost.margin + cost.fee > this.#free()) return 'insufficient_margin';
    Object.assign(order, cost);
    if (price === market) {
      this.#open(order);
    } else {
      order.kind = price < market === (order.side === 'buy') ? 'limit' : 'stop';
      order.status = 'pending';
      this.#reserve(cost.margin + cost.fee);
    }
    return 'ok';
  }

  #open(order: NaiveOrder): void {
    order.price = this.#enter(order);
    order.status = 'open';
    order.openedOn = this.#at(order.instrument);
    this.cash -= order.fee;
  }

  #fillPending(order: NaiveOrder): void {
    this.#reserve(-(order.margin + order.fee));
    const cost = this.#cost(order, this.#enter(order));
    if (cost.margin + cost.fee > this.#free()) {
      order.status = 'cancelled';
      order.why = 'insufficient_margin';
      return;
    }
    Object.assign(order, cost);
    this.#open(order);
  }

  #reserve(amount: bigint): void {
    this.cash -= amount;
    this.reserved += amount;
  }

  #close(order: NaiveOrder): void {
    order.profit = this.#result(order);
    order.closePrice = this.#leave(order);
    order.status = 'closed';
    order.closedOn = this.#at(order.instrument);
    this.cash += order.profit;
  }

  #change(action: Exclude<NaiveAction, { do: 'place' }>): string {
    const order = this.orders[action.order];
    // The engine does not keep ended orders, so it reports them as unknown; the orders feature can give more detail.
    if (order?.status !== 'pending' && order?.status !== 'open') return 'unknown_order';
    if (action.do === 'cancel') {
      if (order.status !== 'pending') return 'order_not_pending';
      this.#reserve(-(order.margin + order.fee));
      order.status = 'cancelled';
      order.why = 'client';
      return 'ok';
    }
    if (action.do === 'close') {
      if (order.status !== 'open') return 'order_not_open';
      if (this.#stale(order.instrument)) return 'market_data_stale';
      order.why = 'client';
      this.#close(order);
      return 'ok';
    }
    const reference = order.status === 'pending' ? (order.target ?? 0n) : this.#leave(order);
    const wrong = this.#wrongSide(order.side, reference, action.stop, action.take);
    if (wrong !== undefined) return wrong;
    order.stop = action.stop;
    order.take = action.take;
    return 'ok';
  }
}
