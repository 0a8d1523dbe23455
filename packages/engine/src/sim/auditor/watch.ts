import type { MarketView, Outcome } from '../../index.ts';
import type { AuditedMarket, AuditedOrder } from './books.ts';
import { coverDebt } from './cover.ts';
import type { Ledger } from './ledger.ts';
import { payOwedSwaps } from './swaps.ts';
import { OK } from './outcomes.ts';
import { closeLevel, levelReached } from './partial-levels.ts';
import { marginOf } from './tiers.ts';
import { close, fillPending } from './trading.ts';
import { mustFollow, pull, stopsText } from './trailing.ts';
import { cancel } from './waiting.ts';

/** An order that a quote reaches, and the level. */
export interface Hit {
  readonly order: AuditedOrder;
  readonly cause: 'pending' | 'stopLoss' | 'takeProfit' | 'partial' | 'trailing';
}

/** Decides a row and adds its text to the ledger's lines. */
export function writeRow(ledger: Ledger, title: string, time: number, decide: () => Outcome): Outcome {
  ledger.books.seq += 1;
  ledger.books.time = time;
  const first = ledger.lines.push('') - 1;
  const outcome = decide();
  ledger.lines[first] = `row ${ledger.books.seq} ${title} ${JSON.stringify(outcome)}`;
  return outcome;
}

/** The market of an instrument, created on first use. */
export function marketIn(ledger: Ledger, instrument: number): AuditedMarket {
  let market = ledger.books.markets.get(instrument);
  if (market === undefined) {
    market = { quote: undefined, open: false, held: false, confirmed: false };
    ledger.books.markets.set(instrument, market);
  }
  return market;
}

/** Takes a quote received at a moment, or leaves it (false). */
export function takeQuote(ledger: Ledger, quote: Omit<MarketView, 'open' | 'doubt'>, time: number): boolean {
  const market = marketIn(ledger, quote.instrument);
  if (market.quote !== undefined) {
    const limit = ledger.books.instruments.get(quote.instrument)?.staleAfterMs ?? Number.POSITIVE_INFINITY;
    const old = time - quote.time > limit;
    const ahead = quote.time - time > limit;
    // Out of session, only a recovered quote is replaced.
    if (market.open ? old || ahead : market.confirmed) return false;
  }
  market.quote = quote;
  market.confirmed = true;
  return true;
}

/** True when the instrument can be dealt on. `quoted`: the instrument of a burst, whose quote was found fresh before. */
export function deals(ledger: Ledger, instrument: number, time: number, quoted?: number): boolean {
  if (!ledger.isOpen(instrument) || ledger.isInDoubt(instrument) || ledger.isHalted(instrument)) return false;
  const leg = ledger.books.instruments.get(instrument)?.conversion?.instrument ?? instrument;
  // A closed market converts at its last price.
  if (leg !== instrument && ledger.isOpen(leg) && !deals(ledger, leg, time, quoted)) return false;
  if (instrument === quoted) return true;
  return !ledger.books.instruments.has(instrument) || !ledger.isStale(instrument, time);
}

/** True when the instrument's quotes trigger orders: it deals, and no burst changes its rate. */
export function fires(ledger: Ledger, instrument: number, time: number): boolean {
  const leg = ledger.books.instruments.get(instrument)?.conversion?.instrument ?? instrument;
  const waits = leg !== instrument && ledger.isOpen(leg) && ledger.books.bursts.has(leg);
  return !waits && deals(ledger, instrument, time);
}

/** The orders that the present quote of an instrument reaches, by ascending number. */
export function hitsOf(ledger: Ledger, instrument: number): readonly Hit[] {
  return ledger.books.orders
    .flatMap((order) => {
      const cause = order.instrument === instrument ? causeFor(ledger, order) : undefined;
      return cause === undefined ? [] : [{ order, cause }];
    })
    .sort((left, right) => left.order.id - right.order.id);
}

/** The effect of the present quote on an order. Buyers pay the ask, sellers get the bid. */
export function causeFor(ledger: Ledger, order: AuditedOrder): Hit['cause'] | undefined {
  const { instrument, side, kind, open, target, stop, take, off, expires } = order;
  // Halted instruments fire nothing, nor do those that they convert. New positions also wait while an instrument is only
  // closed in.
  if (involved(ledger, order).some((id) => ledger.isHalted(id))) return undefined;
  if (!open && ledger.isShutToNew(instrument)) return undefined;
  const sign = side === 'buy' ? 1n : -1n;
  if (!open) {
    if (expires !== undefined && ledger.quote(instrument).time >= expires) return undefined;
    const away = target === undefined ? 0n : (ledger.opening(instrument, side, off) - target) * sign;
    return (kind === 'limit' ? away <= 0n : away >= 0n) ? 'pending' : undefined;
  }
  const closing = ledger.closing(instrument, side, off);
  if (stop !== undefined && (closing - stop) * sign <= 0n) return 'stopLoss';
  if (take !== undefined && (closing - take) * sign >= 0n) return 'takeProfit';
  if (levelReached(ledger, order) !== undefined) return 'partial';
  return mustFollow(ledger, order) ? 'trailing' : undefined;
}

