import type { ProposalKind, StaffRole } from '@fairlot/contract';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { ListSlice } from '../list-export.ts';
import type { QueueAge } from '../work-queues.ts';
import { type DateRange, isWithin } from '../date-range.ts';

export type ProposalState = Selectable<Tables['staff_proposals']>['state'];

/** A proposal with the names of its author and of the person who decided. */
export interface ProposalRow extends Selectable<Tables['staff_proposals']> {
  readonly author: string;
  readonly approver: string | null;
}

/** A change to store as a proposal. `before` and `after` hold the changed values in the wire's words. */
export interface ProposalDraft {
  readonly kind: ProposalKind;
  /** The record that changes; null for the settings and for a new record. */
  readonly subject: number | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** The version of what changes, as the author saw it. */
  readonly baseVersion: number;
  readonly author: number;
}

type Db = Kysely<Tables> | Transaction<Tables>;
const PENDING: readonly ProposalState[] = ['waiting', 'approved'];

/** The table of proposals. */
export class ProposalStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Stores a proposal; `announce` runs in the same transaction. */
  insert(
    draft: ProposalDraft,
    at: Date,
    aloneUntil: Date | undefined,
    announce: (db: Transaction<Tables>, id: number) => Promise<void>,
  ): Promise<number> {
    return this.#db.transaction().execute(async (db) => {
      const id = await this.#insert(db, draft, at, aloneUntil);
      await announce(db, id);
      return id;
    });
  }

  async #insert(
    db: Transaction<Tables>,
    draft: ProposalDraft,
    at: Date,
    aloneUntil: Date | undefined,
  ): Promise<number> {
    const { id } = await db
      .insertInto('staff_proposals')
      .values({
        kind: draft.kind,
        subject_id: draft.subject === null ? null : BigInt(draft.subject),
        before: JSON.stringify(draft.before),
        after: JSON.stringify(draft.after),
        base_version: draft.baseVersion,
        state: 'waiting',
        author_id: BigInt(draft.author),
        approver_id: null,
        created_at: at,
        decided_at: null,
        effective_at: aloneUntil ?? null,
        alone: aloneUntil !== undefined,
        reason: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(id);
  }

  byId(id: number): Promise<ProposalRow | undefined> {
    return this.#named().where('staff_proposals.id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Stores an approval; false when the proposal does not wait or the approver is its author. */
  async approve(id: number, approver: number, at: Date, effectiveAt: Date | null): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff_proposals')
      .set({
        state: 'approved',
        approver_id: BigInt(approver),
        decided_at: at,
        effective_at: effectiveAt,
        alone: false,
      })
      .where('id', '=', BigInt(id))
      .where('state', '=', 'waiting')
      .where('author_id', '<>', BigInt(approver))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Stores a rejection or a withdrawal; false when the proposal has ended. */
  async reject(id: number, by: number, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff_proposals')
      .set({ state: 'rejected', approver_id: BigInt(by), decided_at: at })
      .where('id', '=', BigInt(id))
      .where('state', 'in', PENDING)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Stores the outcome: `reason` is null when the change was applied. A second call changes nothing. */
  async finish(id: number, reason: string | null, db: Db = this.#db): Promise<void> {
    await db
      .updateTable('staff_proposals')
      .set({ state: reason === null ? 'done' : 'refused', reason, decided_at: sql<Date>`coalesce(decided_at, now())` })
      .where('id', '=', BigInt(id))
      .where('state', 'in', PENDING)
      .execute();
  }

  /** The next proposals to apply: approved ones and those without a second person, whose time has come. */
  due(now: Date, limit: number): Promise<ProposalRow[]> {
    return this.#named()
      .where('staff_proposals.state', 'in', PENDING)
      .where((eb) => eb.or([eb('staff_proposals.state', '=', 'approved'), eb('staff_proposals.alone', '=', true)]))
      .where((eb) => eb.or([eb('effective_at', 'is', null), eb('effective_at', '<=', now)]))
      .orderBy('staff_proposals.id')
      .limit(limit)
      .execute();
  }

  /** Proposals that take effect at a known time, soonest first. */
  scheduled(): Promise<ProposalRow[]> {
    return this.#named()
      .where('staff_proposals.state', 'in', PENDING)
      .where('effective_at', 'is not', null)
      .orderBy('effective_at')
      .orderBy('staff_proposals.id')
      .execute();
  }

  /** Proposals of a kind that have not ended, newest first. */
  openOf(kind: ProposalKind): Promise<ProposalRow[]> {
    return this.#named()
      .where('staff_proposals.kind', '=', kind)
      .where('staff_proposals.state', 'in', PENDING)
      .orderBy('staff_proposals.id', 'desc')
      .execute();
  }

  async pending(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('staff_proposals')
      .where('state', 'in', PENDING)
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Open proposals of a member of staff, under all accounts of the person. */
  async pendingOf(author: number): Promise<number> {
    const { rows } = await sql<{ count: bigint }>`select count(*) as count from staff_proposals
      join staff of_proposal on of_proposal.id = staff_proposals.author_id
      join staff author on author.id = ${author}
      where staff_proposals.state = any(${PENDING}::text[])
      and coalesce(of_proposal.acts_for_id, of_proposal.id) = coalesce(author.acts_for_id, author.id)`.execute(
      this.#db,
    );
    return Number(rows[0]?.count ?? 0);
  }

  async page(
    { state, ...period }: { readonly state?: ProposalState | undefined } & DateRange,
    { offset, limit }: ListSlice,
  ) {
    const isInPeriod = isWithin('staff_proposals.created_at', period);
    const all = this.#named().where(isInPeriod);
    const count = this.#db.selectFrom('staff_proposals').where(isInPeriod);
    const [rows, total] =
      state === undefined
        ? [all, count]
        : [all.where('staff_proposals.state', '=', state), count.where('state', '=', state)];
    return {
      rows: await rows.orderBy('staff_proposals.id', 'desc').offset(offset).limit(limit).execute(),
      total: Number(
        (await total.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()).total,
      ),
    };
  }

  async queue(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('staff_proposals')
      .where('state', '=', 'waiting')
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }

  /** True once a client has a real account. */
  async hasRealAccounts(): Promise<boolean> {
    const row = await this.#db.selectFrom('users').select('id').where('kind', '=', 'real').limit(1).executeTakeFirst();
    return row !== undefined;
  }

  /**
   * True when another person can sign in with one of the roles, or could until `since`: disabling the second person, or
   * making the account a new link, gives no free hand at once. Accounts that count as the author's are no second person.
   */
  async hasSecondPerson(author: number, roles: readonly StaffRole[], since: Date): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`select exists (select from staff
      join staff author on author.id = ${author}
      cross join lateral (
        select coalesce(staff.acts_for_id, staff.id) as id
        where staff.password_hash is not null and staff.totp_secret is not null
        union all
        select person_id from staff_former_owners where staff_id = staff.id and until > ${since}
      ) person
      where staff.roles && ${roles}::text[] and (staff.disabled_at is null or staff.disabled_at > ${since})
      and person.id <> coalesce(author.acts_for_id, author.id)) as found`.execute(this.#db);
    return rows[0]?.found === true;
  }

  #named() {
    return this.#db
      .selectFrom('staff_proposals')
      .innerJoin('staff as author', 'author.id', 'staff_proposals.author_id')
      .leftJoin('staff as approver', 'approver.id', 'staff_proposals.approver_id')
      .selectAll('staff_proposals')
      .select(['author.name as author', 'approver.name as approver']);
  }
}
