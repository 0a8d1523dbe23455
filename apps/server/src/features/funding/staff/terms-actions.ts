import type { StaffCall } from '@fairlot/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
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
type Given = Values & { readonly id?: number | undefined; readonly version?: number | undefined };

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Changes of the operator's payment terms: networks, currencies, receiving accounts. While there are real accounts, a
 * change of what users can see waits for a second person.
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

  /** Adds a record, or changes the one with this number and version; proposes the change if it needs a second person. */
  async save<Row extends object, Call extends StaffCall>(
    kindOf: TermsKind<Row, Call>,
    { id, version, ...values }: Given,
    author: number,
  ): Promise<Answer<Saved>> {
    const kind = kindOf as unknown as TermsKind;
    const before = id === undefined ? undefined : await this.#find(kind, id);
    const row = kind.toRow(values, before);
    if (id !== undefined && before === undefined) return refuse('unknown_record');
    if (!row.ok) return row;
    if (before !== undefined && version === undefined) return refuse('bad_request', { field: 'version' });
    if (before !== undefined && before.version !== version) return refuse('record_changed');
    const old = before === undefined ? undefined : kind.present(before);
    const changed = changedFields(old, values);
    if (changed.length === 0) return done({ id: id ?? null, proposal: null });
    if (!isGuarded(old, values, changed) || !(await this.#proposals.areNeeded())) {
      const written = await this.#write(kind, before, row.data);
      return written.ok ? done({ id: written.data, proposal: null }) : written;
    }
    const proposed = await this.#proposals.propose({
      kind: kind.kind,
      subject: id ?? null,
      before: only(old, changed),
      after: only(values, changed),
      baseVersion: version ?? 0,
      author,
    });
    return proposed.ok ? done({ id: id ?? null, proposal: proposed.data }) : proposed;
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
      apply: async (proposal, finish) => {
        const found = await current(proposal);
        if (found === 'stale') return refuse('record_changed');
        const before = found === 'none' ? undefined : found;
        const after = JSON.parse(proposal.after) as Values;
        const row = kind.toRow({ ...(before === undefined ? {} : kind.present(before)), ...after }, before);
        return row.ok ? this.#write(kind, before, row.data, finish) : row;
      },
    };
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
        await finish?.(db);
        return done(Number(written.id));
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

/** True for a change of what users can see. Only disabling works at once, because it can't misdirect money. */
function isGuarded(before: Values | undefined, after: Values, changed: readonly string[]): boolean {
  const isDisabled = !after.enabled && changed.every((name) => name === 'enabled');
  return (after.enabled || before?.enabled === true) && !isDisabled;
}

function only(values: Values | undefined, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, values?.[name]]));
}
