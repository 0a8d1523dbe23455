import { type Kysely, sql } from 'kysely';

/**
 * Secrets of authenticators and numbers of identity documents are sealed (security/secrets). The secrets stay in their
 * columns: one of 20 bytes is not sealed yet, a sealed one is longer. The next start, which has the key, seals existing
 * values; until then both forms are read.
 */
const CHANGES = [
  sql`comment on column users.totp_secret is 'sealed; 20 bytes: not yet'`,
  sql`comment on column staff.totp_secret is 'sealed; 20 bytes: not yet'`,
  sql`comment on column staff.totp_pending is 'sealed; 20 bytes: not yet'`,
  sql`alter table identity_submissions
    add column card_sealed bytea,
    alter column card_id drop not null,
    add constraint card_is_kept_once check (num_nonnulls(card_id, card_sealed) = 1)`,
  sql`comment on column identity_submissions.card_id is 'only of rows that are not sealed yet'`,
  sql`comment on column identity_submissions.card_key is 'with card_sealed: a fingerprint under the key of secrets, the same for the same document'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of CHANGES) await change.execute(db);
}

/** Reverts `up` while nothing is sealed. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_submissions alter column card_id set not null, drop column card_sealed`.execute(db);
}
