import { afterAll, beforeAll, expect, it } from 'vitest';
import { metricIn } from './support/metrics.ts';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import { type Colleague } from './support/office.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type RealUser, query } from './support/real-user.ts';

// The mail server does not answer, so messages wait in the outbox.
const MAIL = { FAIRLOT_SMTP_URL: 'smtp://127.0.0.1:9', FAIRLOT_MAIL_FROM: 'no-reply@example.com' };
let bank: Bank;
let root: Colleague;
let dealer: Colleague;
let user: RealUser;
let gold: number;
const limitOf = (limit: string | null, version: number, of: Readonly<Record<string, string>> = {}) => ({
  scope: 'instrument',
  name: 'XAUUSD',
  limit_usd: limit,
  version,
  ...of,
});

beforeAll(async () => {
  bank = await openBank();
  root = bank.office.administrator;
  dealer = await bank.office.hire('dealer', ['dealer']);
  user = await fundedUser(bank, '500000');
  gold = await bank.server.instrument('XAUUSD');
  await bank.server.restart(MAIL);
  dealer = await bank.office.again(dealer);
  root = await bank.office.again(root);
  await query(bank.server, `update staff set email = name || '@example.com' where name in ('dealer', 'fin-one')`);
});
afterAll(() => bank.server.stop());

const trade = async (input: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  const { envelope } = await whenQuoted(() =>
    bank.server.call('submit', { ...marketOrder(gold), ...input }, { token: user.token }),
  );
  expect(envelope.reason).toBe('ok');
};
const reasonOf = async (who: Colleague, input: Readonly<Record<string, unknown>>) =>
  (await who.call('officeSetExposureLimit', input)).envelope.reason;
const rowOf = async (code: string) =>
  (await dealer.call('officeExposure')).envelope.data.list.find((row) => row.code === code);
const events = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await query<{ body: string }>(bank.server, 'select body from exposure_events order by id')).map(
    ({ body }) => JSON.parse(body) as Readonly<Record<string, unknown>>,
  );
const alarms = async (): Promise<readonly string[]> => (await root.call('officeHealth')).envelope.data.exposure_alarms;
const close = async (): Promise<void> => {
  const [{ id } = { id: 0n }] = await query<{ id: bigint }>(
    bank.server,
    `select id from orders where status = 'open' and instrument = $1 order by id desc limit 1`,
    [gold],
  );
  const { envelope } = await whenQuoted(() => bank.server.call('close', { id: Number(id) }, { token: user.token }));
  expect(envelope.reason).toBe('ok');
};

it('shows the same positions by instrument, group and currency', async () => {
  await trade();
  await trade({ type: 2, cont: '0.01' });
  const row = await rowOf('XAUUSD');
  expect(row).toMatchObject({ short_lots: '0.01', positions: 2, accounts: 1, limit_usd: null, alarm: false });
  expect(Number(row?.gross_usd)).toBeGreaterThan(Number(row?.net_usd));
  const groups = (await dealer.call('officeExposureGroups')).envelope.data.list;
  expect(groups).toMatchObject([{ group_id: 1, name: 'Real accounts', instruments: 1, positions: 2, unvalued: [] }]);
  const currencies = (await dealer.call('officeExposureCurrencies')).envelope.data.list;
  expect(currencies.map(({ currency }) => currency).sort()).toEqual(['USD', 'XAU']);
  expect(currencies.reduce((sum, { net_usd: net }) => sum + Number(net), 0)).toBeCloseTo(0, 1);
  expect((await dealer.call('officeExposure', { accounts: 'demo' })).envelope.data.list).toEqual([]);
  const file = await bank.server.raw('/office/api/exposure/currencies?format=csv', {
    headers: { cookie: dealer.cookie },
  });
  expect(file.text).toContain('currency,long_amount');
  const logged = (await root.call('auditList', { action: 'exposure' })).envelope.data.list;
  expect(JSON.stringify(logged)).toContain('exposure/currencies');
});

it('refuses a limit without the right, of an unknown name, of another version, and of zero', async () => {
  expect(await reasonOf(bank.one, limitOf('1000', 0))).toBe('staff_role_required');
  expect(await reasonOf(dealer, limitOf('1000', 0, { name: 'NOTHING' }))).toBe('bad_request');
  expect(await reasonOf(dealer, limitOf('1000', 0, { scope: 'currency' }))).toBe('bad_request');
  expect(await reasonOf(dealer, limitOf('0.00', 0))).toBe('bad_request');
  expect(await reasonOf(dealer, limitOf('1000', 1))).toBe('record_changed');
});

