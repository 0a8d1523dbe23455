import type { InputOf, forexCalls } from '@fairlot/contract';
import { PAGE_SIZE } from '@fairlot/contract';
import type { Money } from '@fairlot/domain';
import { closingPrice } from '@fairlot/domain';
import type { AccountId, OrderId } from '@fairlot/engine';
import type { MarketData } from '../../market/port.ts';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost, Wish } from '../../trading/port.ts';
import type { OrderView } from './order-view.ts';
import type { AmendWish, OrderWish, StopsWish } from './parse.ts';
import { readAmendment, readOrder, readStopsChange } from './parse.ts';
import type { Area, OrderQueries } from './queries.ts';
import type { RecentOrders } from './recent-orders.ts';
import type { Valuation } from './valuation.ts';

/** An order with what it is worth now, where it is open. */
export interface ValuedOrder {
  readonly order: OrderView;
  readonly live: Valuation | undefined;
}

export interface OrderList {
  readonly orders: readonly ValuedOrder[];
  readonly total: number;
  readonly balance: Money;
  /** Floating results of all holdings, or realised results of all history; nothing for pending orders. */
  readonly profits: Money | undefined;
}

export interface OrdersDeps {
  readonly trading: TradingHost;
  readonly market: MarketData;
  readonly queries: OrderQueries;
  readonly recent: RecentOrders;
}

type Command =
  OrderWish | StopsWish | AmendWish | { readonly type: 'closePosition' | 'cancelOrder'; readonly order: OrderId };

/** Orders of one account: placing, changing, ending, listing. */
export class OrdersService {
  private readonly deps: OrdersDeps;

  constructor(deps: OrdersDeps) {
    this.deps = deps;
  }

  async place(account: AccountId, key: string, input: InputOf<typeof forexCalls.submit>): Promise<Answer<OrderView>> {
    const instrument = this.deps.market.instrument(input.forex_id);
    if (instrument === undefined) return refuse('unknown_instrument');
    const wish = readOrder(input, instrument);
    return wish.ok ? this.send(account, key, wish.data) : wish;
  }

  async setStops(
    account: AccountId,
    key: string,
    input: InputOf<typeof forexCalls.setStopPrice>,
  ): Promise<Answer<OrderView>> {
    const wish = readStopsChange(input);
    return wish.ok ? this.send(account, key, wish.data) : wish;
  }

  async amend(
    account: AccountId,
    key: string,
    input: InputOf<typeof forexCalls.amendPendingOrder>,
  ): Promise<Answer<OrderView>> {
    const wish = readAmendment(input);
    return wish.ok ? this.send(account, key, wish.data) : wish;
  }

  end(
    account: AccountId,
    key: string,
    how: 'closePosition' | 'cancelOrder',
    order: OrderId,
  ): Promise<Answer<OrderView>> {
    return this.send(account, key, { type: how, order });
  }

  async list(account: AccountId, area: Area, page: number): Promise<Answer<OrderList>> {
    const { trading, queries } = this.deps;
    const [rows, realised] = await Promise.all([
      queries.page(account, area, page, PAGE_SIZE),
      area === 'history' ? queries.realised(account) : undefined,
    ]);
    const view = await committedAccount(trading, account);
    if (view === undefined) return refuse('unknown_account');
    const live = new Map(
      view.positions.map((position): [OrderId, Valuation] => [
        position.order.id,
        { price: closingPrice(position.closing, position.order.side), profit: position.profit },
      ]),
    );
    return done({
      orders: rows.orders.map((order) => ({ order, live: live.get(order.id) })),
      total: rows.total,
      balance: view.standing.balance,
      profits: area === 'holding' ? view.standing.floatingProfit : realised,
    });
  }

  /** Hands the wish to the engine and reads the order as the commit left it. */
  private async send(account: AccountId, key: string, command: Command): Promise<Answer<OrderView>> {
    const wish: Wish = { ...command, account, key };
    const outcome = await this.deps.trading.submit(wish);
    if (!outcome.ok) return refuse(outcome.reason, outcome.detail);
    const id = outcome.order ?? ('order' in command ? command.order : undefined);
    if (id === undefined) throw new Error('the engine took an order without giving it a number');
    const order = this.deps.recent.get(id) ?? (await this.deps.queries.byId(id));
    if (order === undefined) throw new Error(`order ${id} was committed and can't be found`);
    return done(order);
  }
}
