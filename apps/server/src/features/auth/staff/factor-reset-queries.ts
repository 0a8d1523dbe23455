import { type Kysely, type Selectable, sql } from 'kysely';
import type { FactorResetsTable } from '../../../db/tables/accounts.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { QueueAge } from '../../../staff/work-queues.ts';
import { OPEN } from '../factor-reset-store.ts';

type State = Selectable<FactorResetsTable>['state'];
type Identity = 'none' | Selectable<Tables['identity_submissions']>['status'];

/** A request with its user, the user's last identity verification and the names of staff. */
export type FactorResetRow = Selectable<FactorResetsTable> &
  Pick<Selectable<Tables['users']>, 'email' | 'mobile' | 'blocked_at' | 'password_changed_at' | 'factor_changed_at'> & {
    readonly registered_at: Date;
    readonly identity: Identity;
    readonly verified_name: string;
    readonly checker: string | null;
    readonly approver: string | null;
    readonly ender: string | null;
  };

const MOST_SESSIONS = 10;
const MOST_EARLIER = 20;
const WAITING: readonly State[] = ['waiting', 'checked'];

/** Queries of requests to remove authenticators, for the people who decide. */
export class FactorResetStaffQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async list({ state, ...period }: { readonly state?: State | undefined } & DateRange, { offset, limit }: ListSlice) {
    const isOpen = state !== undefined && (OPEN as readonly State[]).includes(state);
    const isInPeriod = isWithin('factor_resets.asked_at', period);
    const rows = this.#rows()
      .where(isInPeriod)
      .$if(state !== undefined, (query) => query.where('factor_resets.state', '=', state ?? 'waiting'));
    const count = this.#db
      .selectFrom('factor_resets')
      .where(isInPeriod)
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
      .select(({ fn }) => fn.countAll<bigint>().as('total'));
    return {
      rows: await rows
        .orderBy('factor_resets.id', isOpen ? 'asc' : 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),
      total: Number((await count.executeTakeFirstOrThrow()).total),
    };
  }

  byId(id: number): Promise<FactorResetRow | undefined> {
    return this.#rows().where('factor_resets.id', '=', BigInt(id)).executeTakeFirst();
  }

  /** True when staff refused a request of the user since `since`, and so asked for papers. */
  async wasRefused(user: bigint, since: Date): Promise<boolean> {
    const row = await this.#db
      .selectFrom('factor_resets')
      .select('id')
      .where('user_id', '=', user)
      .where('state', '=', 'refused')
      .where('ended_at', '>', since)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The user's latest sessions, and what else changed recently. */
  async surroundings({ id, user_id: user }: FactorResetRow) {
    const [sessions, method, draws, earlier] = await Promise.all([
      this.#db
        .selectFrom('sessions')
        .select(['created_at', 'address', 'agent'])
        .where('user_id', '=', user)
        .orderBy('id', 'desc')
        .limit(MOST_SESSIONS)
        .execute(),
      this.#db
        .selectFrom('draw_methods')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .where('user_id', '=', user)
        .executeTakeFirstOrThrow(),
      this.#db
        .selectFrom('withdrawals')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('user_id', '=', user)
        .where('state', 'not in', ['paid', 'rejected', 'refused', 'cancelled'])
        .executeTakeFirstOrThrow(),
      this.#db
        .selectFrom('factor_resets')
        .select(['id', 'state', 'asked_at', 'ended_words'])
        .where('user_id', '=', user)
        .where('id', '!=', id)
        .orderBy('id', 'desc')
        .limit(MOST_EARLIER)
        .execute(),
    ]);
    return { sessions, methodBoundAt: method.at, openWithdrawals: Number(draws.count), earlier };
  }

  async queue(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('factor_resets')
      .where('state', 'in', WAITING)
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('asked_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }

  #rows() {
    return this.#db
      .selectFrom('factor_resets')
      .innerJoin('users', 'users.id', 'factor_resets.user_id')
      .leftJoin('staff as checker', 'checker.id', 'factor_resets.checked_by')
      .leftJoin('staff as approver', 'approver.id', 'factor_resets.approved_by')
      .leftJoin('staff as ender', 'ender.id', 'factor_resets.ended_by')
      .leftJoinLateral(
        (query) =>
          query
            .selectFrom('identity_submissions')
            .select(['identity_submissions.status', 'identity_submissions.name'])
            .whereRef('identity_submissions.user_id', '=', 'factor_resets.user_id')
            .orderBy('identity_submissions.id', 'desc')
            .limit(1)
            .as('papers'),
        (join) => join.onTrue(),
      )
      .selectAll('factor_resets')
      .select([
        'users.email',
        'users.mobile',
        'users.blocked_at',
        'users.password_changed_at',
        'users.factor_changed_at',
        'users.created_at as registered_at',
        'checker.name as checker',
        'approver.name as approver',
        'ender.name as ender',
        sql<Identity>`coalesce(papers.status, 'none')`.as('identity'),
        sql<string>`case when papers.status = 'finished' then papers.name else '' end`.as('verified_name'),
      ]);
  }
}
