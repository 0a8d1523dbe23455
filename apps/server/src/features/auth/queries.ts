import type { StatementMailMode } from '@fairlot/contract';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { UsersTable } from '../../db/tables/accounts.ts';
import type { Tables } from '../../db/tables/index.ts';
import { newInviteCode } from './secrets.ts';
import type { Target } from './target.ts';

/** A user as stored. */
export interface User {
  readonly id: number;
  readonly kind: 'demo' | 'real';
  readonly email: string | null;
  readonly mobile: string | null;
  readonly inviteCode: string;
}

/** The user of a demo account. */
export interface DemoUser extends User {
  /** True when the account was not used for too long, so that nobody can sign in to it any more. */
  readonly isRetired: boolean;
}

/** A user with the secrets that prove the user's identity. */
export interface Credentials {
  readonly user: User;
  readonly passwordHash: string;
  readonly blocked: boolean;
  readonly totp: Totp;
  /** Number of passkeys. Suspended ones count: they still keep a stolen password from being enough. */
  readonly passkeys: number;
}

/** True if the password alone does not sign in. */
export function hasSecondFactor({ totp, passkeys }: Pick<Credentials, 'totp' | 'passkeys'>): boolean {
  return totp.confirmed || passkeys > 0;
}

/** The refusal of a call that lacks a code. */
export function missingFactor({ totp }: Pick<Credentials, 'totp'>): 'totp_required' | 'passkey_required' {
  return totp.confirmed ? 'totp_required' : 'passkey_required';
}

/** The second factor. It is in force once it is confirmed. */
export interface Totp {
  /** The encrypted secret. */
  readonly sealed: Buffer | null;
  readonly confirmed: boolean;
  readonly usedStep: number | undefined;
}

/** The data of a registration. */
export interface NewUser {
  readonly target: Target;
  readonly passwordHash: string;
  readonly area: string | null;
  readonly inviter: number | null;
  readonly language: string;
  readonly consentedAt: Date;
  readonly statementMail: StatementMailMode;
}

export type Database = Kysely<Tables> | Transaction<Tables>;

const USER = ['id', 'kind', 'email', 'mobile', 'invite_code'] as const;

