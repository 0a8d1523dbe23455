import { LEDGER_TYPES, asMoney, formatMoney } from '@fairlot/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListSlice } from '../../../staff/list-export.ts';

interface Row {
  readonly at: bigint;
  readonly kind: string;
  readonly event: string;
  readonly reference: string;
  readonly amount: bigint | null;
  readonly text: string;
}

/** An entry of the timeline in its wire format. */
export interface TimelineEntry {
  readonly at: string;
  readonly kind: string;
  readonly event: string;
  readonly reference: string;
  readonly amount: string | null;
  readonly text: string;
}

/**
 * A query that returns (at in epoch ms, kind, event, reference, amount in signed micro-dollars, text). Times of trading
 * are market time.
 */
type Source = (user: bigint) => RawBuilder<Row>;

/** Converts a timestamp to epoch milliseconds. */
function ms(column: string): RawBuilder<bigint> {
  return sql<bigint>`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
}

const SOURCES: readonly Source[] = [
  (user) =>
    sql`select ${ms('created_at')} as at, 'registered' as kind, kind as event, id::text as reference, null::bigint as amount, coalesce(email, mobile, '') as text from users where id = ${user}`,
  (user) =>
    sql`select ${ms('created_at')}, 'session', 'signed_in', id::text, null, address from sessions where user_id = ${user}`,
  (user) =>
    sql`select ${ms('ended_at')}, 'session', 'signed_out', id::text, null, address from sessions where user_id = ${user} and ended_at is not null`,
  (user) =>
    sql`select created_at, 'order', 'placed', id::text, null, ${orderText()} from orders where account = ${user} and kind <> 'market'`,
  (user) =>
    sql`select opened_at, 'position', 'opened', id::text, null, ${orderText()} from orders where account = ${user} and opened_at is not null`,
  (user) =>
    sql`select ended_at, case when opened_at is null then 'order' else 'position' end, status, id::text, profit, coalesce(reason, '') from orders where account = ${user} and ended_at is not null`,
  (user) => sql`select time, 'ledger', kind::text, coalesce(reference::text, ''),
    case when debit_account = credit_account then amount when credit_account = account then amount else -amount end,
    coalesce(memo, case when debit_account = credit_account then debit_book || ' → ' || credit_book else '' end) from transfers where account = ${user}`,
  (user) =>
    sql`select ${ms('created_at')}, 'deposit', 'submitted', id::text, null, ${dollarsText('amount')} || ' ' || currency_code from deposits where user_id = ${user}`,
  (user) =>
    sql`select ${ms('decided_at')}, 'deposit', state, id::text, null, remark from deposits where user_id = ${user} and decided_at is not null`,
  (user) =>
    sql`select ${ms('created_at')}, 'withdrawal', 'submitted', id::text, null, ${dollarsText('amount')} || ' USD' from withdrawals where user_id = ${user}`,
  (user) => sql`select ${ms('at')}, 'withdrawal', 'approved', withdrawal_id::text, null, staff.name
    from withdrawal_approvals join withdrawals on withdrawals.id = withdrawal_id join staff on staff.id = staff_id where user_id = ${user}`,
  (user) =>
    sql`select ${ms('decided_at')}, 'withdrawal', state, id::text, null, remark from withdrawals where user_id = ${user} and decided_at is not null`,
  (user) =>
    sql`select ${ms('created_at')}, 'method', 'bound', id::text, null, '' from draw_methods where user_id = ${user}`,
  (user) =>
    sql`select ${ms('removed_at')}, 'method', 'removed', id::text, null, '' from draw_methods where user_id = ${user} and removed_at is not null`,
  // The content of identity documents is only for reviewers and not part of the timeline.
  (user) =>
    sql`select ${ms('submitted_at')}, 'identity', 'submitted', id::text, null, '' from identity_submissions where user_id = ${user}`,
  (user) =>
    sql`select ${ms('decided_at')}, 'identity', status, id::text, null, coalesce(reason, '') from identity_submissions where user_id = ${user} and decided_at is not null`,
  (user) =>
    sql`select ${ms('created_at')}, 'feedback', kind, id::text, null, text from feedback where user_id = ${user}`,
  (user) =>
    sql`select ${ms('user_notes.at')}, 'note', staff.name, user_notes.id::text, null, user_notes.text from user_notes join staff on staff.id = staff_id where user_id = ${user}`,
  (
    user,
  ) => sql`select asked.at, 'staff', asked.action, asked.id::text, null, asked.staff_name || ': ' || coalesce(answer.outcome, asked.outcome, '?')
    from audit_log asked left join audit_log answer on answer.of_id = asked.id
    where asked.phase <> 'answered' and asked.id in (select coalesce(of_id, id) from audit_log where user_id = ${user})`,
];

/** Formats micro-dollars with two decimals. */
function dollarsText(column: string): RawBuilder<string> {
  return sql<string>`round(${sql.ref(column)} / 1000000.0, 2)::text`;
}

function orderText(): RawBuilder<string> {
  return sql<string>`side || ' ' || trim(trailing '.' from trim(trailing '0' from (lots / 10000.0)::numeric(20, 4)::text)) || ' ' ||
    coalesce((select code from instruments where instruments.id = orders.instrument), orders.instrument::text)`;
}

const LEDGER_NAMES = new Map(Object.entries(LEDGER_TYPES).map(([name, number]) => [String(number), name]));

/** Reads a page of everything recorded about a user, newest first. */
export async function readTimeline(
  db: Kysely<Tables>,
  user: number,
  kind: string | undefined,
  { offset, limit }: ListSlice,
): Promise<{ readonly list: readonly TimelineEntry[]; readonly total: number }> {
  const all = sql.join(
    SOURCES.map((source) => source(BigInt(user))),
    sql` union all `,
  );
  const wanted = kind === undefined ? sql`` : sql`where kind = ${kind}`;
  const { rows } =
    await sql<Row>`select * from (${all}) line ${wanted} order by at desc, kind, reference desc offset ${offset} limit ${limit}`.execute(
      db,
    );
  const counted = await sql<{ total: bigint }>`select count(*) as total from (${all}) line ${wanted}`.execute(db);
  return { list: rows.map(present), total: Number(counted.rows[0]?.total ?? 0) };
}

function present({ at, kind, event, reference, amount, text }: Row): TimelineEntry {
  return {
    at: new Date(Number(at)).toISOString(),
    kind,
    event: kind === 'ledger' ? (LEDGER_NAMES.get(event) ?? event) : event,
    reference,
    amount: amount === null ? null : formatMoney(asMoney(amount)),
    text,
  };
}
