import { staffCalls } from '@fairlot/contract';
import { DAY_MS } from '@fairlot/domain';
import { type RawBuilder, sql } from 'kysely';
import { movesOf, numberedWithin } from '../../../trading/days/account-moves.ts';
import { endedOf } from '../../../trading/days/account-orders.ts';

/** A row of the timeline: time in epoch ms, amount in signed micro-dollars. Times of trading are market time. */
export interface Row {
  readonly at: bigint;
  readonly kind: string;
  readonly event: string;
  readonly reference: string;
  readonly amount: bigint | null;
  readonly text: string;
}

/** A part of the timeline. */
export interface Source {
  readonly kinds: readonly string[];
  /** Contains at least the newest `most` rows, as far as they exist; a bare `select`. */
  newest(user: bigint, most: number): RawBuilder<Row>;
  /** The number of all rows. */
  count(user: bigint): RawBuilder<bigint>;
  /** All rows of a period; a bare `select`. */
  within(user: bigint, period: Period): RawBuilder<Row>;
}

/** A period in epoch milliseconds: from the first moment on, and before the second. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** SQL condition: a time in epoch milliseconds is in the period. */
function isIn(time: RawBuilder<bigint>, { from, to }: Period): RawBuilder<boolean> {
  return sql`${time} >= ${from}::bigint and ${time} < ${to}::bigint`;
}

/** Rows read in addition, where the order of numbers is that of time only roughly. */
const MARGIN = 1000;
const NONE = sql`null::bigint`;

