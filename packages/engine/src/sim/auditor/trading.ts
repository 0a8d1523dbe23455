import type { CancelReason, CloseReason, Instrument } from '@fairlot/domain';
import type { AmendOrder, CancelOrder, ClosePosition, Outcome, PlaceOrder, SetStops } from '../../index.ts';
import type { Ticket } from './books.ts';
import type { Desk } from './desk.ts';
import { decimal } from './exact.ts';

export const OK: Outcome = { ok: true };

export function no(reason: Extract<Outcome, { ok: false }>['reason'], detail?: Record<string, string>): Outcome {
  return detail === undefined ? { ok: false, reason } : { ok: false, reason, detail };
}

/** Places an order as the product's rules have it, one rule after the other. */
export function place(desk: Desk, wish: PlaceOrder): Outcome {
  const { account, instrument, side, lots, leverage, target, worst, stopLoss, takeProfit, time } = wish;
  if (!desk.books.accounts.has(account)) return no('unknown_account');
  const terms = desk.books.instruments.get(instrument);
  if (terms === undefined) return no('unknown_instrument');
  if (wish.validUntil !== undefined && wish.validUntil < time) return no('order_expired');
  if (lots < terms.minLots) return no('lots_below_minimum');
  if (lots > terms.maxLots) return no('lots_above_maximum');
  if (lots % terms.lotStep !== 0n) return no('lots_off_step');
  if (terms.leverages.length === 0) return no('leverage_not_configured');
  if (!terms.leverages.some((listed) => listed === leverage)) return no('leverage_not_listed');
  const absurd = absurdPrice(desk, terms, [target, stopLoss, takeProfit]);
  if (absurd !== undefined) return no(absurd);
  const closed = dealingProblem(desk, terms, time);
  if (closed !== undefined) return no(closed);

  const market = desk.opening(instrument, side);
  if (target === undefined && worst !== undefined && (side === 'buy' ? market > worst : market < worst))
    return no('price_worse_than_accepted');
  const waits = target !== undefined && target !== market;
  const wrong = wrongLevel(terms, side, waits ? target : desk.closing(instrument, side), stopLoss, takeProfit);
  if (wrong !== undefined) return wrong;
  if (desk.ticketsOf(account).length >= desk.rules.maxOrdersPerAccount) return no('too_many_orders');
  const margin = desk.margin(terms, lots, waits ? target : market, leverage);
  const fee = desk.fee(terms, lots, margin);
  const free = desk.freeMargin(account);
  if (margin + fee > free)
    return no('insufficient_margin', { required: decimal(margin + fee, 6), free: decimal(free, 6) });

  const cheaper = target !== undefined && (side === 'buy' ? target < market : target > market);
  const ticket: Ticket = {
    id: desk.books.nextOrder,
    account,
    instrument,
    side,
    lots,
    leverage,
    target: waits ? target : undefined,
    kind: !waits ? 'market' : cheaper ? 'limit' : 'stop',
    open: false,
    price: 0n,
    openedAt: 0,
    margin,
    fee,
    swap: 0n,
    stop: stopLoss,
    take: takeProfit,
  };
  desk.books.nextOrder += 1;
  desk.books.tickets.push(ticket);
  desk.touched.add(account);
  if (waits) {
    desk.say(`placed ${describe(ticket)} on ${desk.quote(instrument).seq}`);
    desk.pay('reserve', `${account}.cash`, `${account}.orderReserve`, margin + fee, ticket.id);
  } else {
    fill(desk, ticket, market, time);
  }
  return { ok: true, order: ticket.id };
}

/** Turns a ticket into a position at a price and charges its fee. */
export function fill(desk: Desk, ticket: Ticket, price: bigint, time: number): void {
  ticket.open = true;
  ticket.price = price;
  ticket.openedAt = time;
  desk.touched.add(ticket.account);
  desk.say(`opened ${describe(ticket)} at ${price} on ${desk.quote(ticket.instrument).seq}`);
  desk.pay('tradingFee', `${ticket.account}.cash`, 'house.fees', ticket.fee, ticket.id);
}

/** Fills a ticket whose target is met, from the money that it has in reserve; without enough of it there is no fill. */
export function fillPending(desk: Desk, ticket: Ticket, time: number): void {
  const { account, instrument, side, lots, leverage } = ticket;
  desk.pay('release', `${account}.orderReserve`, `${account}.cash`, ticket.margin + ticket.fee, ticket.id);
  const price = desk.opening(instrument, side);
  const margin = desk.margin(desk.terms(instrument), lots, price, leverage);
  const fee = desk.fee(desk.terms(instrument), lots, margin);
  if (margin + fee > desk.freeMargin(account)) {
    desk.say(`cancelled ${ticket.id} of ${account} insufficient_margin`);
    desk.remove(ticket);
    return;
  }
  ticket.margin = margin;
  ticket.fee = fee;
  fill(desk, ticket, price, time);
}

