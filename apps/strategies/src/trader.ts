import { CallError, createApi, randomKey, systemClock } from '@fairlot/client';
import type { Api, CallOutput } from '@fairlot/client';
import { CODES } from '@fairlot/contract';
import { dollarsPerUnit, leverageOf, lotsFor } from './sizing.ts';
import type { Instrument } from './sizing.ts';
import type { Bar, Held, Strategy, Wish } from './strategy.ts';

type Order = CallOutput<'submit'>['order'];

/** Below this balance a strategy opens nothing more: it has lost, and it stays in the ranking as it is. */
const LEAST_BALANCE = 50_000;
/** After it opened or closed something in an instrument, a strategy looks on for this long. */
const REST_MS = 10 * 60_000;

export interface TraderSettings {
  readonly strategy: Strategy;
  /** Origin of the server. */
  readonly baseUrl: string;
  /** The idempotency key that makes the strategy's demo account, and finds it again. */
  readonly demoKey: string;
  readonly fetch: typeof fetch;
  readonly warn: (message: string) => void;
}

/** One strategy on its demo account, by the public calls alone: it sees what every user sees, and waits where they wait. */
export class Trader {
  private readonly settings: TraderSettings;
  private readonly api: Api;
  private token: string | null = null;
  private readonly restsUntil = new Map<number, number>();

  constructor(settings: TraderSettings) {
    this.settings = settings;
    this.api = createApi({
      baseUrl: settings.baseUrl,
      lang: () => 'en',
      token: () => this.token,
      fetch: settings.fetch,
      clock: systemClock,
      newKey: randomKey,
      log: { warn: settings.warn },
      onSessionInvalid: () => {
        this.token = null;
      },
    });
  }

  /** Looks at every instrument once and does what the strategy wants. Rejects when the server can't be asked. */
  async pulse(): Promise<void> {
    await this.signIn();
    const { strategy } = this.settings;
    const all = await this.api.call('tradeList', {}, { quiet: true });
    const { balance } = await this.api.call('getBalance', {}, { quiet: true });
    const { data: orders } = await this.api.call('myDeal', { status: '1', page: 1 }, { quiet: true });
    for (const instrument of all.filter(
      ({ Code, MarketStatus }) => strategy.instruments.includes(Code) && MarketStatus === 1,
    )) {
      const order = orders.find(({ ForexTradeLists }) => ForexTradeLists.Id === instrument.Id);
      const bars = await this.finishedBars(instrument.Id);
      const last = bars.at(-1);
      if (last === undefined || bars.length < strategy.looksBack) continue;
      const wish = strategy.decide(bars, order === undefined ? undefined : heldBy(order));
      await this.fulfil(wish, { instrument, order, all, balance: Number(balance), barTime: last.time });
    }
  }

  private async signIn(): Promise<void> {
    if (this.token !== null) return;
    const { token } = await this.api.call('createDemo', {}, { quiet: true, key: this.settings.demoKey });
    this.token = token;
  }

  /** One-minute bars without the forming one. */
  private async finishedBars(instrument: number): Promise<readonly Bar[]> {
    const { looksBack } = this.settings.strategy;
    const bars = await this.api.call(
      'kline',
      { forex_id: instrument, period: '1min', limit: looksBack + 1 },
      { quiet: true },
    );
    return bars
      .slice(0, -1)
      .map(({ Time, High, Low, Close }) => ({
        time: Time,
        high: Number(High),
        low: Number(Low),
        close: Number(Close),
      }));
  }

  /** Keys name the bar that the wish comes from: however often it is asked for, also by another process, it happens once. */
  private async fulfil(wish: Wish, scene: Scene): Promise<void> {
    const { instrument, order, barTime } = scene;
    const name = `${this.settings.strategy.name}-${instrument.Id}-${barTime}`;
    if (wish.do === 'close' && order !== undefined) {
      await this.refusable(
        this.api.call('close', { id: order.Id }, { quiet: true, announce: false, key: `${name}-close-${order.Id}` }),
      );
      this.rest(instrument, barTime);
    }
    if (wish.do !== 'open' || order !== undefined || barTime < (this.restsUntil.get(instrument.Id) ?? 0)) return;
    const input = orderFor(wish, scene);
    if (input === undefined) return;
    await this.refusable(this.api.call('submit', input, { quiet: true, key: `${name}-open` }));
    this.rest(instrument, barTime);
  }

  private rest({ Id }: Instrument, barTime: number): void {
    this.restsUntil.set(Id, barTime + REST_MS);
  }

  /** A refusal is an answer: the next bar is looked at as if nothing had been asked. */
  private async refusable(call: Promise<unknown>): Promise<void> {
    await call.catch((error: unknown) => {
      if (!(error instanceof CallError) || error.kind !== 'refused' || error.code === CODES.session_invalid)
        throw error;
      this.settings.warn(`${this.settings.strategy.name}: ${String(error.reason)}`);
    });
  }
}

/** What an order is made of. */
interface Scene {
  readonly instrument: Instrument;
  readonly order: Order | undefined;
  readonly all: readonly Instrument[];
  readonly balance: number;
  readonly barTime: number;
}

function heldBy({ OrderType, OpenTimeHandler }: Order): Held {
  return { direction: OrderType === 1 ? 'buy' : 'sell', openedAt: Date.parse(OpenTimeHandler ?? '') };
}

function orderFor({ direction, stop, target }: Extract<Wish, { do: 'open' }>, { instrument, all, balance }: Scene) {
  const quote = instrument.ForexQuotations;
  const conversion = dollarsPerUnit(instrument, all);
  const leverage = leverageOf(instrument);
  if (quote === null || conversion === undefined || leverage === undefined || balance < LEAST_BALANCE) return undefined;
  // Within the spread a stop would be met at once.
  const spread = Number(quote.Ask) - Number(quote.Bid);
  const distance = Math.max(stop, 3 * spread);
  const lots = lotsFor(instrument, balance, distance, conversion);
  if (lots === undefined || target < 2 * spread) return undefined;
  const sign = direction === 'buy' ? 1 : -1;
  const from = Number(direction === 'buy' ? quote.Ask : quote.Bid);
  const price = (away: number): string => (from + sign * away).toFixed(instrument.PricePrecision);
  return {
    type: direction === 'buy' ? 1 : 2,
    cont: lots,
    forex_id: instrument.Id,
    status: '1' as const,
    multiple: String(leverage),
    stop_loss_price: price(-distance),
    target_profit_price: price(target),
  };
}