/** Writes the row of orders that were hit. */
export function fire(ledger: Ledger, instrument: number, hits: readonly Hit[], time: number): void {
  const text = hits.map(({ order, cause }) => `${order.id}:${cause}`).join(' ');
  writeRow(ledger, `trigger ${instrument} ${text}`, time, () => {
    for (const { order, cause } of hits) hit(ledger, order, cause, time);
    return OK;
  });
}

function hit(ledger: Ledger, order: AuditedOrder, cause: Hit['cause'], time: number): void {
  if (!ledger.books.orders.includes(order)) return;
  if (cause === 'trailing') {
    pull(ledger, order);
    return ledger.say(stopsText(order));
  }
  if (cause === 'pending') fillPending(ledger, order, time);
  else {
    payOwedSwaps(ledger, order.account);
    if (cause === 'partial') closeLevel(ledger, order);
    else close(ledger, order, cause === 'stopLoss' ? 'stop_loss' : 'take_profit');
  }
  coverDebt(ledger, order.account);
}

/** Accounts with a position in an instrument, or one that it converts. */
export function holdersOf(ledger: Ledger, instrument: number): readonly number[] {
  return ledger.books.orders
    .filter((order) => order.open && involved(ledger, order).includes(instrument))
    .map(({ account }) => account);
}

/** The instruments of an order: its own and its conversion's. */
export function involved(ledger: Ledger, { instrument }: AuditedOrder): readonly number[] {
  const leg = ledger.terms(instrument).conversion?.instrument;
  return leg === undefined ? [instrument] : [instrument, leg];
}

/** True when an account must be stopped out now. */
export function mustStopOut(ledger: Ledger, account: number, time: number, quoted?: number): boolean {
  const acts = ledger.pendingOf(account).length > 0 || closable(ledger, account, time, quoted).length > 0;
  return acts && !dependsOnDoubt(ledger, account) && isAtStopOut(ledger, account);
}

export function isAtStopOut(ledger: Ledger, account: number): boolean {
  const margin = ledger.usedMargin(account);
  const isCovered = ledger.hedgedMargin(account) === 'none' && ledger.positionsOf(account).length > 0;
  return (margin > 0n || isCovered) && 100n * ledger.equity(account) <= BigInt(ledger.stopOutPercent(account)) * margin;
}

/** True when a position is valued at a price in doubt or of a halted instrument, its own or that of its conversion. */
function dependsOnDoubt(ledger: Ledger, account: number): boolean {
  return ledger
    .positionsOf(account)
    .some((order) => involved(ledger, order).some((id) => ledger.isInDoubt(id) || ledger.isHalted(id)));
}

function closable(ledger: Ledger, account: number, time: number, quoted: number | undefined): AuditedOrder[] {
  return ledger.positionsOf(account).filter(({ instrument }) => deals(ledger, instrument, time, quoted));
}

/** Writes the row of a stop-out. */
export function stopOut(ledger: Ledger, account: number, time: number, quoted?: number): void {
  writeRow(ledger, `stopOut ${account}`, time, () => {
    payOwedSwaps(ledger, account);
    if (!isAtStopOut(ledger, account)) return OK;
    for (const order of ledger.pendingOf(account)) cancel(ledger, order, 'stop_out');
    while (isAtStopOut(ledger, account) && closeWorst(ledger, account, time, quoted));
    coverDebt(ledger, account);
    return OK;
  });
}

/** Closes the position with the lowest result. Returns false when none can be closed. */
function closeWorst(ledger: Ledger, account: number, time: number, quoted: number | undefined): boolean {
  const [worst] = closable(ledger, account, time, quoted)
    .map((order) => ({ order, result: ledger.profit(order) }))
    .sort((left, right) =>
      left.result === right.result ? left.order.id - right.order.id : left.result < right.result ? -1 : 1,
    );
  if (worst === undefined) return false;
  const equity = ledger.equity(account);
  const margin = ledger.usedMargin(account);
  const others = ledger.positionsOf(account).filter((order) => order !== worst.order);
  const released = margin - marginOf(ledger, account, others);
  close(
    ledger,
    worst.order,
    'stop_out',
    ` because ${equity} ${margin} ${margin === 0n ? 0n : (equity * 10_000_000_000n) / margin} ${ledger.stopOutPercent(account)} ${-worst.result}${released === worst.order.margin ? '' : ` of ${released}`}`,
  );
  return true;
}
