import { afterAll, expect, it } from 'vitest';
import { DatabaseInUseError } from '../src/db/lock.ts';
import { createTestDatabase } from './support/database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

it('is migrated, exact, and one server’s alone', async () => {
  const first = await database.open();
  const { rows } = await first.pool.query<{ n: bigint }>('select 9223372036854775807::bigint as n');
  expect(rows).toEqual([{ n: 9223372036854775807n }]);
  await expect(first.kysely.selectFrom('journal').select('seq').execute()).resolves.toEqual([]);

  await expect(database.open()).rejects.toBeInstanceOf(DatabaseInUseError);
  await first.close();
  const second = await database.open();
  await second.close();
});