export function describe({
  id,
  account,
  instrument,
  side,
  kind,
  lots,
  leverage,
  target,
  margin,
  fee,
  stop,
  take,
}: Ticket): string {
  return `${id} of ${account}: ${side} ${lots} x ${instrument} ${kind} ${target ?? '-'} 1:${leverage} margin ${margin} fee ${fee} stop ${stop ?? '-'} take ${take ?? '-'}`;
}

/** Closes a position where the market closes it now. */
export function close(desk: Desk, ticket: Ticket, reason: CloseReason, why = ''): void {
  const profit = desk.profit(ticket);
  const leg = desk.terms(ticket.instrument).conversion;
  const legSeq = leg === null ? '-' : desk.quote(leg.instrument).seq;
  desk.say(
    `closed ${ticket.id} of ${ticket.account} at ${desk.closing(ticket.instrument, ticket.side)} result ${profit} ${reason} on ${desk.quote(ticket.instrument).seq}/${legSeq}${why}`,
  );
  desk.remove(ticket);
  desk.payResult('realisedProfit', 'profit', ticket.account, profit, ticket.id);
}

export function cancel(desk: Desk, ticket: Ticket, reason: CancelReason): void {
  desk.say(`cancelled ${ticket.id} of ${ticket.account} ${reason}`);
  desk.remove(ticket);
  desk.pay(
    'release',
    `${ticket.account}.orderReserve`,
    `${ticket.account}.cash`,
    ticket.margin + ticket.fee,
    ticket.id,
  );
}

/** Nobody owes the house: what an account without positions owes beyond its own frozen money is made good. */
export function forgive(desk: Desk, account: number): void {
  if (desk.positionsOf(account).length > 0 || desk.balance(`${account}.cash`) >= 0n) return;
  for (const ticket of desk.pendingOf(account)) cancel(desk, ticket, 'negative_balance');
  const ownMoney =
    desk.balance(`${account}.cash`) +
    desk.balance(`${account}.orderReserve`) +
    desk.balance(`${account}.withdrawalHold`);
  if (ownMoney < 0n) desk.pay('negativeBalanceCover', 'house.negativeBalanceCover', `${account}.cash`, -ownMoney);
}

export function closeByClient(desk: Desk, wish: ClosePosition): Outcome {
  const ticket = own(desk, wish);
  if (typeof ticket === 'string') return no(ticket);
  if (!ticket.open) return no('order_not_open');
  const problem = dealingProblem(desk, desk.terms(ticket.instrument), wish.time);
  if (problem !== undefined) return no(problem);
  close(desk, ticket, 'client');
  forgive(desk, ticket.account);
  return OK;
}

export function cancelByClient(desk: Desk, wish: CancelOrder): Outcome {
  const ticket = own(desk, wish);
  if (typeof ticket === 'string') return no(ticket);
  if (ticket.open) return no('order_not_pending');
  cancel(desk, ticket, 'client');
  return OK;
}

export function changeStops(desk: Desk, wish: SetStops): Outcome {
  const ticket = own(desk, wish);
  if (typeof ticket === 'string') return no(ticket);
  const terms = desk.terms(ticket.instrument);
  const [setsStop, setsTake] = [wish.keep !== 'stopLoss', wish.keep !== 'takeProfit'];
  const [stop, take] = [setsStop ? wish.stopLoss : undefined, setsTake ? wish.takeProfit : undefined];
  const absurd = absurdPrice(desk, terms, [stop, take]);
  if (absurd !== undefined) return no(absurd);
  const reference = ticket.open ? desk.closing(ticket.instrument, ticket.side) : (ticket.target ?? 0n);
  const wrong = wrongLevel(terms, ticket.side, reference, stop, take);
  if (wrong !== undefined) return wrong;
  if (setsStop) ticket.stop = stop;
  if (setsTake) ticket.take = take;
  desk.touched.add(ticket.account);
  desk.say(`stops of ${ticket.id} of ${ticket.account}: ${ticket.stop ?? '-'} ${ticket.take ?? '-'}`);
  return OK;
}

