import { money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings, groupOf } from './support/groups.ts';
import { openTestOffice } from './support/office.ts';
import { type TestServer, startTestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

const clock = { time: Date.now() };
let server: TestServer;
let token: string;
let eurusd: number;
let dealer: Awaited<ReturnType<Awaited<ReturnType<typeof openTestOffice>>['hire']>>;
let group: number;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' }, () => clock.time);
  const office = await openTestOffice(server, clock);
  dealer = await office.hire('deal.one', ['dealer']);
  eurusd = await server.instrument('EURUSD');
  const user = await server.demo();
  token = user.token;
  const added = await dealer.call('officeAddGroup', groupOf('Club', [], { hedged_margin: 'none' }));
  group = added.envelope.data.id ?? 0;
  await dealer.call('officeMoveAccount', { user_id: user.id, group_id: group, reason: 'asked for it' });
});
afterAll(() => server.stop());

const submit = async (type: 1 | 2, cont: string) => {
  const input = { type, cont, forex_id: eurusd, status: 1, multiple: 100 } as const;
  return (await server.call('submit', input, { token })).envelope;
};
const listed = async () =>
  (await server.call('tradeList', {}, { token })).envelope.data.find(({ Id }) => Id === eurusd);

it('a group without margin for hedged volume: shown, used, changed at once, and found again by the auditor', async () => {
  const shown = await dealer.call('officeGroup', { id: group });
  expect(shown.envelope.data).toMatchObject({ hedged_margin: 'none' });
  const before = await listed();
  expect(before).toMatchObject({ HedgedMargin: 'none' });

  const socket = await TestSocket.open(server.url);
  await socket.ask({ type: 'login', token }, 'login_result');
  socket.send({ type: 'subscribe', topic: 'FOREX_TRADE' });
  const [long, short] = [await submit(1, '1.00'), await submit(2, '0.40')];
  expect([long.reason, short.reason]).toEqual(['ok', 'ok']);
  expect(long.data.order.Terms).toBe(before?.Terms);
  const bound = money(long.data.order.CautionMoney);
  const used = bound - (bound * 4n) / 10n;
  const { data } = await socket.next(
    ({ topic, data: each }) => topic === 'FOREX_TRADE' && (each as { TransOrder: unknown[] }).TransOrder.length === 2,
  );
  const figures = data as { CautionMoneyAll: string; Holdings: object[] };
  expect(money(figures.CautionMoneyAll) - used).toBeLessThanOrEqual(1n);
  expect(figures.Holdings).toMatchObject([
    { Id: eurusd, Buy: { Quantity: '1.00' }, Sell: { Quantity: '0.40', Margin: short.data.order.CautionMoney } },
  ]);
  const terms = (await server.call('orderTerms', { id: long.data.order.Id }, { token })).envelope.data;
  expect(terms.Terms).toMatchObject({ HedgedMargin: 'none' });

  const definition = groupOf('Club', [], { hedged_margin: 'larger' });
  const changed = await dealer.call('officeChangeGroup', { id: group, version: 1, ...definition });
  expect(changed.envelope).toMatchObject({ reason: 'ok', data: { version: 2 } });
  await socket.next(
    ({ topic, data: each }) =>
      topic === 'FOREX_TRADE' && (each as { CautionMoneyAll: string }).CautionMoneyAll === long.data.order.CautionMoney,
  );
  expect(await listed()).toMatchObject({ HedgedMargin: 'larger' });

  const wrong = await dealer.call('officeAddGroup', {
    ...groupOf('Other'),
    hedged_margin: 'half',
  });
  expect(wrong.envelope.reason).toBe('bad_request');
  expect(await findings(server)).toEqual([]);
  socket.close();
});
