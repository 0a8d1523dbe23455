import { USER_EVENTS_PAGE, type UserEventKind } from '@fairlot/contract';
import { MINUTE_MS } from '@fairlot/domain';
import { sql } from 'kysely';
import type { Database } from './queries.ts';

/** An event of an account. */
export interface UserEvent {
  readonly user: number;
  readonly kind: UserEventKind;
  readonly at: Date;
  readonly address: string;
  readonly agent: string;
  readonly count: number;
}

export type UserEventRow = UserEvent & { readonly id: number };

/** Failures that anybody can cause, and those that need the password. They must not push the owner's own events out. */
const GUESSES: readonly UserEventKind[] = ['sign_in_failed'];
const WITH_PASSWORD: readonly UserEventKind[] = ['code_missing', 'wrong_codes'];
const FAILURES: readonly UserEventKind[] = [...GUESSES, ...WITH_PASSWORD];
/** Events with which a sign-in that had no code goes on. */
const GOES_ON: ReadonlySet<UserEventKind> = new Set(['sign_in', 'new_device', 'wrong_codes']);
/** The page asks for the code after the password. A sign-in that goes on within this time was never without one. */
const CODE_WITHIN_MS = 10 * MINUTE_MS;
/** Rows of a user: so many failures of each of the two sorts, and so many of the rest. */
const MOST_FAILURES = 200;
const MOST_OTHERS = 500;

/** The table of security events that users see. */
export class UserEventQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A page of a user's events since a time, newest first. */
  async ofUser(user: number, since: Date, before: number | undefined): Promise<readonly UserEventRow[]> {
    const rows = await this.#db
      .selectFrom('security_events')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('at', '>', since)
      .$if(before !== undefined, (query) => query.where('id', '<', BigInt(before ?? 0)))
      .orderBy('id', 'desc')
      .limit(USER_EVENTS_PAGE)
      .execute();
    return rows.map(({ id, user_id: owner, kind, ...rest }) => ({
      ...rest,
      id: Number(id),
      user: Number(owner),
      kind: kind as UserEventKind,
    }));
  }

  /** Stores events. A failure is counted in the row of the same one from the same address, if that is not older than `mergedMs`. */
  async add(events: readonly UserEvent[], mergedMs: number): Promise<void> {
    for (const event of events) {
      if (GOES_ON.has(event.kind)) await this.#forgetMissingCode(event);
      if (FAILURES.includes(event.kind) && (await this.#merge(event, mergedMs))) continue;
      const { user, ...rest } = event;
      await this.#db
        .insertInto('security_events')
        .values({ user_id: BigInt(user), ...rest })
        .execute();
    }
    for (const user of new Set(events.map((event) => event.user))) {
      await this.#trim(user, 'in', GUESSES, MOST_FAILURES);
      await this.#trim(user, 'in', WITH_PASSWORD, MOST_FAILURES);
      await this.#trim(user, 'not in', FAILURES, MOST_OTHERS);
    }
  }

  /** Deletes up to `most` events from before a time. Returns their number. */
  async deleteOver(before: Date, most: number): Promise<number> {
    const old = this.#db.selectFrom('security_events').select('id').where('at', '<=', before).limit(most);
    const { numDeletedRows } = await this.#db
      .deleteFrom('security_events')
      .where('id', 'in', old)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  async #merge({ user, kind, at, address, agent, count }: UserEvent, mergedMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('security_events')
      .set({ count: sql<number>`count + ${count}` })
      .where('id', '=', (same) =>
        same
          .selectFrom('security_events')
          .select('id')
          .where('user_id', '=', BigInt(user))
          .where('kind', '=', kind)
          .where('address', '=', address)
          .where('agent', '=', agent)
          .where('at', '>', new Date(at.getTime() - mergedMs))
          .orderBy('id', 'desc')
          .limit(1),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Removes the sign-in without a code that goes on now, from the same browser and address. */
  async #forgetMissingCode({ user, at, address, agent }: UserEvent): Promise<void> {
    await this.#db
      .deleteFrom('security_events')
      .where('user_id', '=', BigInt(user))
      .where('kind', '=', 'code_missing')
      .where('address', '=', address)
      .where('agent', '=', agent)
      .where('at', '>', new Date(at.getTime() - CODE_WITHIN_MS))
      .execute();
  }

  async #trim(user: number, which: 'in' | 'not in', kinds: readonly UserEventKind[], most: number): Promise<void> {
    const kept = this.#db
      .selectFrom('security_events')
      .select('id')
      .where('user_id', '=', BigInt(user))
      .where('kind', which, kinds)
      .orderBy('id', 'desc')
      .limit(most);
    await this.#db
      .deleteFrom('security_events')
      .where('user_id', '=', BigInt(user))
      .where('kind', which, kinds)
      .where('id', 'not in', kept)
      .execute();
  }
}
