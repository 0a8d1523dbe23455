import { type Lots, asLots } from '@fairlot/domain';
import type { AccountId, Event, OrderId } from '@fairlot/engine';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { UserNotice, UserNotices } from '../../messages/user-notices.ts';
import { decode } from '../../trading/journal/codec.ts';

/** A place in the list of stop-outs by market time and account. */
export interface StopOutPlace {
  readonly time: number;
  readonly account: AccountId;
}

/** A stop-out without a mail, from the journal. */
export interface UnmailedStopOut extends StopOutPlace {
  readonly seq: bigint;
  readonly events: readonly Event[];
}

const AT_ONCE = 100;
const KEPT_DAYS = 30;
const STOP_OUT = '{"type":"stopOut"%';

/** Stop-outs of real accounts, and the marks of those whose mail is planned. */
export class StopOutMailStore {
  readonly #db: Kysely<Tables>;
  readonly #notices: Pick<UserNotices, 'put'>;

  constructor(db: Kysely<Tables>, notices: Pick<UserNotices, 'put'>) {
    this.#db = db;
    this.#notices = notices;
  }

  /** The next stop-outs after a place, mailed ones too. */
  async after({ time, account }: StopOutPlace): Promise<readonly StopOutPlace[]> {
    const { rows } = await sql<{ ended_at: bigint; account: bigint }>`
      select distinct o.ended_at, o.account from orders o join users u on u.id = o.account and u.kind = 'real'
      where o.ended_at >= ${BigInt(time)} and o.reason = 'stop_out' and (o.ended_at, o.account) > (${BigInt(time)}, ${BigInt(account)})
      order by o.ended_at, o.account limit ${AT_ONCE}`.execute(this.#db);
    return rows.map((row) => ({ time: Number(row.ended_at), account: Number(row.account) }));
  }

  /** The stop-outs of an account at a market time that have no mark. */
  async unmailed(account: AccountId, time: number): Promise<readonly UnmailedStopOut[]> {
    const { rows } = await sql<{ seq: bigint; events: string }>`
      select j.seq, j.events from journal j
      where j.account = ${BigInt(account)} and j.time = ${BigInt(time)} and j.key is null and j.command like ${STOP_OUT}
        and not exists (select 1 from stop_out_mails m where m.user_id = j.account and m.seq = j.seq)
      order by j.seq`.execute(this.#db);
    return rows.map(({ seq, events }) => ({ seq, time, account, events: decode(events) as Event[] }));
  }

  /** The volumes of orders. */
  async lotsOf(orders: readonly OrderId[]): Promise<ReadonlyMap<OrderId, Lots>> {
    if (orders.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('orders')
      .select(['id', 'lots'])
      .where('id', 'in', orders.map(BigInt))
      .execute();
    return new Map(rows.map(({ id, lots }) => [Number(id), asLots(lots)]));
  }

  /** Marks a stop-out and puts its mail into the outbox, both or neither. Without a notice it is only marked. */
  mail({ account, seq }: UnmailedStopOut, notice: Omit<UserNotice, 'user'> | undefined): Promise<void> {
    return this.#db.transaction().execute(async (transaction) => {
      const marked = await transaction
        .insertInto('stop_out_mails')
        .values({ user_id: BigInt(account), seq })
        .onConflict((conflict) => conflict.doNothing())
        .returning('seq')
        .executeTakeFirst();
      if (marked !== undefined && notice !== undefined)
        await this.#notices.put(transaction, { user: account, ...notice });
    });
  }

  /** Deletes marks of stop-outs that no start looks for any more. */
  async forgetOld(): Promise<void> {
    await sql`delete from stop_out_mails where at < now() - make_interval(days => ${KEPT_DAYS})`.execute(this.#db);
  }
}
