import type { OutputOfStaff, clientRecordCalls } from '@fairlot/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import { uidOf } from '../../../platform/uid.ts';

/** Maximum number of open links of one user, and of users that share one hint. */
export const MOST_LINKS = 20;
/** Sessions of the user that are compared, and of others with the same address. */
const [OWN_SESSIONS, OTHER_SESSIONS] = [20, 500];

type Wire = OutputOfStaff<typeof clientRecordCalls.officeUserLinks>;
type SimilarBy = Wire['similar'][number]['by'][number];

/** The rights of a reader to hints at similar records. */
export interface HintRights {
  readonly hints: boolean;
  readonly documents: boolean;
}

/** Other users with the same fact, at most MOST_LINKS. */
const HINTS: Readonly<Record<SimilarBy, (user: bigint) => RawBuilder<unknown>>> = {
  document: (user) => sql`select distinct other.user_id from identity_submissions own
    join identity_submissions other on other.card_key = own.card_key and other.user_id <> own.user_id
    where own.user_id = ${user} limit ${MOST_LINKS}`,
  payout: (user) => sql`select distinct other.user_id from draw_methods own join draw_methods other
    on other.user_id <> own.user_id and (
      (own.dc_address <> '' and other.dc_address <> '' and lower(other.dc_address) = lower(own.dc_address))
      or (own.payee_account <> '' and other.payee_account <> '' and lower(other.payee_account) = lower(own.payee_account)))
    where own.user_id = ${user} limit ${MOST_LINKS}`,
  device: (user) => sql`select distinct other.user_id
    from (select distinct address, agent from (
      select address, agent from sessions where user_id = ${user} and agent <> '' order by id desc limit ${OWN_SESSIONS}) newest) own
    cross join lateral (select user_id, agent from sessions where address = own.address and user_id <> ${user} limit ${OTHER_SESSIONS}) other
    where other.agent = own.agent limit ${MOST_LINKS}`,
};

/** Records that belong to one person: links by staff, and hints. Nothing is ever merged. */
export class UserLinks {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async read(user: number, { hints, documents }: HintRights): Promise<Wire> {
    const linked = await this.#linked(user);
    if (!hints) return { linked, similar: [] };
    const by = new Map<number, SimilarBy[]>();
    for (const hint of ['document', 'payout', 'device'] as const) {
      if (hint === 'document' && !documents) continue;
      const { rows } = await sql<{ readonly user_id: bigint }>`${HINTS[hint](BigInt(user))}`.execute(this.#db);
      for (const { user_id: other } of rows) by.set(Number(other), [...(by.get(Number(other)) ?? []), hint]);
    }
    for (const { user_id: other } of linked) by.delete(other);
    if (by.size === 0) return { linked, similar: [] };
    const users = await this.#db
      .selectFrom('users')
      .select(['id', 'email', 'mobile'])
      .where('id', 'in', [...by.keys()].map(BigInt))
      .orderBy('id')
      .execute();
    const similar = users.map(({ id, email, mobile }) => ({
      user_id: Number(id),
      uid: uidOf(Number(id)),
      account: email ?? mobile ?? '',
      by: by.get(Number(id)) ?? [],
    }));
    return { linked, similar };
  }

  /** Links two users. The locks are taken in the order of their numbers. */
  link(user: number, other: number, staff: number, reason: string): Promise<Answer<{ readonly id: number }>> {
    const [low, high] = [BigInt(Math.min(user, other)), BigInt(Math.max(user, other))];
    return this.#db.transaction().execute(async (db): Promise<Answer<{ readonly id: number }>> => {
      const users = await db
        .selectFrom('users')
        .select('id')
        .where('id', 'in', [low, high])
        .where('erased_at', 'is', null)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      if (users.length < 2) return refuse('unknown_user');
      const open = await db
        .selectFrom('client_links')
        .select(['user_id', 'other_id'])
        .where('ended_at', 'is', null)
        .where((where) => where.or([where('user_id', 'in', [low, high]), where('other_id', 'in', [low, high])]))
        .execute();
      if (open.some(({ user_id: one, other_id: two }) => one === low && two === high)) return refuse('record_exists');
      if (open.length >= MOST_LINKS) return refuse('too_many_records');
      const { id } = await db
        .insertInto('client_links')
        .values({ user_id: low, other_id: high, reason, staff_id: BigInt(staff), at: new Date(this.#clock()) })
        .returning('id')
        .executeTakeFirstOrThrow();
      return done({ id: Number(id) });
    });
  }

  /** Ends a link of a user. */
  async unlink(user: number, id: number, staff: number, reason: string): Promise<Answer<Record<string, never>>> {
    const { numUpdatedRows } = await this.#db
      .updateTable('client_links')
      .set({ ended_at: new Date(this.#clock()), ended_by: BigInt(staff), end_reason: reason })
      .where('id', '=', BigInt(id))
      .where('ended_at', 'is', null)
      .where((where) => where.or([where('user_id', '=', BigInt(user)), where('other_id', '=', BigInt(user))]))
      .executeTakeFirst();
    return numUpdatedRows === 0n ? refuse('record_changed') : done({});
  }

  async #linked(user: number): Promise<Wire['linked']> {
    const { rows } = await sql<{
      readonly id: bigint;
      readonly other: bigint;
      readonly account: string;
      readonly at: Date;
      readonly author: string;
      readonly reason: string;
    }>`select l.id, u.id as other, coalesce(u.email, u.mobile, '') as account, l.at, s.name as author, l.reason
      from client_links l join users u on u.id in (l.user_id, l.other_id) and u.id <> ${BigInt(user)} join staff s on s.id = l.staff_id
      where l.ended_at is null and ${BigInt(user)} in (l.user_id, l.other_id) order by l.id`.execute(this.#db);
    return rows.map(({ id, other, at, ...row }) => ({
      ...row,
      id: Number(id),
      user_id: Number(other),
      uid: uidOf(Number(other)),
      at: at.toISOString(),
    }));
  }
}
