import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';

const PAGE = new URL('../../../docs/growth.md', import.meta.url);

let file: TestDatabase;
let database: Database;

beforeAll(async () => {
  file = await createTestDatabase();
  database = await file.open();
});
afterAll(async () => {
  await database.close();
  await file.drop();
});

/** The cells of the rows of the table under a heading, without its head. */
function rowsUnder(page: string, heading: string): readonly (readonly string[])[] {
  const [, after = ''] = page.split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

it('docs/growth.md has a policy for every table, and only for tables that exist', async () => {
  const page = await readFile(PAGE, 'utf8');
  const [head = ''] = page.split('\n## ');
  const policies = new Set([...head.matchAll(/^\| (\w+) \|/gm)].map(([, name]) => name));
  const rows = rowsUnder(page, 'Tables');
  expect(rows.filter((cells) => cells.length !== 5 || !policies.has(cells[2]))).toEqual([]);
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname not like 'kysely%' order by relname collate "C"`,
  );
  expect(rows.map(([name = '']) => name.replaceAll('`', ''))).toEqual(tables.map(({ name }) => name));
});
