import type {
  AccountId,
  Event,
  ExpiryChanged,
  InstrumentRemoved,
  MarketView,
  OrderAmended,
  OrderCancelled,
  OrderId,
  PositionClosed,
  PositionOpened,
  PositionSplit,
  StopReached,
  StopsChanged,
  Transferred,
} from '@fairlot/engine';
import { encode } from './codec.ts';
import { correctionStatement } from './correction-row.ts';
import { rolloverStatement } from './rollover-row.ts';
import { withdrawalStatement } from './withdrawal-row.ts';
import { marketsStatement } from './markets-statement.ts';
import { intArray, textArray } from './sql-literals.ts';
import { SplitChanges, sharedCorrectionStatement } from './split-changes.ts';
import { TermsChanges } from './terms-changes.ts';

interface Books {
  cash: bigint;
  orderReserve: bigint;
  withdrawalHold: bigint;
}

interface Ended {
  readonly event: OrderCancelled | PositionClosed;
  readonly time: number;
}

/**
 * A batch's changes of existing rows, collected so that each row is written once. Balances change by the sum of their
 * transfers and are never set from memory, so the tables stay consistent by themselves.
 */
export class RowChanges {
  readonly #books = new Map<AccountId, Books>();
  readonly #opened = new Map<OrderId, { event: PositionOpened; time: number }>();
  readonly #amended = new Map<OrderId, { event: OrderAmended; version: string | undefined }>();
  readonly #stops = new Map<OrderId, StopsChanged>();
  readonly #reached = new Map<OrderId, StopReached>();
  readonly #expiries = new Map<OrderId, number | undefined>();
  readonly #swaps = new Map<OrderId, bigint>();
  readonly #settled = new Map<AccountId, number>();
  readonly #retired = new Map<AccountId, number>();
  readonly #ended = new Map<OrderId, Ended>();
  readonly #markets = new Map<number, MarketView>();
  /** Instruments whose market is dropped before those of later rows are written. */
  readonly #removed = new Set<number>();
  readonly #terms = new TermsChanges();
  /** In the order of events, because a withdrawal may be held and released within one batch. */
  readonly #withdrawals: string[] = [];
  /** In the order of events: a rollover may begin and end within one batch. */
  readonly #rollovers: string[] = [];
  readonly #splits = new SplitChanges();
  /** In the order of events: a position may be corrected, split and corrected again. */
  readonly #corrections: string[] = [];
  readonly #bursts = new Map<number, boolean>();

  clear(): void {
    for (const map of [
      this.#books,
      this.#opened,
      this.#amended,
      this.#stops,
      this.#reached,
      this.#expiries,
      this.#swaps,
      this.#settled,
      this.#retired,
      this.#ended,
      this.#markets,
      this.#bursts,
    ])
      map.clear();
    this.#terms.clear();
    this.#splits.clear();
    this.#removed.clear();
    this.#withdrawals.length = 0;
    this.#rollovers.length = 0;
    this.#corrections.length = 0;
  }

  addMarket(view: MarketView): void {
    this.#markets.set(view.instrument, view);
  }

  /** Adds the changes of an event. `isNew`: the event's order is written as a new row. */
  add(event: Exclude<Event, OrderAmended>, time: number, shard: number, isNew: boolean): void {
    switch (event.type) {
      case 'transferred':
        return this.#transfer(event);
      case 'positionOpened':
        return isNew ? undefined : this.#open(event, time);
      case 'stopsChanged':
        return void this.#stops.set(event.order, event);
      case 'partialLevelsChanged':
        return this.#splits.setLevels(event);
      case 'stopReached':
      case 'expiryChanged':
        return this.#changeCondition(event);
      case 'swapCharged': {
        this.#swaps.set(event.order, (this.#swaps.get(event.order) ?? 0n) + event.amount);
        return;
      }
      case 'swapsSettled': {
        this.#settled.set(event.account, event.through);
        return;
      }
      case 'accountRetired': {
        this.#retired.set(event.account, time);
        return;
      }
      case 'rolloverBegun':
      case 'rolloverEnded':
      case 'swapKept':
        return void this.#rollovers.push(rolloverStatement(event, shard));
      case 'burstBegun':
      case 'burstEnded': {
        this.#bursts.set(event.instrument, event.type === 'burstBegun');
        return;
      }
      case 'orderCancelled':
      case 'positionClosed': {
        this.#ended.set(event.order, { event, time });
        return;
      }
      case 'positionSplit':
        return this.#split(event, shard);
      case 'fillCorrected': {
        this.#corrections.push(correctionStatement(event, time, shard));
        return;
      }
      case 'withdrawalHeld':
      case 'withdrawalReleased':
      case 'withdrawalPaid': {
        this.#withdrawals.push(withdrawalStatement(event, shard));
        return;
      }
      case 'instrumentRemoved':
        return this.#removeInstrument(event);
      case 'instrumentDefined':
      case 'dealingSet':
      case 'groupAssigned':
      case 'groupDefined':
      case 'groupRemoved':
      case 'rulesSet':
        return this.#terms.add(event);
      case 'accountOpened':
      case 'orderPlaced':
        return;
      default:
        throw new Error(`unknown event ${encode(event satisfies never)}`);
    }
  }

