import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import type { Kysely, Transaction, UpdateObject } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { UserNotice, UserNotices } from '../../../messages/user-notices.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { People } from '../../../staff/people.ts';
import type { ProposalStore } from '../../../staff/proposals/proposal-store.ts';
import { OPEN, type FactorReset } from '../factor-reset-store.ts';
import type { FactorResetRow, FactorResetStaffQueries } from './factor-reset-queries.ts';

/** A refusal that asked for papers allows a later request for so long. */
const PAPERS_MS = 30 * DAY_MS;
/** Disabling the only other person makes nobody the only one at once. */
const NOTICE_MS = DAY_MS;
/** The factor of the wait where nobody else could agree. */
const ALONE_FACTOR = 2;

export interface FactorResetActionsDeps {
  readonly db: Kysely<Tables>;
  readonly queries: FactorResetStaffQueries;
  readonly people: People;
  readonly proposals: Pick<ProposalStore, 'hasSecondPerson'>;
  readonly notices: UserNotices;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly waitHours: () => number;
  /** Tells the owner's devices. */
  readonly tell: (user: number) => void;
}

/** Decisions of staff on requests to remove a lost authenticator. A repeated decision answers like the first. */
export class FactorResetActions {
  readonly #deps: FactorResetActionsDeps;

  constructor(deps: FactorResetActionsDeps) {
    this.#deps = deps;
  }

  /** True when the first person may agree: the identity is approved, or papers were asked for. */
  async mayCheck({ identity, user_id: user }: FactorResetRow): Promise<boolean> {
    const since = new Date(this.#deps.clock() - PAPERS_MS);
    return identity === 'finished' || this.#deps.queries.wasRefused(user, since);
  }

  /** Agrees as the first person. */
  async check(id: number, words: string, staff: number): Promise<Answer<FactorResetRow>> {
    const row = await this.#deps.queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    if (row.state !== 'waiting') return row.checked_by === BigInt(staff) ? done(row) : refuse('record_changed');
    const barred = await this.#deps.people.mayDecide(staff);
    if (!barred.ok) return barred;
    if (!(await this.mayCheck(row))) return refuse('papers_required');
    const now = this.#deps.clock();
    const others = await this.#deps.proposals.hasSecondPerson(
      staff,
      ['compliance', 'administrator'],
      new Date(now - NOTICE_MS),
    );
    const checked = { checked_by: BigInt(staff), checked_at: new Date(now), checked_words: words };
    if (others) return this.#move(row, ['waiting'], { ...checked, state: 'checked' });
    const approved = this.#approval(ALONE_FACTOR);
    return this.#move(row, ['waiting'], { ...checked, ...approved, alone: true }, noticeOf(approved.effective_at));
  }

  /** Agrees as the second person. */
  async approve(id: number, words: string, staff: number): Promise<Answer<FactorResetRow>> {
    const row = await this.#deps.queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    if (row.state !== 'checked' || row.checked_by === null)
      return row.approved_by === BigInt(staff) ? done(row) : refuse('record_changed');
    const barred = await this.#deps.people.mayDecide(staff, [Number(row.checked_by)]);
    if (!barred.ok) return barred;
    const approved = { ...this.#approval(1), approved_by: BigInt(staff), approved_words: words };
    return this.#move(row, ['checked'], approved, noticeOf(approved.effective_at));
  }

  /** Refuses an open request and sends the reason to its user. */
  async refuse(id: number, reason: string, staff: number): Promise<Answer<FactorResetRow>> {
    const row = await this.#deps.queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    if (row.state === 'refused' && row.ended_by === BigInt(staff)) return done(row);
    const ended = { ended_at: new Date(this.#deps.clock()), ended_by: BigInt(staff), ended_words: reason };
    return this.#move(row, OPEN, { ...ended, state: 'refused' }, { template: 'factor_reset_refused', reason });
  }

  #approval(factor: number) {
    const now = this.#deps.clock();
    return {
      state: 'approved' as const,
      approved_at: new Date(now),
      effective_at: new Date(now + factor * this.#deps.waitHours() * HOUR_MS),
    };
  }

  /** Changes a request that is still in one of the states, and tells its user in the same transaction. */
  async #move(
    { id, user_id: user }: FactorResetRow,
    from: readonly FactorReset['state'][],
    change: UpdateObject<Tables, 'factor_resets'>,
    notice?: Omit<UserNotice, 'user'>,
  ): Promise<Answer<FactorResetRow>> {
    const moved = await this.#deps.db.transaction().execute(async (transaction: Transaction<Tables>) => {
      const { numUpdatedRows } = await transaction
        .updateTable('factor_resets')
        .set({ ...change, ...(notice === undefined ? {} : { told_at: new Date(this.#deps.clock()) }) })
        .where('id', '=', id)
        .where('state', 'in', from)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      if (notice !== undefined) await this.#deps.notices.put(transaction, { user, ...notice });
      return true;
    });
    if (!moved) return refuse('record_changed');
    this.#deps.outbox.wake();
    if (notice !== undefined) this.#deps.tell(Number(user));
    const row = await this.#deps.queries.byId(Number(id));
    return row === undefined ? refuse('unknown_record') : done(row);
  }
}

function noticeOf(effectiveAt: Date): Omit<UserNotice, 'user'> {
  return { template: 'factor_reset_approved', at: effectiveAt };
}
