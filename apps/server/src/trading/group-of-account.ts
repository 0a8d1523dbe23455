import { DEFAULT_GROUPS, type GroupId } from '@fairlot/domain';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** SQL of the group of an account `a`: accounts in the group of their kind have none. */
export const GROUP_OF_ACCOUNT = sql<number>`coalesce(a.account_group, case a.kind when 'real' then ${sql.lit(DEFAULT_GROUPS.real)} else ${sql.lit(DEFAULT_GROUPS.demo)} end)`;

/** SQL of the group of the account with the number in a column; null without an account. */
export function groupOf(column: string): RawBuilder<number | null> {
  return sql`(select ${GROUP_OF_ACCOUNT} from accounts a where a.id = ${sql.ref(column)})`;
}

/**
 * SQL that is true for the accounts of a group by their number in a column. The group itself is compared, not an
 * expression, so that the index of the accounts with a group is used.
 */
export function isInGroup(column: string, group: GroupId): RawBuilder<SqlBool> {
  const kind = (['real', 'demo'] as const).find((each) => DEFAULT_GROUPS[each] === group);
  const own = sql`a.account_group = ${group}`;
  const members = kind === undefined ? own : sql`(${own} or (a.account_group is null and a.kind = ${kind}))`;
  return sql`${sql.ref(column)} in (select a.id from accounts a where ${members})`;
}
