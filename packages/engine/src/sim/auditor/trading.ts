import { type CancelReason, type CloseReason, type Instrument, termsVersion } from '@fairlot/domain';
import type { AmendOrder, CancelOrder, ClosePosition, Outcome, PlaceOrder, SetStops } from '../../index.ts';
import type { AuditedOrder } from './books.ts';
import { dealingProblem, isAbsurd, shown, wrongLevel } from './dealing.ts';
import { decimal } from './exact.ts';
import type { Ledger } from './ledger.ts';
import { OK, no } from './outcomes.ts';
import { payOwedSwaps } from './swaps.ts';
import { neededMargin } from './tiers.ts';

/** Places a well-formed order by the product's rules, checked one after the other. */
export function place(ledger: Ledger, command: PlaceOrder): Outcome {
  const { account, instrument, side, lots, leverage, target, worst, stopLoss, takeProfit, time } = command;
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  const terms = ledger.terms(instrument);
  if (command.validUntil !== undefined && command.validUntil < time) return no('order_expired');
  const { offered, maxLeverage } = ledger.own(account, instrument);
  if (offered === false) return no('instrument_not_offered');
  if (maxLeverage !== undefined && terms.leverages.every((each) => each > maxLeverage))
    return no('leverage_not_configured');
  if (maxLeverage !== undefined && leverage > maxLeverage) return no('leverage_not_listed');
  const off = ledger.distance(account, instrument);
  if (isAbsurd(ledger, terms, [target, stopLoss, takeProfit])) return no('price_out_of_range');
  const closed = dealingProblem(ledger, terms, time);
  if (closed !== undefined) return no(closed);
  if (ledger.isShutToNew(instrument)) return no('instrument_close_only');

  const market = ledger.opening(instrument, side, off);
  if (target === undefined && worst !== undefined && (side === 'buy' ? market > worst : market < worst))
    return no('price_worse_than_accepted');
  const away = target === undefined ? 0n : (market - target) * (side === 'buy' ? 1n : -1n);
  if (command.kind === 'stop' && away > 0n) return no('stop_passed', { market: shown(terms, market) });
  const waits = away > 0n || (away < 0n && command.kind !== 'limit') ? target : undefined;
  const wrong = wrongLevel(terms, side, waits ?? ledger.closing(instrument, side, off), stopLoss, takeProfit);
  if (wrong !== undefined) return wrong;
  if (ledger.ordersOf(account).length >= ledger.rules.maxOrdersPerAccount) return no('too_many_orders');
  const margin = ledger.margin(terms, lots, waits ?? market, leverage);
  const fee = ledger.feeOf(account, terms, lots, waits ?? market, margin);
  const changed = changedTerms(ledger, account, terms, command.terms, margin, fee);
  if (changed !== undefined) return changed;
  const free = ledger.freeMargin(account);
  const needed = neededMargin(ledger, account, { instrument, margin, leverage }) + fee;
  if (needed > free) return no('insufficient_margin', { required: decimal(needed, 6), free: decimal(free, 6) });

  const order: AuditedOrder = {
    id: ledger.books.nextOrder,
    account,
    instrument,
    side,
    lots,
    leverage,
    off,
    target: waits,
    kind: waits === undefined ? 'market' : away > 0n ? 'limit' : 'stop',
    open: false,
    price: 0n,
    openedAt: 0,
    margin,
    fee,
    swap: 0n,
    stop: stopLoss,
    take: takeProfit,
  };
  ledger.books.nextOrder += 1;
  ledger.books.orders.push(order);
  ledger.touched.add(account);
  if (waits !== undefined) {
    ledger.say(`placed ${describe(order)} on ${ledger.quote(instrument).seq}`);
    ledger.pay('reserve', `${account}.cash`, `${account}.orderReserve`, margin + fee, order.id);
  } else {
    fill(ledger, order, market, time);
  }
  return { ok: true, order: order.id };
}

/** Turns an order into a position at a price and charges its fee. */
export function fill(ledger: Ledger, order: AuditedOrder, price: bigint, time: number): void {
  order.open = true;
  order.price = price;
  order.openedAt = time;
  ledger.touched.add(order.account);
  ledger.say(`opened ${describe(order)} at ${price} on ${ledger.quote(order.instrument).seq}`);
  ledger.pay('tradingFee', `${order.account}.cash`, 'house.fees', order.fee, order.id);
}

/** Fills an order at its target from its reserve, or cancels it when the free margin does not suffice. */
export function fillPending(ledger: Ledger, order: AuditedOrder, time: number): void {
  const { account, instrument, side, lots, leverage } = order;
  ledger.pay('release', `${account}.orderReserve`, `${account}.cash`, order.margin + order.fee, order.id);
  const price = ledger.opening(instrument, side, order.off);
  const margin = ledger.margin(ledger.terms(instrument), lots, price, leverage);
  // The fee is the one that was reserved, whatever the terms are now.
  const { fee } = order;
  if (neededMargin(ledger, account, { instrument, margin, leverage }) + fee > ledger.freeMargin(account)) {
    ledger.say(`cancelled ${order.id} of ${account} insufficient_margin`);
    ledger.remove(order);
    return;
  }
  order.margin = margin;
  fill(ledger, order, price, time);
}

