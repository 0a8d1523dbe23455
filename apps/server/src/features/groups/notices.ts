import type { InstrumentId } from '@fairlot/domain';
import { type LanguageCode, languageOr } from '@fairlot/i18n';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { AnnouncedChange } from './announced.ts';
import { GROUP_OF_ACCOUNT } from '../../trading/group-of-account.ts';

/** How often clients are looked for: also those who open a position after the announcement. */
const EVERY_MS = 2_000;
/** Clients told in one transaction. */
const BATCH = 100;

export interface GroupNoticesDeps {
  readonly db: Kysely<Tables>;
  readonly notices: Pick<UserNotices, 'put'>;
  readonly clock: Clock;
  readonly log: Log;
  /** The decided changes that wait for their date. */
  readonly announced: () => readonly AnnouncedChange[];
  /** The text for a client with positions in instruments, in the client's language. */
  readonly linesOf: (change: AnnouncedChange, held: readonly InstrumentId[], language: LanguageCode) => string;
}

type TakenBack = Selectable<Tables['client_group_notices']> & { readonly effective_at: Date | null };

/**
 * Tells real clients with open positions of a change before its date, once each, and that it was taken back. The row of a
 * notice and its mail are one transaction, so a crash repeats neither.
 */
export class GroupNotices {
  readonly #deps: GroupNoticesDeps;
  readonly #job: Job;

  constructor(deps: GroupNoticesDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.tell(),
      (error) => deps.log.error({ err: error }, 'clients could not be told of new terms; the next round tries again'),
    );
  }

  start(): void {
    this.#job.start();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }

  async tell(): Promise<void> {
    for (const change of this.#deps.announced()) while ((await this.#tellSome(change)) === BATCH);
    while ((await this.#takeSomeBack()) === BATCH);
  }

  /** Returns the number of clients who were told. */
  #tellSome(change: AnnouncedChange): Promise<number> {
    return this.#deps.db.transaction().execute(async (db) => {
      const found = await this.#untold(db, change);
      for (const { id, language, held } of found) await this.#put(db, change, Number(id), held, languageOr(language));
      return found.length;
    });
  }

  async #untold(db: Transaction<Tables>, { proposal, of, instruments }: AnnouncedChange) {
    const concerned = 'account' in of ? sql`a.id = ${of.account}` : sql`${GROUP_OF_ACCOUNT} = ${of.group}`;
    const inThem = instruments === undefined ? sql`true` : sql`o.instrument = any(${[...instruments]})`;
    const { rows } = await sql<{ id: bigint; language: string; held: number[] }>`
      select a.id, u.language, array_agg(distinct o.instrument) as held
      from accounts a join users u on u.id = a.id
        join orders o on o.account = a.id and o.shard = a.shard and o.status = 'open' and o.ended_at is null
      where a.kind = 'real' and ${concerned} and ${inThem}
        and not exists (select from client_group_notices n where n.proposal_id = ${proposal.id} and n.user_id = a.id)
      group by a.id, u.language order by a.id limit ${BATCH}`.execute(db);
    return rows;
  }

  async #put(
    db: Transaction<Tables>,
    change: AnnouncedChange,
    user: number,
    held: readonly InstrumentId[],
    language: LanguageCode,
  ): Promise<void> {
    const { notices, clock, linesOf } = this.#deps;
    const { id, effective_at: at } = change.proposal;
    if (at === null) return;
    await db
      .insertInto('client_group_notices')
      .values({ proposal_id: id, user_id: BigInt(user), at: new Date(clock()), taken_back_at: null })
      .execute();
    await notices.put(db, { user, template: 'group_change', at, params: { what: linesOf(change, held, language) } });
  }

  /** Tells clients that an announced change does not come. Returns the number of them. */
  #takeSomeBack(): Promise<number> {
    const { db: kysely, notices, clock } = this.#deps;
    return kysely.transaction().execute(async (db) => {
      const { rows } = await sql<TakenBack>`select n.*, p.effective_at from staff_proposals p
        join client_group_notices n on n.proposal_id = p.id and n.taken_back_at is null
        where p.kind in ('group', 'group_move') and p.state in ('rejected', 'refused') order by n.proposal_id, n.user_id limit ${BATCH}`.execute(
        db,
      );
      for (const { proposal_id: proposal, user_id: user, effective_at: at } of rows) {
        await db
          .updateTable('client_group_notices')
          .set({ taken_back_at: new Date(clock()) })
          .where('proposal_id', '=', proposal)
          .where('user_id', '=', user)
          .execute();
        await notices.put(db, { user, template: 'group_change_off', ...(at !== null && { at }) });
      }
      return rows.length;
    });
  }
}
