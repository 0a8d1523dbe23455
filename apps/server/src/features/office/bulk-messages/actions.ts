import { BULK_MOST_OPEN, BULK_MOST_RECIPIENTS, BULK_RELEASERS, type StaffRole } from '@fairlot/contract';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { BulkState } from '../../../db/tables/bulk-messages.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { People } from '../../../staff/people.ts';
import { type BulkQueries, storeRecipients } from './queries.ts';
import type { BulkSelection } from './selection.ts';
import type { BulkText } from './texts.ts';

/** Serializes new messages, so that their number keeps its limit. */
const PROPOSING_LOCK = 70_054;

type Stored = Selectable<Tables['bulk_messages']>;

/** A message as its author writes it. */
export interface BulkDraft {
  readonly selection: BulkSelection;
  readonly kind: 'service' | 'marketing';
  readonly by_chat: boolean;
  readonly by_mail: boolean;
  readonly texts: readonly BulkText[];
}

/** The member of staff who acts. */
export interface Actor {
  readonly staff: number;
  readonly roles: readonly StaffRole[];
}

export interface BulkActionsDeps {
  readonly db: Kysely<Tables>;
  readonly queries: BulkQueries;
  readonly people: People;
  /** True when mail leaves the house, or is read in the outbox of a server on trial. */
  readonly sendsMail: () => boolean;
  /** Sends what is released. */
  readonly wake: () => void;
  readonly clock: Clock;
}

const DEEDS = { pause: 'paused', resume: 'sending', stop: 'stopped' } as const;

/** Messages to selections of clients: one person writes, a second one releases, and both can pause and stop. */
export class BulkActions {
  readonly #deps: BulkActionsDeps;

  constructor(deps: BulkActionsDeps) {
    this.#deps = deps;
  }

  /** Stores a message that waits for a second person; returns its number. */
  async propose(draft: BulkDraft, author: number): Promise<Answer<number>> {
    if (!draft.by_chat && !draft.by_mail) return refuse('bulk_by_no_way');
    return this.#deps.db.transaction().execute(async (db): Promise<Answer<number>> => {
      await sql`select pg_advisory_xact_lock(${PROPOSING_LOCK})`.execute(db);
      const { count } = await db
        .selectFrom('bulk_messages')
        .where('ended_at', 'is', null)
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow();
      if (Number(count) >= BULK_MOST_OPEN) return refuse('too_many_open_requests');
      const { id } = await db
        .insertInto('bulk_messages')
        .values({
          kind: draft.kind,
          by_chat: draft.by_chat,
          by_mail: draft.by_mail,
          selection: JSON.stringify(draft.selection),
          texts: JSON.stringify(draft.texts),
          state: 'waiting',
          author_id: BigInt(author),
          created_at: this.#now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return done(Number(id));
    });
  }

  /** Selects the recipients and begins to send, for a second person. A repeat by that person succeeds. */
  async release(id: number, { staff }: Actor): Promise<Answer<unknown>> {
    const { queries, people, sendsMail, wake } = this.#deps;
    const released = await queries
      .change(id, async (db, row): Promise<Answer<unknown>> => {
        if (row === undefined) return refuse('unknown_record');
        const barred = await people.mayDecide(staff, [Number(row.author_id)], db);
        if (!barred.ok) return barred;
        if (row.state !== 'waiting') return row.releaser_id === BigInt(staff) ? done({}) : refuse('record_changed');
        if (row.by_mail && !sendsMail()) return refuse('mail_not_sent');
        const recipients = await storeRecipients(db, row.id, JSON.parse(row.selection) as BulkSelection);
        if (recipients === 0) return refuse('bulk_without_clients');
        if (recipients > BULK_MOST_RECIPIENTS) throw new TooManyClientsError();
        await write(db, row.id, 'sending', { releaser_id: BigInt(staff), released_at: this.#now(), recipients });
        return done({});
      })
      .catch((error: unknown): Answer<unknown> => {
        // The stored recipients are rolled back.
        if (error instanceof TooManyClientsError) return refuse('bulk_too_many_clients');
        throw error;
      });
    if (released.ok) wake();
    return released;
  }

  /** Rejects a waiting message; its author withdraws it. */
  reject(id: number, { staff, roles }: Actor): Promise<Answer<unknown>> {
    return this.#deps.queries.change(id, async (db, row): Promise<Answer<unknown>> => {
      if (row === undefined) return refuse('unknown_record');
      const mayRelease = roles.some((role) => BULK_RELEASERS.some((each) => each === role));
      if (row.author_id !== BigInt(staff) && !mayRelease) return refuse('staff_role_required');
      if (row.state === 'rejected') return done({});
      if (row.state !== 'waiting') return refuse('record_changed');
      await write(db, row.id, 'rejected', { ended_at: this.#now() });
      return done({});
    });
  }

  /** Pauses, resumes or stops the sending. A repeat succeeds. */
  async steer(id: number, deed: keyof typeof DEEDS): Promise<Answer<unknown>> {
    const state = DEEDS[deed];
    const steered = await this.#deps.queries.change(id, async (db, row): Promise<Answer<unknown>> => {
      if (row === undefined) return refuse('unknown_record');
      if (row.state === state) return done({});
      if (row.state !== 'sending' && row.state !== 'paused') return refuse('record_changed');
      await write(db, row.id, state, state === 'stopped' ? { ended_at: this.#now() } : {});
      return done({});
    });
    if (steered.ok && deed === 'resume') this.#deps.wake();
    return steered;
  }

  #now(): Date {
    return new Date(this.#deps.clock());
  }
}

class TooManyClientsError extends Error {}

async function write(
  db: Transaction<Tables>,
  id: bigint,
  state: BulkState,
  more: Partial<Pick<Stored, 'releaser_id' | 'released_at' | 'ended_at' | 'recipients'>>,
): Promise<void> {
  await db
    .updateTable('bulk_messages')
    .set({ state, ...more })
    .where('id', '=', id)
    .execute();
}
