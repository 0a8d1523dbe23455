import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bank, done, openBank } from './support/money.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';

const DAY_MS = 86_400_000;
/** An account without money has a twenty-fifth of it: 2. */
const PER_DAY = 50;
let bank: Bank;

beforeAll(async () => {
  bank = await openBank({ FAIRLOT_REFUSALS_PER_DAY: String(PER_DAY) });
});
afterAll(() => bank.server.stop());

const rowsOf = async (account: number): Promise<number> => {
  const [row] = await query<{ n: number }>(
    bank.server,
    'select count(*)::integer as n from journal where account = $1',
    [account],
  );
  return row?.n ?? 0;
};

it('a registered account leaves few rows of refused commands a day, and more with money', async () => {
  const [poor, rich] = [await registerUser(bank.server), await registerUser(bank.server)];
  await done(bank.one, 'officeAdjust', { user_id: rich.id, amount: '1000', memo: 'a gift' });
  const opened = { poor: await rowsOf(poor.id), rich: await rowsOf(rich.id) };
  const refusals = async ({ token }: RealUser, count: number): Promise<readonly string[]> => {
    const reasons: string[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      const { envelope } =
        sent % 2 === 0
          ? await bank.server.call('setStopPrice', { id: 1, stop_loss_price: '0' }, { token })
          : await bank.server.call('cancelTrade', { id: 1 }, { token });
      reasons.push(envelope.reason);
    }
    return reasons;
  };
  expect(await refusals(poor, 4)).toEqual(['unknown_order', 'unknown_order', 'too_many_requests', 'too_many_requests']);
  expect(await rowsOf(poor.id)).toBe(opened.poor + 2);
  // Two of an account without money, fifty, and two of those that end an order.
  const reasons = await refusals(rich, 2 * PER_DAY);
  expect(reasons.filter((reason) => reason === 'unknown_order')).toHaveLength(PER_DAY + 4);
  expect(await rowsOf(rich.id)).toBe(opened.rich + PER_DAY + 4);

  bank.clock.time += DAY_MS;
  expect(await refusals(poor, 3)).toEqual(['unknown_order', 'unknown_order', 'too_many_requests']);
  expect(await rowsOf(poor.id)).toBe(opened.poor + 4);
});
