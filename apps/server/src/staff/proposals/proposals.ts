import { PROPOSAL_ROLES, type ProposalKind } from '@fairlot/contract';
import { DAY_MS } from '@fairlot/domain';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, isTemporary, refuse } from '../../http/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { People } from '../people.ts';
import type { StaffSession } from '../staff-session.ts';
import { DueRecords, type RecordDue } from './due-records.ts';
import type { ProposalHandler, ProposalSubject } from './proposal-handler.ts';
import type { ProposalDraft, ProposalRow, ProposalStore } from './proposal-store.ts';

/** A change without a second person waits this long, and so does a stricter level for open positions. */
export const NOTICE_MS = DAY_MS;
/** Proposals that have not ended; more are refused. */
const MAX_PENDING = 100;
/** Of these, one person's: nobody alone keeps the others from changing an address or a limit. */
const MAX_PENDING_OF_ONE = 20;
/** Decisions that may queue behind the one in progress. */
const MAX_WAITING = 20;
const DUE_AT_ONCE = 20;
const EVERY_MS = 1000;

/** A change that takes effect without a second person. `name`: of its record. */
export interface LoneChange {
  readonly id: number;
  readonly draft: ProposalDraft;
  readonly name: string | undefined;
  readonly effectiveAt: Date;
}

export interface ProposalsDeps {
  readonly store: ProposalStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly people: People;
  /** Tells all staff about a change that takes effect without a second person, in the transaction that stores it. */
  readonly announce: (db: Transaction<Tables>, change: LoneChange) => Promise<void>;
  /** Called before a change that no call of staff applies is applied, and before its refusal is stored. */
  readonly record: RecordDue;
}

/**
 * Changes that wait for a second person. The author cannot approve. Without a second person with the right, a change
 * takes effect after a day. Before the first real account, `areNeeded` is false and features apply changes at once.
 */
export class Proposals {
  readonly #deps: ProposalsDeps;
  readonly #handlers = new Map<string, ProposalHandler>();
  readonly #oneAtATime = new ConcurrencyLimit(1, MAX_WAITING);
  readonly #job: Job;
  readonly #records: DueRecords;
  #scheduled: readonly ProposalRow[] = [];
  /** True while `#scheduled` may differ from the database, such as after a decision whose reading back failed. */
  #isBehind = false;

