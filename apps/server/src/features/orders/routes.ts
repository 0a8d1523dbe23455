import { forexCalls, orderExplanationCalls } from '@fairlot/contract';
import { ZERO, formatMoney } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import type { DoneKey } from '../../http/answer-text.ts';
import { type Answer, done } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { MarketData } from '../../market/port.ts';
import type { OrderView } from './order-view.ts';
import { presentClosed, presentOrder, presentOrderTerms } from './presenter.ts';
import type { OrderList } from './queries.ts';
import type { ClosedOrders, OrdersService } from './service.ts';

const LISTS: Readonly<Record<'0' | '1' | '3', OrderList>> = { 0: 'pending', 1: 'holding', 3: 'history' };

/** Registers the calls on orders. */
export function registerOrders(calls: Calls, service: OrdersService, market: MarketData): void {
  const present = (answer: Answer<OrderView>, says: DoneKey) =>
    answer.ok ? done({ order: presentOrder(answer.data, market) }, says) : answer;
  /** Answers with `waits` for a pending order. Any other order has been filled, even if it has been closed since. */
  const presentEntry = (answer: Answer<OrderView>, waits: DoneKey) =>
    present(answer, answer.ok && answer.data.status === 'pending' ? waits : 'order_filled');
  const presentSeveral = (answer: Answer<ClosedOrders>, language: LanguageCode) =>
    answer.ok
      ? done(
          presentClosed(answer.data, market, language),
          answer.data.left.length === 0 ? 'positions_closed' : 'positions_left',
        )
      : answer;

  calls.forUser(forexCalls.submit, async (input, { session, key }) =>
    presentEntry(await service.place(session.account, key, input), 'order_placed'),
  );
  calls.forUser(forexCalls.amendPendingOrder, async (input, { session, key }) =>
    presentEntry(await service.amend(session.account, key, input), 'order_amended'),
  );
  calls.forUser(forexCalls.setStopPrice, async (input, { session, key }) =>
    present(await service.setStops(session.account, key, input), 'stops_changed'),
  );
  calls.forUser(forexCalls.setPartialLevels, async (input, { session, key }) =>
    present(await service.setPartialLevels(session.account, key, input), 'stops_changed'),
  );
  calls.forUser(forexCalls.close, async (input, { session, key }) =>
    present(await service.close(session.account, key, input), 'position_closed'),
  );
  calls.forUser(forexCalls.closeBy, async (input, { session, key, language }) =>
    presentSeveral(await service.closeBy(session.account, key, input), language),
  );
  calls.forUser(forexCalls.closeAll, async (input, { session, key, language }) =>
    presentSeveral(await service.closeAll(session.account, key, input), language),
  );
  calls.forUser(forexCalls.cancelTrade, async (input, { session, key }) =>
    present(await service.cancel(session.account, key, input.id), 'order_cancelled'),
  );

  calls.forUser(orderExplanationCalls.orderTerms, async ({ id }, { session }) => {
    const found = await service.terms(session.account, id);
    return found.ok ? done(presentOrderTerms(found.data, market)) : found;
  });

  calls.forUser(forexCalls.myDeal, async (input, { session }) => {
    const list = await service.list(session.account, LISTS[input.status], { page: input.page, tag: input.tag });
    if (!list.ok) return list;
    const { orders, total, balance, profits } = list.data;
    return done({
      data: orders.map(({ order, live }) => presentOrder(order, market, live)),
      total,
      balance: formatMoney(balance),
      all_fact_profits: formatMoney(profits ?? ZERO),
    });
  });
}
