import { expect, it } from 'vitest';
import { MoneyClient } from './money-client.ts';

it('leaves others a turn when nothing is left to do', async () => {
  const nothing = { account: 1, token: '', password: '', cookie: '', network: 1, address: '', currency: 1, method: 1 };
  const client = new MoneyClient([], { ...nothing, proofs: [] }, () => 0);
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  });
  let asked = 0;
  await client.run(() => {
    asked += 1;
    return isOver || asked > 1000;
  });
  expect(asked).toBeLessThan(1000);
});
