import {
  type Guaranteed,
  type Markup,
  type Money,
  type OrderKind,
  type Placement,
  type Price,
  type Side,
  ZERO,
  closingPrice,
  feeModeOf,
  formatMoney,
  formatPrice,
  formatRate,
  isUnmarked,
  negate,
  openingPrice,
  plus,
  reservePrice,
} from '@fairlot/domain';
import type { OrderId, PlaceOrder } from '../command.ts';
import { heldIn } from '../core/margins.ts';
import { type Account, type InstrumentState, plainQuote } from '../core/state.ts';
import { reserve, settleWithHouse } from '../core/transfers.ts';
import { type AccountMarket, type Market, freeMarginOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { openingMarket, isWorse, priceRefusal, protectionReference } from './dealing.ts';
import { expiryRefusal } from './expiry.ts';
import { agreedGuarantee, guaranteeOf } from './guarantee.ts';
import { orderRefusal, pricesOf } from './input.ts';
import { protectionOf } from './levels.ts';
import { type Waiting, secondOf, waitingSecond } from './oco.ts';
import { refuse } from './outcomes.ts';
import { limitedProtectionRefusal } from './stop-limit.ts';
import { trailingOf, widthRefusal, withTrailing } from './trailing.ts';

/** Places an order. An order at the market fills at once; a pending order reserves its margin and fee. */
export function placeOrder(work: Work, command: PlaceOrder): Outcome {
  const account = work.state.accounts.get(command.account);
  if (account === undefined) return refuse('unknown_account');
  const instrument = work.state.instruments.get(command.instrument);
  if (instrument?.terms === undefined) return refuse('unknown_instrument');
  if (command.validUntil !== undefined && work.time > command.validUntil) return refuse('order_expired');
  const badExpiry = expiryRefusal(work, command.expiresAt);
  if (badExpiry !== undefined) return refuse(badExpiry);
  const own = account.group.termsOf(instrument.terms);
  if (!own.offered) return refuse('instrument_not_offered');
  const malformed = orderRefusal(own.terms, command);
  if (malformed !== undefined) return refuse(malformed);
  const badPrice = priceRefusal(instrument.terms, work.quoteOf(instrument), pricesOf(command));
  if (badPrice !== undefined) return refuse(badPrice);
  const market = openingMarket(work, account, instrument);
  if (typeof market === 'string') return refuse(market);

  const { side, target, limitPrice } = command;
  const now = openingPrice(market.quote, side);
  const kind = target === undefined ? 'now' : placementFor(work, command, side, target, market);
  if (kind === 'passed') return stopPassed(market, now);
  const pending = kind === 'now' || target === undefined ? undefined : { kind, target };
  if (target === undefined && isWorse(command.worst, side, now)) return refuse('price_worse_than_accepted');
  const reference = pending?.target ?? protectionReference(market.quote, side);
  const badLevel =
    limitedProtectionRefusal(market.terms, side, reference, limitPrice, command) ??
    widthRefusal(market.terms, reference, command);
  if (badLevel !== undefined) return badLevel;
  const guarantee = agreedGuarantee(work, market, command, pending !== undefined);
  if ('ok' in guarantee) return guarantee;
  const second = secondOf(command);
  const waiting = second && waitingSecond(work, market, pending, second);
  if (waiting !== undefined && 'ok' in waiting) return waiting;
  const orders = account.orders.length + (second === undefined ? 0 : 1);
  if (orders >= work.rules.maxOrdersPerAccount) return refuse('too_many_orders');

  const charges = chargesAt(work, market, command, reservePrice(pending?.target ?? now, limitPrice));
  const secondCharges = waiting && chargesAt(work, market, command, waiting.target);
  const refusal =
    changedTermsRefusal(work, account, instrument, command, charges) ??
    marginRefusal(work, account, market, command, charges, { reserves: pending !== undefined }) ??
    (second &&
      secondCharges &&
      marginRefusal(work, account, market, second, secondCharges, {
        reserves: true,
        returned: negate(reserveFor(charges)),
      }));
  if (refusal !== undefined) return refusal;
  const order = work.state.nextOrder;
  if (pending !== undefined) {
    placePending(work, account, command, market, pending, charges, second && order + 1);
    if (second !== undefined && waiting !== undefined && secondCharges !== undefined)
      placePending(work, account, second, market, waiting, secondCharges, order);
  } else openPosition(work, account, command, { order, kind: 'market', ...guarantee }, market, now, charges);
  return { ok: true, order };
}

/** The effect of an order at its target. A stop-limit order never fills at once, because its stop was not reached. */
export function placementFor(
  work: Work,
  { kind, limitPrice }: Pick<PlaceOrder, 'kind' | 'limitPrice'>,
  side: Side,
  target: Price,
  { quote }: AccountMarket,
): Placement {
  if (limitPrice === undefined) return work.rulebook.placementOf(kind, side, target, quote);
  const placement = work.rulebook.placementOf('stop', side, target, quote);
  return placement === 'now' ? 'passed' : placement;
}

function reserveFor({ margin, fee }: Charges): Money {
  return plus(margin, fee);
}

/** Margin to bind and fee to charge, in dollars. */
export interface Charges {
  readonly margin: Money;
  readonly fee: Money;
}

/** Refuses a stop beyond the market, with the market's price. */
export function stopPassed({ terms }: Market, now: Price): Outcome {
  return refuse('stop_passed', { market: formatPrice(now, terms) });
}

/** Refuses an order whose trader saw other terms, with the new ones. */
export function changedTermsRefusal(
  work: Work,
  account: Account,
  instrument: InstrumentState,
  { terms: seen }: Pick<PlaceOrder, 'terms'>,
  { margin, fee }: Charges,
): Outcome | undefined {
  if (seen === undefined || instrument.terms === undefined) return undefined;
  const terms = account.group.versionOf(instrument.terms, work.rules);
  if (seen === terms) return undefined;
  const { swap } = account.group.termsOf(instrument.terms).terms;
  return refuse('terms_changed', {
    terms,
    margin: formatMoney(margin),
    fee: formatMoney(fee),
    swapLong: formatRate(swap.long),
    swapShort: formatRate(swap.short),
    stopOut: String(work.stopOutPercentOf(account)),
  });
}

/** Margin and fee of a volume at a price, by the present terms and conversion. */
export function chargesAt(
  work: Work,
  market: AccountMarket,
  order: Pick<PlaceOrder, 'lots' | 'leverage'>,
  at: Price,
): Charges {
  const { terms, conversion } = market;
  const margin = work.rulebook.margin(terms, order.lots, at, order.leverage, conversion);
  const fee =
    market.own.commission === undefined
      ? work.rulebook.openingFee(feeModeOf(terms, work.rules), terms, order.lots, margin)
      : work.rulebook.commission(market.own.commission, terms, order.lots, at, margin, conversion);
  return { margin, fee };
}

/** The effect of an order on reserves. */
interface Reserving {
  /** True when the order waits, and freezes its own margin. */
  readonly reserves: boolean;
  /** The reserve that the order itself releases. */
  readonly returned?: Money;
}

/**
 * Refuses a new position unless the margin that it needs (with tiers and hedging, marginToOpen) and its fee are at most the free
 * margin.
 */
export function marginRefusal(
  work: Work,
  account: Account,
  { own, terms }: AccountMarket,
  { side, lots, leverage }: Pick<PlaceOrder, 'side' | 'lots' | 'leverage'>,
  { margin, fee }: Charges,
  { reserves, returned = ZERO }: Reserving = { reserves: false },
): Outcome | undefined {
  const addsUp = own.tiers.length === 0 && own.hedged === 'both';
  const position = { side, lots, margin, leverage };
  const needed = addsUp ? margin : work.rulebook.marginToOpen(own, heldIn(account, terms.id), position);
  const required = plus(reserves ? work.rulebook.placingMargin(needed, margin) : needed, fee);
  const free = plus(freeMarginOf(work, account), returned);
  if (required <= free) return undefined;
  return refuse('insufficient_margin', { required: formatMoney(required), free: formatMoney(free) });
}

/** The order that is filled, with the premium of its guarantee. */
interface Filling extends Guaranteed {
  readonly order: OrderId;
  readonly kind: OrderKind;
  readonly target?: Price | undefined;
}

/** Fills an order: binds the margin and charges the fee. */
export function openPosition(
  work: Work,
  account: Account,
  command: Pick<PlaceOrder, 'side' | 'lots' | 'leverage' | 'stopLoss' | 'takeProfit' | 'trailing'>,
  { order, kind, target, premium }: Filling,
  market: AccountMarket,
  at: Price,
  { margin, fee }: Charges,
): void {
  work.touch(account);
  work.emit({
    type: 'positionOpened',
    order,
    account: account.id,
    instrument: market.terms.id,
    side: command.side,
    kind,
    lots: command.lots,
    leverage: command.leverage,
    ...markupOf(market),
    ...(target !== undefined && { target }),
    ...withTrailing(work.rulebook, market.terms, command.side, closingPrice(market.quote, command.side), command),
    ...guaranteeOf({ premium }),
    price: at,
    margin,
    fee,
    quote: plainQuote(market.raw),
  });
  settleWithHouse(work, account, 'fees', 'tradingFee', negate(fee), { reference: order });
}

/** The markup for an event, which has none without one. */
function markupOf({ markup }: AccountMarket): { readonly markup?: Markup } {
  return isUnmarked(markup) ? {} : { markup: { bid: markup.bid, ask: markup.ask } };
}

function placePending(
  work: Work,
  account: Account,
  command: PlaceOrder,
  market: AccountMarket,
  { kind, target }: Waiting,
  { margin, fee }: Charges,
  oco: OrderId | undefined,
): void {
  const order = work.state.nextOrder;
  work.touch(account);
  work.emit({
    type: 'orderPlaced',
    order,
    account: account.id,
    instrument: command.instrument,
    side: command.side,
    kind,
    lots: command.lots,
    leverage: command.leverage,
    ...markupOf(market),
    target,
    ...(command.limitPrice !== undefined && { limitPrice: command.limitPrice }),
    ...(oco !== undefined && { oco }),
    ...(command.expiresAt !== undefined && { expiresAt: command.expiresAt }),
    ...protectionOf(command),
    ...trailingOf(command),
    margin,
    fee,
    quote: plainQuote(market.raw),
  });
  reserve(work, account, 'orderReserve', plus(margin, fee), order);
}
