import { type Kysely, sql } from 'kysely';

/**
 * Stop-outs of real accounts whose mail is in the outbox, by the row of the journal. Those of the days before the upgrade
 * count as mailed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table stop_out_mails (
    user_id bigint not null references users (id),
    seq bigint not null,
    at timestamptz not null default now(),
    primary key (user_id, seq)
  )`.execute(db);
  await sql`create index stop_out_mails_age on stop_out_mails (at)`.execute(db);
  await sql`insert into stop_out_mails (user_id, seq)
    select distinct j.account, j.seq
    from orders o
    join users u on u.id = o.account and u.kind = 'real'
    join journal j on j.account = o.account and j.time = o.ended_at and j.key is null
    where o.reason = 'stop_out' and o.ended_at > (extract(epoch from now()) * 1000)::bigint - 2 * 86400000
      and j.command like '{"type":"stopOut"%'`.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table stop_out_mails`.execute(db);
}
