import type { Database } from '../../src/db/database.ts';

/** The number of rows and a digest of them for each table of a database, by its name. Partitions count with their table. */
export async function tableDigests({ pool }: Database): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const digests = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: found } = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as digest from "${name}" t`,
    );
    digests.set(name, found[0]?.digest ?? '');
  }
  return digests;
}
