import type { Pool } from 'pg';
import { exactTypes } from '../../src/db/pool.ts';
import { naiveTimeline } from './naive-timeline.ts';

type Span = { readonly from: number; readonly to: number };
export type Rows = readonly Readonly<Record<string, unknown>>[];

const CHANGE =
  'case when credit_account = account then amount else 0 end - case when debit_account = account then amount else 0 end';

const PREMIUM = `coalesce((guarantee->>'premium')::bigint, 0)`;

/**
 * The plainest queries for what lists and reports show: every one reads all records of the account or of the days. They
 * are the oracle of the tests and the baseline of the benchmark.
 */
export class NaiveReads {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** A page of the history of orders: the count of all, and the rows in their order. */
  async history(
    account: number,
    offset: number,
    limit: number,
  ): Promise<{ total: bigint; realised: bigint; ids: bigint[] }> {
    const [sums] = await this.query<{ total: bigint; realised: bigint }>(
      'select count(*) as total, coalesce(sum(profit), 0)::bigint as realised from orders where account = $1 and ended_at is not null',
      [account],
    );
    const rows = await this.query<{ id: bigint }>(
      'select * from orders where account = $1 and ended_at is not null order by ended_at desc, id desc offset $2 limit $3',
      [account, offset, limit],
    );
    return { total: sums?.total ?? 0n, realised: sums?.realised ?? 0n, ids: rows.map(({ id }) => id) };
  }

  async transfers(account: number, offset: number, limit: number): Promise<{ total: bigint; ids: bigint[] }> {
    const [count] = await this.query<{ total: bigint }>('select count(*) as total from transfers where account = $1', [
      account,
    ]);
    const rows = await this.query<{ id: bigint }>(
      'select * from transfers where account = $1 order by id desc offset $2 limit $3',
      [account, offset, limit],
    );
    return { total: count?.total ?? 0n, ids: rows.map(({ id }) => id) };
  }

  /** Closed positions and booked results by instrument within a period. */
  byInstrument(account: number, { from, to }: Span): Promise<Rows> {
    return this.query(
      `with closed as (
        select o.instrument, count(*) as trades, count(*) filter (where o.profit - o.fee + o.swap - ${PREMIUM} > 0) as wins, sum(o.lots) as lots,
          sum(greatest(o.profit, 0)) as gross_profit, sum(least(o.profit, 0)) as gross_loss, sum(o.fee) as fee, sum(o.swap) as swap, sum(${PREMIUM}) as premium
        from orders o where o.account = $1 and o.status = 'closed' and o.ended_at >= $2 and o.ended_at < $3 group by 1
      ), moved as (
        select o.instrument, ${[5, 4, 8, 13, 15].map((kind) => `sum(case when t.credit_account = t.account then t.amount else -t.amount end) filter (where t.kind = ${kind}) as moved${kind}`).join(', ')}
        from transfers t join orders o on o.id = t.reference where t.account = $1 and t.time >= $2 and t.time < $3 and t.kind in (4, 5, 8, 13, 15) group by 1
      )
      select instrument, coalesce(trades, 0)::int as trades, coalesce(wins, 0)::int as wins, coalesce(lots, 0)::bigint as lots,
        coalesce(gross_profit, 0)::bigint as "grossProfit", coalesce(gross_loss, 0)::bigint as "grossLoss", coalesce(fee, 0)::bigint as fee, coalesce(swap, 0)::bigint as swap, coalesce(premium, 0)::bigint as premium,
        coalesce(moved5, 0)::bigint as "movedProfit", coalesce(moved4, 0)::bigint as "movedFees", coalesce(moved8, 0)::bigint as "movedSwaps",
        coalesce(moved13, 0)::bigint as "movedCorrections", coalesce(moved15, 0)::bigint as "movedPremiums"
      from closed full join moved using (instrument) order by instrument`,
      [account, from, to],
    );
  }

  /** Sums of the house by day: day, house account, total. */
  house(kind: 'real' | 'demo', { from, to }: Span): Promise<Rows> {
    return this.query(
      `select (to_timestamp(transfers.time / 1000.0) at time zone 'UTC')::date::text as day, least(debit_account, credit_account)::int as house,
        sum(case when credit_account < 0 then amount else -amount end)::bigint as total
      from transfers join accounts on accounts.id = transfers.account
      where time >= $1 and time < $2 and least(debit_account, credit_account) < 0 and accounts.kind = $3 group by 1, 2 order by 1 desc, 2 desc`,
      [from, to, kind],
    );
  }

  /** The balance operations of an account with its money before each. */
  operations(account: number): Promise<Rows> {
    return this.query(NAIVE_OPERATIONS, [account]);
  }

  /** Figures of closed positions since a moment. */
  async recent(account: number, since: number): Promise<Rows[number] | undefined> {
    const [row] = await this.query(
      `select count(*)::int as closed, count(*) filter (where profit - fee + swap - ${PREMIUM} > 0)::int as wins, coalesce(sum(profit), 0)::bigint as profit,
        coalesce(sum(fee), 0)::bigint as fee, coalesce(sum(swap), 0)::bigint as swap, coalesce(sum(${PREMIUM}), 0)::bigint as premium from orders where account = $1 and status = 'closed' and ended_at > $2`,
      [account, since],
    );
    return row;
  }

  volumes(account: number): Promise<Rows> {
    return this.query(
      `select instrument, leverage, count(*)::int as trades, sum(lots)::bigint as lots from orders where account = $1 and status = 'closed' group by 1, 2 order by 1, 2`,
      [account],
    );
  }

  async money(account: number, at: number): Promise<bigint> {
    const [row] = await this.query<{ money: bigint }>(
      `select coalesce(sum(${CHANGE}), 0)::bigint as money from transfers where account = $1 and time <= $2`,
      [account, at],
    );
    return row?.money ?? 0n;
  }

  async timeline(
    user: number,
    kind: string | undefined,
    offset: number,
    limit: number,
    span?: Span,
  ): Promise<{ total: bigint; rows: Rows }> {
    const all = naiveTimeline(user);
    const ofKind = kind === undefined ? 'true' : `kind = '${kind}'`;
    const inSpan = span === undefined ? 'true' : `at >= ${span.from} and at < ${span.to}`;
    const wanted = `where ${ofKind} and ${inSpan}`;
    const rows = await this.query(
      `select * from (${all}) line ${wanted} order by at desc, kind, reference desc offset ${offset} limit ${limit}`,
      [],
    );
    const [count] = await this.query<{ total: bigint }>(`select count(*) as total from (${all}) line ${wanted}`, []);
    return { total: count?.total ?? 0n, rows };
  }

  async query<Row extends Readonly<Record<string, unknown>>>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.#pool.query<Row>({ text, values: [...values], types: exactTypes })).rows;
  }
}

/** Sums all earlier transfers anew for each operation whose worth is not recorded. */
export const NAIVE_OPERATIONS = `select t.time, case when t.credit_account = t.account then t.amount else -t.amount end as amount,
    case when t.worth is not null then t.worth when t.kind in (9, 11) then (
      select coalesce(sum(case when e.credit_account = e.account then e.amount else 0 end - case when e.debit_account = e.account then e.amount else 0 end), 0)::bigint
      from transfers e where e.account = t.account and e.id < t.id) end as before
  from transfers t where t.account = $1 and t.kind in (1, 2, 3, 9, 10, 11) order by t.id`;
