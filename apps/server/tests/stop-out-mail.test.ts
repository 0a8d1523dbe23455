import { lots, money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StopOutMails } from '../src/features/margin/stop-out-mail.ts';
import { StopOutMailStore } from '../src/features/margin/stop-out-queries.ts';
import { Outbox } from '../src/messages/outbox.ts';
import type { ListedInstrument } from '../src/market/port.ts';
import { UserNotices } from '../src/messages/user-notices.ts';
import { wallClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { testHostScope } from './support/test-host-scope.ts';
import { EURUSD, buy } from './support/test-host.ts';

const on = testHostScope();
let mails: StopOutMails;

function newMails(): StopOutMails {
  const db = on.database.kysely;
  const log = createLog('silent');
  const outbox = new Outbox({ db, mail: undefined, sms: undefined, siteTitle: () => 'Harbour', clock: wallClock, log });
  return new StopOutMails({
    store: new StopOutMailStore(db, new UserNotices(outbox, () => Promise.resolve(''))),
    trading: on.testHost.host,
    market: { instrument: () => ({ ...EURUSD, displayCode: 'EUR/USD' }) as unknown as ListedInstrument },
    now: () => on.testHost.clock.time,
    log,
  });
}

async function openExposed(kind: 'real' | 'demo', email: string): Promise<number> {
  const { rows } = await on.database.pool.query<{ id: string }>(
    `insert into users (kind, email, password_hash, demo_hash, invite_code, language) values ($1, $2, $3, $4, gen_random_uuid()::text, 'en') returning id`,
    kind === 'real' ? [kind, email, 'x', null] : [kind, null, null, Buffer.from(email)],
  );
  const account = Number(rows[0]?.id);
  const { host } = on.testHost;
  await host.submit({ type: 'openAccount', account, key: 'open', kind });
  if (kind === 'real')
    await host.submit({ type: 'deposit', account, key: 'money', amount: money('150'), reference: account });
  const volume = kind === 'demo' ? lots('100') : lots('0.06');
  for (const key of ['one', 'two']) {
    const outcome = await host.submit({ ...buy(account, key), lots: volume });
    if (kind === 'real') expect(outcome).toMatchObject({ ok: true });
  }
  return account;
}

const sent = async () =>
  (
    await on.database.pool.query<{ recipient: string; subject: string; body: string }>(
      'select recipient, subject, body from outbox order by id',
    )
  ).rows;

beforeAll(() => {
  mails = newMails();
  mails.start();
});
afterAll(() => mails.stop());

it('mails a real account once what was closed, a restart included', async () => {
  await openExposed('real', 'out@example.com');
  await openExposed('demo', 'demo');
  on.testHost.quote('1.09000', '1.09010');
  await expect.poll(async () => (await sent()).length).toBe(1);
  const [first] = await sent();
  expect(first).toMatchObject({ recipient: 'out@example.com', subject: 'Positions were closed' });
  expect(first?.body).toContain('0.06 lots of EUR/USD · 1.09000');
  expect(first?.body).toContain('at or below 50%');
  await mails.stop();
  mails = newMails();
  await mails.run();
  expect(await sent()).toHaveLength(1);
});

it('finds a stop-out from before a crash that no commit tells of', async () => {
  await mails.stop();
  on.testHost.quote('1.10000', '1.10010');
  await openExposed('real', 'later@example.com');
  on.testHost.quote('1.09000', '1.09010');
  await expect
    .poll(
      async () =>
        (await on.database.pool.query(`select distinct account from orders where reason = 'stop_out'`)).rows.length,
    )
    .toBeGreaterThanOrEqual(2);
  expect(await sent()).toHaveLength(1);
  mails = newMails();
  mails.start();
  await expect
    .poll(async () => (await sent()).map(({ recipient }) => recipient))
    .toEqual(['out@example.com', 'later@example.com']);
});
