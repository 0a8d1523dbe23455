import type { BegunDeed, LeaderDeed, LeaderPosition } from '@fairlot/copying';
import type { AccountId, OrderId } from '@fairlot/engine';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Pool } from 'pg';
import type { QueryPool } from '../../../db/database.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { deedText, readDeed } from './deed-text.ts';
import { putPositions, readPositions } from './leader-positions.ts';
import { type ResultRow, recordResults } from './record-results.ts';

/** Deeds of one query. */
const PAGE = 500;

type Db = Kysely<Tables> | Transaction<Tables>;

/** A leader whose deeds are drawn from rows after `seq`. */
export interface TrackedLeader {
  readonly leader: AccountId;
  readonly shard: number;
  readonly seq: number;
}

/** A stored deed, and the copies that followed it when it was stored. */
interface StoredDeed extends Pick<BegunDeed, 'number' | 'deed'> {
  readonly copies: readonly number[];
  readonly isNew: boolean;
}

/** The tables of the follower: deeds, results, watermarks and the positions of leaders at them. */
export class FollowerStore {
  readonly #db: Kysely<Tables>;
  readonly #pool: Pool;

  constructor({ kysely, pool }: QueryPool) {
    this.#db = kysely;
    this.#pool = pool;
  }

  async watermark(shard: number): Promise<number | undefined> {
    const row = await this.#db.selectFrom('copy_progress').select('seq').where('shard', '=', shard).executeTakeFirst();
    return row && Number(row.seq);
  }

  /** The last row of a shard's journal that the tables have. */
  async head(shard: number): Promise<number> {
    const row = await this.#db.selectFrom('shard_writes').select('seq').where('shard', '=', shard).executeTakeFirst();
    return Number(row?.seq ?? 0n);
  }

  async tracked(shard: number): Promise<readonly TrackedLeader[]> {
    const rows = await this.#db.selectFrom('copy_tracked').selectAll().where('shard', '=', shard).execute();
    return rows.map(({ leader_id: leader, seq }) => ({ leader: Number(leader), shard, seq: Number(seq) }));
  }

