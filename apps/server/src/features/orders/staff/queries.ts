import { DAY_MS, type GroupId, type InstrumentId, type Side } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { DateRange } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import { groupOf, isInGroup } from '../../../trading/group-of-account.ts';
import type { OrderView } from '../order-view.ts';
import { toView } from '../queries.ts';

/** An order, and the kind and group of its account. */
export interface StaffOrder {
  readonly view: OrderView;
  readonly accounts: 'real' | 'demo';
  readonly group: GroupId;
}

export interface TradeFilter extends DateRange {
  readonly status: OrderView['status'];
  readonly account?: AccountId | undefined;
  readonly accounts?: 'real' | 'demo' | undefined;
  readonly group?: GroupId | undefined;
  readonly instruments?: readonly InstrumentId[] | undefined;
  readonly side?: Side | undefined;
}

/** Matches that are counted: one more than a file may have rows. */
const MOST_COUNTED = 100_001;
/** Ended orders of all clients are searched this far back, because a rare one would be searched for in all of history. */
const ENDED_MS = 31 * DAY_MS;

const KIND = sql<'real' | 'demo'>`(select kind from accounts where accounts.id = orders.account)`;
const GROUP = groupOf('orders.account').$castTo<GroupId>();

/** Orders of all clients, for staff. */
export class OrderStaffQueries {
  readonly #db: Kysely<Tables>;
  readonly #now: () => number;

  constructor(db: Kysely<Tables>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Alive orders by number, ended ones by the time of their end, newest first. */
  async page(
    filter: TradeFilter,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly orders: readonly StaffOrder[]; readonly total: number }> {
    const rows = await this.statement(filter, { offset, limit }).execute();
    const { total } = await this.#db
      .selectFrom(
        this.#matching(filter)
          .select(sql`1`.as('one'))
          .limit(MOST_COUNTED)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow();
    const orders = rows.map((row) => ({ view: toView(row), accounts: row.accounts, group: row.group }));
    return { orders, total: Number(total) };
  }

  /** The query of a page. */
  statement(filter: TradeFilter, { offset, limit }: ListSlice) {
    const found = this.#matching(filter);
    const sorted = isAlive(filter) ? found : found.orderBy('ended_at', 'desc');
    const facts = sorted.selectAll('orders').select([KIND.as('accounts'), GROUP.as('group')]);
    return facts.orderBy('id', 'desc').offset(offset).limit(limit);
  }

  #matching(filter: TradeFilter) {
    const { status, account, accounts, group, instruments, side } = filter;
    const time = status === 'open' ? 'opened_at' : status === 'pending' ? 'created_at' : 'ended_at';
    const { from, to } = this.#period(filter);
    let found = this.#db
      .selectFrom('orders')
      .where('status', '=', status)
      .where('ended_at', isAlive(filter) ? 'is' : 'is not', null);
    if (from !== undefined) found = found.where(time, '>=', BigInt(from));
    if (to !== undefined) found = found.where(time, '<', BigInt(to));
    if (account !== undefined) found = found.where('account', '=', BigInt(account));
    if (instruments !== undefined) found = found.where(sql<boolean>`instrument = any(${instruments})`);
    if (side !== undefined) found = found.where('side', '=', side);
    if (group !== undefined) found = found.where(isInGroup('orders.account', group));
    return accounts === undefined ? found : found.where(KIND, '=', accounts);
  }

  #period(filter: TradeFilter): { readonly from: number | undefined; readonly to: number | undefined } {
    const [from, to] = [filter.from, filter.to].map((text) => (text === undefined ? undefined : Date.parse(text)));
    if (from !== undefined || filter.account !== undefined || isAlive(filter)) return { from, to };
    return { from: (to ?? this.#now()) - ENDED_MS, to };
  }
}

function isAlive({ status }: Pick<TradeFilter, 'status'>): boolean {
  return status === 'open' || status === 'pending';
}
