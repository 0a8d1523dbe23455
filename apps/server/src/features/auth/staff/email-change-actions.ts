import { HOUR_MS } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { UserNotices } from '../../../messages/user-notices.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { People } from '../../../staff/people.ts';
import { type EmailChange, EmailChangeStore } from '../email-change-store.ts';

/** A change without the old mailbox waits so long after the second person has agreed. */
export const EMAIL_CHANGE_WAIT_HOURS = 72;

export interface EmailChangeActionsDeps {
  readonly db: Kysely<Tables>;
  readonly people: People;
  readonly notices: UserNotices;
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** Tells the owner's devices. */
  readonly tell: (user: number) => void;
}

/** Decisions of staff on changes of addresses whose old mailbox does not confirm. */
export class EmailChangeActions {
  readonly #deps: EmailChangeActionsDeps;

  constructor(deps: EmailChangeActionsDeps) {
    this.#deps = deps;
  }

  /** Agrees as the first or the second person. After the second, the wait begins and the owner is told. */
  async agree(id: number, words: string, staff: number): Promise<Answer<EmailChange>> {
    const row = await this.#byId(id);
    if (row === undefined) return refuse('unknown_record');
    if (row.state !== 'open' || row.old_confirmed_at !== null || row.approved_by !== null)
      return refuse('record_changed');
    const isSecond = row.checked_by !== null;
    const barred = await this.#deps.people.mayDecide(staff, isSecond ? [Number(row.checked_by)] : []);
    if (!barred.ok) return barred;
    const now = this.#deps.clock();
    const at = new Date(now);
    if (!isSecond)
      return this.#move(
        row,
        { checked_by: BigInt(staff), checked_at: at, checked_words: words },
        sql`checked_by is null`,
      );
    const effective = new Date(now + EMAIL_CHANGE_WAIT_HOURS * HOUR_MS);
    return this.#move(
      row,
      { approved_by: BigInt(staff), approved_at: at, approved_words: words, effective_at: effective, told_at: at },
      sql`approved_by is null and old_confirmed_at is null and checked_by = ${row.checked_by}`,
      { template: 'email_change_approved', at: effective, alsoMobile: true },
    );
  }

  /** Refuses an open change and sends the reason to its user. */
  async refuse(id: number, reason: string, staff: number): Promise<Answer<EmailChange>> {
    const row = await this.#byId(id);
    if (row === undefined) return refuse('unknown_record');
    const ended = { ended_at: new Date(this.#deps.clock()), ended_by: BigInt(staff), ended_words: reason };
    return this.#move(row, { ...ended, state: 'refused' }, sql`true`, { template: 'email_change_refused', reason });
  }

  #byId(id: number): Promise<EmailChange | undefined> {
    return this.#deps.db.selectFrom('email_changes').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Changes an open request, and tells its user in the same transaction. */
  async #move(
    { id, user_id: user }: EmailChange,
    change: Parameters<EmailChangeStore['update']>[1],
    condition: Parameters<EmailChangeStore['update']>[2],
    notice?: Omit<Parameters<UserNotices['put']>[1], 'user'>,
  ): Promise<Answer<EmailChange>> {
    const moved = await this.#deps.db.transaction().execute(async (transaction) => {
      const row = await new EmailChangeStore(transaction).update(id, change, condition);
      if (row !== undefined && notice !== undefined) await this.#deps.notices.put(transaction, { user, ...notice });
      return row;
    });
    if (moved === undefined) return refuse('record_changed');
    this.#deps.outbox.wake();
    if (notice !== undefined) this.#deps.tell(Number(user));
    return done(moved);
  }
}
