import type { Pool } from 'pg';

/** A quote as whoever watched the market wrote it down. */
export interface SeenQuote {
  readonly instrument: number;
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
}

/** What the reader of a statement needs to know of an instrument. */
export interface Contract {
  readonly code: string;
  readonly units: number;
  /** Whether it is quoted in yen: its own price turns its results into dollars. */
  readonly inYen: boolean;
}

interface Movement {
  readonly id: number;
  readonly time: number;
  readonly kind: number;
  readonly change: number;
}

interface Deal {
  readonly instrument: number;
  readonly side: string;
  readonly lots: number;
  readonly leverage: number;
  readonly open: number;
  readonly openedAt: number;
  readonly closedAt: number | undefined;
  readonly result: number;
}

const DAY_MS = 86_400_000;
const OPERATIONS = new Set([1, 2, 3, 9, 10, 11]);

/**
 * A second opinion on the ranking: reads an account's statement (its transfers and orders) and the quotes of the market,
 * and computes the figures by the words of the product's page, in plain numbers. Shares no code with the product.
 */
export class StatementReader {
  private readonly pool: Pool;
  private readonly quotes: readonly SeenQuote[];
  private readonly contracts: ReadonlyMap<number, Contract>;

  constructor(pool: Pool, quotes: readonly SeenQuote[], contracts: ReadonlyMap<number, Contract>) {
    this.pool = pool;
    this.quotes = quotes;
    this.contracts = contracts;
  }

  /** The figures of an account at a moment, as the call writes them. */
  async figures(account: number, now: number): Promise<Record<string, unknown>> {
    const movements = await this.movements(account);
    const deals = await this.deals(account);
    const from = Math.floor((now - 21 * DAY_MS) / 60_000) * 60_000;
    const recent = deals.filter(({ closedAt }) => closedAt !== undefined && closedAt > from);
    const closed = deals.filter(({ closedAt }) => closedAt !== undefined);
    const lots = closed.reduce((sum, deal) => sum + deal.lots, 0);
    return {
      multiple:
        lots === 0 ? null : (closed.reduce((sum, deal) => sum + deal.lots * deal.leverage, 0) / lots).toFixed(2),
      three_week_rate: this.growth(movements, deals, from, now),
      three_week_win:
        recent.length === 0
          ? null
          : ((recent.filter(({ result }) => result > 0).length / recent.length) * 100).toFixed(2),
      three_week_profit: recent
        .reduce((sum, { result }) => sum + result, 0)
        .toFixed(6)
        .replace(/^-(0\.0+)$/, '$1'),
      total_rate: this.growth(movements, deals, 0, now),
      total_trade_num: closed.length,
      code: this.varieties(closed),
    };
  }

  private growth(movements: readonly Movement[], deals: readonly Deal[], from: number, now: number): string {
    const operations = movements.filter(({ time, kind }) => time > from && OPERATIONS.has(kind));
    const began = movements.some(({ time }) => time <= from);
    let product = 1;
    // The price at a full minute is the last one before it.
    let base = began
      ? this.worth(
          movements.filter(({ time }) => time <= from),
          deals,
          from,
          from - 1,
        )
      : 0;
    for (const operation of operations) {
      const before = this.worth(
        movements.filter(({ id }) => id < operation.id),
        deals,
        operation.time,
        operation.time,
      );
      if (base > 1e-9) product *= Math.max(0, before) / base;
      base = before + operation.change;
    }
    if (base > 1e-9) product *= Math.max(0, this.worth(movements, deals, now, now)) / base;
    return ((product - 1) * 100).toFixed(2).replace(/^-(0\.0+)$/, '$1');
  }

  /** Money so far, and what the positions that were open then would have brought. */
  private worth(movements: readonly Movement[], deals: readonly Deal[], at: number, pricesAt: number): number {
    let worth = movements.reduce((sum, { change }) => sum + change, 0);
    for (const deal of deals) {
      if (deal.openedAt > at || (deal.closedAt !== undefined && deal.closedAt <= at)) continue;
      const quote = this.quotes.findLast(({ instrument, time }) => instrument === deal.instrument && time <= pricesAt);
      const contract = this.contracts.get(deal.instrument);
      if (quote === undefined || contract === undefined) throw new Error('the statement names what nobody saw');
      const points = deal.side === 'buy' ? quote.bid - deal.open : deal.open - quote.ask;
      worth += (points * deal.lots * contract.units) / (contract.inYen ? (quote.bid + quote.ask) / 2 : 1);
    }
    return worth;
  }

  private varieties(closed: readonly Deal[]): string {
    const ids = [...new Set(closed.map(({ instrument }) => instrument))];
    const count = (id: number): number => closed.filter(({ instrument }) => instrument === id).length;
    const volume = (id: number): number =>
      closed.filter(({ instrument }) => instrument === id).reduce((sum, { lots }) => sum + lots, 0);
    return ids
      .sort((a, b) => count(b) - count(a) || volume(b) - volume(a) || a - b)
      .map((id) => this.contracts.get(id)?.code)
      .join(',');
  }

  private async movements(account: number): Promise<Movement[]> {
    const { rows } = await this.pool.query<
      Record<'id' | 'time' | 'kind' | 'debit_account' | 'credit_account' | 'amount', bigint>
    >(
      'select id, time, kind, debit_account, credit_account, amount from transfers where debit_account = $1 or credit_account = $1 order by id',
      [account],
    );
    return rows.map((row) => {
      const sign = (Number(row.credit_account) === account ? 1 : 0) - (Number(row.debit_account) === account ? 1 : 0);
      return {
        id: Number(row.id),
        time: Number(row.time),
        kind: Number(row.kind),
        change: (sign * Number(row.amount)) / 1e6,
      };
    });
  }

  private async deals(account: number): Promise<Deal[]> {
    const { rows } = await this.pool.query<Record<string, unknown>>(
      'select * from orders where account = $1 and opened_at is not null order by id',
      [account],
    );
    return rows.map((row) => ({
      instrument: Number(row['instrument']),
      side: String(row['side']),
      lots: Number(row['lots']) / 1e4,
      leverage: Number(row['leverage']),
      open: Number(row['price']) / 1e8,
      openedAt: Number(row['opened_at']),
      closedAt: row['ended_at'] === null ? undefined : Number(row['ended_at']),
      result: (Number(row['profit'] ?? 0) - Number(row['fee']) + Number(row['swap'])) / 1e6,
    }));
  }
}
