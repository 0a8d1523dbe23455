import { CLOSING_GRACE_DAYS } from '@fairlot/contract';
import { DAY_MS, formatMoney, plus } from '@fairlot/domain';
import { type Kysely, type Transaction, sql } from 'kysely';
import { lockUser } from '../../db/lock-user.ts';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { Outbox } from '../../messages/outbox.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import type { Clock } from '../../platform/clock.ts';
import { committedAccount } from '../../trading/committed-account.ts';
import type { TradingHost } from '../../trading/port.ts';
import { EmailChangeStore } from './email-change-store.ts';
import { SessionQueries } from './session-queries.ts';
import type { SessionStore } from './session-store.ts';

/** Time in which closing can be taken back. */
const GRACE_MS = CLOSING_GRACE_DAYS * DAY_MS;

export interface ClosingDeps {
  readonly db: Kysely<Tables>;
  readonly trading: TradingHost;
  readonly sessions: SessionStore;
  readonly notices: UserNotices;
  readonly outbox: Pick<Outbox, 'wake'>;
  readonly clock: Clock;
}

/** The member of staff who closes an account, and why; absent when its owner does. */
interface ByStaff {
  readonly staff: number;
  readonly reason: string;
}

/**
 * Closes real accounts. For two weeks the owner takes that back by signing in; an account that staff closed is taken
 * back by staff alone. Then it is final, and what need not be kept is erased.
 */
export class AccountClosing {
  readonly #deps: ClosingDeps;

  constructor(deps: ClosingDeps) {
    this.#deps = deps;
  }

  /** Closes the account of an owner who has proven to be it. */
  close(user: number): Promise<Answer<{ readonly until: Date }>> {
    return this.#close(user, undefined);
  }

  async closeByStaff(user: number, staff: number, reason: string): Promise<Answer<unknown>> {
    const row = await this.#state(user);
    if (row === undefined) return refuse('unknown_user');
    if (row.kind !== 'real') return refuse('real_account_required');
    return row.closing_at === null ? this.#close(user, { staff, reason }) : refuse('record_changed');
  }

  /** Takes closing back; false when it is final, or the account is not closed. */
  reopenByStaff(user: number): Promise<boolean> {
    return this.#reopen(user);
  }

