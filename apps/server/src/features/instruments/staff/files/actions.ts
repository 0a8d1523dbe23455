import { MOST_FILE_ROWS } from '@fairlot/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../../http/answer.ts';
import type { MarketAdmin } from '../../../../market/port.ts';
import { ConcurrencyLimit } from '../../../../platform/concurrency-limit.ts';
import type { ProposalHandler } from '../../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../../staff/proposals/proposals.ts';
import { namesOf } from '../../../../staff/record-changes.ts';
import type { CategoryTerms } from '../instrument-groups.ts';
import { choicesOf } from '../terms.ts';
import type { FileApplier } from './applier.ts';
import { type RawRow, readFile } from './file-form.ts';
import { type PlannedRow, changedInstrument, planOf } from './plan.ts';
import { isStillPlanned, planTexts } from './planned-texts.ts';

/** Files that are kept without a proposal that waits for them. */
const MOST_KEPT = 50;
/** Uploads and applications that may queue behind the one in progress. */
const MOST_WAITING = 10;

export interface FileActionsDeps {
  readonly db: Kysely<Tables>;
  readonly market: MarketAdmin;
  readonly proposals: Proposals;
  readonly applier: FileApplier;
  readonly categories: Pick<CategoryTerms, 'refusal'>;
}

interface Author {
  readonly id: number;
  readonly name: string;
}

/** Files of the catalogue: uploaded, compared with it, and applied row by row; by two people while there are real accounts. */
export class FileActions {
  readonly #deps: FileActionsDeps;
  readonly #oneAtATime = new ConcurrencyLimit(1, MOST_WAITING);

  constructor(deps: FileActionsDeps) {
    this.#deps = deps;
    deps.proposals.register('catalogue', this.#handler());
  }

  /** Stores the rows of a file. */
  async upload(format: 'json' | 'csv', text: string): Promise<Answer<number>> {
    const rows = readFile(format, text, MOST_FILE_ROWS);
    if ('part' in rows) return refuse('catalogue_unreadable', { part: rows.part });
    const { db } = this.#deps;
    const { id } = await db
      .insertInto('catalogue_files')
      .values({ rows: JSON.stringify(rows) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`delete from catalogue_files where id <= ${id} - ${MOST_KEPT}::bigint and not exists (
      select 1 from staff_proposals where kind = 'catalogue' and subject_id = catalogue_files.id
        and state in ('waiting', 'approved'))`.execute(db);
    return done(Number(id));
  }

  /** The rows of a stored file, compared with the catalogue of now. */
  async plan(id: number): Promise<Answer<readonly PlannedRow[]>> {
    const { db, market, proposals } = this.#deps;
    const file = await db.selectFrom('catalogue_files').select('rows').where('id', '=', BigInt(id)).executeTakeFirst();
    if (file === undefined) return refuse('unknown_file');
    const isSwapAnnounced = await proposals.areNeeded();
    const planned = planOf(JSON.parse(file.rows) as readonly RawRow[], { market, isSwapAnnounced });
    return done(await Promise.all(planned.map((row) => this.#withCategory(row))));
  }

  /** Refuses the row of an instrument whose terms in groups must not change by its new category. */
  async #withCategory(row: PlannedRow): Promise<PlannedRow> {
    const { market, categories } = this.#deps;
    if (row.kind !== 'instrument' || row.state !== 'changed') return row;
    const listed = market.instruments().find(({ code }) => code === row.name);
    const next = listed && changedInstrument(listed, row.target, market, choicesOf(market));
    if (listed === undefined || next === undefined || 'field' in next) return row;
    if (next.categoryId === listed.categoryId) return row;
    const refusal = await categories.refusal(listed, next.categoryId);
    if (refusal === undefined || refusal.ok) return row;
    const { line, kind, name } = row;
    return { line, kind, name, state: 'refused', reason: refusal.reason, field: 'category' };
  }

  /** Applies a file, or proposes it: the number of applied rows, and the proposal. */
  async apply(
    id: number,
    reason: string,
    by: Author,
  ): Promise<Answer<{ readonly applied: number; readonly proposal: number | null }>> {
    const { proposals } = this.#deps;
    if (!(await proposals.areNeeded())) {
      const applied = await this.#oneAtATime.run(async () => {
        const planned = await this.#wholePlan(id);
        return planned.ok ? this.#apply(planned.data, reason, by.name) : planned;
      });
      return applied.ok ? done({ applied: applied.data, proposal: null }) : applied;
    }
    const planned = await this.#wholePlan(id);
    if (!planned.ok) return planned;
    const texts = planTexts(planned.data);
    if (Object.keys(texts.after).length === 0) return done({ applied: 0, proposal: null });
    const proposed = await proposals.propose({
      kind: 'catalogue',
      subject: id,
      before: texts.before,
      after: { ...texts.after, reason },
      baseVersion: 0,
      author: by.id,
    });
    return proposed.ok ? done({ applied: 0, proposal: proposed.data }) : proposed;
  }

  /** The plan of a file, refused when one of its rows is. */
  async #wholePlan(id: number): Promise<Answer<readonly PlannedRow[]>> {
    const planned = await this.plan(id);
    const refused = planned.ok ? planned.data.find(({ state }) => state === 'refused') : undefined;
    return refused === undefined ? planned : refuse('catalogue_rows_refused', { name: refused.name });
  }

  /** Applies what differs, row by row; the first refusal ends it. What was applied is unchanged in the next plan. */
  async #apply(planned: readonly PlannedRow[], reason: string, by: string): Promise<Answer<number>> {
    let applied = 0;
    for (const row of planned) {
      if (row.state === 'unchanged') continue;
      if (row.state === 'refused') return refuse(row.reason, { name: row.name, field: row.field });
      const changed = await this.#deps.applier.apply(row, { reason, by });
      if (!changed.ok) return refuse(changed.reason, { ...changed.detail, name: row.name });
      applied += 1;
    }
    return done(applied);
  }

  #handler(): ProposalHandler {
    /** The plan of a proposal's file, while it is still what was proposed. */
    const planOfProposal = async (row: ProposalRow): Promise<readonly PlannedRow[] | undefined> => {
      const planned = await this.plan(Number(row.subject_id));
      return planned.ok && isStillPlanned(planned.data, row) ? planned.data : undefined;
    };
    return {
      isCurrent: async (row) => (await planOfProposal(row)) !== undefined,
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) => Promise.resolve(subjects.map(({ id }) => String(id))),
      apply: (row) =>
        this.#oneAtATime.run(async () => {
          const planned = await planOfProposal(row);
          if (planned === undefined) return refuse('record_changed');
          const { reason } = JSON.parse(row.after) as { readonly reason: string };
          return this.#apply(planned, reason, namesOf(row));
        }),
    };
  }
}
