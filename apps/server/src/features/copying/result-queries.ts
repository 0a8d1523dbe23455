import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { DeedRow } from './presenter.ts';

/** Figures of a result and of its deed, as DeedRow has them. */
export const DEED_COLUMNS = [
  'copy_results.copy_id',
  'copy_results.order_id',
  'copy_results.lots',
  'copy_results.skip',
  'copy_results.detail',
  'copy_results.price',
  'copy_results.difference',
  'copy_results.delay_ms',
  'copy_events.number as id',
  'copy_events.type as deed',
  'copy_events.leader_order',
  'copy_events.instrument',
  'copy_events.side',
  'copy_events.time',
  'copy_events.leader_price',
] as const;

/**
 * Copies with the results of deeds. Results have no index by copy: those of a copy are found by the deeds of its leader, and
 * by those that the copy itself took over at its start.
 */
// oxlint-disable-next-line explicit-module-boundary-types -- The type of a joined query is far longer than the query.
export function resultsOfCopies(db: Kysely<Tables>) {
  return db
    .selectFrom('copies')
    .innerJoin('copy_events', (join) =>
      join
        .onRef('copy_events.leader_id', '=', 'copies.leader_id')
        .on(sql<boolean>`copy_events.copy_id = any(array[0, copies.id])`),
    )
    .innerJoin('copy_results', (join) =>
      join.onRef('copy_results.event', '=', 'copy_events.number').onRef('copy_results.copy_id', '=', 'copies.id'),
    );
}

/** Reads the deeds of leaders in copies. */
export class ResultQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Deeds in a copy, latest first. */
  async page(
    copy: number,
    offset: number,
    limit: number,
  ): Promise<{ readonly rows: readonly DeedRow[]; readonly total: number }> {
    const own = resultsOfCopies(this.#db).where('copies.id', '=', BigInt(copy));
    const [rows, count] = await Promise.all([
      own.select(DEED_COLUMNS).orderBy('copy_events.number', 'desc').offset(offset).limit(limit).execute(),
      own.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
    ]);
    return { rows, total: Number(count.total) };
  }
}
