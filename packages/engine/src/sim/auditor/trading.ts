import type { CloseReason } from '@fairlot/domain';
import type { AmendOrder, CancelOrder, ClosePosition, Outcome, PlaceOrder, SetStops } from '../../index.ts';
import { agreedTerms, changedTerms } from './agreed-terms.ts';
import type { AuditedOrder } from './books.ts';
import { coverDebt } from './cover.ts';
import { dealingProblem, isAbsurd, shown } from './dealing.ts';
import { decimal } from './exact.ts';
import { amendedExpiry, badExpiry, setExpiry } from './expiry.ts';
import { kept } from './guaranteed-price.ts';
import { promised, promisedAfter, usedAt } from './guarantee.ts';
import type { Ledger } from './ledger.ts';
import { cancelOther, otherLeg } from './oco.ts';
import { OK, no } from './outcomes.ts';
import { badPart, splitOff } from './parts.ts';
import { amendedLimit, dearer, waitsAtLimit, wrongFromEither } from './stop-limit.ts';
import { payOwedSwaps } from './swaps.ts';
import { neededMargin } from './tiers.ts';
import { pull, stopsText, tooWide, trailAfter } from './trailing.ts';
import { cancel, costOf, describe, wait } from './waiting.ts';

/** Places a well-formed order by the product's rules, checked one after the other. */
export function place(ledger: Ledger, command: PlaceOrder): Outcome {
  const { account, instrument, side, lots, leverage, target, worst, stopLoss, takeProfit, time } = command;
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  const terms = ledger.terms(instrument);
  if (command.validUntil !== undefined && command.validUntil < time) return no('order_expired');
  const late = badExpiry(command.expiresAt, time);
  if (late !== undefined) return late;
  const { offered, maxLeverage } = ledger.own(account, instrument);
  if (offered === false) return no('instrument_not_offered');
  if (maxLeverage !== undefined && terms.leverages.every((each) => each > maxLeverage))
    return no('leverage_not_configured');
  if (maxLeverage !== undefined && leverage > maxLeverage) return no('leverage_not_listed');
  const off = ledger.distance(account, instrument);
  const { limitPrice, oco } = command;
  const named = [target, stopLoss, takeProfit, limitPrice, oco?.target, oco?.stopLoss, oco?.takeProfit];
  if (isAbsurd(ledger, terms, named)) return no('price_out_of_range');
  const closed = dealingProblem(ledger, terms, time);
  if (closed !== undefined) return no(closed);
  if (ledger.isShutToNew(instrument)) return no('instrument_close_only');

  const market = ledger.opening(instrument, side, off);
  if (target === undefined && worst !== undefined && (side === 'buy' ? market > worst : market < worst))
    return no('price_worse_than_accepted');
  const away = target === undefined ? 0n : (market - target) * (side === 'buy' ? 1n : -1n);
  const isStopLimit = target !== undefined && limitPrice !== undefined;
  if ((command.kind === 'stop' && away > 0n) || (isStopLimit && away >= 0n))
    return no('stop_passed', { market: shown(terms, market) });
  const waits = away > 0n || (away < 0n && (command.kind !== 'limit' || isStopLimit)) ? target : undefined;
  const from = waits ?? ledger.closing(instrument, side, off);
  const wrong =
    wrongFromEither(terms, side, [from, limitPrice], stopLoss, takeProfit) ??
    tooWide(ledger, instrument, from, command.trailing);
  if (wrong !== undefined) return wrong;
  const promise = promised(ledger, command, waits !== undefined);
  if ('ok' in promise) return promise;
  const other = otherLeg(ledger, command, terms, waits);
  if (other !== undefined && 'ok' in other) return other;
  if (ledger.ordersOf(account).length + (other === undefined ? 0 : 1) >= ledger.rules.maxOrdersPerAccount)
    return no('too_many_orders');
  const dear = dearer(waits ?? market, limitPrice);
  const margin = ledger.margin(terms, lots, dear, leverage);
  const fee = ledger.feeOf(account, terms, lots, dear, margin);
  const changed = changedTerms(ledger, account, terms, command.terms, margin, fee);
  if (changed !== undefined) return changed;
  const free = ledger.freeMargin(account);
  const needed = neededMargin(ledger, account, { instrument, side, lots, margin, leverage }, waits !== undefined) + fee;
  if (needed > free) return no('insufficient_margin', { required: decimal(needed, 6), free: decimal(free, 6) });

  const cost = other && costOf(ledger, account, terms, other.target, command);
  if (cost !== undefined && other !== undefined) {
    const left = free - margin - fee;
    const second = { instrument, side: other.side, lots, margin: cost.margin, leverage };
    const wanted = neededMargin(ledger, account, second, true) + cost.fee;
    if (wanted > left) return no('insufficient_margin', { required: decimal(wanted, 6), free: decimal(left, 6) });
  }

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
    trail: command.trailing,
    premium: promise.premium,
    partial: [],
    expires: waits === undefined ? undefined : command.expiresAt,
    limit: limitPrice,
    other: other && ledger.books.nextOrder + 1,
  };
  ledger.books.nextOrder += 1;
  ledger.books.orders.push(order);
  ledger.touched.add(account);
  if (waits !== undefined) {
    wait(ledger, order);
    if (other !== undefined && cost !== undefined) {
      const second = { ...order, ...other, ...cost, id: order.id + 1, other: order.id, limit: undefined };
      ledger.books.nextOrder += 1;
      ledger.books.orders.push(second);
      wait(ledger, second);
    }
  } else {
    fill(ledger, order, market, time);
  }
  return { ok: true, order: order.id };
}

