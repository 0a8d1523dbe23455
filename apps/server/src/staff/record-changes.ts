import type { ProposalKind } from '@fairlot/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../db/tables/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A change of payment terms or roles that takes effect. */
export interface RecordChange {
  readonly kind: ProposalKind;
  readonly record: number;
  readonly name: string;
  /** The record's version after the change; 0 for records without versions. */
  readonly version: number;
  /** Name of the author, and of the second person who approved it. */
  readonly by: string;
  /** The changed values; `before` is empty for a new record. */
  readonly before: Fields;
  readonly after: Fields;
}

/** Adds a change to the history, in the transaction that makes it. */
export async function noteRecordChange(db: Transaction<Tables>, change: RecordChange): Promise<void> {
  await db
    .insertInto('record_changes')
    .values({
      kind: change.kind,
      record_id: BigInt(change.record),
      record_name: change.name,
      version: change.version,
      staff_name: change.by,
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
    })
    .execute();
}

/** Names of the fields of a record that changed after a version. */
export async function fieldsChangedSince(
  db: Kysely<Tables>,
  kind: ProposalKind,
  record: number,
  version: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('record_changes')
    .select('after')
    .where('kind', '=', kind)
    .where('record_id', '=', BigInt(record))
    .where('version', '>', version)
    .orderBy('version')
    .execute();
  return [...new Set(rows.flatMap(({ after }) => Object.keys(JSON.parse(after) as Fields)))];
}

/** The names of those who answer for a proposal: its author, and the second person who approved it. */
export function namesOf(proposal: { readonly author: string; readonly approver: string | null }): string {
  return [proposal.author, proposal.approver].filter((name) => name !== null).join(', ');
}
