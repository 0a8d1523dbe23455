import { randomBytes } from 'node:crypto';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { RecentMap } from '../../platform/recent-map.ts';
import { personKeyContext, personTextContext, textKeyContext } from './sealing-context.ts';
import { KEY_BYTES, SecretKeyMissingError, Secrets } from './secrets.ts';

/** Shown in place of a text whose key was dropped. */
export const ERASED = '[erased]';
const SEALED = /^sealed:(person|text):(\d+):([A-Za-z0-9_-]+)$/;
const MOST_REMEMBERED = 1_000;

/** The key of a text whose person is not known yet. */
export type TextKey = number;

/**
 * Seals personal texts of append-only records, such as the audit log, under a key of their person. Dropping the key
 * erases the texts; the records and the hashes over them stay as they are. A text whose person is not known gets a key
 * of its own, which is tied to the person later, and dropped with the person or after the retention of such texts.
 */
export class PersonKeys {
  readonly #db: Kysely<Tables>;
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #known = new RecentMap<string, Secrets>(MOST_REMEMBERED);

  constructor(db: Kysely<Tables>, secrets: Secrets, clock: Clock) {
    this.#db = db;
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /** Seals a text of a person; undefined when there is no such user. An erased person's text is not kept at all. */
  async seal(user: number, text: string): Promise<string | undefined> {
    const name = `person:${user}`;
    const known = this.#known.get(name) ?? (await this.#keyOf(user));
    if (known === undefined) return undefined;
    if (known === ERASED) return ERASED;
    this.#known.set(name, known);
    return tokenOf(name, known, text);
  }

  /** Seals a text whose person is not known yet, under a key of its own. */
  async sealAlone(text: string): Promise<{ readonly sealed: string; readonly key: TextKey }> {
    const key = randomBytes(KEY_BYTES);
    const { id } = await this.#db
      .insertInto('text_keys')
      .values({ sealed: this.#secrets.seal(key, textKeyContext), created_at: new Date(this.#clock()) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { sealed: tokenOf(`text:${id}`, new Secrets([key]), text), key: Number(id) };
  }

  /** Ties a text to its person, whose erasure then erases it. Does nothing when there is no such user. */
  async tie(key: TextKey, user: number): Promise<void> {
    await this.#db
      .updateTable('text_keys')
      .set({ user_id: BigInt(user) })
      .where('id', '=', BigInt(key))
      .where('user_id', 'is', null)
      .where((rows) => rows.exists(rows.selectFrom('users').select('id').where('id', '=', BigInt(user))))
      .execute();
  }

  /** Opens texts as they were stored: sealed ones, erased ones, and plain ones of earlier versions. */
  async open(texts: readonly string[]): Promise<readonly string[]> {
    const keys = await this.#keysOf(texts);
    return texts.map((text) => {
      const [, kind, id, sealed] = SEALED.exec(text) ?? [];
      if (sealed === undefined) return text;
      const key = keys.get(`${kind}:${id}`);
      return key === undefined ? ERASED : openText(key, sealed, `${kind}:${id}`);
    });
  }

  /** Drops a person's keys, in the transaction of the erasure. Call `forget` after its commit. */
  async drop(transaction: Transaction<Tables>, user: number, now: Date): Promise<void> {
    await transaction
      .insertInto('person_keys')
      .values({ user_id: BigInt(user), sealed: null, erased_at: now })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sealed: null, erased_at: now }))
      .execute();
    await transaction.deleteFrom('text_keys').where('user_id', '=', BigInt(user)).execute();
  }

  /** Removes a person's key from memory. */
  forget(user: number): void {
    this.#known.delete(`person:${user}`);
  }

  /** Drops keys of texts before a time whose person never became known, at most `limit`. Returns their number. */
  async dropTextsBefore(before: Date, limit: number): Promise<number> {
    const old = this.#db
      .selectFrom('text_keys')
      .select('id')
      .where('created_at', '<', before)
      .where('user_id', 'is', null)
      .limit(limit);
    const { numDeletedRows } = await this.#db.deleteFrom('text_keys').where('id', 'in', old).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Reads or makes a person's key. */
  async #keyOf(user: number): Promise<Secrets | typeof ERASED | undefined> {
    const id = BigInt(user);
    const made = this.#secrets.seal(randomBytes(KEY_BYTES), personKeyContext(user));
    await sql`insert into person_keys (user_id, sealed) select id, ${made} from users where id = ${id} and erased_at is null
      on conflict (user_id) do nothing`.execute(this.#db);
    const row = await this.#db
      .selectFrom('users')
      .leftJoin('person_keys', 'person_keys.user_id', 'users.id')
      .select('sealed')
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return row.sealed === null ? ERASED : new Secrets([this.#secrets.open(row.sealed, personKeyContext(user))]);
  }

  async #keysOf(texts: readonly string[]): Promise<ReadonlyMap<string, Secrets>> {
    const wanted = { person: new Set<bigint>(), text: new Set<bigint>() };
    for (const text of texts) {
      const [, kind, id] = SEALED.exec(text) ?? [];
      if (kind === 'person' || kind === 'text') wanted[kind].add(BigInt(id ?? 0));
    }
    const persons = await this.#db
      .selectFrom('person_keys')
      .select(['user_id as id', 'sealed'])
      .where('user_id', 'in', [0n, ...wanted.person])
      .execute();
    const alone = await this.#db
      .selectFrom('text_keys')
      .select(['id', 'sealed'])
      .where('id', 'in', [0n, ...wanted.text])
      .execute();
    return new Map([
      ...persons.flatMap(({ id, sealed }) =>
        sealed === null
          ? []
          : [[`person:${id}`, new Secrets([this.#secrets.open(sealed, personKeyContext(id))])] as const],
      ),
      ...alone.map(
        ({ id, sealed }) => [`text:${id}`, new Secrets([this.#secrets.open(sealed, textKeyContext)])] as const,
      ),
    ]);
  }
}

function tokenOf(name: string, key: Secrets, text: string): string {
  return `sealed:${name}:${key.seal(Buffer.from(text, 'utf8'), personTextContext(name)).toString('base64url')}`;
}

/** A text under a key that was lost, and replaced, is as unreadable as an erased one. */
function openText(key: Secrets, sealed: string, name: string): string {
  try {
    return key.open(Buffer.from(sealed, 'base64url'), personTextContext(name)).toString('utf8');
  } catch (error) {
    if (error instanceof SecretKeyMissingError) return ERASED;
    throw error;
  }
}
