import { DAY_MS } from '@fairlot/domain';
import type { Pool } from 'pg';

/** A quote recorded by the test. */
export interface SeenQuote {
  readonly instrument: number;
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
}

/** The terms of an instrument that the computation needs. */
export interface Contract {
  readonly code: string;
  readonly units: number;
  /** True for instruments quoted in yen, whose results are converted with their own price. */
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

const OPERATIONS = new Set([1, 2, 3, 9, 10, 11]);

/**
 * An independent computation of the ranking: reads an account's transfers and orders and the recorded quotes, and
 * follows the formulas of docs/ranking.md in floating point. Shares no code with the product.
 */
export class StatementReader {
  readonly #pool: Pool;
  readonly #quotes: readonly SeenQuote[];
  readonly #contracts: ReadonlyMap<number, Contract>;

  constructor(pool: Pool, quotes: readonly SeenQuote[], contracts: ReadonlyMap<number, Contract>) {
    this.#pool = pool;
    this.#quotes = quotes;
    this.#contracts = contracts;
  }

  /** The figures of an account at a moment, in the wire format. */
  async figures(account: number, now: number): Promise<Record<string, unknown>> {
    const movements = await this.#movements(account);
    const deals = await this.#deals(account);
    const from = Math.floor((now - 21 * DAY_MS) / 60_000) * 60_000;
    const recent = deals.filter(({ closedAt }) => closedAt !== undefined && closedAt > from);
    const closed = deals.filter(({ closedAt }) => closedAt !== undefined);
    const lots = closed.reduce((sum, deal) => sum + deal.lots, 0);
    return {
      multiple:
        lots === 0 ? null : (closed.reduce((sum, deal) => sum + deal.lots * deal.leverage, 0) / lots).toFixed(2),
      three_week_rate: this.#growth(movements, deals, from, now),
      three_week_win:
        recent.length === 0
          ? null
          : ((recent.filter(({ result }) => result > 0).length / recent.length) * 100).toFixed(2),
      three_week_profit: recent
        .reduce((sum, { result }) => sum + result, 0)
        .toFixed(6)
        .replace(/^-(0\.0+)$/, '$1'),
      total_rate: this.#growth(movements, deals, 0, now),
      total_trade_num: closed.length,
      code: this.#varieties(closed),
    };
  }

  #growth(movements: readonly Movement[], deals: readonly Deal[], from: number, now: number): string {
    const operations = movements.filter(({ time, kind }) => time > from && OPERATIONS.has(kind));
    const began = movements.some(({ time }) => time <= from);
    let product = 1;
    // The price at a full minute is the last one before it.
    let base = began
      ? this.#worth(
          movements.filter(({ time }) => time <= from),
          deals,
          from,
          from - 1,
        )
      : 0;
    for (const operation of operations) {
      const before = this.#worth(
        movements.filter(({ id }) => id < operation.id),
        deals,
        operation.time,
        operation.time,
      );
      if (base > 1e-9) product *= Math.max(0, before) / base;
      base = before + operation.change;
    }
    if (base > 1e-9) product *= Math.max(0, this.#worth(movements, deals, now, now)) / base;
    return ((product - 1) * 100).toFixed(2).replace(/^-(0\.0+)$/, '$1');
  }

  /** Money up to a moment plus the floating results of the positions open then. */
  #worth(movements: readonly Movement[], deals: readonly Deal[], at: number, pricesAt: number): number {
    let worth = movements.reduce((sum, { change }) => sum + change, 0);
    for (const deal of deals) {
      if (deal.openedAt > at || (deal.closedAt !== undefined && deal.closedAt <= at)) continue;
      const quote = this.#quotes.findLast(({ instrument, time }) => instrument === deal.instrument && time <= pricesAt);
      const contract = this.#contracts.get(deal.instrument);
      if (quote === undefined || contract === undefined)
        throw new Error('the records name an instrument without quotes or terms');
      const points = deal.side === 'buy' ? quote.bid - deal.open : deal.open - quote.ask;
      worth += (points * deal.lots * contract.units) / (contract.inYen ? (quote.bid + quote.ask) / 2 : 1);
    }
    return worth;
  }

  #varieties(closed: readonly Deal[]): string {
    const ids = [...new Set(closed.map(({ instrument }) => instrument))];
    const count = (id: number): number => closed.filter(({ instrument }) => instrument === id).length;
    const volume = (id: number): number =>
      closed.filter(({ instrument }) => instrument === id).reduce((sum, { lots }) => sum + lots, 0);
    return ids
      .sort((a, b) => count(b) - count(a) || volume(b) - volume(a) || a - b)
      .map((id) => this.#contracts.get(id)?.code)
      .join(',');
  }

  async #movements(account: number): Promise<Movement[]> {
    const { rows } = await this.#pool.query<
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

  async #deals(account: number): Promise<Deal[]> {
    const { rows } = await this.#pool.query<Record<string, unknown>>(
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
