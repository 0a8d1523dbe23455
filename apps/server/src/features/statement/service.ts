import type { InputOf, statementCalls } from '@fairlot/contract';
import { type Money, ZERO, asMoney, minus, plus } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, refuse } from '../../http/answer.ts';
import { storedMarkup } from '../../trading/stored-markup.ts';
import { type PeriodBooks, readBooks } from './books.ts';
import { type CurveData, type EquityPoint, equityAtMarks, readCurve } from './curve.ts';
import { Holdings } from './holdings.ts';
import { PastPrices, type PriceView, type StatementMarket, instrumentsOf, valueAt } from './past-market.ts';
import { type Span, spanOf } from './period.ts';
import { type InstrumentSums, type OrderRow, type TradeFilter, TradeRecords, movedNet } from './trades.ts';

export type StatementInput = InputOf<typeof statementCalls.statement>;

/** Maximum number of open positions and of pending orders read; the rules allow an account fewer. */
const MOST_ALIVE = 1000;

/** An open position with its value at the end of the period. */
export interface OpenPosition {
  readonly order: OrderRow;
  readonly value: ReturnType<typeof valueAt>;
}

/** A statement before it is converted to its wire format. */
export interface Statement {
  readonly account: AccountId;
  readonly isDemo: boolean;
  readonly span: Span;
  readonly now: number;
  readonly ongoing: boolean;
  readonly books: PeriodBooks;
  readonly instruments: readonly InstrumentSums[];
  /** Money moved by the positions of all instruments in the period, regardless of the filter. */
  readonly ofInstruments: Money;
  readonly positions: readonly OpenPosition[];
  readonly floating: Money | undefined;
  /** The part of the closing balance that was held for withdrawals. */
  readonly withheld: Money;
  readonly pending: readonly OrderRow[] | undefined;
  readonly curve: CurveData;
  readonly equity: readonly EquityPoint[];
}

/** The data read in one transaction, so that it is consistent. */
interface Snapshot extends Pick<
  Statement,
  'isDemo' | 'books' | 'withheld' | 'instruments' | 'ofInstruments' | 'pending' | 'curve' | 'now' | 'span' | 'ongoing'
> {
  readonly positions: readonly OrderRow[];
  readonly openedAt: number;
}

/** Equity at the end of the period: money held for withdrawals is no part of it. Undefined when a price is missing. */
export function netValueOf({
  books,
  withheld,
  floating,
}: Pick<Statement, 'books' | 'withheld' | 'floating'>): Money | undefined {
  return floating === undefined ? undefined : plus(minus(books.closing.total, withheld), floating);
}

/** Computes statements from committed records and recorded prices. */
export class StatementService {
  readonly #db: Kysely<Tables>;
  readonly #market: StatementMarket;

  constructor(db: Kysely<Tables>, market: StatementMarket) {
    this.#db = db;
    this.#market = market;
  }

  async statement(account: AccountId, input: StatementInput): Promise<Answer<Statement>> {
    const read = await this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((db) => this.#snapshot(db, account, input));
    if ('ok' in read) return read;
    const { positions: open, openedAt: _openedAt, ...snapshot } = read;
    const prices = await this.#pricesAtEnd(snapshot, open);
    const positions = open.map((order) => ({ order, value: valueAt(this.#market, prices, exposureOf(order)) }));
    const floating = sumOf(positions);
    const equity = [...(await equityAtMarks(this.#market, snapshot.curve))];
    if (snapshot.ongoing) {
      const { total } = snapshot.books.closing;
      equity.push({ time: snapshot.now, balance: total, equity: netValueOf({ ...snapshot, floating }) });
    }
    return { ok: true, data: { account, ...snapshot, positions, floating, equity } };
  }

  /** The days of a period for an account; refuses with the name of the invalid field. */
  async span(account: AccountId, input: StatementInput): Promise<Answer<Span>> {
    const found = await this.#accountAndSpan(this.#db, account, input);
    return 'ok' in found ? found : { ok: true, data: found.span };
  }

  async #accountAndSpan(db: Kysely<Tables>, account: AccountId, input: StatementInput) {
    const row = await db
      .selectFrom('accounts')
      .select(['kind', 'opened_at'])
      .where('id', '=', BigInt(account))
      .executeTakeFirst();
    if (row === undefined) return refuse('unknown_account');
    const now = this.#market.now();
    const span = spanOf(input, now, Number(row.opened_at));
    return typeof span === 'string'
      ? refuse('bad_request', { field: span })
      : { span, now, openedAt: Number(row.opened_at), isDemo: row.kind === 'demo' };
  }

  async #snapshot(db: Kysely<Tables>, account: AccountId, input: StatementInput): Promise<Snapshot | Answer<never>> {
    const found = await this.#accountAndSpan(db, account, input);
    if ('ok' in found) return found;
    const { span, now, openedAt, isDemo } = found;
    const ongoing = span.to > now;
    const filter: TradeFilter = { instrument: input.instrument, side: input.side };
    const holdings = new Holdings(db);
    const trades = new TradeRecords(db);
    const books = await readBooks(db, account, span);
    const all = await trades.byInstrument(account, span, {});
    const filtered =
      filter.instrument === undefined && filter.side === undefined
        ? all
        : await trades.byInstrument(account, span, filter);
    return {
      span,
      now,
      openedAt,
      isDemo,
      ongoing,
      books,
      instruments: filtered,
      ofInstruments: asMoney(all.reduce((sum, each) => sum + movedNet(each), 0n)),
      positions: await holdings.openAt(account, span.to, MOST_ALIVE),
      pending: ongoing ? await holdings.pending(account, MOST_ALIVE) : undefined,
      withheld: (await holdings.withheldAt(account, [span.to]))[0] ?? ZERO,
      curve: await readCurve(holdings, { account, span, moments: { openedAt, now }, opening: books.opening.total }),
    };
  }

  /** Current quotes, or the prices at which the last minute of the period closed. */
  async #pricesAtEnd(
    { ongoing, span }: Pick<Statement, 'ongoing' | 'span'>,
    open: readonly OrderRow[],
  ): Promise<PriceView> {
    if (ongoing) return (instrument) => this.#market.quote(instrument);
    return (
      await PastPrices.read(this.#market, instrumentsOf(this.#market, open), {
        period: '1day',
        from: span.to,
        to: span.to,
      })
    ).at(span.to);
  }
}

function exposureOf(row: OrderRow): Parameters<typeof valueAt>[2] {
  const { instrument, side, lots, price, id } = row;
  if (price === null) throw new Error(`position ${id} has no opening price`);
  return { instrument, side, lots, price, markup: storedMarkup(row) } as Parameters<typeof valueAt>[2];
}

function sumOf(positions: readonly OpenPosition[]): Money | undefined {
  let sum: bigint = ZERO;
  for (const { value } of positions) {
    if (value === undefined) return undefined;
    sum += value.profit;
  }
  return asMoney(sum);
}
