import { type Kysely, sql } from 'kysely';

/** Uploaded images, and submissions for identity verification. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table images (
      -- 256 random bits, base64url.
      id text primary key,
      owner_id bigint not null references users (id),
      -- The re-encoded picture: a JPEG without anything else of the upload.
      content bytea not null,
      bytes integer not null,
      width integer not null,
      height integer not null,
      -- The feature that uses the image, which decides which staff may see it. Unused images are deleted after a day.
      used_for text check (used_for in ('identity', 'deposit')),
      created_at timestamptz not null default now(),
      -- The request of the upload, so that a repeated one gets the same answer; SHA-256 of the upload.
      upload_key text not null,
      upload_hash bytea not null,
      unique (owner_id, upload_key)
    )`.execute(db);
  // Compression does not shrink a JPEG.
  await sql`alter table images alter column content set storage external`.execute(db);
  await sql`create index images_of_owner on images (owner_id, created_at)`.execute(db);
  await sql`create index images_unused on images (created_at) where used_for is null`.execute(db);
  await sql`
    create table identity_submissions (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id),
      name text not null,
      card_id text not null,
      -- card_id without case, spaces and punctuation, to detect the same document on another account.
      card_key text not null,
      front_image text not null references images (id),
      reverse_image text not null references images (id),
      status text not null default 'waiting' check (status in ('waiting', 'finished', 'rejected')),
      key text not null,
      submitted_at timestamptz not null default now(),
      decided_at timestamptz,
      -- A member of staff.
      decided_by bigint,
      -- ISO 3166 code of the country of residence, as the reviewer determined it.
      country text,
      -- The reason for a rejection, shown to the user.
      reason text,
      check (front_image <> reverse_image),
      check ((status = 'waiting') = (decided_at is null and decided_by is null)),
      check ((status = 'finished') = (country is not null)),
      check ((status = 'rejected') = (reason is not null)),
      unique (user_id, key)
    )`.execute(db);
  // At most one waiting or finished submission per user, even when requests race.
  await sql`create unique index identity_current on identity_submissions (user_id) where status <> 'rejected'`.execute(
    db,
  );
  await sql`create index identity_waiting on identity_submissions (id) where status = 'waiting'`.execute(db);
  await sql`create index identity_same_card on identity_submissions (card_key)`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table identity_submissions, images`.execute(db);
}