  /**
   * Refuses a sign-in to a closed account after a right password and code. `reopen` takes closing back, if the owner
   * closed the account and it is not final.
   */
  async atSignIn(user: number, reopen: boolean): Promise<Answer<never> | undefined> {
    const row = await this.#state(user);
    if (row === undefined || row.closing_at === null) return undefined;
    if (row.closed_at !== null || row.closing_by !== null) return refuse('account_closed');
    if (reopen && (await this.#reopen(user))) return undefined;
    return refuse('account_closing', { until: dayOf(new Date(row.closing_at.getTime() + GRACE_MS)) });
  }

  /** Users whose closing becomes final: after a number, at most `limit`. */
  async ending(after: number, limit: number): Promise<readonly number[]> {
    const rows = await this.#deps.db
      .selectFrom('users')
      .select('id')
      .where('closing_at', '<=', new Date(this.#deps.clock() - GRACE_MS))
      .where('closed_at', 'is', null)
      .where('id', '>', BigInt(after))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => Number(id));
  }

  /**
   * Makes closing final, with `work` in the same transaction; false when money or a request has come in since, which
   * staff settle first, or when it was taken back.
   */
  async makeFinal(user: number, work: (transaction: Transaction<Tables>) => Promise<void>): Promise<boolean> {
    if ((await this.#obstacle(user)) !== undefined) return false;
    const now = new Date(this.#deps.clock());
    return this.#deps.sessions.endAllWith(user, () =>
      this.#deps.db.transaction().execute(async (transaction) => {
        // Corrections lock the row as well: one that was stored since the look above is found now, a later one waits.
        await lockUser(transaction, user);
        if ((await this.#obstacle(user)) !== undefined) return false;
        const { numUpdatedRows } = await transaction
          .updateTable('users')
          .set({ closed_at: now })
          .where('id', '=', BigInt(user))
          .where('closing_at', '<=', new Date(now.getTime() - GRACE_MS))
          .where('closed_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await work(transaction);
        return true;
      }),
    );
  }

  async #close(user: number, by: ByStaff | undefined): Promise<Answer<{ readonly until: Date }>> {
    const obstacle = await this.#obstacle(user);
    if (obstacle !== undefined) return obstacle;
    const now = this.#deps.clock();
    const until = new Date(now + GRACE_MS);
    const closed = await this.#deps.sessions.endAllWith(
      user,
      () => this.#deps.db.transaction().execute((transaction) => this.#write(transaction, user, by, until)),
      (written) => written,
    );
    if (!closed) return refuse('record_changed');
    // The sessions have ended. An order or a request that was under way meanwhile keeps the account open.
    const late = await this.#obstacle(user);
    if (late !== undefined) {
      await this.#reopen(user);
      return late;
    }
    this.#deps.outbox.wake();
    return done({ until }, 'account_closing');
  }

  async #write(transaction: Transaction<Tables>, user: number, by: ByStaff | undefined, until: Date): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({
        closing_at: new Date(until.getTime() - GRACE_MS),
        closing_by: by === undefined ? null : BigInt(by.staff),
        closing_reason: by?.reason ?? '',
      })
      .where('id', '=', BigInt(user))
      .where('closing_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await new SessionQueries(transaction).endAll(user);
    await new EmailChangeStore(transaction).cancel(user, 'closed', new Date(this.#deps.clock()));
    await this.#deps.notices.put(transaction, {
      user,
      ...(by === undefined
        ? { template: 'account_closing', params: { until: dayOf(until) } }
        : { template: 'account_closed', reason: by.reason }),
    });
    return true;
  }

  async #reopen(user: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#deps.db
      .updateTable('users')
      .set({ closing_at: null, closing_by: null, closing_reason: '' })
      .where('id', '=', BigInt(user))
      .where('closing_at', 'is not', null)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  #state(user: number) {
    return this.#deps.db
      .selectFrom('users')
      .select(['kind', 'closing_at', 'closing_by', 'closed_at'])
      .where('id', '=', BigInt(user))
      .executeTakeFirst();
  }

  /** The refusal that names what has to be settled before the account can be closed. */
  async #obstacle(user: number): Promise<Answer<never> | undefined> {
    const { rows } = await sql<{ orders: bigint; deposits: bigint; withdrawals: bigint; adjustments: bigint }>`select
      (select count(*) from orders where account = ${user} and ended_at is null) as orders,
      (select count(*) from deposits where user_id = ${user} and state in ('unchecked', 'crediting')) as deposits,
      (select count(*) from withdrawals where user_id = ${user} and state in ('holding', 'review', 'approved', 'paying', 'rejecting', 'cancelling')) as withdrawals,
      (select count(*) from adjustments where user_id = ${user} and state in ('waiting', 'approved'))
        + (select count(*) from rewards where inviter_id = ${user} and state = 'approved') as adjustments`.execute(
      this.#deps.db,
    );
    // After the requests: one that was settled in between is found as money.
    const account = await committedAccount(this.#deps.trading, user);
    const open = rows[0];
    if (open !== undefined && open.orders > 0n) return refuse('closing_positions', { orders: String(open.orders) });
    if (open !== undefined && open.deposits + open.withdrawals + open.adjustments > 0n)
      return refuse('closing_requests', {
        deposits: String(open.deposits),
        withdrawals: String(open.withdrawals),
        adjustments: String(open.adjustments),
      });
    if (account === undefined) return undefined;
    const money = plus(account.cash, plus(account.orderReserve, account.withdrawalHold));
    return money === 0n ? undefined : refuse('closing_balance', { available: formatMoney(money) });
  }
}

/** The day of a time in UTC, such as 2026-12-06. */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
