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

/** Runs a query and counts the rows that it reads from a table, its partitions and those that a filter removes included. */
export async function rowsRead(
  pool: Pool,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  table: string,
): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    `explain (analyze, timing off, format json) ${sql}`,
    [...parameters],
  );
  const parts = await pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
    [table],
  );
  const [answer] = rows;
  const tables = new Set([table, ...parts.rows.map(({ name }) => name)]);
  return answer === undefined ? 0 : count(answer['QUERY PLAN'][0].Plan, tables);
}

function count(node: PlanNode, tables: ReadonlySet<string>): number {
  const own = tables.has(node['Relation Name'] ?? '')
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']
    : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + count(child, tables), own);
}
