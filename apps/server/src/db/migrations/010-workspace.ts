import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What users save for all their devices: favourites, chart settings, drawings, layouts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workspace_sections (
      user_id bigint not null references users (id),
      section text not null check (length(section) <= 40),
      -- A JSON document that nobody here looks into, as text: jsonb would write it in another way, and refuses escaped zero characters.
      value text not null check (length(value) <= 32768),
      -- Epoch milliseconds of the change, by the clock of the device that made it, never later than its arrival.
      changed_at bigint not null,
      primary key (user_id, section)
    )`.execute(db);
}

/** Undoes `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table workspace_sections`.execute(db);
}