/** Moves a ticket: as if it were taken back, its reserve with it, and placed again at the new target under its old number. */
export function amend(desk: Desk, wish: AmendOrder): Outcome {
  const ticket = own(desk, wish);
  if (typeof ticket === 'string') return no(ticket);
  if (ticket.open) return no('order_not_pending');
  const { account, instrument, side, lots, leverage } = ticket;
  const terms = desk.terms(instrument);
  const stays = (level: 'stopLoss' | 'takeProfit'): boolean => wish.stops === 'kept' || wish.keep === level;
  const [stop, take] = [
    stays('stopLoss') ? ticket.stop : wish.stopLoss,
    stays('takeProfit') ? ticket.take : wish.takeProfit,
  ];
  const named = [wish.target, ...(stays('stopLoss') ? [] : [stop]), ...(stays('takeProfit') ? [] : [take])];
  const problem = absurdPrice(desk, terms, named) ?? dealingProblem(desk, terms, wish.time);
  if (problem !== undefined) return no(problem);
  const market = desk.opening(instrument, side);
  const atMarket = wish.target === market;
  const wrong = wrongLevel(terms, side, atMarket ? desk.closing(instrument, side) : wish.target, stop, take);
  if (wrong !== undefined) return wrong;
  const margin = desk.margin(terms, lots, wish.target, leverage);
  const fee = desk.fee(terms, lots, margin);
  const reserved = ticket.margin + ticket.fee;
  const free = desk.freeMargin(account) + reserved;
  if (margin + fee > free)
    return no('insufficient_margin', { required: decimal(margin + fee, 6), free: decimal(free, 6) });

  const beyond = side === 'buy' ? wish.target > market : wish.target < market;
  Object.assign(ticket, { target: wish.target, kind: beyond ? 'stop' : 'limit', margin, fee, stop, take });
  desk.touched.add(account);
  desk.say(
    `amended ${ticket.id} of ${account}: ${ticket.kind} ${wish.target} margin ${margin} fee ${fee} on ${desk.quote(instrument).seq}`,
  );
  if (wish.stops === 'replaced') desk.say(`stops of ${ticket.id} of ${account}: ${stop ?? '-'} ${take ?? '-'}`);
  const [cash, reserve] = [`${account}.cash`, `${account}.orderReserve`];
  if (margin + fee > reserved) desk.pay('reserve', cash, reserve, margin + fee - reserved, ticket.id);
  else desk.pay('release', reserve, cash, reserved - margin - fee, ticket.id);
  if (atMarket) fillPending(desk, ticket, wish.time);
  return OK;
}

function own(
  desk: Desk,
  { account, order }: ClosePosition | CancelOrder | SetStops | AmendOrder,
): Ticket | 'unknown_account' | 'unknown_order' {
  if (!desk.books.accounts.has(account)) return 'unknown_account';
  return desk.ticketsOf(account).find(({ id }) => id === order) ?? 'unknown_order';
}

function absurdPrice(
  desk: Desk,
  terms: Instrument,
  prices: readonly (bigint | undefined)[],
): 'price_off_grid' | 'price_out_of_range' | undefined {
  const point = 10n ** BigInt(8 - terms.pricePrecision);
  const quote = desk.books.boards.get(terms.id)?.quote;
  for (const price of prices) if (price !== undefined && price % point !== 0n) return 'price_off_grid';
  for (const price of prices) {
    if (price !== undefined && quote !== undefined && (price > 10n * quote.ask || 10n * price < quote.bid))
      return 'price_out_of_range';
  }
  return undefined;
}

function dealingProblem(
  desk: Desk,
  terms: Instrument,
  time: number,
): 'market_data_missing' | 'market_closed' | 'market_data_stale' | undefined {
  const involved = [terms.id, ...(terms.conversion === null ? [] : [terms.conversion.instrument])];
  if (involved.some((id) => desk.books.boards.get(id)?.quote === undefined || !desk.books.instruments.has(id)))
    return 'market_data_missing';
  if (!desk.isOpen(terms.id)) return 'market_closed';
  return involved.some((id) => desk.isStale(id, time)) ? 'market_data_stale' : undefined;
}

/** A stop-loss must lie on the losing side of the reference and a take-profit on the winning one, a point away at least. */
function wrongLevel(
  terms: Instrument,
  side: 'buy' | 'sell',
  reference: bigint,
  stop: bigint | undefined,
  take: bigint | undefined,
): Outcome | undefined {
  const point = 10n ** BigInt(8 - terms.pricePrecision);
  const direction = side === 'buy' ? 1n : -1n;
  const nearest = (price: bigint): Record<string, string> => ({
    nearest: decimal(price / point, terms.pricePrecision),
  });
  if (stop !== undefined && (reference - stop) * direction < point)
    return no('stop_loss_wrong_side', nearest(reference - direction * point));
  if (take !== undefined && (take - reference) * direction < point)
    return no('take_profit_wrong_side', nearest(reference + direction * point));
  return undefined;
}