it('raises one alarm, mails it once to those who set limits, and ends it after a calm minute', async () => {
  expect((await dealer.call('officeSetExposureLimit', limitOf('1', 0))).envelope.data).toEqual({ proposal: null });
  await expect.poll(alarms).toEqual(['XAUUSD']);
  expect(await rowOf('XAUUSD')).toMatchObject({ limit_usd: '1.00', limit_version: 1, alarm: true });
  const queues = (await root.call('officeQueues')).envelope.data.queues;
  expect(queues.find(({ name }) => name === 'exposure_alarms')).toMatchObject({ waiting: 1 });
  expect(metricIn((await bank.server.raw('/metrics')).text, 'fairlot_exposure_alarms')).toBe(1);
  const mails = () =>
    query<{ recipient: string; body: string }>(
      bank.server,
      `select recipient, body from outbox where template = 'exposure_alarm'`,
    );
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['dealer@example.com']);
  expect((await mails())[0]?.body).toContain('above the limit of 1.00 USD');
  await trade();
  await bank.server.restart(MAIL);
  await expect.poll(alarms).toEqual(['XAUUSD']);
  expect(await events()).toMatchObject([
    {
      version: 1,
      type: 'exposure.alarm_raised',
      scope: 'instrument',
      name: 'XAUUSD',
      limit_usd: '1.00',
      net_usd: expect.stringMatching(/^\d+\.\d\d$/),
      since: expect.stringMatching(/Z$/),
    },
  ]);
  for (let left = (await rowOf('XAUUSD'))?.positions ?? 0; left > 0; left -= 1) await close();
  expect(await alarms()).toEqual(['XAUUSD']);
  await expect
    .poll(
      async () => {
        bank.clock.time += 61_000;
        return alarms();
      },
      { interval: 1100, timeout: 120_000 },
    )
    .toEqual([]);
  expect((await events()).map(({ type, net_usd: net }) => [type, net])).toEqual([
    ['exposure.alarm_raised', expect.any(String)],
    ['exposure.alarm_ended', '0.00'],
  ]);
  expect(await mails()).toHaveLength(1);
  // Receivers outside read the same events by a call.
  const { list, total } = (await dealer.call('officeExposureEvents')).envelope.data;
  expect(list).toEqual((await events()).toReversed().map((event) => ({ ...event, id: expect.any(Number) as number })));
  expect(total).toBe(2);
  expect((await bank.one.call('officeExposureEvents')).envelope.reason).toBe('ok');
});

it('is lowered by one person, and raised or removed by two', async () => {
  expect((await dealer.call('officeSetExposureLimit', limitOf('0.50', 1))).envelope.data).toEqual({ proposal: null });
  const { proposal } = (await dealer.call('officeSetExposureLimit', limitOf('900000', 2))).envelope.data;
  expect(proposal).toBeGreaterThan(0);
  const waiting = (await root.call('proposals', { state: 'waiting' })).envelope.data.list;
  expect(waiting[0]).toMatchObject({ kind: 'exposure_limit', subject_name: 'XAUUSD', author: 'dealer' });
  expect((await root.call('decideProposal', { id: proposal, approve: true })).envelope.data.state).toBe('done');
  const history = (await root.call('settingChanges', { kind: 'exposure_limit' })).envelope.data.list;
  expect(history.map(({ key, staff_name: by, after }) => [key, by, after])).toEqual([
    ['XAUUSD', 'dealer, root', '{"limit_usd":"900000.00"}'],
    ['XAUUSD', 'dealer', '{"limit_usd":"0.50"}'],
    ['XAUUSD', 'dealer', '{"limit_usd":"1.00"}'],
  ]);
  const removal = (await dealer.call('officeSetExposureLimit', limitOf(null, 3))).envelope.data.proposal;
  expect((await dealer.call('officeSetExposureLimit', limitOf('5', 3))).envelope.data.proposal).toBeNull();
  expect((await root.call('decideProposal', { id: removal, approve: true })).envelope.reason).toBe('record_changed');
});