  /** Adds the change of a moved order, with the version of the terms that it has now. */
  amend(event: OrderAmended, version: string | undefined): void {
    this.#amended.set(event.order, { event, version });
    // The amendment is later than a stop that was reached in this batch.
    this.#reached.delete(event.order);
  }

  /** The SQL of the changes. New rows must be written first, and the last target of a pending order before its fill. */
  statements(shard: number): string {
    return [
      this.#booksStatement(),
      this.#amendedStatement(),
      this.#reachedStatement(),
      this.#expiriesStatement(),
      this.#openedStatement(),
      this.#splits.statement(),
      this.#stopsStatement(),
      this.#swapsStatement(),
      this.#settledStatement(),
      this.#retiredStatement(shard),
      ...this.#rollovers,
      this.#endedStatement(),
      ...this.#withdrawals,
      ...this.#corrections,
      this.#removedStatement(shard),
      marketsStatement(shard, [...this.#markets.values()]),
      ...this.#burstStatements(shard),
      ...this.#terms.statements(shard),
    ].join('');
  }

  #open(event: PositionOpened, time: number): void {
    this.#opened.set(event.order, { event, time });
    // The fill has its own stops, which are later than those of the pending order.
    this.#stops.delete(event.order);
  }

  #changeCondition(event: StopReached | ExpiryChanged): void {
    if (event.type === 'stopReached') this.#reached.set(event.order, event);
    else this.#expiries.set(event.order, event.expiresAt);
  }

