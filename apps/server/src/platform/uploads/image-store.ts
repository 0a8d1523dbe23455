import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../clock.ts';
import { newSecret } from '../secret.ts';
import type { Picture } from './redraw.ts';

/** What an image may become part of. */
export type ImageUse = 'identity' | 'deposit';

/** What one user may upload in 24 hours. */
export const DAILY_IMAGES = 40;
export const DAILY_BYTES = 40 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

/** An upload as it is to be kept. */
export interface NewImage {
  readonly owner: number;
  readonly key: string;
  readonly hash: Buffer;
  readonly picture: Picture;
}

/** What became of an upload: its id, or why it was not kept. */
export type Kept = { readonly id: string } | 'image_quota_reached' | 'key_reused';

/** The images in the database, which is also where they are backed up. */
export class ImageStore {
  private readonly db: Kysely<Tables>;
  private readonly clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.db = db;
    this.clock = clock;
  }

  /** The image that an earlier request with this key brought. */
  async byKey(owner: number, key: string, hash: Buffer): Promise<Kept | undefined> {
    const row = await this.db
      .selectFrom('images')
      .select(['id', 'upload_hash'])
      .where('owner_id', '=', BigInt(owner))
      .where('upload_key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return row.upload_hash.equals(hash) ? { id: row.id } : 'key_reused';
  }

  /** Whether the owner may upload more today; `keep` checks it again. */
  hasRoom(owner: number): Promise<boolean> {
    return this.roomIn(this.db, owner, 0);
  }

  /** Keeps an image, within its owner's quota however many arrive at once. */
  async keep({ owner, key, hash, picture }: NewImage): Promise<Kept> {
    const inserted = await this.db.transaction().execute(async (transaction) => {
      // One upload of a user at a time, or two would both find the last free place.
      await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', BigInt(owner))
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      if (!(await this.roomIn(transaction, owner, picture.content.length))) return 'image_quota_reached' as const;
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
          created_at: new Date(this.clock()),
          upload_key: key,
          upload_hash: hash,
        })
        .onConflict((conflict) => conflict.columns(['owner_id', 'upload_key']).doNothing())
        .returning('id')
        .executeTakeFirst();
    });
    if (inserted !== undefined) return inserted;
    const first = await this.byKey(owner, key, hash);
    if (first === undefined) throw new Error('an image that was there is gone');
    return first;
  }

  private async roomIn(db: Kysely<Tables>, owner: number, bytes: number): Promise<boolean> {
    const used = await db
      .selectFrom('images')
      .select(({ fn }) => [
        fn.countAll<bigint>().as('count'),
        fn.coalesce(fn.sum<bigint>('bytes'), (each) => each.val(0n)).as('bytes'),
      ])
      .where('owner_id', '=', BigInt(owner))
      .where('created_at', '>', new Date(this.clock() - DAY_MS))
      .executeTakeFirstOrThrow();
    return Number(used.count) < DAILY_IMAGES && Number(used.bytes) + bytes <= DAILY_BYTES;
  }

  /** An image for its owner. */
  async ofOwner(id: string, owner: number): Promise<Buffer | undefined> {
    const row = await this.db
      .selectFrom('images')
      .select('content')
      .where('id', '=', id)
      .where('owner_id', '=', BigInt(owner))
      .executeTakeFirst();
    return row?.content;
  }

  /** Whose an image is and what it is part of, for staff. */
  async about(id: string): Promise<{ readonly owner: number; readonly use: ImageUse | null } | undefined> {
    const row = await this.db
      .selectFrom('images')
      .select(['owner_id', 'used_for'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? undefined : { owner: Number(row.owner_id), use: row.used_for };
  }

  async content(id: string): Promise<Buffer | undefined> {
    return (await this.db.selectFrom('images').select('content').where('id', '=', id).executeTakeFirst())?.content;
  }

  /** Removes what was uploaded more than a day ago and never used. Returns how many. */
  async removeUnused(): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('images')
      .where('used_for', 'is', null)
      .where('created_at', '<', new Date(this.clock() - DAY_MS))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

/**
 * Makes images part of something, in the transaction that writes what refers to them. False when one of them is not there,
 * not its owner's, or part of something else: then nothing may refer to them.
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