/** An order in the auditor's text format. */
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
  off,
}: AuditedOrder): string {
  const marked = off.bid + off.ask === 0n ? '' : ` off ${off.bid}/${off.ask}`;
  return `${id} of ${account}: ${side} ${lots} x ${instrument} ${kind} ${target ?? '-'} 1:${leverage}${marked} margin ${margin} fee ${fee} stop ${stop ?? '-'} take ${take ?? '-'}`;
}

/** Closes a position at the present market. */
export function close(ledger: Ledger, order: AuditedOrder, reason: CloseReason, why = ''): void {
  const profit = ledger.profit(order);
  const leg = ledger.terms(order.instrument).conversion;
  const legSeq = leg === null ? '-' : ledger.quote(leg.instrument).seq;
  ledger.say(
    `closed ${order.id} of ${order.account} at ${ledger.closing(order.instrument, order.side, order.off)} result ${profit} ${reason} on ${ledger.quote(order.instrument).seq}/${legSeq}${why}`,
  );
  const { id, account, instrument, side, lots, price } = order;
  ledger.books.trades.set(id, {
    account,
    instrument,
    side,
    lots,
    price,
    close: ledger.closing(instrument, side, order.off),
    profit,
    legQuote: leg === null ? undefined : ledger.quote(leg.instrument),
  });
  ledger.remove(order);
  ledger.payResult('realisedProfit', 'profit', order.account, profit, order.id);
}

export function cancel(ledger: Ledger, order: AuditedOrder, reason: CancelReason): void {
  ledger.say(`cancelled ${order.id} of ${order.account} ${reason}`);
  ledger.remove(order);
  ledger.pay('release', `${order.account}.orderReserve`, `${order.account}.cash`, order.margin + order.fee, order.id);
}

/** Covers the debt of an account without positions beyond its own frozen money. */
export function coverDebt(ledger: Ledger, account: number): void {
  if (ledger.positionsOf(account).length > 0 || ledger.balance(`${account}.cash`) >= 0n) return;
  for (const order of ledger.pendingOf(account)) cancel(ledger, order, 'negative_balance');
  const ownMoney =
    ledger.balance(`${account}.cash`) +
    ledger.balance(`${account}.orderReserve`) +
    ledger.balance(`${account}.withdrawalHold`);
  if (ownMoney < 0n) ledger.pay('negativeBalanceCover', 'house.negativeBalanceCover', `${account}.cash`, -ownMoney);
}

export function closeByClient(ledger: Ledger, command: ClosePosition): Outcome {
  const order = own(ledger, command);
  if (typeof order === 'string') return no(order);
  if (!order.open) return no('order_not_open');
  const problem = dealingProblem(ledger, ledger.terms(order.instrument), command.time);
  if (problem !== undefined) return no(problem);
  const price = ledger.closing(order.instrument, order.side, order.off);
  if (command.worst !== undefined && (order.side === 'buy' ? price < command.worst : price > command.worst))
    return no('price_worse_than_accepted');
  payOwedSwaps(ledger, order.account);
  close(ledger, order, command.staff === undefined ? 'client' : 'staff');
  coverDebt(ledger, order.account);
  return OK;
}

export function cancelByClient(ledger: Ledger, command: CancelOrder): Outcome {
  const order = own(ledger, command);
  if (typeof order === 'string') return no(order);
  if (order.open) return no('order_not_pending');
  if (ledger.books.bursts.has(order.instrument)) return no('price_in_doubt');
  cancel(ledger, order, command.staff === undefined ? 'client' : 'staff');
  return OK;
}

export function changeStops(ledger: Ledger, command: SetStops): Outcome {
  const order = own(ledger, command);
  if (typeof order === 'string') return no(order);
  if (ledger.books.bursts.has(order.instrument)) return no('price_in_doubt');
  const terms = ledger.terms(order.instrument);
  const [setsStop, setsTake] = [command.keep !== 'stopLoss', command.keep !== 'takeProfit'];
  const [stop, take] = [setsStop ? command.stopLoss : undefined, setsTake ? command.takeProfit : undefined];
  if (isAbsurd(ledger, terms, [stop, take])) return no('price_out_of_range');
  const reference = order.open ? ledger.closing(order.instrument, order.side, order.off) : (order.target ?? 0n);
  const wrong = wrongLevel(terms, order.side, reference, stop, take);
  if (wrong !== undefined) return wrong;
  if (setsStop) order.stop = stop;
  if (setsTake) order.take = take;
  ledger.touched.add(order.account);
  ledger.say(`stops of ${order.id} of ${order.account}: ${order.stop ?? '-'} ${order.take ?? '-'}`);
  return OK;
}

