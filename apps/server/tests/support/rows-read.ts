import type { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs a query and counts the rows that it reads from a table, those that a filter removes included. */
export async function rowsRead(
  pool: Pool,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  table: string,
): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    `explain (analyze, timing off, format json) ${sql}`,
    [...parameters],
  );
  const [answer] = rows;
  return answer === undefined ? 0 : count(answer['QUERY PLAN'][0].Plan, table);
}

function count(node: PlanNode, table: string): number {
  const own =
    node['Relation Name'] === table
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops']
      : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + count(child, table), own);
}
