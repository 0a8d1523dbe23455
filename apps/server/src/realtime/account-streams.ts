import {
  type Holding,
  type Lots,
  type Money,
  type PriceTerms,
  type Rate,
  type SideHolding,
  availableBalance,
  bothSides,
  closingPrice,
  equity,
  formatLots,
  formatMoney,
  formatPrice,
  formatRate,
  freeMargin,
  plus,
  prepaymentRatio,
  riskRate,
  sidesByInstrument,
} from '@fairlot/domain';
import type { AccountId, AccountView, Applied, OrderId } from '@fairlot/engine';
import type { MarketData } from '../market/port.ts';
import type { OpenSpan, Tracing } from '../platform/tracing.ts';
import type { TradingHost } from '../trading/port.ts';
import { commitName } from '../trading/traced-submit.ts';
import { PACE_TICKS } from './limits.ts';
import { Stream } from './stream.ts';

interface Watched {
  readonly trade: Stream;
  readonly closed: Stream;
  /** Text of the last update of `trade`. */
  shown: string | undefined;
  /** Number of the last journal row with an event of the account since it is watched. */
  changedBy: number;
}

/** The margin call of an account and what would help; undefined above the level of its call. */
export type MarginCallOf = (view: AccountView) =>
  | {
      readonly warning: number;
      readonly stopOut: number;
      readonly deposit: Money;
      readonly closes: readonly { readonly order: OrderId; readonly displayCode: string; readonly lots: Lots }[];
    }
  | undefined;

export interface AccountStreamsDeps {
  readonly trading: TradingHost;
  readonly market: MarketData;
  readonly marginCall: MarginCallOf;
  readonly tracing?: Tracing | undefined;
}

/** FOREX_TRADE and FOREX_CLOSED of watched accounts. Only committed figures are shown. */
export class AccountStreams {
  readonly #watched = new Map<AccountId, Watched>();
  #ticksUntilShown = PACE_TICKS;
  readonly #trading: TradingHost;
  readonly #market: MarketData;
  readonly #marginCall: MarginCallOf;
  readonly #tracing: Tracing | undefined;

  constructor({ trading, market, marginCall, tracing }: AccountStreamsDeps) {
    this.#trading = trading;
    this.#market = market;
    this.#marginCall = marginCall;
    this.#tracing = tracing;
  }

  /** Starts to follow commits. Returns a function that stops it. */
  follow(): () => void {
    return this.#trading.onCommitted((rows) => this.#onCommitted(rows));
  }

  find(account: AccountId, topic: string): Stream | undefined {
    if (topic !== 'FOREX_TRADE' && topic !== 'FOREX_CLOSED') return undefined;
    const streams = this.#watched.get(account) ?? this.#create(account);
    return topic === 'FOREX_TRADE' ? streams.trade : streams.closed;
  }

  /** Sends figures that changed with the market. Returns the number of subscriptions that wait for a snapshot. */
  tick(ticks: number): number {
    this.#ticksUntilShown -= ticks;
    const isDue = this.#ticksUntilShown <= 0;
    if (isDue) this.#ticksUntilShown = PACE_TICKS;
    let behind = 0;
    for (const [account, streams] of this.#watched) {
      if (!streams.trade.isWatched && !streams.closed.isWatched) {
        this.#watched.delete(account);
        continue;
      }
      if (isDue) this.#show(account, streams);
      behind += streams.trade.catchUpAll() + streams.closed.catchUpAll();
    }
    return behind;
  }

