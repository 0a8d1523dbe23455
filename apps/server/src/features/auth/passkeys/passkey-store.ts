import type { Selectable } from 'kysely';
import type { PasskeysTable } from '../../../db/tables/accounts.ts';
import type { Database } from '../queries.ts';

export type Passkey = Selectable<PasskeysTable>;
export type NewPasskey = Omit<Passkey, 'id' | 'last_used_at' | 'suspended_at'>;

/** The table of passkeys. */
export class PasskeyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The user's passkeys, oldest first. */
  ofUser(user: number): Promise<Passkey[]> {
    return this.#db.selectFrom('passkeys').selectAll().where('user_id', '=', BigInt(user)).orderBy('id').execute();
  }

  byCredential(credential: Buffer): Promise<Passkey | undefined> {
    return this.#db.selectFrom('passkeys').selectAll().where('credential_id', '=', credential).executeTakeFirst();
  }

  /** Adds a passkey; false when its credential is known already, to whomever it belongs. */
  async insert(passkey: NewPasskey): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('passkeys')
      .values(passkey)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /**
   * Notes a use. Returns false when the passkey is gone or suspended, or its counter did not rise. Authenticators without
   * a counter always send 0.
   */
  async use({ id }: Passkey, counter: number, synced: boolean, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('passkeys')
      .set({ sign_count: BigInt(counter), synced, last_used_at: at })
      .where('id', '=', id)
      .where('suspended_at', 'is', null)
      .where('sign_count', counter === 0 ? '=' : '<', BigInt(counter))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Refuses a passkey from now on; false when it was refused before, or is gone. */
  async suspend({ id }: Passkey, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('passkeys')
      .set({ suspended_at: at })
      .where('id', '=', id)
      .where('suspended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Removes one of the user's passkeys; false when the user has none with that id. */
  async remove(user: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('passkeys')
      .where('user_id', '=', BigInt(user))
      .where('id', '=', BigInt(id))
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }

  /** Removes all passkeys of a user, and challenges and codes that would bring one back. */
  async removeAll(user: number): Promise<void> {
    await this.#db.deleteFrom('passkeys').where('user_id', '=', BigInt(user)).execute();
    await this.#db.deleteFrom('passkey_tokens').where('user_id', '=', BigInt(user)).execute();
  }
}
