import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFirstSteps } from '../src/features/office/dashboards/first-steps.ts';
import type { BackupState } from '../src/platform/backup-state.ts';
import { createTestDatabase } from './support/database.ts';
import { ETHEREUM_ADDRESS, done } from './support/money.ts';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { type RestartableServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: RestartableServer;
let office: TestOffice;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SIMULATED_MONEY: 'local' }, () => clock.time);
  office = await openTestOffice(server, clock);
});
afterAll(() => server.stop());

const steps = async () => (await office.administrator.call('officeFirstSteps')).envelope.data.steps;

it('the first steps of a house are listed until they are done', async () => {
  expect(await steps()).toEqual(['second_administrator', 'mail_sender', 'payment_terms', 'simulated_market']);
  await done(office.administrator, 'networkSave', {
    currency_code: 'USDT',
    protocol_code: 'BEP20',
    address: ETHEREUM_ADDRESS,
    enabled: true,
  });
  expect(await steps()).toEqual(['second_administrator', 'mail_sender', 'simulated_market']);
  await office.hire('root.two', ['administrator']);
  expect(await steps()).toEqual(['mail_sender', 'simulated_market']);
  await server.restart({
    FAIRLOT_SIMULATED_MONEY: 'play-money',
    FAIRLOT_SMTP_URL: 'smtp://127.0.0.1:9',
    FAIRLOT_MAIL_FROM: 'Fairlot <no-reply@example.com>',
  });
  expect(await steps()).toEqual([]);
});

it('backups are a step while the server makes them and has none', async () => {
  const made = await createTestDatabase();
  const database = await made.open();
  const isListed = async (state: BackupState | undefined): Promise<boolean> => {
    const facts = { sendsMail: true, isMoneySaid: true, backups: () => state };
    return (await openFirstSteps(database.kysely, facts)).includes('backups');
  };
  const oldAfterMs = 1000;
  expect([
    await isListed(undefined),
    await isListed({ lastGoodAt: undefined, oldAfterMs, failed: [] }),
    await isListed({ lastGoodAt: 1, oldAfterMs, failed: [] }),
  ]).toEqual([false, true, false]);
  await database.close();
  await made.drop();
});