/** Turns an order into a position at a price and charges its fee. */
export function fill(ledger: Ledger, order: AuditedOrder, price: bigint, time: number): void {
  order.open = true;
  order.expires = undefined;
  order.price = price;
  order.openedAt = time;
  pull(ledger, order);
  ledger.touched.add(order.account);
  const quote = ledger.quote(order.instrument).seq;
  const agreed = order.kind === 'market' ? ` by ${agreedTerms(ledger, order)}` : '';
  ledger.say(`opened ${describe(order)} at ${price} on ${quote}${agreed}`);
  ledger.pay('tradingFee', `${order.account}.cash`, 'house.fees', order.fee, order.id);
}

/** Fills an order at its target from its reserve, or cancels it when the free margin does not suffice. */
export function fillPending(ledger: Ledger, order: AuditedOrder, time: number): void {
  if (waitsAtLimit(ledger, order)) return;
  cancelOther(ledger, order);
  const { account, instrument, side, lots, leverage } = order;
  ledger.pay('release', `${account}.orderReserve`, `${account}.cash`, order.margin + order.fee, order.id);
  const price = ledger.opening(instrument, side, order.off);
  const margin = ledger.margin(ledger.terms(instrument), lots, price, leverage);
  // The fee is the one that was reserved, whatever the terms are now.
  const { fee } = order;
  if (
    neededMargin(ledger, account, { instrument, side, lots, margin, leverage }, false) + fee >
    ledger.freeMargin(account)
  ) {
    ledger.say(`cancelled ${order.id} of ${account} insufficient_margin`);
    ledger.remove(order);
    return;
  }
  order.margin = margin;
  fill(ledger, order, price, time);
}

