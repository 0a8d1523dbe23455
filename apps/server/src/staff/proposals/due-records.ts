import type { ProposalRow } from './proposal-store.ts';

/** Writes an audit entry about a change that no call of staff applies. */
export type RecordDue = (proposal: ProposalRow, outcome: 'due' | 'refused') => Promise<void>;

/**
 * The audit entries about due proposals. Each is written before what it tells of is stored, because the answer of that
 * may be lost, and once, although the round may fail after it.
 */
export class DueRecords {
  /** The outcome of due proposals with an entry; undefined while it is not known. */
  readonly #outcomes = new Map<bigint, string | undefined>();
  readonly #record: RecordDue;

  constructor(record: RecordDue) {
    this.#record = record;
  }

  /** Forgets proposals that are no longer due. */
  keepOnly(due: readonly ProposalRow[]): void {
    const ids = new Set(due.map(({ id }) => id));
    for (const id of this.#outcomes.keys()) if (!ids.has(id)) this.#outcomes.delete(id);
  }

  /** The reason for which a proposal was recorded as refused. */
  refusalOf({ id }: ProposalRow): string | undefined {
    return this.#outcomes.get(id);
  }

  async due(row: ProposalRow): Promise<void> {
    if (this.#outcomes.has(row.id)) return;
    await this.#record(row, 'due');
    this.#outcomes.set(row.id, undefined);
  }

  async refused(row: ProposalRow, reason: string): Promise<void> {
    await this.#record(row, 'refused');
    this.#outcomes.set(row.id, reason);
  }
}
