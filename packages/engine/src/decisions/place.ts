import { ZERO, formatMoney, lotsRefusal, negate, openingPrice, plus } from '@fairlot/domain';
import type { Instrument, Money, OrderKind, PendingKind, Price } from '@fairlot/domain';
import type { OrderId, PlaceOrder } from '../command.ts';
import type { Account, Listing } from '../core/state.ts';
import { plainQuote } from '../core/state.ts';
import { reserve, settleWithHouse } from '../core/transfers.ts';
import { freeMarginOf } from '../core/valuation.ts';
import type { Market } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { dealingMarket, priceRefusal, protectionReference, protectionRefusal } from './dealing.ts';
import { protectionOf } from './levels.ts';
import { refuse } from './outcomes.ts';

/** A market order fills at once; an order with a target waits for it, with its margin and fee in reserve. */
export function placeOrder(work: Work, command: PlaceOrder): Outcome {
  const account = work.state.accounts.get(command.account);
  if (account === undefined) return refuse('unknown_account');
  const listing = work.state.listings.get(command.instrument);
  if (listing?.terms === undefined) return refuse('unknown_instrument');
  if (command.validUntil !== undefined && work.time > command.validUntil) return refuse('order_expired');
  const slip = termsRefusal(work, command, listing, listing.terms);
  if (slip !== undefined) return refuse(slip);
  const market = dealingMarket(work, listing);
  if (typeof market === 'string') return refuse(market);

  const { side, target } = command;
  const kind: OrderKind = target === undefined ? 'market' : work.rulebook.pendingKind(side, target, market.quote);
  // A target that equals the market is an order at the market: it fills at once and at its target.
  const pending = kind === 'market' || target === undefined ? undefined : { kind, target };
  const now = openingPrice(market.quote, side);
  if (target === undefined && isWorse(command, now)) return refuse('price_worse_than_accepted');
  const reference = pending?.target ?? protectionReference(market.quote, side);
  const misplaced = protectionRefusal(market.terms, side, reference, command);
  if (misplaced !== undefined) return misplaced;
  if (account.orders.length >= work.rules.maxOrdersPerAccount) return refuse('too_many_orders');

  const charges = chargesAt(work, market, command, pending?.target ?? now);
  const short = marginRefusal(work, account, charges);
  if (short !== undefined) return short;
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

/** Margin and fee of a volume at a price, by the present terms and conversion. */
export function chargesAt(
  work: Work,
  market: Market,
  order: Pick<PlaceOrder, 'lots' | 'leverage'>,
  at: Price,
): Charges {
  const margin = work.rulebook.margin(market.terms, order.lots, at, order.leverage, market.conversion);
  return { margin, fee: work.rulebook.openingFee(work.rules.feeMode, market.terms, order.lots, margin) };
}

/** A new position needs margin + fee ≤ free margin, to which `returned` comes back beforehand. */
export function marginRefusal(
  work: Work,
  account: Account,
  { margin, fee }: Charges,
  returned: Money = ZERO,
): Outcome | undefined {
  const required = plus(margin, fee);
  const free = plus(freeMarginOf(work, account), returned);
  if (required <= free) return undefined;
  return refuse('insufficient_margin', { required: formatMoney(required), free: formatMoney(free) });
}

/** A fill: binds the margin and charges the fee. */
export function openPosition(
  work: Work,
  account: Account,
  wish: Pick<PlaceOrder, 'side' | 'lots' | 'leverage' | 'stopLoss' | 'takeProfit'>,
  { order, kind, target }: { readonly order: OrderId; readonly kind: OrderKind; readonly target?: Price | undefined },
  market: Market,
  at: Price,
  { margin, fee }: Charges,
): void {
  work.touch(account);
  work.emit({
    type: 'positionOpened',
    order,
    account: account.id,
    instrument: market.terms.id,
    side: wish.side,
    kind,
    lots: wish.lots,
    leverage: wish.leverage,
    ...(target !== undefined && { target }),
    ...protectionOf(wish),
    price: at,
    margin,
    fee,
    quote: plainQuote(market.quote),
  });
  settleWithHouse(work, account, 'fees', 'tradingFee', negate(fee), { reference: order });
}

function placePending(
  work: Work,
  account: Account,
  command: PlaceOrder,
  market: Market,
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
    target,
    ...protectionOf(command),
    margin,
    fee,
    quote: plainQuote(market.quote),
  });
  reserve(work, account, 'orderReserve', plus(margin, fee), order);
}

/** What is wrong with an order whatever the market does. */
function termsRefusal(work: Work, command: PlaceOrder, listing: Listing, terms: Instrument): Refusal | undefined {
  const lots = lotsRefusal(terms, command.lots);
  if (lots !== undefined) return lots;
  if (terms.leverages.length === 0) return 'leverage_not_configured';
  if (!terms.leverages.includes(command.leverage)) return 'leverage_not_listed';
  return priceRefusal(terms, work.quoteOf(listing), [command.target, command.stopLoss, command.takeProfit]);
}

function isWorse({ side, worst }: PlaceOrder, now: Price): boolean {
  return worst !== undefined && (side === 'buy' ? now > worst : now < worst);
}
