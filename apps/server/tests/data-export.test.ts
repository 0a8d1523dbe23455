import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { DataExport } from '../src/features/personal-data/data-export.ts';
import { Outbox } from '../src/messages/outbox.ts';
import { UserNotices } from '../src/messages/user-notices.ts';
import { createLog } from '../src/platform/log.ts';
import { Secrets } from '../src/security/secrets/secrets.ts';
import { type TestDatabase, createTestDatabase } from './support/database.ts';

let made: TestDatabase;
let database: Database;
let dataExport: DataExport;
let user: number;
const clock = { time: Date.now() };
const now = (): number => clock.time;

beforeAll(async () => {
  made = await createTestDatabase();
  database = await made.open();
  const [db, log] = [database.kysely, createLog('silent')];
  const outbox = new Outbox({ db, mail: undefined, sms: undefined, siteTitle: () => 'Fairlot', clock: now, log });
  dataExport = new DataExport({
    db,
    reports: database.reports.kysely,
    secrets: new Secrets([randomBytes(32)]),
    notices: new UserNotices(outbox, () => Promise.resolve('https://fairlot.example/freeze')),
    outbox: { wake: () => undefined },
    siteTitle: () => 'Fairlot',
    clock: now,
    log,
  });
});
afterAll(async () => {
  await database.close();
  await made.drop();
});
beforeEach(async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (kind, email, password_hash, invite_code) values ('real', gen_random_uuid()::text, 'x', gen_random_uuid()::text) returning id`,
  );
  user = Number(rows[0]?.id);
});

const reasonOf = async (): Promise<string> => {
  const answer = await dataExport.make(user, 'en');
  return answer.ok ? 'ok' : answer.reason;
};
const begun = async (): Promise<Readable> => {
  const answer = await dataExport.make(user, 'en');
  if (!answer.ok || !(answer.data.content instanceof Readable)) throw new Error('there is no archive');
  return answer.data.content;
};
/** Waits until no export runs: then one for nobody is no longer refused as overload, but fails. */
const ended = async (): Promise<void> => {
  await expect.poll(() => dataExport.make(0, 'en').catch(() => 'no such user')).toBe('no such user');
};
const cutOff = async (read: (archive: Readable) => Promise<unknown>): Promise<void> => {
  const archive = await begun();
  await read(archive);
  archive.destroy();
  await ended();
};
const nothing = (): Promise<void> => Promise.resolve();
const firstPart = (archive: Readable): Promise<unknown> => once(archive, 'data');

it.each([
  ['in the middle', firstPart],
  ['before its first part', nothing],
])('a download that is cut off %s leaves the export of the day', async (_when, read) => {
  await cutOff(read);
  const archive = await begun();
  for await (const part of archive) expect(part).toBeInstanceOf(Buffer);
  await ended();
  expect(await reasonOf()).toBe('export_too_soon');
});

it('downloads that are cut off have a limit of their own, and each is told', async () => {
  for (let count = 0; count < 3; count += 1) await cutOff(firstPart);
  expect(await reasonOf()).toBe('export_too_soon');
  clock.time += DAY_MS;
  await cutOff(firstPart);
  const { rows } = await database.pool.query(
    `select from outbox where template = 'data_exported' and recipient = (select email from users where id = $1)`,
    [user],
  );
  expect(rows).toHaveLength(4);
});