/** The table of users. */
export class UserQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async byId(id: number): Promise<User | undefined> {
    const row = await this.#db.selectFrom('users').select(USER).where('id', '=', BigInt(id)).executeTakeFirst();
    return row === undefined ? undefined : toUser(row);
  }

  async byDemoHash(hash: Buffer): Promise<DemoUser | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .select([...USER, 'retired_at'])
      .where('demo_hash', '=', hash)
      .executeTakeFirst();
    return row === undefined ? undefined : { ...toUser(row), isRetired: row.retired_at !== null };
  }

  /** Creates a demo user; undefined when a concurrent request with the same hash was first. */
  async insertDemo(hash: Buffer): Promise<User | undefined> {
    const row = await this.#db
      .insertInto('users')
      .values({ kind: 'demo', email: null, invite_code: newInviteCode(), demo_hash: hash })
      .onConflict((conflict) => conflict.column('demo_hash').doNothing())
      .returning(USER)
      .executeTakeFirst();
    return row === undefined ? undefined : toUser(row);
  }

  async credentials(by: Target | number): Promise<Credentials | undefined> {
    const query = this.#db
      .selectFrom('users')
      .select([...USER, 'password_hash', 'blocked_at', 'totp_secret', 'totp_since', 'totp_step'])
      .select((eb) =>
        eb
          .selectFrom('passkeys')
          .whereRef('passkeys.user_id', '=', 'users.id')
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .as('passkeys'),
      )
      .where('kind', '=', 'real');
    const row = await (
      typeof by === 'number' ? query.where('id', '=', BigInt(by)) : query.where(by.type, '=', by.address)
    ).executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.password_hash === null) throw new Error(`the real user ${row.id} has no password`);
    return {
      user: toUser(row),
      passwordHash: row.password_hash,
      blocked: row.blocked_at !== null,
      passkeys: Number(row.passkeys),
      totp: {
        sealed: row.totp_secret,
        confirmed: row.totp_since !== null,
        usedStep: row.totp_step === null ? undefined : Number(row.totp_step),
      },
    };
  }

  /** The last change of password, second factor or email address; undefined without any since the registration. */
  async credentialsChangedAt(id: number): Promise<Date | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .select(sql<Date | null>`greatest(password_changed_at, factor_changed_at, email_changed_at)`.as('at'))
      .where('id', '=', BigInt(id))
      .executeTakeFirst();
    return row?.at ?? undefined;
  }

  /** Stores the time at which the second factor was turned on or off or got new recovery codes. */
  async noteFactorChange(id: number, at: Date): Promise<void> {
    await this.#db.updateTable('users').set({ factor_changed_at: at }).where('id', '=', BigInt(id)).execute();
  }

  /** The real user who owns an invitation code. */
  async inviter(code: string): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .select('id')
      .where('invite_code', '=', code.toUpperCase())
      .where('kind', '=', 'real')
      .executeTakeFirst();
    return row === undefined ? undefined : Number(row.id);
  }

  /** Creates a real user; undefined when the email address or mobile number is taken. */
  async insertReal({
    target,
    passwordHash,
    area,
    inviter,
    language,
    consentedAt,
    statementMail,
  }: NewUser): Promise<User | undefined> {
    const row = await this.#db
      .insertInto('users')
      .values({
        kind: 'real',
        email: null,
        mobile: null,
        [target.type]: target.address,
        password_hash: passwordHash,
        area,
        inviter_id: inviter === null ? null : BigInt(inviter),
        language,
        risk_consent_at: consentedAt,
        statement_mail: statementMail,
        statement_mail_at: statementMail === 'off' ? null : consentedAt,
        invite_code: newInviteCode(),
        demo_hash: null,
      })
      .onConflict((conflict) => conflict.column(target.type).doNothing())
      .returning(USER)
      .executeTakeFirst();
    return row === undefined ? undefined : toUser(row);
  }

  async setPassword(id: number, passwordHash: string, at: Date): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ password_hash: passwordHash, password_changed_at: at })
      .where('id', '=', BigInt(id))
      .execute();
  }

  /** Replaces the hash of the same password; false when the password was changed in between. */
  async replaceHash(id: number, old: string, next: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('users')
      .set({ password_hash: next })
      .where('id', '=', BigInt(id))
      .where('password_hash', '=', old)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async setLanguage(id: number, language: string): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ language })
      .where('id', '=', BigInt(id))
      .where('language', '!=', language)
      .execute();
  }

  /** Stores an unconfirmed encrypted secret; false when one is confirmed already. */
  async beginTotp(id: number, sealed: Buffer): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('users')
      .set({ totp_secret: sealed, totp_step: null })
      .where('id', '=', BigInt(id))
      .where('totp_since', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Confirms the secret with which the code was verified. */
  async confirmTotp(id: number, sealed: Buffer, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('users')
      .set({ totp_since: sql<Date>`now()`, totp_step: BigInt(step) })
      .where('id', '=', BigInt(id))
      .where('totp_secret', '=', sealed)
      .where('totp_since', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async removeTotp(id: number): Promise<void> {
    await this.#db
      .updateTable('users')
      .set({ totp_secret: null, totp_since: null, totp_step: null })
      .where('id', '=', BigInt(id))
      .execute();
  }

  /** Marks a time step as used; false when it or a later one was used before. */
  async useTotpStep(id: number, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('users')
      .set({ totp_step: BigInt(step) })
      .where('id', '=', BigInt(id))
      .where((or) => or.or([or('totp_step', 'is', null), or('totp_step', '<', BigInt(step))]))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}

function toUser(row: Pick<Selectable<UsersTable>, (typeof USER)[number]>): User {
  return { id: Number(row.id), kind: row.kind, email: row.email, mobile: row.mobile, inviteCode: row.invite_code };
}
