import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Lifecycle } from '../src/composition/lifecycle.ts';
import { readMailTexts } from '../src/composition/mail-texts.ts';
import type { Database } from '../src/db/database.ts';
import type { Tables } from '../src/db/tables/index.ts';
import { builtIn } from '../src/messages/mail-text-rules.ts';
import type { MailTexts } from '../src/messages/mail-texts.ts';
import { createLog } from '../src/platform/log.ts';
import { createTestDatabase } from './support/database.ts';
import { LosingPool } from './support/losing-pool.ts';
import { type SignalPair, openSignals } from './support/signals.ts';

const log = createLog('silent');
const POLLING = { timeout: 90_000, interval: 20 };
const testDatabase = await createTestDatabase();
let database: Database;
let losing: LosingPool;
let lifecycle: Lifecycle;
let signals: SignalPair;
let house: MailTexts;
let worker: MailTexts;

beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.pool.query('delete from mail_texts');
  lifecycle = new Lifecycle(log);
  signals = openSignals();
  losing = new LosingPool(database.pool);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: losing.pool }) });
  house = await readMailTexts({ database: { ...database, kysely }, lifecycle, log, signals: signals.one });
  worker = await readMailTexts({ database, lifecycle, log, signals: signals.other });
});
afterEach(async () => {
  await lifecycle.stop();
  await signals.close();
});

const set = (version: number, subject: string, also = () => Promise.resolve()): Promise<boolean> =>
  house.set({
    kind: 'checkpoint',
    language: 'de',
    version,
    words: { subject, text: builtIn('checkpoint', 'de').text },
    by: 'Ada',
    at: new Date(0),
    also,
  });
const subjectOf = (texts: MailTexts) => texts.words('checkpoint', 'de')?.subject;

it('are changed by the house, and sent by the worker as well', async () => {
  expect(await set(0, 'Harbour')).toBe(true);
  await expect.poll(() => subjectOf(worker), POLLING).toBe('Harbour');
});

it('are the stored ones everywhere when the answer of a commit and the database are lost', async () => {
  losing.loseNext('database');
  await expect(set(0, 'Harbour')).rejects.toThrow('the connection was lost');
  expect([subjectOf(house), subjectOf(worker)]).toEqual([undefined, undefined]);
  losing.isAway = false;
  await expect.poll(() => [subjectOf(house), subjectOf(worker)], POLLING).toEqual(['Harbour', 'Harbour']);
  expect(await set(0, 'Lantern')).toBe(false);
  expect(await set(1, 'Lantern')).toBe(true);
  await expect.poll(() => subjectOf(worker), POLLING).toBe('Lantern');
});

it('are the stored ones everywhere when a commit ends after the house has read them again', async () => {
  const failure = new Error('the connection was lost');
  await expect(set(0, 'Harbour', () => Promise.reject(failure))).rejects.toBe(failure);
  await house.read();
  const { text } = builtIn('checkpoint', 'de');
  await database.pool.query(
    `insert into mail_texts (kind, language, version, subject, text, staff_name, at)
       values ('checkpoint', 'de', 1, 'Harbour', $1, 'Ada', now())`,
    [text],
  );
  await expect.poll(() => [subjectOf(house), subjectOf(worker)], POLLING).toEqual(['Harbour', 'Harbour']);
});
