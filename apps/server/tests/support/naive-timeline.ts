/** Everything recorded about a user, as one union of all its records, unsorted. */
export function naiveTimeline(user: number): string {
  return [
    `select (extract(epoch from created_at) * 1000)::bigint as at, 'registered' as kind, kind as event, id::text as reference, null::bigint as amount, coalesce(email, mobile, '') as text from users where id = ${user}`,
    `select (extract(epoch from created_at) * 1000)::bigint, 'session', 'signed_in', id::text, null, address from sessions where user_id = ${user}`,
    `select (extract(epoch from ended_at) * 1000)::bigint, 'session', 'signed_out', id::text, null, address from sessions where user_id = ${user} and ended_at is not null`,
    `select created_at, 'order', 'placed', id::text, null, side || ' ' || trim(trailing '.' from trim(trailing '0' from (lots / 10000.0)::numeric(20, 4)::text)) || ' ' || coalesce((select code from instruments where instruments.id = orders.instrument), orders.instrument::text) || coalesce(' @ ' || trim_scale(target / 100000000.0)::text, '') from orders where account = ${user} and kind <> 'market'`,
    `select opened_at, 'position', 'opened', id::text, null, side || ' ' || trim(trailing '.' from trim(trailing '0' from (lots / 10000.0)::numeric(20, 4)::text)) || ' ' || coalesce((select code from instruments where instruments.id = orders.instrument), orders.instrument::text) || coalesce(' @ ' || trim_scale(price / 100000000.0)::text, '') from orders where account = ${user} and opened_at is not null`,
    `select ended_at, case when opened_at is null then 'order' else 'position' end, status, id::text, profit, coalesce(reason, '') from orders where account = ${user} and ended_at is not null`,
    `select time, 'ledger', kind::text, coalesce(reference::text, ''),
    case when debit_account = credit_account then null when credit_account = account then amount else -amount end,
    coalesce(memo, case when debit_account = credit_account then round(amount / 1000000.0, 2)::text || ' USD' else '' end) from transfers where account = ${user}`,
    `select (extract(epoch from created_at) * 1000)::bigint, 'deposit', 'submitted', id::text, null, round(amount / 1000000.0, 2)::text || ' ' || currency_code from deposits where user_id = ${user}`,
    `select (extract(epoch from decided_at) * 1000)::bigint, 'deposit', state, id::text, null, remark from deposits where user_id = ${user} and decided_at is not null`,
    `select (extract(epoch from created_at) * 1000)::bigint, 'withdrawal', 'submitted', id::text, null, round(amount / 1000000.0, 2)::text || ' USD' from withdrawals where user_id = ${user}`,
    `select (extract(epoch from at) * 1000)::bigint, 'withdrawal', 'approved', withdrawal_id::text, null, staff.name
    from withdrawal_approvals join withdrawals on withdrawals.id = withdrawal_id join staff on staff.id = staff_id where user_id = ${user}`,
    `select (extract(epoch from decided_at) * 1000)::bigint, 'withdrawal', state, id::text, null, remark from withdrawals where user_id = ${user} and decided_at is not null`,
    `select (extract(epoch from created_at) * 1000)::bigint, 'method', 'bound', id::text, null, '' from draw_methods where user_id = ${user}`,
    `select (extract(epoch from removed_at) * 1000)::bigint, 'method', 'removed', id::text, null, '' from draw_methods where user_id = ${user} and removed_at is not null`,
    `select (extract(epoch from submitted_at) * 1000)::bigint, 'identity', 'submitted', id::text, null, '' from identity_submissions where user_id = ${user}`,
    `select (extract(epoch from decided_at) * 1000)::bigint, 'identity', status, id::text, null, coalesce(reason, '') from identity_submissions where user_id = ${user} and decided_at is not null`,
    `select (extract(epoch from created_at) * 1000)::bigint, 'feedback', kind, id::text, null, text from feedback where user_id = ${user}`,
    `select (extract(epoch from user_notes.at) * 1000)::bigint, 'note', staff.name, user_notes.id::text, null, user_notes.text from user_notes join staff on staff.id = staff_id where user_id = ${user}`,
    `select asked.at, 'staff', asked.action, asked.id::text, null, asked.staff_name || ': ' || coalesce(answer.outcome, asked.outcome, '?')
    from audit_log asked left join audit_log answer on answer.of_id = asked.id
    where asked.phase <> 'answered' and asked.id in (select coalesce(of_id, id) from audit_log where user_id = ${user})`,
  ].join(' union all ');
}
