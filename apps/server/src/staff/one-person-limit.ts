import { DAY_MS, type Money, asMoney } from '@fairlot/domain';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../db/tables/index.ts';
import type { DecisionKind } from '../db/tables/office.ts';
import type { Clock } from '../platform/clock.ts';
import type { SiteSettings } from '../platform/site-settings.ts';
import type { People, Person } from './people.ts';

/** A movement of money that one member of staff would decide alone. */
export interface LoneDecision {
  readonly kind: DecisionKind;
  readonly record: number;
  readonly user: number;
  /** Micro-dollars without sign. */
  readonly amount: bigint;
  readonly staff: number;
}

/** Dollars moved by one person's decision alone: by a person, and for a user. */
export interface MovedAlone {
  readonly ownDay: Money;
  readonly ownWeek: Money;
  readonly userDay: Money;
  readonly userWeek: Money;
}

type Db = Kysely<Tables> | Transaction<Tables>;
const WEEK_MS = 7 * DAY_MS;
/** Serialises decisions of one person, so that two of them never read the same sums. */
const LOCK = sql`select pg_advisory_xact_lock(hashtext('one_person_decisions'))`;

/**
 * Limits the dollars that one person moves without a second one, in 24 hours and in 7 days, and those that are moved so
 * for one user. Movements to which two people agreed do not count.
 */
export class OnePersonLimit {
  readonly #db: Kysely<Tables>;
  readonly #people: People;
  readonly #settings: SiteSettings;
  readonly #clock: Clock;

  constructor(db: Kysely<Tables>, people: People, settings: SiteSettings, clock: Clock) {
    this.#db = db;
    this.#people = people;
    this.#settings = settings;
    this.#clock = clock;
  }

  /** The limits in force. */
  get limits(): { readonly day: Money; readonly week: Money } {
    return {
      day: this.#settings.money('two_person_amount'),
      week: this.#settings.money('two_person_week_amount'),
    };
  }

  /**
   * Stores a decision of one person with the present time, in the transaction that makes it. False when it exceeds a
   * limit or the account may not decide yet: then nothing is stored, and a second person must agree.
   */
  async take(db: Transaction<Tables>, decision: LoneDecision): Promise<boolean> {
    const { person, decidesFrom } = await this.#people.of(decision.staff, db);
    if (decidesFrom !== undefined) return false;
    await LOCK.execute(db);
    if (this.#exceeds(await this.#moved(db, person, decision.user, decision), decision.amount)) return false;
    const values = { person_id: BigInt(person), at: new Date(this.#clock()) };
    await db
      .insertInto('one_person_decisions')
      .values({
        kind: decision.kind,
        record_id: BigInt(decision.record),
        user_id: BigInt(decision.user),
        amount: decision.amount,
        ...values,
      })
      .onConflict((conflict) => conflict.columns(['kind', 'record_id']).doUpdateSet(values))
      .execute();
    return true;
  }

  /** Removes a decision that moved nothing, such as the approval of a withdrawal that was rejected. */
  async release(kind: DecisionKind, record: number, db: Db = this.#db): Promise<void> {
    await db
      .deleteFrom('one_person_decisions')
      .where('kind', '=', kind)
      .where('record_id', '=', BigInt(record))
      .execute();
  }

  /** True when a decision of this amount would need a second person now. */
  async needsSecond({ staff, user, amount }: Pick<LoneDecision, 'staff' | 'user' | 'amount'>): Promise<boolean> {
    const { decidesFrom, ...moved } = await this.moved(staff, user);
    return decidesFrom !== undefined || this.#exceeds(moved, amount);
  }

  #exceeds({ ownDay, ownWeek, userDay, userWeek }: MovedAlone, amount: bigint): boolean {
    const { day, week } = this.limits;
    return (
      [ownDay, userDay].some((before) => before + amount > day) ||
      [ownWeek, userWeek].some((before) => before + amount > week)
    );
  }

  /** The sums of the person behind an account and of a user. */
  async moved(staff: number, user: number): Promise<MovedAlone & Person> {
    const person = await this.#people.of(staff);
    return { ...(await this.#moved(this.#db, person.person, user, undefined)), ...person };
  }

  async #moved(db: Db, person: number, user: number, except: LoneDecision | undefined): Promise<MovedAlone> {
    const now = this.#clock();
    const day = new Date(now - DAY_MS);
    const { rows } = await sql<Record<'own_day' | 'own_week' | 'user_day' | 'user_week', bigint>>`
      select
        coalesce(sum(amount) filter (where person_id = ${person} and at > ${day}), 0)::bigint as own_day,
        coalesce(sum(amount) filter (where person_id = ${person}), 0)::bigint as own_week,
        coalesce(sum(amount) filter (where user_id = ${user} and at > ${day}), 0)::bigint as user_day,
        coalesce(sum(amount) filter (where user_id = ${user}), 0)::bigint as user_week
      from one_person_decisions
      where (person_id = ${person} or user_id = ${user}) and at > ${new Date(now - WEEK_MS)}
        and not (kind = ${except?.kind ?? ''} and record_id = ${except?.record ?? 0})`.execute(db);
    const sums = rows[0];
    return {
      ownDay: asMoney(sums?.own_day ?? 0n),
      ownWeek: asMoney(sums?.own_week ?? 0n),
      userDay: asMoney(sums?.user_day ?? 0n),
      userWeek: asMoney(sums?.user_week ?? 0n),
    };
  }
}
