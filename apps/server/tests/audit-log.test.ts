import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../src/platform/log.ts';
import { type AuditEntry, AuditLog } from '../src/staff/audit/audit-log.ts';
import { verifyAudit } from '../src/staff/audit/verify-audit.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';

const ENTRY: AuditEntry = {
  phase: 'event',
  of: null,
  staffId: null,
  staffName: '',
  address: '192.0.2.1',
  action: 'users/list',
  subject: null,
  userId: null,
  input: '{}',
  outcome: 'ok',
};

let database: TestDatabase;
let close: () => Promise<void>;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  const opened = await database.open();
  close = () => opened.close();
  pool = new Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await close();
  await database.drop();
});

it('an entry that cannot be written fails alone and leaves the chain whole', async () => {
  const log = new AuditLog(pool, () => 1_700_000_000_000, createLog('silent'));
  const subjects = ['user 1', 'user \0', 'user 3'];
  const all = subjects.map((subject) => log.append({ ...ENTRY, subject }));
  const settled = await Promise.allSettled([...all, log.append({ ...ENTRY, userId: Number.NaN }), log.append(ENTRY)]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await verifyAudit(pool)).toMatchObject({ entries: 3, findings: [] });
});

it('writers next to each other extend one chain: none loses an entry', async () => {
  const writer = (): AuditLog => new AuditLog(pool, () => 1_700_000_000_000, createLog('silent'));
  const [one, other] = [writer(), writer()];
  const before = (await verifyAudit(pool)).entries;
  for (let turn = 0; turn < 5; turn += 1) await Promise.all([one, one, other].map((log) => log.append(ENTRY)));
  await other.append(ENTRY);
  await one.append(ENTRY);
  expect(await verifyAudit(pool)).toMatchObject({ entries: before + 17, findings: [] });
});
