import type { InputOfStaff, bulkMessageCalls } from '@fairlot/contract';
import { type RawBuilder, sql } from 'kysely';
import { userOfUid } from '../../../platform/uid.ts';

type CountInput = InputOfStaff<typeof bulkMessageCalls.officeBulkCount>;
/** The conditions that all recipients of a message meet. */
export type BulkSelection = Omit<CountInput, 'kind'>;

const split = (list: string): readonly string[] => (list === '' ? [] : list.split(','));

function inList(column: string, list: readonly string[]): RawBuilder<boolean> {
  return list.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${list})`;
}

/** The last use of a session; users whose sessions are all deleted were last seen when they registered, or later. */
const LAST_SEEN = sql`coalesce((select max(s.last_seen_at) from sessions s where s.user_id = users.id), users.created_at)`;
const IS_VERIFIED = sql`coalesce((select i.status = 'finished' from identity_submissions i
  where i.user_id = users.id order by i.id desc limit 1), false)`;
const HAS_POSITIONS = sql`exists (select from orders o
  where o.account = users.id and o.status = 'open' and o.ended_at is null)`;

function yesOrNo(wanted: '0' | '1' | undefined, condition: RawBuilder<unknown>): RawBuilder<boolean> {
  if (wanted === undefined) return sql<boolean>`true`;
  return wanted === '1' ? sql<boolean>`${condition}` : sql<boolean>`not ${condition}`;
}

/** Condition on `users`: the user is in the selection, and may get messages. */
export function isSelected(selection: BulkSelection): RawBuilder<boolean> {
  const { accounts, countries, languages, verified, positions, seen_from: from, seen_to: to, uids } = selection;
  // A UID that can't be one stands for nobody, so that a slip does not select everybody.
  const users = split(uids).map((uid) => BigInt(userOfUid(uid) ?? 0));
  return sql<boolean>`users.kind = ${accounts} and users.closing_at is null and users.erased_at is null
    and users.retired_at is null
    and ${uids === '' ? sql`true` : sql`users.id = any(${users})`}
    and ${inList('users.area', split(countries))} and ${inList('users.language', split(languages))}
    and ${yesOrNo(verified, IS_VERIFIED)} and ${yesOrNo(positions, HAS_POSITIONS)}
    and ${from === undefined ? sql`true` : sql`${LAST_SEEN} >= ${new Date(from)}`}
    and ${to === undefined ? sql`true` : sql`${LAST_SEEN} < ${new Date(to)}`}`;
}

/** Condition on `users`: a mail of this kind may go to the user. */
export function mayGetMail(kind: 'service' | 'marketing'): RawBuilder<boolean> {
  return kind === 'service'
    ? sql<boolean>`users.email is not null`
    : sql<boolean>`(users.email is not null and users.marketing_since is not null)`;
}
