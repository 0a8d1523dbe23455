import { DAY_MS } from '@fairlot/domain';
import { type Kysely, type Transaction, sql } from 'kysely';
import { lockUser } from '../db/lock-user.ts';
import type { Tables } from '../db/tables/index.ts';
import type { Clock } from '../platform/clock.ts';
import { newSecret } from '../security/random-secret.ts';
import type { ReencodedImage } from './re-encode.ts';

/** The features that use images. */
export type ImageUse = 'identity' | 'deposit';

/** Quota of one user in 24 hours. */
export const DAILY_IMAGES = 40;
export const DAILY_BYTES = 40 * 1024 * 1024;

/** A re-encoded upload to store. */
export interface NewImage {
  readonly owner: number;
  readonly key: string;
  readonly hash: Buffer;
  readonly picture: ReencodedImage;
}

/** The result of an upload: its id, or the reason why it was not stored. */
export type StoreResult = { readonly id: string } | 'image_quota_reached' | 'key_reused';

/** Stores images in the database, so that its backup contains them. */
export class ImageStore {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The image that an earlier request with this key uploaded. */
  async byKey(owner: number, key: string, hash: Buffer): Promise<StoreResult | undefined> {
    const row = await this.#db
      .selectFrom('images')
      .select(['id', 'upload_hash'])
      .where('owner_id', '=', BigInt(owner))
      .where('upload_key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return row.upload_hash.equals(hash) ? { id: row.id } : 'key_reused';
  }

  /** True when the owner may upload more today. `keep` checks it again. */
  hasRoom(owner: number): Promise<boolean> {
    return this.#roomIn(this.#db, owner, 0);
  }

  /** Stores an image within its owner's quota, even when many arrive at once. */
  async keep({ owner, key, hash, picture }: NewImage): Promise<StoreResult> {
    const inserted = await this.#db.transaction().execute(async (transaction) => {
      // Serialises the uploads of a user. Otherwise two could both use the last free place.
      await lockUser(transaction, owner);
      if (!(await this.#roomIn(transaction, owner, picture.content.length))) return 'image_quota_reached' as const;
      return transaction
        .insertInto('images')
        .values({
          id: newSecret(),
          owner_id: BigInt(owner),
          content: picture.content,
          bytes: picture.content.length,
          width: picture.width,
          height: picture.height,
          used_for: null,
          created_at: new Date(this.#clock()),
          upload_key: key,
          upload_hash: hash,
        })
        .onConflict((conflict) => conflict.columns(['owner_id', 'upload_key']).doNothing())
        .returning('id')
        .executeTakeFirst();
    });
    if (inserted !== undefined) return inserted;
    const first = await this.byKey(owner, key, hash);
    if (first === undefined) throw new Error('a stored image has disappeared');
    return first;
  }

  async #roomIn(db: Kysely<Tables>, owner: number, bytes: number): Promise<boolean> {
    const used = await db
      .selectFrom('images')
      .select(({ fn }) => [
        fn.countAll<bigint>().as('count'),
        fn.coalesce(fn.sum<bigint>('bytes'), (each) => each.val(0n)).as('bytes'),
      ])
      .where('owner_id', '=', BigInt(owner))
      .where('created_at', '>', new Date(this.#clock() - DAY_MS))
      .executeTakeFirstOrThrow();
    return Number(used.count) < DAILY_IMAGES && Number(used.bytes) + bytes <= DAILY_BYTES;
  }

  /** An image, if it belongs to the owner. */
  async ofOwner(id: string, owner: number): Promise<Buffer | undefined> {
    const row = await this.#db
      .selectFrom('images')
      .select('content')
      .where('id', '=', id)
      .where('owner_id', '=', BigInt(owner))
      .executeTakeFirst();
    return row?.content;
  }

  /** The owner and use of an image, for staff. */
  async about(id: string): Promise<{ readonly owner: number; readonly use: ImageUse | null } | undefined> {
    const row = await this.#db
      .selectFrom('images')
      .select(['owner_id', 'used_for'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? undefined : { owner: Number(row.owner_id), use: row.used_for };
  }

  async content(id: string): Promise<Buffer | undefined> {
    return (await this.#db.selectFrom('images').select('content').where('id', '=', id).executeTakeFirst())?.content;
  }

  /** Deletes images that were uploaded more than a day ago and never used. Returns their number. */
  async removeUnused(): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('images')
      .where('used_for', 'is', null)
      .where('created_at', '<', new Date(this.#clock() - DAY_MS))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

/**
 * Marks images as used, in the transaction that refers to them. Returns false when one of them does not exist, belongs
 * to another user or has another use; then nothing may refer to them.
 */
export async function claimImages(
  transaction: Transaction<Tables>,
  owner: number,
  ids: readonly string[],
  use: ImageUse,
): Promise<boolean> {
  const wanted = [...new Set(ids)];
  const found = await transaction
    .selectFrom('images')
    .select('id')
    .where('id', 'in', wanted)
    .where('owner_id', '=', BigInt(owner))
    .where((or) => or.or([or('used_for', 'is', null), or('used_for', '=', use)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (found.length < wanted.length) return false;
  await transaction.updateTable('images').set({ used_for: use }).where('id', 'in', wanted).execute();
  return true;
}

/**
 * Marks an image as used, once, in the transaction that refers to it. Returns the SHA-256 of the picture; undefined when
 * it does not exist, belongs to another user or has a use already.
 */
export async function claimOnce(
  transaction: Transaction<Tables>,
  owner: number,
  id: string,
  use: ImageUse,
): Promise<Buffer | undefined> {
  const row = await transaction
    .updateTable('images')
    .set({ used_for: use })
    .where('id', '=', id)
    .where('owner_id', '=', BigInt(owner))
    .where('used_for', 'is', null)
    .returning(sql<Buffer>`sha256(content)`.as('hash'))
    .executeTakeFirst();
  return row?.hash;
}
