import { DAY_MS } from '@fairlot/domain';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PersonKeys } from '../../security/secrets/person-keys.ts';
import { PERSONAL_TABLES } from './inventory.ts';
import type { Person, PersonalTable } from './personal-table.ts';

/** Time between the retirement and the erasure of a demo user. */
const RETIRED_DEMO_MS = 30 * DAY_MS;
const YEAR_MS = 365.25 * DAY_MS;

/** Ends the sessions of a user while `work` deletes their rows; implemented by the session store. */
export interface SessionEnder {
  endAllWith<T>(user: number, work: () => Promise<T>, hasEnded?: (result: T) => boolean): Promise<T>;
}

export interface ErasureDeps {
  readonly db: Kysely<Tables>;
  readonly keys: PersonKeys;
  readonly sessions: SessionEnder;
  readonly clock: Clock;
  /** Years for which the law asks to keep the papers and addresses of a closed account. */
  readonly recordYears: number;
}

/**
 * Erases people. When closing can't be taken back any more, what serves only the user's own access ends. The rest ends
 * after the years of the law, or at once where there was neither money nor an identity. Figures of money and orders
 * stay under the account's number.
 */
export class Erasure {
  readonly #deps: ErasureDeps;

  constructor(deps: ErasureDeps) {
    this.#deps = deps;
  }

  /** Users whose erasure is due, after a number. */
  async due(after: number, limit: number): Promise<readonly number[]> {
    const { db } = this.#deps;
    const { rows } = await sql<{ id: bigint }>`
      select u.id from users u where u.erased_at is null and u.id > ${after} and ${this.#isDue()}
      order by u.id limit ${limit}`.execute(db);
    return rows.map(({ id }) => Number(id));
  }

  /** Erases a user, if that is still due; false otherwise. */
  async erase(user: number): Promise<boolean> {
    const { db, keys, sessions } = this.#deps;
    const now = new Date(this.#deps.clock());
    const erased = await sessions.endAllWith(
      user,
      () =>
        db.transaction().execute(async (transaction) => {
          const person = await this.#lock(transaction, user, this.#isDue());
          if (person === undefined) return false;
          await transaction.updateTable('users').set({ erased_at: now }).where('id', '=', person.id).execute();
          for (const table of PERSONAL_TABLES) await end(transaction, table, person);
          await keys.drop(transaction, user, now);
          return true;
        }),
      (done) => done,
    );
    if (erased) keys.forget(user);
    return erased;
  }

  /**
   * Ends what serves only the access of a user whose closing is final. The password stays until the erasure, so that its
   * owner is told that the account is closed.
   */
  async endAccess(transaction: Transaction<Tables>, user: number): Promise<void> {
    const person = await this.#lock(transaction, user, sql<boolean>`u.closing_at is not null`);
    if (person === undefined) return;
    await transaction
      .updateTable('users')
      .set({ totp_secret: null, totp_since: null, totp_step: null })
      .where('id', '=', person.id)
      .execute();
    for (const table of PERSONAL_TABLES) if (table.endsAtClosing === true) await end(transaction, table, person);
  }

  async #lock(
    transaction: Transaction<Tables>,
    user: number,
    condition: ReturnType<typeof sql<boolean>>,
  ): Promise<Person | undefined> {
    const { rows } = await sql<Person>`
      select u.id, u.email, u.mobile from users u where u.id = ${BigInt(user)} and u.erased_at is null and ${condition} for update`.execute(
      transaction,
    );
    return rows[0];
  }

  #isDue() {
    const now = this.#deps.clock();
    return sql<boolean>`(
      (u.kind = 'demo' and u.retired_at <= ${new Date(now - RETIRED_DEMO_MS)})
      or u.closed_at <= ${new Date(now - this.#deps.recordYears * YEAR_MS)}
      or (u.closed_at is not null and not ${HAS_RECORDS}))`;
  }
}

/** Money moved or an identity was approved, so the law asks to keep who the user was. */
const HAS_RECORDS = sql<boolean>`(
  exists (select from deposits d where d.user_id = u.id) or exists (select from withdrawals w where w.user_id = u.id)
  or exists (select from adjustments a where a.user_id = u.id) or exists (select from transfers t where t.account = u.id)
  or exists (select from identity_submissions s where s.user_id = u.id and s.status in ('finished', 'revoked')))`;

async function end(transaction: Transaction<Tables>, { table, of, end: ending }: PersonalTable, person: Person) {
  const [name, rows] = [sql.table(table), of(person)];
  if (ending === 'deleted') return void (await sql`delete from ${name} where ${rows}`.execute(transaction));
  if ('kept' in ending) return undefined;
  const values = Object.entries(ending.set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return void (await sql`update ${name} set ${sql.join(values)} where ${rows}`.execute(transaction));
}
