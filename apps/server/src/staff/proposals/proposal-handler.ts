import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { Answer, FailReason } from '../../http/answer.ts';
import type { ProposalDraft, ProposalRow } from './proposal-store.ts';

/** A record that a proposal or a draft changes, and the values that it gets. */
export interface ProposalSubject {
  /** Number of the record; null for a new one and for the settings. */
  readonly id: number | null;
  readonly after: Readonly<Record<string, unknown>>;
}

/** A feature's part in the proposals of one kind. */
export interface ProposalHandler {
  /** False when the record has changed since the proposal, which then can no longer be applied. */
  isCurrent(proposal: ProposalRow): Promise<boolean>;
  /** Time that must pass between approval and effect. */
  noticeMs(proposal: ProposalRow): Promise<number>;
  /** The clock of the effect, and the first moment from a time on at which it may come. Default: the server's, any. */
  readonly effect?: { now(): number; from(time: number): number };
  /** The reason why a draft can't be stored; asked while no other proposal is stored or decided. */
  refusal?(draft: ProposalDraft): FailReason | undefined;
  /** The names of records by which colleagues know them, in the order of the records. */
  subjectNames?(subjects: readonly ProposalSubject[]): Promise<readonly (string | undefined)[]>;
  /** Called with the scheduled proposals of the kind, soonest first, whenever they may have changed. */
  onScheduled?(proposals: readonly ProposalRow[]): void;
  /** Called before a scheduled change is called off. Returns false when it has taken effect already. */
  callOff?(proposal: ProposalRow): boolean;
  /**
   * Applies the change. A crash may follow before the outcome is stored, so a second call must change nothing more:
   * either `finish` runs in the change's transaction, or an applied change is recognised.
   */
  apply(proposal: ProposalRow, finish: (db: Transaction<Tables>) => Promise<void>): Promise<Answer<unknown>>;
}
