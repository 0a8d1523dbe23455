import { ECDH } from 'node:crypto';
import { PUSH_DEVICES_MAX } from '@fairlot/contract';
import { languageOr } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';

/** A browser that wants to be told, with the keys that only it can open messages with. */
export interface Device {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Whose it is, by which session, and the language of its user. */
export interface Owned extends Device {
  readonly user: number;
  readonly session: number;
  readonly language: LanguageCode;
}

/** Whether a browser's keys are such: a point of the curve P-256 and sixteen bytes. */
export function areKeys({ p256dh, auth }: Device): boolean {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')];
  if (point.length !== 65 || secret.length !== 16) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** The browsers of users. One whose session has ended, or ran out, is told nothing. */
export class Devices {
  private readonly db: Kysely<Tables>;
  /** Users with a device, or that had one: for everybody else nothing has to be asked. */
  private users = new Set<number>();

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  /** Reads who has devices. */
  async open(): Promise<void> {
    const rows = await this.db.selectFrom('push_subscriptions').select('user_id').distinct().execute();
    this.users = new Set(rows.map((row) => Number(row.user_id)));
  }

  /** Whether a user may have a device. */
  has(user: number): boolean {
    return this.users.has(user);
  }

  /** Adds a device, or changes what is known of it. A browser has one user: the last that signed in there. */
  async add({ user, session, endpoint, p256dh, auth, language }: Owned, at: Date): Promise<void> {
    const owner = BigInt(user);
    const values = { user_id: owner, session_id: BigInt(session), p256dh, auth, language, created_at: at };
    await this.db.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', owner)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('push_subscriptions')
        .values({ ...values, endpoint })
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
        .execute();
      const kept = transaction
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', owner)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(PUSH_DEVICES_MAX);
      await transaction
        .deleteFrom('push_subscriptions')
        .where('user_id', '=', owner)
        .where('id', 'not in', kept)
        .execute();
    });
    this.users.add(user);
  }

  /** A user's device is to be told nothing more. */
  async remove(user: number, endpoint: string): Promise<void> {
    await this.db
      .deleteFrom('push_subscriptions')
      .where('user_id', '=', BigInt(user))
      .where('endpoint', '=', endpoint)
      .execute();
  }

  /** The push service says that a browser is gone. */
  async forget(endpoint: string): Promise<void> {
    await this.db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
  }

  /** A user's devices whose sessions live. */
  async of(user: number, now: Date): Promise<readonly (Device & { readonly language: LanguageCode })[]> {
    const rows = await this.db
      .selectFrom('push_subscriptions as device')
      .innerJoin('sessions as session', 'session.id', 'device.session_id')
      .select(['device.endpoint', 'device.p256dh', 'device.auth', 'device.language'])
      .where('device.user_id', '=', BigInt(user))
      .where('session.ended_at', 'is', null)
      .where('session.expires_at', '>', now)
      .orderBy('device.id')
      .limit(PUSH_DEVICES_MAX)
      .execute();
    return rows.map((row) => ({ ...row, language: languageOr(row.language) }));
  }

  /** Whether a device is the user's and its session lives. */
  async isTold(user: number, endpoint: string, now: Date): Promise<boolean> {
    const found = await this.db
      .selectFrom('push_subscriptions as device')
      .innerJoin('sessions as session', 'session.id', 'device.session_id')
      .select('device.id')
      .where('device.endpoint', '=', endpoint)
      .where('device.user_id', '=', BigInt(user))
      .where('session.ended_at', 'is', null)
      .where('session.expires_at', '>', now)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Drops devices of sessions that are over. Returns how many. */
  async tidy(now: Date): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('push_subscriptions')
      .where(
        'session_id',
        'in',
        this.db
          .selectFrom('sessions')
          .select('id')
          .where((or) => or.or([or('ended_at', 'is not', null), or('expires_at', '<=', sql<Date>`${now}`)])),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
