import type { Kysely } from 'kysely';
import webPush from 'web-push';
import type { Tables } from '../../db/tables/index.ts';

/** The VAPID key pair that identifies this installation to push services. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Returns the stored keys; creates them at the first start. Browsers' subscriptions are bound to them, so they are
 * never replaced.
 */
export async function openPushKeys(db: Kysely<Tables>): Promise<PushKeys> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await db
    .insertInto('push_keys')
    .values({ public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirstOrThrow();
  return { publicKey: row.public_key, privateKey: row.private_key };
}
