import { SECTIONS_MAX, type SavedSection, WORKSPACE_MAX } from '@fairlot/contract';
import { type Kysely, sql } from 'kysely';
import { lockUser } from '../../db/lock-user.ts';
import type { Tables } from '../../db/tables/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** Named sections that a user saves for all devices. Of two writes to a section the later change wins. */
export class Workspace {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** All sections of a user, sorted by name. */
  async read(user: number): Promise<SavedSection[]> {
    const rows = await this.#db
      .selectFrom('workspace_sections')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .orderBy('section')
      .execute();
    return rows.map(present);
  }

  /**
   * Saves a section unless a later change of it is stored, and returns the section as stored afterwards. Idempotent. A
   * change time in the future is replaced by now, or a device whose clock runs ahead would block all others' writes.
   */
  save(
    user: number,
    { section, value, changed_at: changedAt }: SavedSection,
  ): Promise<SavedSection | 'workspace_full'> {
    const owner = BigInt(user);
    const at = BigInt(Math.min(changedAt, this.#clock()));
    return this.#db.transaction().execute(async (transaction) => {
      // The lock on the user's row serializes writes, so that the limits hold.
      await lockUser(transaction, owner);
      const sections = await transaction
        .selectFrom('workspace_sections')
        .select([
          'section',
          'changed_at',
          ({ fn }) => fn<number>('length', ['value']).as('size'),
          sql<boolean>`value in ('[]', '{}', 'null')`.as('empty'),
        ])
        .where('user_id', '=', owner)
        .orderBy('changed_at')
        .execute();
      const known = sections.find((row) => row.section === section);
      if (known !== undefined && known.changed_at >= at) {
        return present(
          await transaction
            .selectFrom('workspace_sections')
            .selectAll()
            .where('user_id', '=', owner)
            .where('section', '=', section)
            .executeTakeFirstOrThrow(),
        );
      }
      const others = sections.filter((row) => row !== known);
      const size = others.reduce((sum, row) => sum + row.size, value.length);
      // An emptied section is kept so that other devices empty theirs, until its place is needed.
      const leaving = others.length < SECTIONS_MAX ? undefined : others.find((row) => row.empty);
      if (others.length - (leaving === undefined ? 0 : 1) >= SECTIONS_MAX || size > WORKSPACE_MAX)
        return 'workspace_full';
      if (leaving !== undefined)
        await transaction
          .deleteFrom('workspace_sections')
          .where('user_id', '=', owner)
          .where('section', '=', leaving.section)
          .execute();
      await transaction
        .insertInto('workspace_sections')
        .values({ user_id: owner, section, value, changed_at: at })
        .onConflict((conflict) => conflict.columns(['user_id', 'section']).doUpdateSet({ value, changed_at: at }))
        .execute();
      return { section, value, changed_at: Number(at) };
    });
  }
}

function present(row: { readonly section: string; readonly value: string; readonly changed_at: bigint }): SavedSection {
  return { section: row.section, value: row.value, changed_at: Number(row.changed_at) };
}
