import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../db/tables/index.ts';
import { type Answer, done, refuse } from '../http/answer.ts';
import type { Clock } from '../platform/clock.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** The person behind an account of staff. */
export interface Person {
  /** The account that stands for the person: this one, or the one it acts for. */
  readonly person: number;
  /** When the account may decide, if that is still to come. */
  readonly decidesFrom: Date | undefined;
}

/**
 * Tells accounts of staff from people. An account whose set-up link was in a colleague's hands counts as that colleague
 * until a second person confirms it, so nobody agrees with himself under another name.
 */
export class People {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async of(staff: number, db: Db = this.#db): Promise<Person> {
    const row = await db
      .selectFrom('staff')
      .select(['id', 'acts_for_id', 'decides_from'])
      .where('id', '=', BigInt(staff))
      .executeTakeFirstOrThrow();
    const from = row.decides_from;
    return {
      person: Number(row.acts_for_id ?? row.id),
      decidesFrom: from !== null && from.getTime() > this.#clock() ? from : undefined,
    };
  }

  /** Refuses an account that is too new to decide, or that belongs to the same person as one of `others`. */
  async mayDecide(staff: number, others: readonly number[] = [], db: Db = this.#db): Promise<Answer<Person>> {
    const decider = await this.of(staff, db);
    if (decider.decidesFrom !== undefined) return refuse('approver_too_new');
    for (const other of others)
      if ((await this.of(other, db)).person === decider.person) return refuse('second_person_required');
    return done(decider);
  }
}
