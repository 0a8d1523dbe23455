import { type Kysely, sql } from 'kysely';

/** Passwords, mobile numbers, inviters, verification codes, and the outbox of mail and SMS. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      -- International format: +, calling code, number.
      add column mobile text unique,
      -- argon2id, in the PHC string format.
      add column password_hash text,
      -- ISO 3166 code of the country given at registration.
      add column area text,
      add column inviter_id bigint references users (id),
      add column risk_consent_at timestamptz,
      -- Language of messages that are sent to the user.
      add column language text not null default 'en',
      -- Shared with the user's authenticator. Without totp_since it is unconfirmed and sign-in needs no code.
      add column totp_secret bytea,
      add column totp_since timestamptz,
      -- The last time step whose code was used: each code works once.
      add column totp_step bigint,
      -- Set when staff blocked the user's sign-in.
      add column blocked_at timestamptz,
      add constraint email_is_lower_case check (email = lower(email)),
      add constraint real_users_can_sign_in check (kind = 'demo' or (password_hash is not null and (email is not null or mobile is not null)))`.execute(
    db,
  );
  await sql`create unique index users_email on users (email)`.execute(db);
  await sql`create index users_invited on users (inviter_id) where inviter_id is not null`.execute(db);
  await sql`
    alter table sessions
      add column last_seen_at timestamptz not null default now(),
      add column address text not null default '',
      add column agent text not null default ''`.execute(db);
  await sql`
    create table sent_codes (
      id bigint generated always as identity primary key,
      purpose text not null check (purpose in ('register', 'reset')),
      -- Email address or international number.
      target text not null,
      -- The network of the request: it has its own tries.
      asked_from text not null,
      -- Hash of the request's idempotency key: a repeated request gets the same answer and sends nothing.
      asked_key bytea not null,
      salt bytea not null,
      code_hash bytea not null,
      sent_at timestamptz not null,
      expires_at timestamptz not null,
      tries_left smallint not null,
      strangers_tries_left smallint not null,
      used_at timestamptz,
      -- Hash of the idempotency key of the request that used the code.
      used_key bytea
    )`.execute(db);
  await sql`create index sent_codes_target on sent_codes (target, sent_at)`.execute(db);
  await sql`create index sent_codes_from on sent_codes (asked_from, sent_at)`.execute(db);
  await sql`create index sent_codes_time on sent_codes (sent_at)`.execute(db);
  await createOutbox(db);
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outbox (
      id bigint generated always as identity primary key,
      channel text not null check (channel in ('mail', 'sms')),
      recipient text not null,
      -- Name of the message's text in the catalogues.
      template text not null,
      language text not null,
      subject text not null,
      -- Deleted once a message with a code was sent.
      body text,
      secret boolean not null,
      -- held: stored for the operator to read, because no sender is configured. blank: without recipient, see below.
      state text not null check (state in ('waiting', 'held', 'sent', 'failed', 'expired', 'blank')),
      tries smallint not null default 0,
      next_try_at timestamptz not null default now(),
      expires_at timestamptz,
      last_error text,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    )`.execute(db);
  await sql`comment on column outbox.state is 'blank: written where nothing is to be sent, so that an answer takes the same time whether an account exists or not'`.execute(
    db,
  );
  await sql`create index outbox_waiting on outbox (next_try_at) where state = 'waiting'`.execute(db);
  await sql`create index outbox_time on outbox (created_at)`.execute(db);
}

/** Reverts `up` while nothing else refers to it. Only possible without real users, because they need these columns. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table outbox, sent_codes`.execute(db);
  await sql`alter table sessions drop column last_seen_at, drop column address, drop column agent`.execute(db);
  await sql`
    alter table users drop column mobile, drop column password_hash, drop column area, drop column inviter_id, drop column risk_consent_at,
      drop column language, drop column totp_secret, drop column totp_since, drop column totp_step, drop column blocked_at,
      drop constraint email_is_lower_case`.execute(db);
  await sql`drop index if exists users_email`.execute(db);
}
