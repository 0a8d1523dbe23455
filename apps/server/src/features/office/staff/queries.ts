import type { StaffRole } from '@fairlot/contract';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import { keepMailbox, keepPersons } from './former-owners.ts';

/** A staff account as stored. */
export interface StaffRow {
  readonly id: bigint;
  readonly name: string;
  readonly roles: StaffRole[];
  readonly password_hash: string | null;
  /** Encrypted, like the pending one. */
  readonly totp_secret: Buffer | null;
  readonly totp_pending: Buffer | null;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
  readonly email: string | null;
  readonly acts_for_id: bigint | null;
  readonly decides_from: Date | null;
}

/** The person that an account counts as, and the time from which it may decide. */
export interface Standing {
  readonly actsFor: bigint | null;
  readonly decidesFrom: Date | null;
}

/** A person of its own who may decide at once. */
export const INDEPENDENT: Standing = { actsFor: null, decidesFrom: null };

export interface NewStaff {
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly passwordHash: string | null;
  readonly email: string | null;
  readonly standing: Standing;
}

export interface LinkRow {
  readonly staff_id: bigint | null;
  readonly expires_at: Date;
}

const COLUMNS = [
  'id',
  'name',
  'roles',
  'password_hash',
  'totp_secret',
  'totp_pending',
  'created_at',
  'disabled_at',
  'email',
  'acts_for_id',
  'decides_from',
] as const;
type Db = Kysely<Tables> | Transaction<Tables>;

