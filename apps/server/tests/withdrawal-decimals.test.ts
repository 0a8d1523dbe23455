import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bank, approved, fundedUser, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await openBank();
});
afterAll(() => bank.server.stop());

it('a withdrawal in a coin is paid in the decimals that the coin had at the request', async () => {
  const { administrator } = bank.office;
  const owner = await fundedUser(bank, '1000');
  const terms = { type: '1', code: 'BTC', protocol: '', draw_rate: '0', fee_type: 1, enabled: true } as const;
  await approved(bank, 'currencySave', { ...terms, usd_price: '0.0000103602068602', decimals: 8 });
  const coin = await bitcoin(administrator);
  expect(coin).toMatchObject({ usd_price: '0.0000103602068602', decimals: 8 });
  const bound = await bank.server.call(
    'bindDrawMethod',
    { type: 1, draw_id: coin.id, dc_address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', password: owner.password },
    { token: owner.token },
  );
  const request = {
    draw_currency_id: coin.id,
    draw_method_id: bound.envelope.data.id,
    number: '100',
    memo: '',
    password: owner.password,
  };
  const draw = () => bank.server.call('draw', request, { token: owner.token });
  const { envelope } = await draw();
  expect(envelope.data).toMatchObject({ number: '100.000000', real_number: '0.00103602' });
  const { id, version } = coin;
  await approved(bank, 'currencySave', { ...terms, id, version, usd_price: '0.00001', decimals: 2 });
  expect(
    (await bank.server.call('drawRecords', { type: 1 }, { token: owner.token })).envelope.data.data.find(
      (record) => record.id === envelope.data.id,
    ),
  ).toMatchObject({
    real_number: '0.00103602',
  });
  expect((await draw()).envelope.reason).toBe('draw_currency_unavailable');
});

async function bitcoin(staff: Colleague) {
  const found = (await staff.call('staffCurrencies')).envelope.data.find(({ code }) => code === 'BTC');
  if (found === undefined) throw new Error('there is no such currency');
  return found;
}