  positions(shard: number): Promise<readonly LeaderPosition[]> {
    return readPositions(this.#db, shard);
  }

  /**
   * Begins to track a leader with the positions of a row. `isFirst`: no leader of the shard was tracked, so its watermark
   * begins at the row.
   */
  async track(
    db: Transaction<Tables>,
    { leader, shard, seq }: TrackedLeader,
    positions: readonly LeaderPosition[],
    isFirst: boolean,
  ): Promise<void> {
    await db.deleteFrom('copy_positions').where('leader_id', '=', BigInt(leader)).execute();
    await db
      .insertInto('copy_tracked')
      .values({ leader_id: BigInt(leader), shard, seq: BigInt(seq) })
      .onConflict((conflict) => conflict.column('leader_id').doUpdateSet({ shard, seq: BigInt(seq) }))
      .execute();
    await putPositions(db, shard, positions);
    await db
      .insertInto('copy_progress')
      .values({ shard, seq: BigInt(seq) })
      .onConflict((conflict) =>
        isFirst ? conflict.column('shard').doUpdateSet({ seq: BigInt(seq) }) : conflict.column('shard').doNothing(),
      )
      .execute();
  }

  /** Forgets leaders who have no running copy, and their positions. */
  async untrackIdle(): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await sql`delete from copy_tracked t where not exists (
        select from copies c where c.leader_id = t.leader_id and c.state <> 'ended')`.execute(db);
      await sql`delete from copy_positions p where not exists (select from copy_tracked t where t.leader_id = p.leader_id)`.execute(
        db,
      );
    });
  }

  /** Stores deeds that are new, and returns all of them as they were stored first, in their order. */
  async begin(
    deeds: readonly { readonly deed: LeaderDeed; readonly copies: readonly number[]; readonly copy: number }[],
    at: Date,
    within: Db = this.#db,
  ): Promise<readonly StoredDeed[]> {
    const of = <T>(pick: (deed: LeaderDeed) => T): T[] => deeds.map(({ deed }) => pick(deed));
    const { rows } = await sql<{ place: bigint; number: bigint; deed: string; copies: bigint[] | null }>`
      with given as (
        select * from unnest(${of(({ shard }) => shard)}::smallint[], ${of(({ seq }) => seq)}::bigint[], ${of(({ index }) => index)}::int[],
          ${deeds.map(({ copy }) => copy)}::bigint[], ${of(({ leader }) => leader)}::bigint[], ${of(deedText)}::text[],
          ${deeds.map(({ copies }) => `{${copies.join(',')}}`)}::text[], ${of(({ change }) => change.type)}::text[], ${of(({ order }) => order)}::bigint[],
          ${of(({ instrument }) => instrument)}::int[], ${of(({ side }) => side)}::text[], ${of(({ time }) => time)}::bigint[],
          ${of(({ change }) => (change.type === 'stops' ? null : String(change.price)))}::bigint[])
          with ordinality as g (shard, seq, idx, copy_id, leader_id, deed, copies, type, leader_order, instrument, side, time, leader_price, place)
      ), added as (
        insert into copy_events (shard, seq, idx, copy_id, leader_id, deed, copies, type, leader_order, instrument, side, time, leader_price, at)
        select shard, seq, idx, copy_id, leader_id, deed, copies::bigint[], type, leader_order, instrument, side, time, leader_price, ${at} from given order by place
        on conflict (shard, seq, idx, leader_id, copy_id) do nothing returning number, shard, seq, idx, leader_id, copy_id
      )
      select g.place, coalesce(a.number, e.number) as number, coalesce(e.deed, g.deed) as deed, e.copies
      from given g left join added a using (shard, seq, idx, leader_id, copy_id) left join copy_events e using (shard, seq, idx, leader_id, copy_id) order by g.place`.execute(
      within,
    );
    // The statement does not see its own rows in copy_events, so a deed that it has added has no copies there.
    return rows.map(({ place, number, deed, copies }) => ({
      number: Number(number),
      deed: readDeed(deed),
      copies: copies?.map(Number) ?? deeds[Number(place) - 1]?.copies ?? [],
      isNew: copies === null,
    }));
  }

  /** The copiers of copies, also of ended ones. */
  async copiers(copies: readonly number[]): Promise<ReadonlyMap<number, AccountId>> {
    if (copies.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('copies')
      .select(['id', 'user_id'])
      .where('id', 'in', copies.map(BigInt))
      .execute();
    return new Map(rows.map(({ id, user_id: copier }) => [Number(id), Number(copier)]));
  }

  /**
   * The leader's positions that running copies have followed: the copied order, or null where the opening was skipped. A
   * deed that was left may be about a position that has ended in the tables, or of which they lack the copied order.
   */
  async followed(): Promise<
    readonly { readonly copy: number; readonly leaderOrder: OrderId; readonly order: OrderId | null }[]
  > {
    const { rows } = await sql<{ copy_id: bigint; leader_order: bigint; order_id: bigint | null }>`
      select r.copy_id, e.leader_order, r.order_id from copies c
      join copy_events e on e.leader_id = c.leader_id and e.copy_id = any(array[0, c.id]) and e.type = 'open'
      join copy_results r on r.event = e.number and r.copy_id = c.id
      where c.state <> 'ended' and (exists (select from copy_positions p where p.order_id = e.leader_order)
        or exists (select from orders o where o.id = e.leader_order and o.ended_at is null)
        or exists (select from orders o where o.id = r.order_id and o.ended_at is null)
        or e.leader_order in (select leader_order from copy_events where not done))`.execute(this.#db);
    return rows.map(({ copy_id: copy, leader_order: leaderOrder, order_id: order }) => ({
      copy: Number(copy),
      leaderOrder: Number(leaderOrder),
      order: order === null ? null : Number(order),
    }));
  }

  /** The copies that have a result of a stored deed, with the copied order, or null where the deed was skipped. */
  async settled(event: number): Promise<ReadonlyMap<number, OrderId | null>> {
    const rows = await this.#db
      .selectFrom('copy_results')
      .select(['copy_id', 'order_id'])
      .where('event', '=', BigInt(event))
      .execute();
    return new Map(
      rows.map(({ copy_id: copy, order_id: order }) => [Number(copy), order === null ? null : Number(order)]),
    );
  }

  /** Deeds that may lack results, after a number. `copy` is 0, or the copy that takes over a position at its start. */
  async unfinished(
    shard: number,
    after: number,
  ): Promise<readonly { readonly number: number; readonly deed: LeaderDeed; readonly copy: number }[]> {
    const rows = await this.#db
      .selectFrom('copy_events')
      .select(['number', 'deed', 'copy_id'])
      .where('done', '=', false)
      .where('shard', '=', shard)
      .where('number', '>', BigInt(after))
      .orderBy('number')
      .limit(PAGE)
      .execute();
    return rows.map(({ number, deed, copy_id: copy }) => ({
      number: Number(number),
      deed: readDeed(deed),
      copy: Number(copy),
    }));
  }

  /** Notes that deeds have all of their results. */
  async finish(deeds: readonly number[], within: Db = this.#db): Promise<void> {
    if (deeds.length === 0) return;
    await within
      .updateTable('copy_events')
      .set({ done: true })
      .where(sql<boolean>`number = any(${deeds.map(BigInt)}::bigint[])`)
      .execute();
  }

  /** Stores results. */
  record(results: readonly ResultRow[]): Promise<void> {
    return recordResults(this.#db, this.#pool, results);
  }

  /** Moves the watermark of a shard, together with the positions that its rows have changed and the deeds that are done. */
  async advance(
    shard: number,
    seq: number,
    changes: ReadonlyMap<OrderId, LeaderPosition | undefined>,
    done: readonly number[],
  ): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      if (changes.size > 0) {
        await db
          .deleteFrom('copy_positions')
          .where('order_id', 'in', [...changes.keys()].map(BigInt))
          .execute();
        await putPositions(
          db,
          shard,
          [...changes.values()].filter((position) => position !== undefined),
        );
      }
      await this.finish(done, db);
      await sql`insert into copy_progress (shard, seq) values (${shard}, ${seq})
        on conflict (shard) do update set seq = greatest(copy_progress.seq, excluded.seq)`.execute(db);
    });
  }
}