/**
 * Moves an order: as if it were cancelled, with its reserve released, and placed at the new target under its old
 * number.
 */
export function amend(ledger: Ledger, command: AmendOrder): Outcome {
  const order = own(ledger, command);
  if (typeof order === 'string') return no(order);
  if (order.open) return no('order_not_pending');
  const { account, instrument, side, lots, leverage, off } = order;
  const terms = ledger.terms(instrument);
  const stays = (level: 'stopLoss' | 'takeProfit'): boolean => command.stops === 'kept' || command.keep === level;
  const [stop, take] = [
    stays('stopLoss') ? order.stop : command.stopLoss,
    stays('takeProfit') ? order.take : command.takeProfit,
  ];
  const named = [command.target, ...(stays('stopLoss') ? [] : [stop]), ...(stays('takeProfit') ? [] : [take])];
  if (isAbsurd(ledger, terms, named)) return no('price_out_of_range');
  const problem = dealingProblem(ledger, terms, command.time);
  if (problem !== undefined) return no(problem);
  if (ledger.isShutToNew(instrument)) return no('instrument_close_only');
  const market = ledger.opening(instrument, side, off);
  const away = (market - command.target) * (side === 'buy' ? 1n : -1n);
  if (command.kind === 'stop' && away > 0n) return no('stop_passed', { market: shown(terms, market) });
  const atMarket = away === 0n || (away < 0n && command.kind === 'limit');
  const wrong = wrongLevel(terms, side, atMarket ? ledger.closing(instrument, side, off) : command.target, stop, take);
  if (wrong !== undefined) return wrong;
  const margin = ledger.margin(terms, lots, atMarket ? market : command.target, leverage);
  const fee = ledger.feeOf(account, terms, lots, atMarket ? market : command.target, margin);
  const changed = changedTerms(ledger, account, terms, command.terms, margin, fee);
  if (changed !== undefined) return changed;
  const reserved = order.margin + order.fee;
  const free = ledger.freeMargin(account) + reserved;
  const needed = neededMargin(ledger, account, { instrument, margin, leverage }) + fee;
  if (needed > free) return no('insufficient_margin', { required: decimal(needed, 6), free: decimal(free, 6) });

  const kind = away < 0n && !atMarket ? 'stop' : 'limit';
  Object.assign(order, { target: command.target, kind, margin, fee, stop, take });
  ledger.touched.add(account);
  ledger.say(
    `amended ${order.id} of ${account}: ${order.kind} ${command.target} margin ${margin} fee ${fee} on ${ledger.quote(instrument).seq}`,
  );
  if (command.stops === 'replaced') ledger.say(`stops of ${order.id} of ${account}: ${stop ?? '-'} ${take ?? '-'}`);
  const [cash, reserve] = [`${account}.cash`, `${account}.orderReserve`];
  if (margin + fee > reserved) ledger.pay('reserve', cash, reserve, margin + fee - reserved, order.id);
  else ledger.pay('release', reserve, cash, reserved - margin - fee, order.id);
  if (atMarket) fillPending(ledger, order, command.time);
  return OK;
}

/** Refuses an order under other terms than its trader saw, with the present figures. */
function changedTerms(
  ledger: Ledger,
  account: number,
  terms: Instrument,
  seen: string | undefined,
  margin: bigint,
  fee: bigint,
): Outcome | undefined {
  const version = seenTerms(ledger, account, terms);
  const swap = ledger.own(account, terms.id).swap ?? terms.swap;
  if (seen === undefined || seen === version) return undefined;
  return no('terms_changed', {
    terms: version,
    margin: decimal(margin, 6),
    fee: decimal(fee, 6),
    swapLong: decimal(swap.long, 8),
    swapShort: decimal(swap.short, 8),
    stopOut: `${ledger.stopOutPercent(account)}`,
  });
}

/** The version of an instrument's terms for an account. */
export function seenTerms(ledger: Ledger, account: number, terms: Instrument): string {
  const { markup, commission, tiers, swap = terms.swap } = ledger.own(account, terms.id);
  const rules = { ...ledger.rules, stopOutPercent: ledger.stopOutPercent(account) };
  const isMarked = markup !== undefined && markup.bid + markup.ask > 0n;
  return termsVersion({ ...terms, swap }, rules, { commission, tiers, ...(isMarked && { markup }) });
}

function own(
  ledger: Ledger,
  { account, order }: ClosePosition | CancelOrder | SetStops | AmendOrder,
): AuditedOrder | 'unknown_account' | 'unknown_order' {
  if (!ledger.books.accounts.has(account)) return 'unknown_account';
  return ledger.ordersOf(account).find(({ id }) => id === order) ?? 'unknown_order';
}
