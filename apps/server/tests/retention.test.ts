import { DAY_MS } from '@fairlot/domain';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tables } from '../src/db/tables/index.ts';
import type { Erasure } from '../src/features/personal-data/erasure.ts';
import { type Closings, Retention } from '../src/features/personal-data/retention.ts';
import { PersonKeys } from '../src/security/secrets/person-keys.ts';
import { Secrets } from '../src/security/secrets/secrets.ts';
import { uploaded } from './support/pictures.ts';
import { type RealUser, registerUser } from './support/real-user.ts';
import { SECRETS_KEY, type TestServer, startTestServer } from './support/server.ts';

const CHAT_DAYS = 730;
let server: TestServer;
let pool: Pool;
let db: Kysely<Tables>;
let user: RealUser;
/** Two sides of a document each, of an old and of a new rejection. */
let pictures: readonly string[];

beforeAll(async () => {
  server = await startTestServer();
  user = await registerUser(server);
  pool = new Pool({ connectionString: server.databaseUrl });
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const urls = [];
  for (const picture of [1, 2, 3, 4]) urls.push(await uploaded(server, user.token, picture));
  pictures = urls.map((url) => url.split('/').at(-1) ?? '');
});
afterAll(async () => {
  await db.destroy();
  await server.stop();
});

/** Adds a row of each kind that is `days` old: a day more, or a day less, than it is kept. */
async function addRows(name: 'old' | 'new', [front, reverse]: readonly string[]): Promise<void> {
  const age = (days: number): Date => new Date(Date.now() - (days + (name === 'old' ? 1 : -1)) * DAY_MS);
  const add = (text: string, ...values: unknown[]) => pool.query(text, [user.id, name, ...values]);
  await add('insert into support_messages (user_id, key, text, created_at) values ($1, $2, $2, $3)', age(CHAT_DAYS));
  await add(
    `insert into feedback (user_id, key, kind, text, created_at, answer, decided_at, decided_by)
     values ($1, $2, 'suggestion', $2, $3, 'Thank you', $3, 'someone')`,
    age(CHAT_DAYS),
  );
  await pool.query(`update images set used_for = 'identity', created_at = $3 where id in ($1, $2)`, [
    front,
    reverse,
    age(90),
  ]);
  await add(
    `insert into identity_submissions (user_id, key, name, card_id, card_key, front_image, reverse_image, status, reason, submitted_at, decided_at, decided_by)
     values ($1, $2, $2, 'x', $2, $4, $5, 'rejected', 'unreadable', $3, $3, 1)`,
    age(90),
    front,
    reverse,
  );
  await add(
    `insert into price_alerts (user_id, key, instrument_id, side, direction, price, created_at, fired_at, quote_seq, quote_time, quote_bid, quote_ask)
     select $1, $2, min(id), 'bid', 'rise', 1, $3, $3, 1, 1, 1, 1 from instruments`,
    age(365),
  );
  await pool.query('insert into data_exports (user_id, at) values ($1, $2)', [user.id, age(365)]);
}

const left = async () => ({
  messages: (await pool.query('select key from support_messages')).rows,
  feedback: (await pool.query('select key from feedback')).rows,
  submissions: (await pool.query('select key from identity_submissions')).rows,
  images: (await pool.query('select id from images order by id collate "C"')).rows,
  alerts: (await pool.query('select key from price_alerts')).rows,
  exports: (await pool.query('select count(*)::int as rows from data_exports')).rows,
});

it('ends each kind of old data at its age, and no younger row', async () => {
  await addRows('old', pictures.slice(0, 2));
  await addRows('new', pictures.slice(2));
  const nothingDue = { due: () => Promise.resolve([]), ending: () => Promise.resolve([]) };
  let isClockOff = true;
  const retention = new Retention({
    db,
    keys: new PersonKeys(db, new Secrets([Buffer.from(SECRETS_KEY, 'base64')]), Date.now),
    erasure: nothingDue as unknown as Erasure,
    closings: nothingDue as unknown as Closings,
    chatDays: CHAT_DAYS,
    clock: Date.now,
    isClockOff: () => isClockOff,
    log: { info: () => undefined, error: () => undefined },
  });
  const before = await left();
  await retention.run();
  expect(await left()).toEqual(before);
  isClockOff = false;
  await retention.run();
  const young = [{ key: 'new' }];
  expect(await left()).toEqual({
    messages: young,
    feedback: young,
    submissions: young,
    images: pictures
      .slice(2)
      .sort()
      .map((id) => ({ id })),
    alerts: young,
    exports: [{ rows: 1 }],
  });
});
