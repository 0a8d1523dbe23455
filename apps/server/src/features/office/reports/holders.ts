import type { GroupId } from '@fairlot/domain';
import { type RawBuilder, sql } from 'kysely';
import { GROUP_OF_ACCOUNT } from '../../../trading/group-of-account.ts';
import type { ReportFilter } from './report.ts';

/** The group of an account, as rows of reports name it. */
export interface HolderGroup {
  readonly group_id: GroupId;
  readonly group_name: string;
}
export interface Holder extends HolderGroup {
  readonly holder: bigint;
}

/** Columns of a row that is about an account or a group. */
export const GROUP_COLUMNS = ['group_id', 'group'] as const;

/**
 * Accounts of a report, as rows of (holder, group_id, group_name). Accounts in the group of their kind have none stored,
 * and removed groups keep their names.
 */
export function holdersOf({ accounts, group }: Pick<ReportFilter, 'accounts' | 'group'>): RawBuilder<Holder> {
  return sql`(
    select a.id as holder, ${GROUP_OF_ACCOUNT} as group_id, coalesce(g.name, '#' || ${GROUP_OF_ACCOUNT}) as group_name
    from accounts a left join client_groups g on g.id = ${GROUP_OF_ACCOUNT}
    where a.kind = ${accounts} and ${group === undefined ? sql`true` : sql`${GROUP_OF_ACCOUNT} = ${group}`})`;
}

export function groupCells({
  group_id,
  group_name,
}: HolderGroup): Readonly<Record<(typeof GROUP_COLUMNS)[number], string>> {
  return { group_id: String(group_id), group: group_name };
}
