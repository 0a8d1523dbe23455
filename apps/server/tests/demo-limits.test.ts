import { expect, it } from 'vitest';
import { startTestServer } from './support/server.ts';

it('limits new demo accounts per address and day', async () => {
  const strict = await startTestServer({ FAIRLOT_DEMOS_PER_DAY: '1' });
  await strict.demo();
  expect((await strict.call('createDemo')).envelope.reason).toBe('demo_limit_reached');
  await strict.stop();
});

it('counts the state-changing calls of all demo accounts of an address together', async () => {
  // The clock stands still, because on a slow machine time would allow further calls.
  const began = Date.now();
  const strict = await startTestServer(
    { FAIRLOT_DEMO_COMMANDS_PER_MINUTE: '6', FAIRLOT_TRUSTED_PROXIES: '127.0.0.1' },
    () => began,
  );
  const close = async (token: string, from: string) =>
    (await strict.call('close', { id: 1 }, { token, from })).envelope.reason;
  const tokens = [(await strict.demo()).token, (await strict.demo()).token];
  for (let count = 0; count < 3; count += 1)
    for (const token of tokens) expect(await close(token, '203.0.113.7')).toBe('unknown_order');
  for (const token of tokens) expect(await close(token, '203.0.113.7')).toBe('too_many_requests');
  expect(await close(tokens[0] ?? '', '198.51.100.7')).toBe('unknown_order');
  await strict.stop();
});
