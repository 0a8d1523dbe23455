import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Session } from '../../platform/session.ts';
import { newInviteCode } from './secrets.ts';

/** A user as stored. */
export interface User {
  readonly id: number;
  readonly kind: 'demo' | 'real';
  readonly email: string | null;
  readonly inviteCode: string;
}

/** What auth asks of the database. */
export class AuthQueries {
  private readonly db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  async userById(id: number): Promise<User | undefined> {
    const row = await this.db.selectFrom('users').select(['id', 'kind', 'email', 'invite_code']).where('id', '=', BigInt(id)).executeTakeFirst();
    return row === undefined ? undefined : toUser(row);
  }

  async userByDemoHash(hash: Buffer): Promise<User | undefined> {
    const row = await this.db.selectFrom('users').select(['id', 'kind', 'email', 'invite_code']).where('demo_hash', '=', hash).executeTakeFirst();
    return row === undefined ? undefined : toUser(row);
  }

  /** Makes a demo user; undefined when the hash is taken, by a concurrent twin of the same request. */
  async insertDemo(hash: Buffer): Promise<User | undefined> {
    const row = await this.db.insertInto('users')
      .values({ kind: 'demo', email: null, invite_code: newInviteCode(), demo_hash: hash })
      .onConflict((conflict) => conflict.column('demo_hash').doNothing())
      .returning(['id', 'kind', 'email', 'invite_code']).executeTakeFirst();
    return row === undefined ? undefined : toUser(row);
  }

  async insertSession(user: User, tokenHash: Buffer, expiresAt: number): Promise<Session> {
    const row = await this.db.insertInto('sessions')
      .values({ user_id: BigInt(user.id), token_hash: tokenHash, expires_at: new Date(expiresAt), ended_at: null })
      .returning('id').executeTakeFirstOrThrow();
    return { id: Number(row.id), account: user.id, kind: user.kind, expiresAt };
  }

  async sessionByHash(tokenHash: Buffer): Promise<Session | undefined> {
    const row = await this.db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'users.id as user_id', 'users.kind', 'sessions.expires_at'])
      .where('sessions.token_hash', '=', tokenHash).where('sessions.ended_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return { id: Number(row.id), account: Number(row.user_id), kind: row.kind, expiresAt: row.expires_at.getTime() };
  }

  async endSession(id: number): Promise<void> {
    await this.db.updateTable('sessions').set({ ended_at: sql<Date>`now()` })
      .where('id', '=', BigInt(id)).where('ended_at', 'is', null).execute();
  }
}

function toUser(row: { id: bigint; kind: 'demo' | 'real'; email: string | null; invite_code: string }): User {
  return { id: Number(row.id), kind: row.kind, email: row.email, inviteCode: row.invite_code };
}