/** Closes a position at the present market, or at a price that the market makes for this close. */
export function close(
  ledger: Ledger,
  order: AuditedOrder,
  reason: CloseReason,
  why = '',
  market = ledger.closing(order.instrument, order.side, order.off),
): void {
  const at = kept(order, market);
  const profit = ledger.profit(order, at);
  const used = usedAt(ledger, order, at, market);
  const promise = used === undefined ? '' : ` guaranteed from ${used.market} gap ${used.gap} premium ${used.premium}`;
  const leg = ledger.terms(order.instrument).conversion;
  const legSeq = leg === null ? '-' : ledger.quote(leg.instrument).seq;
  ledger.say(
    `closed ${order.id} of ${order.account} at ${at} result ${profit} ${reason} on ${ledger.quote(order.instrument).seq}/${legSeq}${why}${promise}`,
  );
  const { id, account, instrument, side, lots, price } = order;
  ledger.books.trades.set(id, {
    account,
    instrument,
    side,
    lots,
    price,
    close: at,
    profit,
    time: ledger.books.time,
    legQuote: leg === null ? undefined : ledger.quote(leg.instrument),
  });
  ledger.remove(order);
  ledger.payResult('realisedProfit', 'profit', order.account, profit, order.id);
  if (used !== undefined) ledger.pay('guaranteePremium', `${account}.cash`, 'house.guarantees', used.premium, id);
}

export function closeByClient(ledger: Ledger, command: ClosePosition): Outcome {
  const order = own(ledger, command);
  if (typeof order === 'string') return no(order);
  if (!order.open) return no('order_not_open');
  const { lots = order.lots } = command;
  const bad = badPart(ledger.terms(order.instrument), order.lots, lots);
  if (bad !== undefined) return bad;
  const problem = dealingProblem(ledger, ledger.terms(order.instrument), command.time);
  if (problem !== undefined) return no(problem);
  const price = ledger.closingOf(order);
  if (command.worst !== undefined && (order.side === 'buy' ? price < command.worst : price > command.worst))
    return no('price_worse_than_accepted');
  payOwedSwaps(ledger, order.account);
  const part = splitOff(ledger, order, lots);
  close(ledger, part, command.staff === undefined ? 'client' : 'staff');
  coverDebt(ledger, order.account);
  return part === order ? OK : { ok: true, order: part.id };
}

export function cancelByClient(ledger: Ledger, command: CancelOrder): Outcome {
  const order = own(ledger, command);
  if (typeof order === 'string') return no(order);
  if (order.open) return no('order_not_pending');
  if (ledger.books.bursts.has(order.instrument)) return no('price_in_doubt');
  cancel(ledger, order, command.staff === undefined ? 'client' : 'staff');
  cancelOther(ledger, order);
  return OK;
}

