import {
  type Markup,
  type Money,
  type OrderKind,
  type PendingKind,
  type Price,
  ZERO,
  feeModeOf,
  formatMoney,
  formatPrice,
  formatRate,
  isUnmarked,
  negate,
  openingPrice,
  plus,
} from '@fairlot/domain';
import type { OrderId, PlaceOrder } from '../command.ts';
import { holdingIn } from '../core/margins.ts';
import { type Account, type InstrumentState, plainQuote } from '../core/state.ts';
import { reserve, settleWithHouse } from '../core/transfers.ts';
import { type AccountMarket, type Market, freeMarginOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome } from '../outcome.ts';
import { openingMarket, isWorse, priceRefusal, protectionReference, protectionRefusal } from './dealing.ts';
import { orderRefusal } from './input.ts';
import { protectionOf } from './levels.ts';
import { refuse } from './outcomes.ts';

/** Places an order. An order at the market fills at once; a pending order reserves its margin and fee. */
export function placeOrder(work: Work, command: PlaceOrder): Outcome {
  const account = work.state.accounts.get(command.account);
  if (account === undefined) return refuse('unknown_account');
  const instrument = work.state.instruments.get(command.instrument);
  if (instrument?.terms === undefined) return refuse('unknown_instrument');
  if (command.validUntil !== undefined && work.time > command.validUntil) return refuse('order_expired');
  const own = account.group.termsOf(instrument.terms);
  if (!own.offered) return refuse('instrument_not_offered');
  const malformed = orderRefusal(own.terms, command);
  if (malformed !== undefined) return refuse(malformed);
  const prices = [command.target, command.stopLoss, command.takeProfit];
  const badPrice = priceRefusal(instrument.terms, work.quoteOf(instrument), prices);
  if (badPrice !== undefined) return refuse(badPrice);
  const market = openingMarket(work, account, instrument);
  if (typeof market === 'string') return refuse(market);

  const { side, target } = command;
  const now = openingPrice(market.quote, side);
  const kind = target === undefined ? 'now' : work.rulebook.placementOf(command.kind, side, target, market.quote);
  if (kind === 'passed') return stopPassed(market, now);
  const pending = kind === 'now' || target === undefined ? undefined : { kind, target };
  if (target === undefined && isWorse(command.worst, side, now)) return refuse('price_worse_than_accepted');
  const reference = pending?.target ?? protectionReference(market.quote, side);
  const badLevel = protectionRefusal(market.terms, side, reference, command);
  if (badLevel !== undefined) return badLevel;
  if (account.orders.length >= work.rules.maxOrdersPerAccount) return refuse('too_many_orders');

  const charges = chargesAt(work, market, command, pending?.target ?? now);
  const refusal =
    changedTermsRefusal(work, account, instrument, command, charges) ??
    marginRefusal(work, account, market, command, charges);
  if (refusal !== undefined) return refusal;
  const order = work.state.nextOrder;
  if (pending !== undefined) placePending(work, account, command, market, pending, charges);
  else openPosition(work, account, command, { order, kind: 'market' }, market, now, charges);
  return { ok: true, order };
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

/**
 * Refuses a new position unless the margin that it needs (with tiers, marginToOpen) and its fee are at most the free margin
 * and `returned`, the reserve that the order itself releases.
 */
export function marginRefusal(
  work: Work,
  account: Account,
  { own: { tiers }, terms }: AccountMarket,
  { leverage }: Pick<PlaceOrder, 'leverage'>,
  { margin, fee }: Charges,
  returned: Money = ZERO,
): Outcome | undefined {
  const needed =
    tiers.length === 0 ? margin : work.rulebook.marginToOpen(tiers, holdingIn(account, terms.id), margin, leverage);
  const required = plus(needed, fee);
  const free = plus(freeMarginOf(work, account), returned);
  if (required <= free) return undefined;
  return refuse('insufficient_margin', { required: formatMoney(required), free: formatMoney(free) });
}

/** Fills an order: binds the margin and charges the fee. */
export function openPosition(
  work: Work,
  account: Account,
  command: Pick<PlaceOrder, 'side' | 'lots' | 'leverage' | 'stopLoss' | 'takeProfit'>,
  { order, kind, target }: { readonly order: OrderId; readonly kind: OrderKind; readonly target?: Price | undefined },
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
    ...protectionOf(command),
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
  { kind, target }: { readonly kind: PendingKind; readonly target: Price },
  { margin, fee }: Charges,
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
    ...protectionOf(command),
    margin,
    fee,
    quote: plainQuote(market.raw),
  });
  reserve(work, account, 'orderReserve', plus(margin, fee), order);
}