  constructor(deps: ProposalsDeps) {
    this.#deps = deps;
    this.#records = new DueRecords(deps.record);
    this.#job = every(
      EVERY_MS,
      () => this.applyDue(),
      (error) => deps.log.error({ err: error }, 'due proposals could not be applied; the next round tries again'),
    );
  }

  register(kind: ProposalKind, handler: ProposalHandler): void {
    if (this.#handlers.has(kind)) throw new Error(`proposals of the kind ${kind} already have a handler`);
    this.#handlers.set(kind, handler);
  }

  /** Applies what became due while the server was down, then every few seconds. */
  async start(): Promise<void> {
    await this.#remember();
    await this.applyDue();
    this.#job.start();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }

  /** True while changes need a second person: from the first real account on. */
  areNeeded(): Promise<boolean> {
    return this.#deps.store.hasRealAccounts();
  }

  /** The names of the records that proposals change, by the number of the proposal. Some have none. */
  async subjectNames(rows: readonly ProposalRow[]): Promise<ReadonlyMap<bigint, string>> {
    const names = new Map<bigint, string>();
    for (const [kind, handler] of this.#handlers) {
      const ofKind = rows.filter((row) => row.kind === kind);
      if (ofKind.length === 0) continue;
      const found = await handler.subjectNames?.(ofKind.map(subjectOf));
      found?.forEach((name, index) => {
        const row = ofKind[index];
        if (name !== undefined && row !== undefined) names.set(row.id, name);
      });
    }
    return names;
  }

  /** Proposals that take effect at a known time, soonest first. */
  get scheduled(): readonly ProposalRow[] {
    return this.#scheduled;
  }

  /**
   * Stores a change for a second person and returns its number. Callers must not hold a queue that a handler's `apply`
   * waits for, because `apply` holds the queue of proposals.
   */
  async propose(draft: ProposalDraft): Promise<Answer<number>> {
    const proposed = await this.proposeAll([draft]);
    return proposed.ok ? done(proposed.data[0] as number) : proposed;
  }

  /** Stores several changes of one author, or none of them. */
  proposeAll(drafts: readonly ProposalDraft[]): Promise<Answer<readonly number[]>> {
    return this.#oneAtATime.run(async () => {
      if (await this.#areTooMany(drafts)) return refuse('too_many_open_requests');
      for (const draft of drafts) {
        const reason = this.#handlerOf(draft).refusal?.(draft);
        if (reason !== undefined) return refuse(reason);
      }
      const ids: number[] = [];
      this.#isBehind = true;
      for (const draft of drafts) ids.push(await this.#insert(draft));
      await this.#remember();
      return done(ids);
    });
  }

  async #areTooMany(drafts: readonly ProposalDraft[]): Promise<boolean> {
    const { store } = this.#deps;
    const [first] = drafts;
    if (first === undefined) return false;
    if ((await store.pending()) + drafts.length > MAX_PENDING) return true;
    return (await store.pendingOf(first.author)) + drafts.length > MAX_PENDING_OF_ONE;
  }

  async #insert(draft: ProposalDraft): Promise<number> {
    const { store, clock, log, announce } = this.#deps;
    const now = clock();
    const alone = !(await store.hasSecondPerson(draft.author, PROPOSAL_ROLES[draft.kind], new Date(now - NOTICE_MS)));
    const effectiveAt = alone ? this.#effectAfter(draft, NOTICE_MS) : undefined;
    const [name] = (await this.#handlerOf(draft).subjectNames?.([{ id: draft.subject, after: draft.after }])) ?? [];
    const id = await store.insert(draft, new Date(now), effectiveAt, async (db, stored) => {
      if (effectiveAt !== undefined) await announce(db, { id: stored, draft, name, effectiveAt });
    });
    log.info(
      { proposal: id, kind: draft.kind, staff: draft.author, alone },
      alone ? 'a change waits for a day, because no second person can approve it' : 'a change waits for approval',
    );
    return id;
  }

  #effectAfter(of: Pick<ProposalRow, 'kind'>, noticeMs: number): Date {
    const { effect } = this.#handlerOf(of);
    const time = this.#nowOf(of) + noticeMs;
    return new Date(effect?.from(time) ?? time);
  }

  #nowOf(of: Pick<ProposalRow, 'kind'>): number {
    return this.#handlerOf(of).effect?.now() ?? this.#deps.clock();
  }

  /** Approves or rejects a proposal. A repeated decision answers like the first. */
  decide(id: number, by: StaffSession, approve: boolean): Promise<Answer<ProposalRow>> {
    return this.#oneAtATime.run(async () => {
      const row = await this.#deps.store.byId(id);
      if (row === undefined) return refuse('unknown_record');
      const isWithdrawal = !approve && Number(row.author_id) === by.staff;
      if (!isWithdrawal && !PROPOSAL_ROLES[row.kind as ProposalKind].some((role) => by.roles.includes(role)))
        return refuse('staff_role_required');
      this.#isBehind = true;
      const decided = approve ? await this.#approve(row, by.staff) : await this.#reject(row, by.staff);
      await this.#remember();
      return decided;
    });
  }

  /** Applies due proposals, one after the other. A failure of one does not hold up the others. */
  applyDue(): Promise<void> {
    const { store, clock, log } = this.#deps;
    return this.#oneAtATime.run(async () => {
      const latest = Math.max(clock(), ...[...this.#handlers.values()].map(({ effect }) => effect?.now() ?? 0));
      const due = await store.due(new Date(latest), MAX_PENDING);
      this.#records.keepOnly(due);
      const rows = due
        .filter((row) => row.effective_at === null || row.effective_at.getTime() <= this.#nowOf(row))
        .slice(0, DUE_AT_ONCE);
      for (const row of rows) {
        await this.#applyOneDue(row).catch((error: unknown) =>
          log.error({ err: error, proposal: Number(row.id) }, 'a due proposal failed; the next round tries again'),
        );
      }
      if (rows.length > 0 || this.#isBehind) await this.#remember();
    });
  }

  async #applyOneDue(row: ProposalRow): Promise<void> {
    const refusal = this.#records.refusalOf(row);
    if (refusal !== undefined) return this.#deps.store.finish(Number(row.id), refusal);
    await this.#records.due(row);
    await this.#apply(row, (reason) => this.#records.refused(row, reason));
    return undefined;
  }

  async #approve(row: ProposalRow, by: number): Promise<Answer<ProposalRow>> {
    const { store, clock, people } = this.#deps;
    const id = Number(row.id);
    const barred = await people.mayDecide(by, [Number(row.author_id)]);
    if (!barred.ok) return barred;
    if (row.state !== 'waiting') return Number(row.approver_id) === by ? repeated(row, true) : refuse('record_changed');
    const handler = this.#handlerOf(row);
    if (!(await handler.isCurrent(row))) {
      await store.finish(id, 'record_changed');
      return refuse('record_changed');
    }
    const notice = await handler.noticeMs(row);
    const effectiveAt = notice === 0 ? null : (row.effective_at ?? this.#effectAfter(row, notice));
    if (!(await store.approve(id, by, new Date(clock()), effectiveAt))) return refuse('record_changed');
    const approved = await store.byId(id);
    if (approved === undefined) return refuse('unknown_record');
    if (effectiveAt !== null) return done(approved);
    const applied = await this.#apply(approved);
    return applied.ok ? this.#read(id) : applied;
  }

  async #reject(row: ProposalRow, by: number): Promise<Answer<ProposalRow>> {
    const { store, clock } = this.#deps;
    const id = Number(row.id);
    if (isScheduled(row) && this.#handlerOf(row).callOff?.(row) === false) return refuse('record_changed');
    const isRejected = await store.reject(id, by, new Date(clock())).catch((error: unknown) => {
      // The change stays scheduled.
      this.#publish();
      throw error;
    });
    if (!isRejected) return Number(row.approver_id) === by ? repeated(row, false) : refuse('record_changed');
    return this.#read(id);
  }

  /** Applies a proposal and stores the outcome. While trading is unavailable, it stays due. */
  async #apply(row: ProposalRow, refused?: (reason: string) => Promise<void>): Promise<Answer<unknown>> {
    const { store, log } = this.#deps;
    const id = Number(row.id);
    const handler = this.#handlerOf(row);
    const applied = await handler.apply(row, (db) => store.finish(id, null, db));
    if (!applied.ok && isTemporary(applied.reason)) return applied;
    if (!applied.ok) await refused?.(applied.reason);
    await store.finish(id, applied.ok ? null : applied.reason);
    log.info({ proposal: id, kind: row.kind, outcome: applied.ok ? 'ok' : applied.reason }, 'a proposal was applied');
    return applied;
  }

  async #read(id: number): Promise<Answer<ProposalRow>> {
    const row = await this.#deps.store.byId(id);
    return row === undefined ? refuse('unknown_record') : done(row);
  }

  #handlerOf({ kind }: Pick<ProposalRow, 'kind'>): ProposalHandler {
    const handler = this.#handlers.get(kind);
    if (handler === undefined) throw new Error(`no feature applies proposals of the kind ${kind}`);
    return handler;
  }

  async #remember(): Promise<void> {
    this.#scheduled = await this.#deps.store.scheduled();
    this.#isBehind = false;
    this.#publish();
  }

  #publish(): void {
    for (const [kind, handler] of this.#handlers)
      handler.onScheduled?.(this.#scheduled.filter((row) => row.kind === kind));
  }
}

function subjectOf({ subject_id: id, after }: ProposalRow): ProposalSubject {
  return { id: id === null ? null : Number(id), after: JSON.parse(after) as ProposalSubject['after'] };
}

/** The answer to a decision that was made before: the same decision succeeds, another one comes too late. */
function repeated(row: ProposalRow, approved: boolean): Answer<ProposalRow> {
  return (row.state === 'rejected') === approved ? refuse('record_changed') : done(row);
}

function isScheduled({ state, effective_at: effectiveAt }: ProposalRow): boolean {
  return (state === 'waiting' || state === 'approved') && effectiveAt !== null;
}
