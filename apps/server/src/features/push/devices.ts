import { ECDH } from 'node:crypto';
import { PUSH_DEVICES_MAX } from '@fairlot/contract';
import { type LanguageCode, languageOr } from '@fairlot/i18n';
import { type Kysely, sql } from 'kysely';
import { lockUser } from '../../db/lock-user.ts';
import type { Tables } from '../../db/tables/index.ts';

/** A browser's push subscription: its endpoint and the keys with which messages to it are encrypted. */
export interface Device {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A device with its user, the session that subscribed it, and the user's language. */
export interface OwnedDevice extends Device {
  readonly user: number;
  readonly session: number;
  readonly language: LanguageCode;
}

/** Tells whether a browser's keys are valid: a point of the curve P-256 and a secret of 16 bytes. */
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

/** The subscribed browsers of all users. Devices whose session has ended or expired get no messages. */
export class Devices {
  readonly #db: Kysely<Tables>;
  /** Users who have or had a device; for all others no query is needed. */
  #users = new Set<number>();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Reads which users have devices. */
  async open(): Promise<void> {
    const rows = await this.#db.selectFrom('push_subscriptions').select('user_id').distinct().execute();
    this.#users = new Set(rows.map((row) => Number(row.user_id)));
  }

  /** Returns false only for users who certainly have no device. */
  has(user: number): boolean {
    return this.#users.has(user);
  }

  /** Adds or updates a device. A browser belongs to the user who subscribed last on it. */
  async add({ user, session, endpoint, p256dh, auth, language }: OwnedDevice, at: Date): Promise<void> {
    const owner = BigInt(user);
    // Before the commit, whose answer may be lost.
    this.#users.add(user);
    const values = { user_id: owner, session_id: BigInt(session), p256dh, auth, language, created_at: at };
    await this.#db.transaction().execute(async (transaction) => {
      await lockUser(transaction, owner);
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
  }

  /** Removes a user's device. */
  async remove(user: number, endpoint: string): Promise<void> {
    await this.#db
      .deleteFrom('push_subscriptions')
      .where('user_id', '=', BigInt(user))
      .where('endpoint', '=', endpoint)
      .execute();
  }

  /** Removes a device that no longer exists according to the push service. */
  async forget(endpoint: string): Promise<void> {
    await this.#db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
  }

  /** A user's devices with open sessions. */
  async of(user: number, now: Date): Promise<readonly (Device & { readonly language: LanguageCode })[]> {
    const rows = await this.#db
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

  /** Tells whether the device still belongs to the user and its session is open. */
  async isTold(user: number, endpoint: string, now: Date): Promise<boolean> {
    const found = await this.#db
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

  /** Deletes the devices of ended and expired sessions. Returns their number. */
  async tidy(now: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('push_subscriptions')
      .where(
        'session_id',
        'in',
        this.#db
          .selectFrom('sessions')
          .select('id')
          .where((or) => or.or([or('ended_at', 'is not', null), or('expires_at', '<=', sql<Date>`${now}`)])),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