  #removeInstrument(event: InstrumentRemoved): void {
    this.#markets.delete(event.instrument);
    this.#removed.add(event.instrument);
    this.#terms.add(event);
  }

  #split(event: PositionSplit, shard: number): void {
    this.#splits.add(event);
    this.#corrections.push(sharedCorrectionStatement(event, shard));
  }

  #transfer(event: Transferred): void {
    this.#move(event.debit, 0n - event.amount);
    this.#move(event.credit, event.amount);
  }

  #move(party: Transferred['debit'], amount: bigint): void {
    if ('house' in party) return;
    let books = this.#books.get(party.account);
    if (books === undefined) {
      books = { cash: 0n, orderReserve: 0n, withdrawalHold: 0n };
      this.#books.set(party.account, books);
    }
    books[party.book] += amount;
  }

  #booksStatement(): string {
    if (this.#books.size === 0) return '';
    const books = [...this.#books.values()];
    return `update accounts a set cash = a.cash + c.cash, order_reserve = a.order_reserve + c.reserve, withdrawal_hold = a.withdrawal_hold + c.hold
      from unnest(${intArray([...this.#books.keys()])}, ${intArray(books.map((b) => b.cash))}, ${intArray(books.map((b) => b.orderReserve))},
        ${intArray(books.map((b) => b.withdrawalHold))}) as c (id, cash, reserve, hold) where a.id = c.id;`;
  }

  #amendedStatement(): string {
    if (this.#amended.size === 0) return '';
    const all = [...this.#amended.values()];
    const of = (pick: (event: OrderAmended) => number | bigint | undefined): string =>
      intArray(all.map(({ event }) => pick(event)));
    return `update orders o set kind = c.kind, target = c.target, limit_price = c.limit_price, margin = c.margin, fee = c.fee, terms_version = c.version
      from unnest(${of((e) => e.order)}, ${textArray(all.map(({ event }) => event.kind))}, ${of((e) => e.target)}, ${of((e) => e.limitPrice)}, ${of((e) => e.margin)}, ${of((e) => e.fee)},
        ${textArray(all.map(({ version }) => version))}) as c (id, kind, target, limit_price, margin, fee, version) where o.id = c.id;`;
  }

  #openedStatement(): string {
    if (this.#opened.size === 0) return '';
    const all = [...this.#opened.values()];
    const of = (pick: (event: PositionOpened) => number | bigint | undefined): string =>
      intArray(all.map(({ event }) => pick(event)));
    return `update orders o set status = 'open', expires_at = null, opened_at = c.at, price = c.price, margin = c.margin, fee = c.fee, stop_loss = c.stop_loss,
        take_profit = c.take_profit, trailing_distance = c.trailing_distance, open_quote_seq = c.quote_seq, open_quote_time = c.quote_time, open_quote_bid = c.bid, open_quote_ask = c.ask, open_quote_source = c.source
      from unnest(${of((e) => e.order)}, ${intArray(all.map(({ time }) => time))}, ${of((e) => e.price)}, ${of((e) => e.margin)}, ${of((e) => e.fee)},
        ${of((e) => e.stopLoss)}, ${of((e) => e.takeProfit)}, ${of((e) => e.trailing)}, ${of((e) => e.quote.seq)}, ${of((e) => e.quote.time)}, ${of((e) => e.quote.bid)},
        ${of((e) => e.quote.ask)}, ${textArray(all.map(({ event }) => event.quote.source))})
        as c (id, at, price, margin, fee, stop_loss, take_profit, trailing_distance, quote_seq, quote_time, bid, ask, source) where o.id = c.id;`;
  }

  #stopsStatement(): string {
    if (this.#stops.size === 0) return '';
    const all = [...this.#stops.values()];
    return `update orders o set stop_loss = c.stop_loss, take_profit = c.take_profit, trailing_distance = c.trailing_distance, guarantee_premium = c.premium
      from unnest(${intArray(all.map((e) => e.order))}, ${intArray(all.map((e) => e.stopLoss))}, ${intArray(all.map((e) => e.takeProfit))},
        ${intArray(all.map((e) => e.trailing))}, ${intArray(all.map((e) => e.premium))}) as c (id, stop_loss, take_profit, trailing_distance, premium) where o.id = c.id;`;
  }

  #reachedStatement(): string {
    if (this.#reached.size === 0) return '';
    const all = [...this.#reached.values()];
    return `update orders o set kind = 'limit', target = c.target
      from unnest(${intArray(all.map((e) => e.order))}, ${intArray(all.map((e) => e.target))}) as c (id, target) where o.id = c.id;`;
  }

  #expiriesStatement(): string {
    if (this.#expiries.size === 0) return '';
    return `update orders o set expires_at = c.expires_at
      from unnest(${intArray([...this.#expiries.keys()])}, ${intArray([...this.#expiries.values()])}) as c (id, expires_at) where o.id = c.id;`;
  }

  #swapsStatement(): string {
    if (this.#swaps.size === 0) return '';
    return `update orders o set swap = o.swap + c.amount
      from unnest(${intArray([...this.#swaps.keys()])}, ${intArray([...this.#swaps.values()])}) as c (id, amount) where o.id = c.id;`;
  }

  #settledStatement(): string {
    if (this.#settled.size === 0) return '';
    return `update accounts a set swap_through = c.through
      from unnest(${intArray([...this.#settled.keys()])}, ${intArray([...this.#settled.values()])}) as c (id, through) where a.id = c.id;`;
  }

  /** Removed accounts have no key marks, and none comes back. */
  #retiredStatement(shard: number): string {
    if (this.#retired.size === 0) return '';
    const accounts = intArray([...this.#retired.keys()]);
    return `update accounts a set retired_at = c.at from unnest(${accounts}, ${intArray([...this.#retired.values()])}) as c (id, at) where a.id = c.id;
      delete from key_marks where shard = ${shard} and account = any(${accounts});`;
  }

  #endedStatement(): string {
    if (this.#ended.size === 0) return '';
    const all = [...this.#ended.values()];
    const closed = all.map(({ event }) => (event.type === 'positionClosed' ? event : undefined));
    const of = (pick: (event: PositionClosed) => number | bigint): string =>
      intArray(closed.map((event) => event && pick(event)));
    const json = (pick: (event: PositionClosed) => object | undefined): string =>
      textArray(
        closed.map((event) => {
          const value = event && pick(event);
          return value && encode(value);
        }),
        'jsonb',
      );
    return `update orders o set status = c.status, reason = c.reason, ended_at = c.at, close_price = c.price, profit = c.profit,
        close_quote_seq = c.quote_seq, close_quote_time = c.quote_time, close_quote_bid = c.bid, close_quote_ask = c.ask,
        close_quote_source = c.source, conversion_quote = c.conversion, explanation = c.explanation, guarantee = c.guarantee
      from unnest(${intArray(all.map(({ event }) => event.order))}, ${textArray(all.map(({ event }) => (event.type === 'positionClosed' ? 'closed' : 'cancelled')))},
        ${textArray(all.map(({ event }) => event.reason))}, ${intArray(all.map(({ time }) => time))}, ${of((e) => e.price)}, ${of((e) => e.profit)},
        ${of((e) => e.quote.seq)}, ${of((e) => e.quote.time)}, ${of((e) => e.quote.bid)}, ${of((e) => e.quote.ask)},
        ${textArray(closed.map((event) => event?.quote.source))}, ${json((e) => e.conversionQuote)}, ${json((e) => e.explanation)}, ${json((e) => e.guarantee)})
        as c (id, status, reason, at, price, profit, quote_seq, quote_time, bid, ask, source, conversion, explanation, guarantee) where o.id = c.id;`;
  }

  #removedStatement(shard: number): string {
    if (this.#removed.size === 0) return '';
    return `delete from markets where shard = ${shard} and instrument = any(${intArray([...this.#removed])});`;
  }

  /** A burst's row follows one that recorded its market. */
  #burstStatements(shard: number): string[] {
    return [...this.#bursts].map(
      ([instrument, burst]) =>
        `update markets set burst = ${burst} where shard = ${shard} and instrument = ${instrument};`,
    );
  }
}
