import { type Kysely, sql } from 'kysely';

const CONTENT = [
  // Public pictures: re-encoded, named by 256 random bits.
  sql`create table media (
    id text primary key,
    content bytea not null,
    created_at timestamptz not null default now(),
    created_by bigint not null
  )`,
  sql`alter table media alter column content set storage external`,
  sql`create table news (
    id bigint generated always as identity primary key,
    category_id bigint not null,
    logo text not null,
    state text not null default 'draft' check (state in ('draft', 'published')),
    version integer not null default 1,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    changed_by text not null,
    -- First publication; stays set when the news is withdrawn and published again.
    published_at timestamptz,
    check (state = 'draft' or published_at is not null)
  )`,
  sql`create index news_shown on news (category_id, published_at desc, id desc) where state = 'published'`,
  sql`create table news_texts (
    news_id bigint not null references news (id) on delete cascade,
    language text not null,
    title text not null,
    summary text not null,
    -- HTML, sanitised before it is stored.
    content text not null,
    primary key (news_id, language)
  )`,
  sql`create table companies (
    id bigint generated always as identity primary key,
    name text not null,
    logo text not null default '',
    url text not null default '',
    subject text not null default '',
    registered_address text not null default '',
    location text not null default '',
    email text not null default '',
    status smallint not null default 0,
    loss_url text not null default '',
    listed boolean not null default true,
    -- The operator's own company. Empty name or email: the value of the settings applies.
    own boolean not null default false,
    version integer not null default 1,
    check (own or name <> ''),
    check (status = 0 or loss_url <> '')
  )`,
  sql`create unique index companies_own on companies (own) where own`,
  sql`insert into companies (name, own) values ('', true)`,
  sql`create table announcements (
    language text primary key,
    content text not null,
    version integer not null
  )`,
];

const SUPPORT = [
  sql`create table support_messages (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    -- null: written by the user.
    staff_id bigint,
    staff_name text,
    text text not null,
    created_at timestamptz not null,
    -- The idempotency key of the request.
    key text not null,
    check ((staff_id is null) = (staff_name is null))
  )`,
  sql`create index support_messages_of_user on support_messages (user_id, id)`,
  sql`create unique index support_messages_key on support_messages (user_id, coalesce(staff_id, 0), key)`,
  // One row per user, written together with each message.
  sql`create table support_conversations (
    user_id bigint primary key references users (id),
    last_id bigint not null,
    -- Last message that each side has read.
    user_read_id bigint not null default 0,
    staff_read_id bigint not null default 0,
    -- Start of the user's wait for an answer, and the number of messages since the last answer.
    waiting_since timestamptz,
    waiting_count integer not null default 0
  )`,
  sql`create index support_waiting on support_conversations (waiting_since) where waiting_since is not null`,
  sql`create index support_last on support_conversations (last_id)`,
  sql`create table feedback (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    kind text not null check (kind in ('suggestion', 'complaint')),
    text text not null,
    key text not null,
    created_at timestamptz not null,
    answer text,
    decided_at timestamptz,
    decided_by text,
    unique (user_id, key),
    check ((answer is null) = (decided_at is null) and (answer is null) = (decided_by is null))
  )`,
  sql`create index feedback_open on feedback (kind, id) where decided_at is null`,
];

/** News, companies, announcements, support conversations and feedback. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...CONTENT, ...SUPPORT]) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table feedback, support_conversations, support_messages, announcements, companies, news_texts, news, media`.execute(
    db,
  );
}
