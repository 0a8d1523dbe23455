import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Colleague, type TestOffice, openTestOffice, staffCall } from './support/office.ts';
import { whenQuoted } from './support/order-calls.ts';
import { query, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
let finance: Colleague;
let controller: Colleague;
let dealer: Colleague;
let compliance: Colleague;

beforeAll(async () => {
  server = await startTestServer(
    { FAIRLOT_SITE_TITLE: 'Harbour', FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' },
    () => clock.time,
  );
  office = await openTestOffice(server, clock);
  finance = await office.hire('fin.one', ['finance']);
  controller = await office.hire('fin.two', ['finance']);
  dealer = await office.hire('deal.one', ['dealer']);
  compliance = await office.hire('comp.one', ['compliance']);
});
afterAll(() => server.stop());

describe('the outbox', () => {
  it('lists messages without their texts; administrators can read a single one, which is audited', async () => {
    const support = await office.hire('sup.one', ['support']);
    await server.call('sendEmail', { to: 'newcomer@example.com', type: 1 });
    const { envelope } = await support.call('officeOutbox', { recipient: 'newcomer@example.com' });
    expect(envelope.data.list).toMatchObject([
      { channel: 'mail', template: 'code_register', state: 'held', subject: '' },
    ]);
    const id = envelope.data.list[0]?.id;
    expect((await support.call('officeOutboxMessage', { id })).envelope.reason).toBe('staff_role_required');
    const read = await office.administrator.call('officeOutboxMessage', { id });
    expect(read.envelope.data.body).toMatch(/\b\d{6}\b/);
    const { envelope: log } = await compliance.call('auditList', { subject: `message ${id}` });
    expect(log.data.list[0]).toMatchObject({ action: 'outbox/read', outcome: 'ok', staff_name: 'root' });
  });
});

describe('dashboards', () => {
  it('show clients’ exposure and the house’s result from committed rows', async () => {
    const { token, id: demo } = await server.demo();
    const gold = await server.instrument('XAUUSD');
    for (const [type, cont] of [
      [1, '0.30'],
      [1, '0.20'],
      [2, '0.10'],
    ] as const) {
      const input = { type, status: 1, cont, forex_id: gold, multiple: 100 };
      const { envelope } = await whenQuoted(() => server.call('submit', input, { token }));
      expect(envelope.reason).toBe('ok');
    }
    const { envelope } = await dealer.call('officeExposure', { accounts: 'demo' });
    const row = envelope.data.list.find(({ code }) => code === 'XAUUSD');
    expect(row).toMatchObject({ long_lots: '0.50', short_lots: '0.10', net_lots: '0.40', positions: 3, accounts: 1 });
    const [{ bid, ask } = { bid: '0', ask: '0' }] = await query<{ bid: string; ask: string }>(
      server,
      'select bid, ask from markets where instrument = $1',
      [gold],
    );
    expect(Math.abs(Number(row?.net_usd) - (50 * Number(bid) - 10 * Number(ask)) / 1e8)).toBeLessThan(
      Number(row?.net_usd) * 0.05,
    );
    const house = await finance.call('officeHouseResult', { accounts: 'demo' });
    const [fees] = await query<{ sum: string }>(
      server,
      `select sum(amount)::text as sum from transfers where account = $1 and kind = 4`,
      [demo],
    );
    expect(Number(house.envelope.data.list[0]?.fees)).toBeCloseTo(Number(fees?.sum) / 1e6, 2);
    const user = await registerUser(server);
    const corrections = await Promise.all(
      ['260.50', '5000.01'].map((amount) =>
        finance.call('officeAdjust', { user_id: user.id, amount, memo: 'a correction' }),
      ),
    );
    await controller.call('officeDecideAdjustment', { id: corrections[1]?.envelope.data.id, approve: true });
    const real = await finance.call('officeHouseResult');
    expect(Number(real.envelope.data.list[0]?.adjustments)).toBeCloseTo(-5260.51, 2);
    await query(
      server,
      `insert into stuck_records (kind, id, reason, next_try_at) values ('withdrawals', 7, 'withdrawal_not_held', 'infinity')`,
    );
    const queues = (await dealer.call('officeQueues')).envelope.data.queues;
    expect(queues.find(({ name }) => name === 'stuck')).toMatchObject({ waiting: 1 });
    expect((await dealer.call('officeHealth')).envelope.data).toMatchObject({
      stuck: { total: 1, list: [{ kind: 'withdrawals', id: 7, reason: 'withdrawal_not_held', tries: 1 }] },
      source: 'simulated',
      trading_ready: true,
      outbox: { waiting: 0, failed: 0 },
    });
    expect((await staffCall(server, 'officeHealth')).envelope.reason).toBe('session_invalid');
  });
});
