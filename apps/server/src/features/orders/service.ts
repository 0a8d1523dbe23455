import { type InputOf, PAGE_SIZE, type forexCalls } from '@fairlot/contract';
import { type Money, PRICE_SCALE, type PriceTerms, closingPrice } from '@fairlot/domain';
import type { AccountId, OrderId, Outcome } from '@fairlot/engine';
import { type Answer, done, refuse, type FailReason } from '../../http/answer.ts';
import type { MarketData } from '../../market/port.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { CommandDraft, TradingHost } from '../../trading/port.ts';
import {
  type AmendmentDraft,
  type CloseAllDraft,
  type CloseByDraft,
  type CloseDraft,
  type OrderDraft,
  type StopsDraft,
  readAmendment,
  readClose,
  readCloseAll,
  readOrder,
  readStopsChange,
} from './command-drafts.ts';
import type { OrderView } from './order-view.ts';
import { type PartialLevelsDraft, readPartialLevels } from './partial-levels-draft.ts';
import type { OrderList, OrderQueries, OrderWithTerms } from './queries.ts';
import type { RecentOrders } from './recent-orders.ts';
import type { RefusalBudget } from './refusal-budget.ts';
import type { Valuation } from './valuation.ts';

/** An order with its current valuation, which only open positions have. */
export interface ValuedOrder {
  readonly order: OrderView;
  readonly live: Valuation | undefined;
}

export interface ValuedOrders {
  readonly orders: readonly ValuedOrder[];
  readonly total: number;
  readonly balance: Money;
  /** Floating results of all open positions, or realised results of the whole history; undefined for pending orders. */
  readonly profits: Money | undefined;
}

export interface OrdersDeps {
  readonly trading: TradingHost;
  readonly market: MarketData;
  readonly queries: OrderQueries;
  readonly recent: RecentOrders;
  readonly refusals: Pick<RefusalBudget, 'take'>;
}

/** Positions that one command has closed, and those that it could not close. */
export interface ClosedOrders {
  readonly closed: readonly OrderView[];
  readonly left: readonly { readonly order: OrderView; readonly reason: FailReason }[];
}

type Command =
  | OrderDraft
  | StopsDraft
  | PartialLevelsDraft
  | AmendmentDraft
  | CloseDraft
  | CloseByDraft
  | CloseAllDraft
  | { readonly type: 'cancelOrder'; readonly order: OrderId };
type Accepted = Extract<Outcome, { ok: true }>;

/** Commands that end orders: their refusals have an amount of their own. */
const ENDING: ReadonlySet<CommandDraft['type']> = new Set([
  'closePosition',
  'closeByOpposite',
  'closeAll',
  'cancelOrder',
]);

/** Refusals of the host itself, which leave no row. */
const PASSING: ReadonlySet<string> = new Set(['overloaded', 'not_ready']);

/** The engine's words for a price that is absent or can't be dealt on. */
const PRICELESS: ReadonlySet<FailReason> = new Set(['market_data_missing', 'market_data_stale', 'price_in_doubt']);

/** Places, changes, ends and lists orders of an account. */
export class OrdersService {
  readonly #deps: OrdersDeps;

  constructor(deps: OrdersDeps) {
    this.#deps = deps;
  }

  async place(account: AccountId, key: string, input: InputOf<typeof forexCalls.submit>): Promise<Answer<OrderView>> {
    const instrument = this.#deps.market.instrument(input.forex_id);
    if (instrument === undefined) return refuse('unknown_instrument');
    const draft = readOrder(input, instrument);
    return draft.ok ? this.#send(account, key, draft.data) : draft;
  }

