import type { StaffCall } from '@fairlot/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { ProposalHandler, ProposalSubject } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import { fieldsChangedSince, namesOf, noteRecordChange } from '../../../staff/record-changes.ts';
import type { Network } from '../terms/queries.ts';
import { rememberShown } from '../terms/shown.ts';
import { ACCOUNTS, COINS, CURRENCIES, NETWORKS, type TermsKind, type Values } from './terms-kinds.ts';

/** The record's number (null while a new one waits) and the number of the proposal, if the change waits. */
export interface Saved {
  readonly id: number | null;
  readonly proposal: number | null;
}

interface Stored {
  readonly id: bigint;
  readonly version: number;
}
type Given = Readonly<Record<string, unknown>> & {
  readonly id?: number | undefined;
  readonly version?: number | undefined;
};

/** The author of a change. */
export type Author = { readonly id: number; readonly name: string };

/** A change that takes effect, for the history. */
interface Note {
  readonly by: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Changes of the operator's payment terms: networks, currencies, receiving accounts. While there are real accounts, every
 * change but disabling waits for a second person. A disabled record is no exception: it would be enabled with values that
 * its approval does not show, and deposits to an account that was shown until lately are credited at the rate of its
 * disabled currency.
 */
export class TermsActions {
  readonly #db: Kysely<Tables>;
  readonly #proposals: Proposals;

  constructor(db: Kysely<Tables>, proposals: Proposals) {
    this.#db = db;
    this.#proposals = proposals;
    for (const kind of [NETWORKS, COINS, ACCOUNTS, CURRENCIES])
      proposals.register(kind.kind, this.#handlerOf(kind as unknown as TermsKind));
  }

  /**
   * Adds a record, or changes the given fields of the one with this number and version; proposes the change if it needs
   * a second person.
   */
  async save<Row extends object, Call extends StaffCall>(
    kindOf: TermsKind<Row, Call>,
    { id, version, ...given }: Given,
    author: Author,
  ): Promise<Answer<Saved>> {
    const kind = kindOf as unknown as TermsKind;
    const before = id === undefined ? undefined : await this.#find(kind, id);
    if (id !== undefined && before === undefined) return refuse('unknown_record');
    const old = before === undefined ? undefined : kind.present(before);
    const values = { ...old, ...defined(given) } as Values;
    const missing = (kind.fields as readonly string[]).find((name) => values[name] === undefined);
    if (missing !== undefined) return refuse('bad_request', { field: missing });
    const row = kind.toRow(values, before, author.name);
    if (!row.ok) return row;
    if (before !== undefined && version === undefined) return refuse('bad_request', { field: 'version' });
    if (before !== undefined && before.version !== version) return this.#conflict(kind, before, version ?? 0);
    const changed = changedFields(old, values);
    if (changed.length === 0) return done({ id: id ?? null, proposal: null });
    const change = { before: only(old, changed), after: only(values, changed) };
    if (isDisabling(values, changed) || !(await this.#proposals.areNeeded())) {
      const written = await this.#write(kind, before, row.data, { ...change, by: author.name });
      return written.ok ? done({ id: written.data, proposal: null }) : written;
    }
    // The approval covers all that users will see, also values that were set before a second person was needed.
    const shown = values.enabled && old?.enabled !== true ? Object.keys(values) : changed;
    const proposed = await this.#proposals.propose({
      kind: kind.kind,
      subject: id ?? null,
      before: only(old, shown),
      after: only(values, shown),
      baseVersion: version ?? 0,
      author: author.id,
    });
    return proposed.ok ? done({ id: id ?? null, proposal: proposed.data }) : proposed;
  }

  /** Refuses a change of an older version. The detail has the fields that changed meanwhile, as they are now. */
  async #conflict(kind: TermsKind, before: Stored, version: number): Promise<Answer<never>> {
    const changed = await fieldsChangedSince(this.#db, kind.kind, Number(before.id), version);
    const now: Readonly<Record<string, unknown>> = kind.present(before);
    const detail = Object.fromEntries(changed.map((name) => [name, String(now[name])]));
    return changed.length === 0 ? refuse('record_changed') : refuse('record_changed', detail);
  }

