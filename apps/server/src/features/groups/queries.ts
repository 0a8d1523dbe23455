import type { GroupId } from '@fairlot/domain';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type DateRange, isWithin } from '../../staff/date-range.ts';
import type { ListSlice } from '../../staff/list-export.ts';
import { GROUP_OF_ACCOUNT } from '../../trading/group-of-account.ts';
import type { GroupRecord, GroupValues } from './record.ts';

/** The accounts of a group by kind. */
export interface GroupAccounts {
  readonly real: number;
  readonly demo: number;
}

/** Accounts of a group of one kind, those of them with open positions, and their positions and pending orders. */
export interface GroupHolders {
  readonly accounts: number;
  readonly holders: number;
  readonly positions: number;
  readonly pending: number;
}

/** The author of a change of a group, and the reason. */
export interface GroupAuthor {
  readonly by: string;
  readonly reason: string;
}

type Db = Transaction<Tables>;
/** Runs inside of the transaction that stores a change, which it rolls back by throwing. */
export type Accept = (db: Db, record: GroupRecord) => Promise<void>;

/** The tables of groups and their versions. */
export class GroupQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async all(): Promise<readonly GroupRecord[]> {
    const rows = await this.#db
      .selectFrom('client_groups')
      .selectAll()
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ id, version, definition, spreads }) => ({ id, version, ...valuesOf(definition, spreads) }));
  }

  /** The last names of removed groups. */
  async formerNames(): Promise<ReadonlyMap<GroupId, string>> {
    const rows = await this.#db
      .selectFrom('client_groups')
      .select(['id', 'name'])
      .where('removed_at', 'is not', null)
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Adds a group and its first version. */
  add(values: GroupValues, author: GroupAuthor, accept: Accept): Promise<GroupRecord> {
    return this.#db.transaction().execute(async (db) => {
      const { id } = await db
        .insertInto('client_groups')
        .values({ ...columnsOf(values), removed_at: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      const record = { id, version: 1, ...values };
      await addVersion(db, undefined, record, author);
      await accept(db, record);
      return record;
    });
  }

  /** Replaces the values of a group; the next version. */
  change(before: GroupRecord, values: GroupValues, author: GroupAuthor, accept: Accept): Promise<GroupRecord> {
    const record = { id: before.id, version: before.version + 1, ...values };
    return this.#db.transaction().execute(async (db) => {
      await this.#update(db, before, { ...columnsOf(values), version: record.version });
      await addVersion(db, before, record, author);
      await accept(db, record);
      return record;
    });
  }

  /** Marks a group as removed; its name is free again. */
  async remove(before: GroupRecord, author: GroupAuthor, accept: () => Promise<void>): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await this.#update(db, before, { removed_at: sql<Date>`now()`, version: before.version + 1 });
      await addVersion(db, before, undefined, author);
      await accept();
    });
  }

  async #update(db: Db, before: GroupRecord, set: object): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('client_groups')
      .set(set)
      .where('id', '=', before.id)
      .where('version', '=', before.version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Error(`group ${before.id} is not at version ${before.version}`);
  }

  async accounts(): Promise<ReadonlyMap<GroupId, GroupAccounts>> {
    const { rows } = await sql<{ group: number; real: number; demo: number }>`
      select ${GROUP_OF_ACCOUNT} as "group", count(*) filter (where a.kind = 'real')::integer as real,
        count(*) filter (where a.kind = 'demo')::integer as demo
      from accounts a where a.retired_at is null group by 1`.execute(this.#db);
    return new Map(rows.map(({ group, real, demo }) => [group, { real, demo }]));
  }

  async holders(group: GroupId): Promise<Readonly<Record<'real' | 'demo', GroupHolders>>> {
    const { rows } = await sql<GroupHolders & { kind: 'real' | 'demo' }>`
      select a.kind, count(*)::integer as accounts, count(*) filter (where o.positions > 0)::integer as holders,
        coalesce(sum(o.positions), 0)::integer as positions, coalesce(sum(o.pending), 0)::integer as pending
      from accounts a left join (
        select account, shard, count(*) filter (where status = 'open') as positions, count(*) filter (where status = 'pending') as pending
        from orders where ended_at is null group by account, shard
      ) o on o.account = a.id and o.shard = a.shard
      where a.retired_at is null and ${GROUP_OF_ACCOUNT} = ${group} group by a.kind`.execute(this.#db);
    const of = (kind: 'real' | 'demo'): GroupHolders => {
      const { accounts = 0, holders = 0, positions = 0, pending = 0 } = rows.find((row) => row.kind === kind) ?? {};
      return { accounts, holders, positions, pending };
    };
    return { real: of('real'), demo: of('demo') };
  }

  /** True when a real account of a group has an open position, in the given instrument or in any. */
  async hasRealPositions(group: GroupId, instrument?: number): Promise<boolean> {
    const inIt = instrument === undefined ? sql`true` : sql`o.instrument = ${instrument}`;
    const { rows } = await sql`select 1 from accounts a
      join orders o on o.account = a.id and o.shard = a.shard and o.status = 'open' and o.ended_at is null
      where a.kind = 'real' and ${GROUP_OF_ACCOUNT} = ${group} and ${inIt} limit 1`.execute(this.#db);
    return rows.length > 0;
  }

  /** True while an account is being moved to a group, or a decision about that waits. */
  async isAwaited(group: GroupId): Promise<boolean> {
    const { rows } = await sql`select 1 from staff_proposals
      where kind = 'group_move' and state in ('waiting', 'approved') and (after::json->>'group_id')::integer = ${group}
      union all select 1 from client_group_moves where to_group = ${group} and not done limit 1`.execute(this.#db);
    return rows.length > 0;
  }

  async changes(group: number | undefined, period: DateRange, { offset, limit }: ListSlice) {
    const all = this.#db.selectFrom('client_group_versions').where(isWithin('client_group_versions.at', period));
    const found = group === undefined ? all : all.where('group_id', '=', group);
    const rows = await found.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }
}

function valuesOf(definition: string, spreads: string): GroupValues {
  return {
    definition: JSON.parse(definition) as GroupValues['definition'],
    spreads: JSON.parse(spreads) as GroupValues['spreads'],
  };
}

function columnsOf({ definition, spreads }: GroupValues) {
  return { name: definition.name, definition: JSON.stringify(definition), spreads: JSON.stringify(spreads) };
}

async function addVersion(
  db: Db,
  before: GroupRecord | undefined,
  after: GroupRecord | undefined,
  { by, reason }: GroupAuthor,
): Promise<void> {
  const named = after ?? before;
  if (named === undefined) throw new Error('a version is of no group');
  await db
    .insertInto('client_group_versions')
    .values({
      staff_name: by,
      group_id: named.id,
      name: named.definition.name,
      version: after?.version ?? named.version + 1,
      before: textOf(before),
      after: textOf(after),
      reason,
    })
    .execute();
}

/** All values of a version, as JSON. */
function textOf(record: GroupRecord | undefined): string {
  return JSON.stringify(record === undefined ? {} : { ...record.definition, spreads: record.spreads });
}
