import {
  CallError,
  createApi,
  placeOrder,
  uniqueKey,
  readBars,
  readInstruments,
  readOrders,
  systemClock,
} from '@fairlot/client';
import type { Api, ListedInstrument, NewOrder, Order } from '@fairlot/client';
import { CODES } from '@fairlot/contract';
import { MINUTE_MS } from '@fairlot/domain';
import { dollarsPerUnit, leverageOf, lotsFor } from './sizing.ts';
import type { Bar, Decision, OpenPosition, Strategy } from './strategy.ts';

/** Below this balance a strategy opens no more positions; it stays in the ranking with its result. */
const MIN_BALANCE = 50_000;
/** Pause in an instrument after opening or closing a position. */
const COOLDOWN_MS = 10 * MINUTE_MS;

export interface TraderSettings {
  readonly strategy: Strategy;
  /** Origin of the server. */
  readonly baseUrl: string;
  /** The idempotency key that creates the strategy's demo account, and identifies it later. */
  readonly demoKey: string;
  readonly fetch: typeof fetch;
  readonly warn: (message: string) => void;
}

/** Runs one strategy on its demo account through the public calls, with the same data and limits as a user. */
export class Trader {
  readonly #settings: TraderSettings;
  readonly #api: Api;
  #token: string | null = null;
  readonly #cooldownUntil = new Map<number, number>();

  constructor(settings: TraderSettings) {
    this.#settings = settings;
    this.#api = createApi({
      baseUrl: settings.baseUrl,
      lang: () => 'en',
      token: () => this.#token,
      fetch: settings.fetch,
      clock: systemClock,
      newKey: uniqueKey,
      log: { warn: settings.warn },
      onSessionInvalid: () => {
        this.#token = null;
      },
    });
  }

  /**
   * Evaluates every instrument once and carries out the strategy's decisions. Rejects if the server cannot be reached.
   */
  async pulse(): Promise<void> {
    await this.#signIn();
    const { strategy } = this.#settings;
    const all = await readInstruments(this.#api, { quiet: true });
    const { balance } = await this.#api.call('getBalance', {}, { quiet: true });
    const { items: orders } = await readOrders(this.#api, { list: 'holding', page: 1 }, { quiet: true });
    for (const instrument of all.filter(({ code, isOpen }) => isOpen && strategy.instruments.includes(code))) {
      const order = orders.find((one) => one.instrument.id === instrument.id);
      const bars = await this.#finishedBars(instrument.id);
      const last = bars.at(-1);
      if (last === undefined || bars.length < strategy.looksBack) continue;
      const decision = strategy.decide(bars, order === undefined ? undefined : positionOf(order));
      await this.#carryOut(decision, { instrument, order, all, balance: Number(balance), barTime: last.time });
    }
  }

  async #signIn(): Promise<void> {
    if (this.#token !== null) return;
    const { token } = await this.#api.call('createDemo', {}, { quiet: true, key: this.#settings.demoKey });
    this.#token = token;
  }

  /** Reads one-minute bars without the forming one. */
  async #finishedBars(instrument: number): Promise<readonly Bar[]> {
    const { looksBack } = this.#settings.strategy;
    const bars = await readBars(this.#api, { instrument, period: '1min', limit: looksBack + 1 }, { quiet: true });
    return bars
      .slice(0, -1)
      .map(({ time, high, low, close }) => ({ time, high: Number(high), low: Number(low), close: Number(close) }));
  }

  /**
   * The idempotency key contains the time of the decision's bar, so that a decision sent repeatedly, even by another
   * process, is executed once.
   */
  async #carryOut(decision: Decision, situation: Situation): Promise<void> {
    const { instrument, order, barTime } = situation;
    const name = `${this.#settings.strategy.name}-${instrument.id}-${barTime}`;
    if (decision.do === 'close' && order !== undefined) {
      await this.#ignoreRefusal(
        this.#api.call('close', { id: order.id }, { quiet: true, announce: false, key: `${name}-close-${order.id}` }),
      );
      this.#startCooldown(instrument, barTime);
    }
    if (decision.do !== 'open' || order !== undefined || barTime < (this.#cooldownUntil.get(instrument.id) ?? 0))
      return;
    const opening = orderFor(decision, situation);
    if (opening === undefined) return;
    await this.#ignoreRefusal(placeOrder(this.#api, opening, { quiet: true, key: `${name}-open` }));
    this.#startCooldown(instrument, barTime);
  }

  #startCooldown({ id }: ListedInstrument, barTime: number): void {
    this.#cooldownUntil.set(id, barTime + COOLDOWN_MS);
  }

  /** Logs a refusal and ignores it; the next bar is evaluated as usual. */
  async #ignoreRefusal(call: Promise<unknown>): Promise<void> {
    await call.catch((error: unknown) => {
      if (!(error instanceof CallError) || error.kind !== 'refused' || error.code === CODES.session_invalid)
        throw error;
      this.#settings.warn(`${this.#settings.strategy.name}: ${String(error.reason)}`);
    });
  }
}

/** The data for an order. */
interface Situation {
  readonly instrument: ListedInstrument;
  /** The open position in the instrument. */
  readonly order: Order | undefined;
  readonly all: readonly ListedInstrument[];
  readonly balance: number;
  readonly barTime: number;
}

function positionOf({ side, openedAt }: Order): OpenPosition {
  return { direction: side, openedAt: Date.parse(openedAt ?? '') };
}

function orderFor(
  { direction, stop, target }: Extract<Decision, { do: 'open' }>,
  { instrument, all, balance }: Situation,
): NewOrder | undefined {
  const { quotation } = instrument;
  const conversion = dollarsPerUnit(instrument, all);
  const leverage = leverageOf(instrument);
  if (quotation === null || conversion === undefined || leverage === undefined || balance < MIN_BALANCE)
    return undefined;
  // A stop within the spread would trigger at once.
  const spread = Number(quotation.ask) - Number(quotation.bid);
  const distance = Math.max(stop, 3 * spread);
  const lots = lotsFor(instrument, balance, distance, conversion);
  if (lots === undefined || target < 2 * spread) return undefined;
  const sign = direction === 'buy' ? 1 : -1;
  const from = Number(direction === 'buy' ? quotation.ask : quotation.bid);
  const price = (away: number): string => (from + sign * away).toFixed(instrument.pricePrecision);
  return {
    instrument: instrument.id,
    side: direction,
    lots,
    leverage,
    stopLoss: price(-distance),
    takeProfit: price(target),
  };
}
