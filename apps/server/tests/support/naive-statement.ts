import type { Pool } from 'pg';
import type { Contract, SeenQuote } from './naive-performance.ts';

interface Move {
  readonly time: number;
  readonly kind: number;
  readonly order: number | undefined;
  readonly available: bigint;
  readonly frozen: bigint;
  readonly held: bigint;
}
interface Deal {
  readonly id: number;
  readonly instrument: number;
  readonly side: string;
  readonly lots: bigint;
  readonly open: bigint;
  readonly openedAt: number;
  readonly closedAt: number | undefined;
  readonly profit: bigint;
  readonly fee: bigint;
  readonly swap: bigint;
}

/** Rounds n/d (d > 0) half to even. */
function halfEven(n: bigint, d: bigint): bigint {
  const floor = (n - (((n % d) + d) % d)) / d;
  const twice = 2n * (n - floor * d);
  return twice > d || (twice === d && floor % 2n !== 0n) ? floor + 1n : floor;
}

/**
 * An independent computation from an account's records, row by row and in integer micro-dollars. Shares no code with
 * the product.
 */
export class NaiveStatement {
  readonly moves: readonly Move[];
  readonly deals: readonly Deal[];
  readonly #quotes: readonly SeenQuote[];
  readonly #contracts: ReadonlyMap<number, Contract>;

  private constructor(
    moves: readonly Move[],
    deals: readonly Deal[],
    quotes: readonly SeenQuote[],
    contracts: ReadonlyMap<number, Contract>,
  ) {
    this.moves = moves;
    this.deals = deals;
    this.#quotes = quotes;
    this.#contracts = contracts;
  }

  static async read(
    pool: Pool,
    account: number,
    quotes: readonly SeenQuote[],
    contracts: ReadonlyMap<number, Contract>,
  ): Promise<NaiveStatement> {
    const transfers = await pool.query<Record<string, bigint | string | null>>(
      'select * from transfers where account = $1 order by id',
      [account],
    );
    const orders = await pool.query<Record<string, bigint | string | number | null>>(
      'select * from orders where account = $1 and opened_at is not null order by id',
      [account],
    );
    const moves = transfers.rows.map((row): Move => {
      const change = (own: string, book: string, sign: bigint, want: (book: string) => boolean): bigint =>
        Number(row[own]) === account && want(String(row[book])) ? sign * (row['amount'] as bigint) : 0n;
      const of = (want: (book: string) => boolean): bigint =>
        change('credit_account', 'credit_book', 1n, want) + change('debit_account', 'debit_book', -1n, want);
      const kind = Number(row['kind']);
      return {
        time: Number(row['time']),
        kind,
        order: [4, 5, 8].includes(kind) ? Number(row['reference']) : undefined,
        available: of((book) => book === 'cash'),
        frozen: of((book) => book !== 'cash'),
        held: of((book) => book === 'withdrawalHold'),
      };
    });
    const deals = orders.rows.map((row): Deal => ({
      id: Number(row['id']),
      instrument: Number(row['instrument']),
      side: String(row['side']),
      lots: row['lots'] as bigint,
      open: row['price'] as bigint,
      openedAt: Number(row['opened_at']),
      closedAt: row['ended_at'] === null ? undefined : Number(row['ended_at']),
      profit: (row['profit'] ?? 0n) as bigint,
      fee: row['fee'] as bigint,
      swap: row['swap'] as bigint,
    }));
    return new NaiveStatement(moves, deals, quotes, contracts);
  }

  /** Sum of the movements in [from, to). */
  moved(
    from: number,
    to: number,
    pick: (move: Move) => bigint = ({ available, frozen }) => available + frozen,
  ): bigint {
    return this.moves.filter(({ time }) => time >= from && time < to).reduce((sum, move) => sum + pick(move), 0n);
  }

  /** Money not held for withdrawals, plus floating results, right before a moment, at the last earlier prices. */
  equity(before: number): bigint {
    let worth = this.moved(0, before, ({ available, frozen, held }) => available + frozen - held);
    for (const deal of this.deals) {
      if (deal.openedAt >= before || (deal.closedAt !== undefined && deal.closedAt < before)) continue;
      const quote = this.#quotes.findLast(({ instrument, time }) => instrument === deal.instrument && time < before);
      const contract = this.#contracts.get(deal.instrument);
      if (quote === undefined || contract === undefined)
        throw new Error('the records name an instrument without quotes or terms');
      const [bid, ask] = [quote.bid, quote.ask].map((seen) => BigInt(Math.round(seen * 1e8))) as [bigint, bigint];
      const points = deal.side === 'buy' ? bid - deal.open : deal.open - ask;
      // Lots have 4 decimals, prices 8, money 6.
      const product = points * deal.lots * BigInt(contract.units);
      worth += contract.inYen
        ? halfEven(product * 200_000_000n, 1_000_000n * (bid + ask))
        : halfEven(product, 1_000_000n);
    }
    return worth;
  }
}