  #create(account: AccountId): Watched {
    const streams: Watched = {
      trade: new Stream('FOREX_TRADE', 'replaceable', () => {
        // The snapshot may be newer than the last update, so the next update must be sent even if it equals the last.
        streams.shown = undefined;
        return this.#text(account, streams);
      }),
      closed: new Stream('FOREX_CLOSED', 'complete', () => '[]'),
      shown: undefined,
      changedBy: 0,
    };
    this.#watched.set(account, streams);
    return streams;
  }

  #onCommitted(rows: readonly Applied[]): void {
    if (this.#watched.size === 0) return;
    const touched = new Set<AccountId>();
    const spans = new Map<AccountId, OpenSpan>();
    const closed = new Map<AccountId, OrderId[]>();
    for (const { seq, command, events } of rows) {
      if ('account' in command && this.#watched.has(command.account)) {
        touched.add(command.account);
        const span = this.#tracing?.committing(commitName(command) ?? '')?.child('socket');
        if (span !== undefined) spans.set(command.account, span);
      }
      for (const event of events) {
        const streams = 'account' in event ? this.#watched.get(event.account) : undefined;
        if (!('account' in event) || streams === undefined) continue;
        streams.changedBy = seq;
        touched.add(event.account);
        if (event.type === 'positionClosed')
          closed.set(event.account, [...(closed.get(event.account) ?? []), event.order]);
      }
    }
    for (const account of touched) {
      const streams = this.#watched.get(account);
      if (streams === undefined) continue;
      const ended = closed.get(account);
      if (ended !== undefined) streams.closed.publish(JSON.stringify(ended));
      this.#show(account, streams);
      spans.get(account)?.end();
    }
  }

  #show(account: AccountId, streams: Watched): void {
    if (!streams.trade.isWatched) return;
    const text = this.#text(account, streams);
    if (text === undefined || text === streams.shown) return;
    streams.shown = text;
    streams.trade.publish(text);
  }

  #text(account: AccountId, { changedBy }: Watched): string | undefined {
    const view = this.#trading.account(account);
    return view === undefined || view === 'uncommitted'
      ? undefined
      : JSON.stringify({
          ...presentAccount(view, this.#market),
          ...presentCall(this.#marginCall(view)),
          // New stops don't count as a change of the account's worth.
          Version: Math.max(view.changedBy, changedBy),
        });
  }
}

const UNLISTED: PriceTerms = { pricePrecision: 8 };

function presentAccount(view: AccountView, market: MarketData): object {
  const { standing } = view;
  return {
    ProfitsTotal: formatMoney(standing.floatingProfit),
    HazardRate: rateText(riskRate(standing)),
    CautionMoneyAll: formatMoney(standing.usedMargin),
    Balance: formatMoney(standing.balance),
    Available: formatMoney(availableBalance(standing)),
    LockBalance: formatMoney(plus(view.orderReserve, view.withdrawalHold)),
    NetValue: formatMoney(equity(standing)),
    FreeMargin: formatMoney(freeMargin(standing)),
    PrepaymentRatio: rateText(prepaymentRatio(standing)),
    TransOrder: view.positions.map(({ order, closing, profit }) => ({
      Id: order.id,
      UpdatePrice: formatPrice(closingPrice(closing, order.side), market.instrument(order.instrument) ?? UNLISTED),
      FactProfits: formatMoney(profit),
    })),
    ...((view.tiers !== undefined || view.hedged !== undefined) && { Holdings: holdingsOf(view) }),
  };
}

function holdingsOf({ positions, tiers, hedged }: AccountView): object[] {
  const counted = positions.map(({ order }) => order).filter(({ instrument }) => hedged || tiers?.has(instrument));
  return [...sidesByInstrument(counted)].map(([Id, held]) => ({
    Id,
    ...presentHolding(bothSides(held)),
    ...(hedged !== undefined && { Buy: presentSide(held.buy), Sell: presentSide(held.sell) }),
  }));
}

function presentSide({ lots, ...holding }: SideHolding): object {
  return { Quantity: formatLots(lots), ...presentHolding(holding) };
}

function presentHolding({ margin, exposure }: Holding): object {
  return { Margin: formatMoney(margin), Exposure: formatMoney(exposure) };
}

function presentCall(call: ReturnType<MarginCallOf>): object {
  if (call === undefined) return {};
  return {
    MarginCall: {
      Level: call.warning,
      StopOut: call.stopOut,
      Deposit: formatMoney(call.deposit),
      Close: call.closes.map(({ order, displayCode, lots }) => ({
        Id: order,
        ShowCode: displayCode,
        Quantity: formatLots(lots),
      })),
    },
  };
}

function rateText(rate: Rate | undefined): string | null {
  return rate === undefined ? null : formatRate(rate, 2);
}
