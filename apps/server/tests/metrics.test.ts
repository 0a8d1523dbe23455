import { afterAll, beforeAll, expect, it } from 'vitest';
import { metricIn } from './support/metrics.ts';
import { type Bank, fundedUser, openBank, reported } from './support/money.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { query, registerUser } from './support/real-user.ts';

let bank: Bank;

beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank.server.stop());

const read = async (name: string, labels = '') => metricIn((await bank.server.raw('/metrics')).text, name, labels);

it('has the exposure of real clients, the queues, the outbox and the limits that were hit', async () => {
  const { server } = bank;
  const user = await fundedUser(bank, '10000');
  const gold = await server.instrument('XAUUSD');
  const order = await whenQuoted(() => server.call('submit', marketOrder(gold), { token: user.token }));
  expect(order.envelope.reason).toBe('ok');
  await reported(bank, await registerUser(server), '50');
  await query(server, `update outbox set created_at = now() - interval '1 hour' where state = 'held'`);
  // A sample is read at most every ten seconds.
  await expect.poll(() => read('fairlot_exposure_positions', 'instrument="XAUUSD"')).toBe(1);
  expect(await read('fairlot_exposure_net_usd', 'instrument="XAUUSD"')).toBeGreaterThan(0);
  expect(await read('fairlot_exposure_net_usd', 'instrument="EURUSD"')).toBeUndefined();
  expect(await read('fairlot_queue_waiting', 'queue="deposits"')).toBe(1);
  expect(await read('fairlot_queue_waiting', 'queue="withdrawals"')).toBe(0);
  expect(await read('fairlot_outbox_messages', 'state="held"')).toBeGreaterThan(0);
  expect(await read('fairlot_outbox_oldest_seconds', 'state="held"')).toBeGreaterThan(3500);
  expect(await read('fairlot_outbox_oldest_seconds', 'state="failed"')).toBe(0);
  const states = await read('fairlot_instruments');
  expect(states).toBe((await server.call('tradeList')).envelope.data.length);
});

it('counts what limits refuse', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => bank.server.call('captcha', {})));
  const refused = answers.filter(({ envelope }) => envelope.reason === 'too_many_requests').length;
  expect(refused).toBeGreaterThan(0);
  expect(await read('fairlot_limits_hit_total', 'limit="network_captcha"')).toBe(refused);
});

it('has no age of backups while the server makes none', async () => {
  expect(await read('fairlot_backup_age_seconds')).toBeUndefined();
});