/** Converts a timestamp to epoch milliseconds. */
function ms(column: string): RawBuilder<bigint> {
  return sql<bigint>`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
}

/** Formats micro-dollars with two decimals. */
function dollarsText(column: string): RawBuilder<string> {
  return sql<string>`round(${sql.ref(column)} / 1000000.0, 2)::text`;
}

/** Actions of the audit log that only look at data. They would bury what was done. */
const READS = Object.values(staffCalls)
  .filter(({ changesState }) => !changesState)
  .map(({ path }) => path.replace('/office/api/', ''));

/** Side, lots, instrument and price of an order. */
function orderText(price: 'o.price' | 'o.target'): RawBuilder<string> {
  return sql<string>`o.side || ' ' || trim(trailing '.' from trim(trailing '0' from (o.lots / 10000.0)::numeric(20, 4)::text)) || ' ' ||
    coalesce((select code from instruments where instruments.id = o.instrument), o.instrument::text) ||
    coalesce(' @ ' || trim_scale(${sql.ref(price)} / 100000000.0)::text, '')`;
}

/** Rows that people cause by hand: few enough to be read and counted one by one. */
function few(kind: string, all: (user: bigint) => RawBuilder<Row>): Source {
  return {
    kinds: [kind],
    newest: (user, most) =>
      sql<Row>`select * from (${all(user)}) s (at, kind, event, reference, amount, text) order by at desc limit ${most}`,
    count: (user) => sql<bigint>`select count(*) from (${all(user)}) s`,
    within: (user, period) =>
      sql<Row>`select * from (${all(user)}) s (at, kind, event, reference, amount, text) where ${isIn(sql`at`, period)}`,
  };
}

const PEOPLE: readonly Source[] = [
  few(
    'registered',
    (user) =>
      sql`select ${ms('created_at')}, 'registered', kind, id::text, ${NONE}, coalesce(email, mobile, '') from users where id = ${user}`,
  ),
  few(
    'deposit',
    (user) =>
      sql`select ${ms('created_at')}, 'deposit', 'submitted', id::text, ${NONE}, coalesce(sent::text, ${dollarsText('amount')}) || ' ' || currency_code from deposits where user_id = ${user}
        union all select ${ms('decided_at')}, 'deposit', state, id::text, null, concat_ws(' · ', case when credited <> amount then ${dollarsText('credited')} || ' USD' end, nullif(remark, ''), nullif(credit_reason, '')) from deposits where user_id = ${user} and decided_at is not null`,
  ),
  few(
    'withdrawal',
    (user) =>
      sql`select ${ms('created_at')}, 'withdrawal', 'submitted', id::text, ${NONE}, ${dollarsText('amount')} || ' USD' from withdrawals where user_id = ${user}
        union all select ${ms('at')}, 'withdrawal', 'approved', withdrawal_id::text, null, staff.name
          from withdrawal_approvals join withdrawals on withdrawals.id = withdrawal_id join staff on staff.id = staff_id where user_id = ${user}
        union all select ${ms('decided_at')}, 'withdrawal', state, id::text, null, remark from withdrawals where user_id = ${user} and decided_at is not null`,
  ),
  few(
    'method',
    (user) =>
      sql`select ${ms('created_at')}, 'method', 'bound', id::text, ${NONE}, '' from draw_methods where user_id = ${user}
        union all select ${ms('removed_at')}, 'method', 'removed', id::text, null, '' from draw_methods where user_id = ${user} and removed_at is not null`,
  ),
  few(
    'feedback',
    (user) =>
      sql`select ${ms('created_at')}, 'feedback', kind, id::text, ${NONE}, text from feedback where user_id = ${user}`,
  ),
  few(
    'note',
    (user) =>
      sql`select ${ms('user_notes.at')}, 'note', staff.name, user_notes.id::text, ${NONE}, user_notes.text from user_notes join staff on staff.id = staff_id where user_id = ${user}`,
  ),
  few(
    'staff',
    (
      user,
    ) => sql`select asked.at, 'staff', asked.action, asked.id::text, ${NONE}, asked.staff_name || ': ' || coalesce(answer.outcome, asked.outcome, '?')
      from audit_log asked left join audit_log answer on answer.of_id = asked.id
      where asked.phase <> 'answered' and asked.action <> all(${READS}) and asked.id in (select coalesce(of_id, id) from audit_log where user_id = ${user})`,
  ),
];

const SESSIONS: Source = {
  kinds: ['session'],
  newest: (user, most) => sql<Row>`
    select * from (select ${ms('created_at')}, 'session', 'signed_in', id::text, ${NONE}, address from sessions where user_id = ${user} order by id desc limit ${most + MARGIN}) signed_in
    union all select * from (select ${ms('ended_at')}, 'session', 'signed_out', id::text, ${NONE}, address from sessions where user_id = ${user} and ended_at is not null
      order by ended_at desc fetch first (${most}) rows with ties) signed_out`,
  count: (user) => sql<bigint>`select count(*) + count(ended_at) from sessions where user_id = ${user}`,
  within: (user, period) => sql<Row>`
    select ${ms('created_at')}, 'session', 'signed_in', id::text, ${NONE}, address from sessions where user_id = ${user} and ${isIn(ms('created_at'), period)}
    union all select ${ms('ended_at')}, 'session', 'signed_out', id::text, null, address from sessions where user_id = ${user} and ended_at is not null and ${isIn(ms('ended_at'), period)}`,
};

const ENTRY = sql`t.time, 'ledger', t.kind::text, coalesce(t.reference::text, ''),
  case when t.debit_account = t.credit_account then null when t.credit_account = t.account then t.amount else -t.amount end,
  coalesce(t.memo, case when t.debit_account = t.credit_account then ${dollarsText('t.amount')} || ' USD' else '' end)`;

/** Money that is reserved or released stays the user's: it is named in the text, because it is neither gain nor loss. */
const LEDGER: Source = {
  kinds: ['ledger'],
  newest: (user, most) =>
    sql<Row>`select ${ENTRY} from transfers t where t.account = ${user} order by t.id desc limit ${most + MARGIN}`,
  count: (user) => sql<bigint>`select coalesce(sum(m.transfers), 0) from ${movesOf(Number(user))} m`,
  // The numbers of whole days, because the index is by number.
  within: (user, { from, to }) => sql<Row>`
    select ${ENTRY} from transfers t where t.account = ${user}
      and ${numberedWithin(Number(user), { from: Math.floor(from / DAY_MS) * DAY_MS, to })} and ${isIn(sql`t.time`, { from, to })}`,
};

const PLACED = sql`o.created_at, 'order', 'placed', o.id::text, ${NONE}, ${orderText('o.target')}`;
const OPENED = sql`o.opened_at, 'position', 'opened', o.id::text, ${NONE}, ${orderText('o.price')}`;
const ENDED = (kind: 'order' | 'position') =>
  sql`o.ended_at, ${sql.lit(kind)}, o.status, o.id::text, o.profit, coalesce(o.reason, '')`;

/** Pending orders when they were placed, and those that ended without becoming a position. */
const ORDERS: Source = {
  kinds: ['order'],
  newest: (user, most) => sql<Row>`
    select * from (select ${PLACED} from orders o where o.account = ${user} and o.kind <> 'market' and o.parent_id is null
      order by o.created_at desc fetch first (${most}) rows with ties) placed
    union all select * from (select ${ENDED('order')} from orders o
      where o.account = ${user} and o.ended_at is not null and o.opened_at is null order by o.ended_at desc fetch first (${most}) rows with ties) cancelled`,
  count: (user) => sql<bigint>`
    select coalesce(sum(e.placed + e.orders - e.opened), 0) + (select count(*) from orders where account = ${user} and ended_at is null and kind <> 'market')
    from ${endedOf(Number(user))} e`,
  within: (user, period) => sql<Row>`
    select ${PLACED} from orders o where o.account = ${user} and o.kind <> 'market' and o.parent_id is null and ${isIn(sql`o.created_at`, period)}
    union all select ${ENDED('order')} from orders o
      where o.account = ${user} and o.ended_at is not null and o.opened_at is null and ${isIn(sql`o.ended_at`, period)}`,
};

/**
 * Openings and ends of positions. Of the ended ones, those that ended last are enough: any other ended, and so was
 * opened, before all of these ended.
 */
const POSITIONS: Source = {
  kinds: ['position'],
  newest: (user, most) => sql<Row>`
    select event.* from (
      (select * from orders where account = ${user} and ended_at is null and status = 'open')
      union all (select * from orders where account = ${user} and ended_at is not null and opened_at is not null order by ended_at desc fetch first (${most}) rows with ties)
    ) o cross join lateral (
      select ${OPENED} union all select ${ENDED('position')} where o.ended_at is not null) event`,
  count: (user) => sql<bigint>`
    select coalesce(sum(2 * e.opened), 0) + (select count(*) from orders where account = ${user} and ended_at is null and status = 'open')
    from ${endedOf(Number(user))} e`,
  // A position that was opened in the period is open, or ended after the period's begin.
  within: (user, period) => sql<Row>`
    select ${OPENED} from orders o where o.account = ${user} and o.ended_at is null and o.status = 'open' and ${isIn(sql`o.opened_at`, period)}
    union all select ${OPENED} from orders o where o.account = ${user} and o.ended_at is not null and o.ended_at >= ${period.from}::bigint and ${isIn(sql`o.opened_at`, period)}
    union all select ${ENDED('position')} from orders o
      where o.account = ${user} and o.ended_at is not null and o.opened_at is not null and ${isIn(sql`o.ended_at`, period)}`,
};

/**
 * Reviews of the identity. The content of documents is only for reviewers and not part of the timeline, and neither are
 * reasons, which may repeat it, unless `reasons` is true.
 */
function identity(reasons: boolean): Source {
  const reason = reasons ? sql`coalesce(reason, '')` : sql`''`;
  return few(
    'identity',
    (
      user,
    ) => sql`select ${ms('submitted_at')}, 'identity', 'submitted', id::text, ${NONE}, '' from identity_submissions where user_id = ${user}
        union all select ${ms('decided_at')}, 'identity', case status when 'revoked' then 'finished' else status end, id::text, null,
          case status when 'revoked' then '' else ${reason} end from identity_submissions where user_id = ${user} and decided_at is not null
        union all select ${ms('revoked_at')}, 'identity', 'revoked', id::text, null, ${reason} from identity_submissions where user_id = ${user} and revoked_at is not null`,
  );
}

/** The parts of a user's timeline. `reasons`: with the reasons of decisions about the identity. */
export function timelineSources(reasons: boolean): readonly Source[] {
  return [...PEOPLE, identity(reasons), SESSIONS, LEDGER, ORDERS, POSITIONS];
}
