import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../db/tables/index.ts';
import { type Answer, done, refuse } from '../http/answer.ts';
import type { Clock } from '../platform/clock.ts';
import { utcMinute } from '../platform/utc-minute.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** The person behind an account of staff. */
export interface Person {
  /** The account that stands for the person: this one, or the one it acts for. */
  readonly person: number;
  /** When the account may decide, if that is still to come. */
  readonly decidesFrom: Date | undefined;
}

/** A record's decision: the account that made it, and when; null before it. */
interface Decided {
  readonly decided_by: bigint | null;
  readonly decided_at: Date | null;
}

/** True when another account of staff has decided on a record. */
export function isDecidedByOther({ decided_by: by }: Decided, staff: number): boolean {
  return by !== null && by !== BigInt(staff);
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

  /** Refuses a decision that a colleague has made before, and names the colleague and the time. */
  async refuseDecided({ decided_by: by, decided_at: at }: Decided, db: Db = this.#db): Promise<Answer<never>> {
    const colleague =
      by === null ? undefined : await db.selectFrom('staff').select('name').where('id', '=', by).executeTakeFirst();
    return refuse('decided_by_colleague', {
      name: colleague?.name ?? '–',
      at: at === null ? '–' : utcMinute(at),
    });
  }
}
