import { type Kysely, sql } from 'kysely';

/** Sections that users save for all their devices: favourites, chart settings, drawings, layouts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workspace_sections (
      user_id bigint not null references users (id),
      section text not null check (length(section) <= 40),
      -- A JSON document that the server does not read. Text, because jsonb would rewrite it and rejects escaped NUL characters.
      value text not null check (length(value) <= 32768),
      -- Epoch milliseconds of the change by the clock of the device, capped at the time of arrival.
      changed_at bigint not null,
      primary key (user_id, section)
    )`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table workspace_sections`.execute(db);
}