  #handlerOf(kind: TermsKind): ProposalHandler {
    const current = async (proposal: ProposalRow): Promise<(Stored & object) | 'none' | 'stale'> => {
      if (proposal.subject_id === null) return 'none';
      const found = await this.#find(kind, Number(proposal.subject_id));
      return found === undefined || found.version !== proposal.base_version ? 'stale' : found;
    };
    return {
      isCurrent: async (proposal) => (await current(proposal)) !== 'stale',
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) => this.#namesOf(kind, subjects),
      apply: async (proposal, finish) => {
        const found = await current(proposal);
        if (found === 'stale') return refuse('record_changed');
        const before = found === 'none' ? undefined : found;
        const after = JSON.parse(proposal.after) as Values;
        const old = before === undefined ? undefined : kind.present(before);
        const by = namesOf(proposal);
        const row = kind.toRow({ ...old, ...after }, before, by);
        const changed = changedFields(old, { ...old, ...after });
        const note = { by, before: only(old, changed), after: only(after, changed) };
        return row.ok ? this.#write(kind, before, row.data, note, finish) : row;
      },
    };
  }

  /** A new record has the name of its values. */
  async #namesOf(kind: TermsKind, subjects: readonly ProposalSubject[]): Promise<readonly (string | undefined)[]> {
    const ids = subjects.flatMap(({ id }) => (id === null ? [] : [BigInt(id)]));
    const rows =
      ids.length === 0
        ? []
        : await this.#db
            .selectFrom(kind.table as 'charge_networks')
            .selectAll()
            .where('id', 'in', ids)
            .execute();
    const names = new Map(rows.map((row) => [Number(row.id), kind.nameOf(kind.present(row))]));
    return subjects.map(({ id, after }) => (id === null ? kind.nameOf(after as Values) : names.get(id)));
  }

  async #find({ table }: TermsKind, id: number): Promise<Stored | undefined> {
    return this.#db
      .selectFrom(table as 'charge_networks')
      .selectAll()
      .where('id', '=', BigInt(id))
      .executeTakeFirst();
  }

  /** Writes a record if it has not changed since `before` was read. Returns its number. */
  async #write(
    kind: TermsKind,
    before: Stored | undefined,
    row: object,
    note: Note,
    finish?: (db: Transaction<Tables>) => Promise<void>,
  ): Promise<Answer<number>> {
    const table = kind.table as 'charge_networks';
    const values = row as Omit<Network, 'id' | 'version'>;
    try {
      return await this.#db.transaction().execute(async (db) => {
        const written =
          before === undefined
            ? await db.insertInto(table).values(values).returningAll().executeTakeFirst()
            : await db
                .updateTable(table)
                .set({ ...values, version: before.version + 1 })
                .where('id', '=', before.id)
                .where('version', '=', before.version)
                .returningAll()
                .executeTakeFirst();
        if (written === undefined) return refuse('record_changed');
        await rememberShown(db);
        const [record, version] = [Number(written.id), written.version];
        const name = kind.nameOf(kind.present(written));
        await noteRecordChange(db, { ...note, kind: kind.kind, record, name, version });
        await finish?.(db);
        return done(record);
      });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === UNIQUE_VIOLATION) return refuse('record_exists');
      if (code === FOREIGN_KEY_VIOLATION) return refuse('unknown_record');
      throw error;
    }
  }
}

function changedFields(before: Values | undefined, after: Values): readonly string[] {
  return Object.keys(after).filter((name) => before?.[name] !== after[name]);
}

/** True for a change that only disables the record: it stops a fraud and can't misdirect money. */
function isDisabling(after: Values, changed: readonly string[]): boolean {
  return !after.enabled && changed.length === 1 && changed[0] === 'enabled';
}

/** The given values; a field that a change leaves out is undefined. */
function defined(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function only(
  values: Readonly<Record<string, unknown>> | undefined,
  names: readonly string[],
): Record<string, unknown> {
  return values === undefined ? {} : Object.fromEntries(names.map((name) => [name, values[name]]));
}