export function changeStops(ledger: Ledger, command: SetStops): Outcome {
  const order = own(ledger, command);
  if (typeof order === 'string') return no(order);
  if (ledger.books.bursts.has(order.instrument)) return no('price_in_doubt');
  const terms = ledger.terms(order.instrument);
  const both = command.keep === 'both';
  const [setsStop, setsTake] = [!both && command.keep !== 'stopLoss', !both && command.keep !== 'takeProfit'];
  const [stop, take] = [setsStop ? command.stopLoss : undefined, setsTake ? command.takeProfit : undefined];
  if (isAbsurd(ledger, terms, [stop, take])) return no('price_out_of_range');
  const reference = order.open ? ledger.closing(order.instrument, order.side, order.off) : (order.target ?? 0n);
  const limit = !order.open && order.kind === 'stop' ? order.limit : undefined;
  const wrong =
    wrongFromEither(terms, order.side, [reference, limit], stop, take) ??
    tooWide(ledger, order.instrument, reference, command.trailing);
  if (wrong !== undefined) return wrong;
  const trail = trailAfter(order, command, setsStop ? stop : order.stop);
  const promise = promisedAfter(ledger, order, command, setsStop ? stop : order.stop, trail);
  if ('ok' in promise) return promise;
  order.trail = trail;
  order.premium = promise.premium;
  if (setsStop) order.stop = stop;
  if (setsTake) order.take = take;
  if (order.open) pull(ledger, order);
  ledger.touched.add(order.account);
  ledger.say(stopsText(order));
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
  const byExpiry = amendedExpiry(ledger, order, command);
  if (byExpiry !== undefined) return byExpiry;
  const { account, instrument, side, lots, leverage, off } = order;
  if (ledger.own(account, instrument).offered === false) return no('instrument_not_offered');
  const terms = ledger.terms(instrument);
  const limit = amendedLimit(order, command);
  const moved = command.stops === 'moved' ? command.target - (order.target ?? 0n) : 0n;
  const stays = (level: 'stopLoss' | 'takeProfit'): boolean => command.stops === 'kept' || command.keep === level;
  const [stop, take] =
    command.stops === 'moved'
      ? [order.stop, order.take].map((level) => (level === undefined ? undefined : level + moved))
      : [stays('stopLoss') ? order.stop : command.stopLoss, stays('takeProfit') ? order.take : command.takeProfit];
  const named = [command.target, limit, ...(stays('stopLoss') ? [] : [stop]), ...(stays('takeProfit') ? [] : [take])];
  if (isAbsurd(ledger, terms, named)) return no('price_out_of_range');
  const problem = dealingProblem(ledger, terms, command.time);
  if (problem !== undefined) return no(problem);
  if (ledger.isShutToNew(instrument)) return no('instrument_close_only');
  const market = ledger.opening(instrument, side, off);
  const away = (market - command.target) * (side === 'buy' ? 1n : -1n);
  if ((command.kind === 'stop' && away > 0n) || (limit !== undefined && away >= 0n))
    return no('stop_passed', { market: shown(terms, market) });
  const atMarket = away === 0n || (away < 0n && command.kind === 'limit' && limit === undefined);
  const from = atMarket ? ledger.closing(instrument, side, off) : command.target;
  const wrong = wrongFromEither(terms, side, [from, limit], stop, take);
  if (wrong !== undefined) return wrong;
  const dear = atMarket ? market : dearer(command.target, limit);
  const margin = ledger.margin(terms, lots, dear, leverage);
  const fee = ledger.feeOf(account, terms, lots, dear, margin);
  const changed = changedTerms(ledger, account, terms, command.terms, margin, fee);
  if (changed !== undefined) return changed;
  const reserved = order.margin + order.fee;
  const free = ledger.freeMargin(account) + reserved;
  const needed = neededMargin(ledger, account, { instrument, side, lots, margin, leverage }, !atMarket) + fee;
  if (needed > free) return no('insufficient_margin', { required: decimal(needed, 6), free: decimal(free, 6) });

  const kind = away < 0n && !atMarket ? 'stop' : 'limit';
  const trail = trailAfter(order, command, stop);
  Object.assign(order, { target: command.target, kind, margin, fee, stop, take, trail, limit });
  ledger.touched.add(account);
  ledger.say(
    `amended ${order.id} of ${account}: ${order.kind} ${command.target}${limit === undefined ? '' : ` limit ${limit}`} margin ${margin} fee ${fee} on ${ledger.quote(instrument).seq} by ${agreedTerms(ledger, order)}`,
  );
  if (command.stops !== 'kept') ledger.say(stopsText(order));
  if (!atMarket) setExpiry(ledger, order, command.expiresAt);
  const [cash, reserve] = [`${account}.cash`, `${account}.orderReserve`];
  if (margin + fee > reserved) ledger.pay('reserve', cash, reserve, margin + fee - reserved, order.id);
  else ledger.pay('release', reserve, cash, reserved - margin - fee, order.id);
  if (atMarket) fillPending(ledger, order, command.time);
  return OK;
}

function own(
  ledger: Ledger,
  { account, order }: ClosePosition | CancelOrder | SetStops | AmendOrder,
): AuditedOrder | 'unknown_account' | 'unknown_order' {
  if (!ledger.books.accounts.has(account)) return 'unknown_account';
  return ledger.ordersOf(account).find(({ id }) => id === order) ?? 'unknown_order';
}