/** The tables of staff accounts and their links. */
export class StaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Runs `work` in a transaction that locks out all other changes of staff. */
  alone<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(async (db) => {
      await sql`lock table staff in exclusive mode`.execute(db);
      return work(db);
    });
  }

  byName(name: string, db: Db = this.#db): Promise<StaffRow | undefined> {
    return db.selectFrom('staff').select(COLUMNS).where('name', '=', name).executeTakeFirst();
  }

  byId(id: number, db: Db = this.#db): Promise<StaffRow | undefined> {
    return db.selectFrom('staff').select(COLUMNS).where('id', '=', BigInt(id)).executeTakeFirst();
  }

  /** The number of administrators who can sign in, not counting `except`. */
  async administrators(except: number | undefined, db: Db = this.#db): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from staff
      where 'administrator' = any(roles) and password_hash is not null and disabled_at is null and id <> ${except ?? 0}`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  }

  async insert({ name, roles, passwordHash, email, standing }: NewStaff, db: Db): Promise<StaffRow> {
    return db
      .insertInto('staff')
      .values({
        name,
        roles: [...roles],
        password_hash: passwordHash,
        totp_secret: null,
        totp_pending: null,
        totp_step: null,
        disabled_at: null,
        email,
        acts_for_id: standing.actsFor,
        decides_from: standing.decidesFrom,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  }

  async setPassword(id: number, passwordHash: string, db: Db = this.#db): Promise<void> {
    await db.updateTable('staff').set({ password_hash: passwordHash }).where('id', '=', BigInt(id)).execute();
  }

  /** Replaces the hash of the same password, unless it was changed in between. */
  async replaceHash(id: bigint, old: string, next: string): Promise<void> {
    await this.#db
      .updateTable('staff')
      .set({ password_hash: next })
      .where('id', '=', id)
      .where('password_hash', '=', old)
      .execute();
  }

  /**
   * Sets whose person an account counts as. Accounts that counted as this one then count as that person too, so nobody
   * gains a second person by a chain of accounts.
   */
  async setStanding(id: number, { actsFor, decidesFrom }: Standing, at: Date, db: Transaction<Tables>): Promise<void> {
    const person = actsFor === BigInt(id) ? null : actsFor;
    await db
      .updateTable('staff')
      .set({ acts_for_id: person, decides_from: decidesFrom })
      .where('id', '=', BigInt(id))
      .execute();
    if (person === null) return;
    await keepPersons(sql`acts_for_id = ${id}`, at, db);
    await db.updateTable('staff').set({ acts_for_id: person }).where('acts_for_id', '=', BigInt(id)).execute();
  }

  /** Bars an account from approving before a time, unless it is barred for longer. */
  async barUntil(id: number, until: Date, db: Db): Promise<void> {
    await db
      .updateTable('staff')
      .set({ decides_from: until })
      .where('id', '=', BigInt(id))
      .where('decides_from', 'is not', null)
      .where('decides_from', '<', until)
      .execute();
  }

  /** Sets the mailbox. The former one goes on record. */
  async setEmail(id: number, email: string, at: Date, db: Transaction<Tables>): Promise<void> {
    await keepMailbox(id, email, at, db);
    await db.updateTable('staff').set({ email }).where('id', '=', BigInt(id)).execute();
  }

  /** The name of the account that this one counts as. */
  async nameOf(id: bigint | null): Promise<string | null> {
    return id === null ? null : ((await this.byId(Number(id)))?.name ?? null);
  }

  /** Removes password and second factor. The person that the account was goes on record. */
  async strip(id: number, at: Date, db: Transaction<Tables>): Promise<void> {
    await keepPersons(sql`id = ${id}`, at, db);
    await db
      .updateTable('staff')
      .set({ password_hash: null, totp_secret: null, totp_pending: null, totp_step: null })
      .where('id', '=', BigInt(id))
      .execute();
  }

  async setRoles(id: number, roles: readonly StaffRole[], db: Db): Promise<void> {
    await db
      .updateTable('staff')
      .set({ roles: [...roles] })
      .where('id', '=', BigInt(id))
      .execute();
  }

  async setDisabled(id: number, at: Date | null, db: Db): Promise<void> {
    await db.updateTable('staff').set({ disabled_at: at }).where('id', '=', BigInt(id)).execute();
  }

  /** Stores an unconfirmed secret; false when a confirmed one exists. */
  async setPendingSecret(id: number, secret: Buffer): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff')
      .set({ totp_pending: secret })
      .where('id', '=', BigInt(id))
      .where('totp_secret', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Confirms the pending secret and marks the time step of its code as used. */
  async confirmSecret(id: number, secret: Buffer, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff')
      .set({ totp_secret: secret, totp_pending: null, totp_step: BigInt(step) })
      .where('id', '=', BigInt(id))
      .where('totp_pending', '=', secret)
      .where('totp_secret', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async usedStep(id: number): Promise<number | undefined> {
    const row = await this.#db.selectFrom('staff').select('totp_step').where('id', '=', BigInt(id)).executeTakeFirst();
    return row?.totp_step === null || row === undefined ? undefined : Number(row.totp_step);
  }

  /** Marks a time step as used; false when it or a later one was used before. */
  async useStep(id: number, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('staff')
      .set({ totp_step: BigInt(step) })
      .where('id', '=', BigInt(id))
      .where((where) => where.or([where('totp_step', 'is', null), where('totp_step', '<', BigInt(step))]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async insertLink(staffId: number | null, tokenHash: Buffer, expiresAt: Date, db: Db = this.#db): Promise<void> {
    await db
      .insertInto('staff_links')
      .values({
        staff_id: staffId === null ? null : BigInt(staffId),
        token_hash: tokenHash,
        expires_at: expiresAt,
        used_at: null,
      })
      .execute();
  }

  /** Deletes the unused links of a staff account; `null` stands for the first administrator. */
  async dropLinks(staffId: number | null, db: Db = this.#db): Promise<void> {
    await db
      .deleteFrom('staff_links')
      .where('used_at', 'is', null)
      .where((where) => (staffId === null ? where('staff_id', 'is', null) : where('staff_id', '=', BigInt(staffId))))
      .execute();
  }

  link(tokenHash: Buffer, now: Date): Promise<LinkRow | undefined> {
    return this.#db
      .selectFrom('staff_links')
      .select(['staff_id', 'expires_at'])
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst();
  }

  /** Uses a link up; undefined when it is unknown, used or expired. */
  useLink(tokenHash: Buffer, now: Date, db: Db): Promise<LinkRow | undefined> {
    return db
      .updateTable('staff_links')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['staff_id', 'expires_at'])
      .executeTakeFirst();
  }

  async members(
    period: DateRange,
    slice: ListSlice,
  ): Promise<{
    readonly rows: readonly (StaffRow & { readonly last_seen_at: Date | null; readonly acts_for: string | null })[];
    readonly total: number;
  }> {
    const rows = await this.#db
      .selectFrom('staff')
      .select([
        ...COLUMNS,
        (select) =>
          select
            .selectFrom('staff_sessions')
            .select(({ fn }) => fn.max('last_seen_at').as('at'))
            .whereRef('staff_id', '=', 'staff.id')
            .as('last_seen_at'),
        sql<string | null>`(select person.name from staff person where person.id = staff.acts_for_id)`.as('acts_for'),
      ])
      .where(isWithin('staff.created_at', period))
      .orderBy('id')
      .offset(slice.offset)
      .limit(slice.limit)
      .execute();
    const { total } = await this.#db
      .selectFrom('staff')
      .where(isWithin('created_at', period))
      .select(({ fn }) => fn.countAll<bigint>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }
}
