import fc from 'fast-check';
import { LEDGER_TYPES } from '@fairlot/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { MEMO_FOR_OWNER, memoForOwner } from '../src/platform/ledger-text.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.openForReading();
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const { adjustment, deposit } = LEDGER_TYPES;
const LETTERS = [' ', '(', ')', ',', 'a', 'b', '9', '.', '@', '+', '-', '_', '\n', 'Ä', 'A'];
const MEMOS = [
  'a reason (fin.one, fin-two)',
  'a reason (see the chat) (fin.one)',
  'a reason (SEPA)',
  'two lines\n(fin.one)',
  'names at the end of a line (fin.one)\nof two',
  '(fin.one)',
  ' (a_b@c+d-9, x)',
  'three names (a, b, c)',
  'Grund für Ä (ä)',
  '',
];

it('PostgreSQL takes the names of staff off the same memos as the server', async () => {
  const drawn = fc.sample(fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 24 }), 500);
  const ended = drawn.map((text) => `${text} (ab, ba)`);
  const memos = [...MEMOS, ...drawn, ...ended, null];
  const kinds = [
    { kind: adjustment, reference: null },
    { kind: adjustment, reference: 7n },
    { kind: deposit, reference: 7n },
  ];
  const rows = kinds.flatMap((entry) => memos.map((memo) => ({ ...entry, memo })));
  const { rows: taken } = await sql<{ memo: string }>`select ${MEMO_FOR_OWNER} as memo
    from rows from (unnest(${rows.map(({ kind }) => kind)}::integer[]), unnest(${rows.map(({ reference }) => reference)}::bigint[]),
      unnest(${rows.map(({ memo }) => memo)}::text[])) with ordinality as given (kind, reference, memo, at) order by at`.execute(
    database.kysely,
  );
  expect(taken.map(({ memo }) => memo)).toEqual(rows.map(memoForOwner));
  expect(taken.slice(0, 2).map(({ memo }) => memo)).toEqual(['a reason', 'a reason (see the chat)']);
});