  async setStops(
    account: AccountId,
    key: string,
    input: InputOf<typeof forexCalls.setStopPrice>,
  ): Promise<Answer<OrderView>> {
    const draft = readStopsChange(input, await this.#termsOf(input.id));
    return draft.ok ? this.#send(account, key, draft.data) : draft;
  }

  async setPartialLevels(
    account: AccountId,
    key: string,
    input: InputOf<typeof forexCalls.setPartialLevels>,
  ): Promise<Answer<OrderView>> {
    const draft = readPartialLevels(input, await this.#termsOf(input.id));
    return draft.ok ? this.#send(account, key, draft.data) : draft;
  }

  async amend(
    account: AccountId,
    key: string,
    input: InputOf<typeof forexCalls.amendPendingOrder>,
  ): Promise<Answer<OrderView>> {
    const draft = readAmendment(input, await this.#termsOf(input.id));
    return draft.ok ? this.#send(account, key, draft.data) : draft;
  }

  async close(account: AccountId, key: string, input: InputOf<typeof forexCalls.close>): Promise<Answer<OrderView>> {
    const draft = readClose(input, await this.#termsOf(input.id));
    return draft.ok ? this.#send(account, key, draft.data) : draft;
  }

  /** Closes two opposite positions by each other. */
  closeBy(account: AccountId, key: string, input: InputOf<typeof forexCalls.closeBy>): Promise<Answer<ClosedOrders>> {
    return this.#sendForSeveral(account, key, { type: 'closeByOpposite', order: input.id, opposite: input.by });
  }

  /** Closes all positions of a scope that can be closed. */
  async closeAll(
    account: AccountId,
    key: string,
    input: InputOf<typeof forexCalls.closeAll>,
  ): Promise<Answer<ClosedOrders>> {
    const draft = readCloseAll(input);
    return draft.ok ? this.#sendForSeveral(account, key, draft.data) : draft;
  }

  cancel(account: AccountId, key: string, order: OrderId): Promise<Answer<OrderView>> {
    return this.#send(account, key, { type: 'cancelOrder', order });
  }

  /** One of the account's orders with its terms. */
  async terms(account: AccountId, id: OrderId): Promise<Answer<OrderWithTerms>> {
    const found = await this.#deps.queries.withTerms(id);
    return found?.view.account === account ? done(found) : refuse('unknown_order');
  }

  async list(
    account: AccountId,
    list: OrderList,
    { page, tag }: { readonly page: number; readonly tag?: string | undefined },
  ): Promise<Answer<ValuedOrders>> {
    const { trading, queries } = this.#deps;
    const [rows, realised] = await Promise.all([
      list === 'history' && tag !== undefined
        ? queries.tagged(account, tag, page, PAGE_SIZE)
        : queries.page(account, list, page, PAGE_SIZE),
      list === 'history' ? queries.realised(account) : undefined,
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
      profits: list === 'holding' ? view.standing.floatingProfit : realised,
    });
  }

  /** An order as committed. The tables may be behind, so an order that is not cached waits for them. */
  async #orderOf(id: OrderId): Promise<OrderView | undefined> {
    const cached = this.#deps.recent.get(id);
    if (cached !== undefined) return cached;
    await this.#deps.trading.written();
    return this.#deps.queries.byId(id);
  }

  /** How prices of an order are read. The engine refuses an unknown order, whichever prices it was given. */
  async #termsOf(id: OrderId): Promise<PriceTerms> {
    const order = await this.#orderOf(id);
    const instrument = order === undefined ? undefined : this.#deps.market.instrument(order.instrument);
    return instrument ?? { pricePrecision: PRICE_SCALE };
  }

  /** A price that can't be dealt on because no source has one is refused in these words. */
  async #reasonOf(reason: FailReason, command: Command): Promise<FailReason> {
    if (!PRICELESS.has(reason)) return reason;
    const { market } = this.#deps;
    const id =
      'instrument' in command || !('order' in command)
        ? command.instrument
        : (await this.#orderOf(command.order))?.instrument;
    const leg = id === undefined ? undefined : market.instrument(id)?.conversion?.instrument;
    return [id, leg].some((each) => each !== undefined && market.doubt(each) === 'source') ? 'no_price_source' : reason;
  }

  /** Submits the command to the engine and reads the order as committed. */
  async #send(account: AccountId, key: string, command: Command): Promise<Answer<OrderView>> {
    const outcome = await this.#submit(account, key, command);
    if (!outcome.ok) return outcome;
    const id = outcome.data.order ?? ('order' in command ? command.order : undefined);
    if (id === undefined) throw new Error('the engine accepted an order without an id');
    return done(await this.#committed(id));
  }

  /** Submits a command for several positions, and reads those that it closed and those that it left. */
  async #sendForSeveral(
    account: AccountId,
    key: string,
    command: CloseAllDraft | CloseByDraft,
  ): Promise<Answer<ClosedOrders>> {
    const outcome = await this.#submit(account, key, command);
    if (!outcome.ok) return outcome;
    const { closed = [], left = [] } = outcome.data;
    const ids = [...closed, ...left.map(({ order }) => order)];
    const missing = ids.filter((id) => this.#deps.recent.get(id) === undefined);
    if (missing.length > 0) await this.#deps.trading.written();
    const read = new Map((await this.#deps.queries.byIds(missing)).map((order) => [order.id, order]));
    const orderOf = (id: OrderId): OrderView => required(id, this.#deps.recent.get(id) ?? read.get(id));
    return done({
      closed: closed.map(orderOf),
      left: left.map(({ order, reason }) => ({ order: orderOf(order), reason })),
    });
  }

  async #submit(account: AccountId, key: string, command: Command): Promise<Answer<Accepted>> {
    const draft: CommandDraft = Object.assign({}, command, { account, key });
    const accepted = this.#deps.refusals.take(account, ENDING.has(draft.type));
    if (accepted === undefined) return refuse('too_many_requests');
    const outcome = await this.#deps.trading.submit(draft, 'committed');
    if (outcome.ok || PASSING.has(outcome.reason)) accepted();
    return outcome.ok ? done(outcome) : refuse(await this.#reasonOf(outcome.reason, command), outcome.detail);
  }

  async #committed(id: OrderId): Promise<OrderView> {
    return required(id, await this.#orderOf(id));
  }
}

function required(id: OrderId, order: OrderView | undefined): OrderView {
  if (order === undefined) throw new Error(`order ${id} was committed but can't be found`);
  return order;
}
