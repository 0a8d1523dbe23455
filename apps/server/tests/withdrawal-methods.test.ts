import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, ETHEREUM_ADDRESS, IBAN, boundAddress, fundedUser, openBank } from './support/money.ts';
import type { RealUser } from './support/real-user.ts';

let bank: Bank;
let user: RealUser;
let method: number;
beforeAll(async () => {
  bank = await openBank();
  user = await fundedUser(bank, '20000');
  method = await boundAddress(bank, user);
});
afterAll(() => bank.server.stop());

const as = (who: RealUser, key?: string) => ({ token: who.token, ...(key === undefined ? {} : { key }) });

describe('binding a method', () => {
  it.each([
    [
      'an address of another network',
      { type: 1, dc_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
      'coin_address_invalid',
    ],
    ['no address', { type: 1, dc_address: '' }, 'coin_address_invalid'],
    [
      'a currency of the other type',
      { type: 2, bank_name: 'B', payee_name: 'P', payee_account: IBAN },
      'draw_currency_unavailable',
    ],
    ['an invalid type', { type: 3, dc_address: ETHEREUM_ADDRESS }, 'bad_request'],
  ])('%s is refused', async (_name, input, reason) => {
    expect(
      (await bank.server.call('bindDrawMethod', { draw_id: bank.coin, password: user.password, ...input }, as(user)))
        .envelope.reason,
    ).toBe(reason);
  });
  it.each([
    ['missing fields', { bank_name: '', payee_name: 'P', payee_account: IBAN }, 'bank_fields_missing'],
    [
      'an account number with a wrong check digit',
      { bank_name: 'B', payee_name: 'P', payee_account: 'DE88370400440532013000' },
      'bank_account_invalid',
    ],
    [
      'an invalid SWIFT code',
      { bank_name: 'B', payee_name: 'P', payee_account: IBAN, bank_swift: 'XX' },
      'swift_invalid',
    ],
  ])('%s is refused', async (_name, input, reason) => {
    expect(
      (
        await bank.server.call(
          'bindDrawMethod',
          { type: 2, draw_id: bank.usd, password: user.password, ...input },
          as(user),
        )
      ).envelope.reason,
    ).toBe(reason);
  });
  it('binds the same method once', async () => {
    expect(await boundAddress(bank, user)).toBe(method);
    expect(
      (await bank.server.call('drawMethods', { draw_type: 1, draw_id: bank.coin }, as(user))).envelope.data,
    ).toHaveLength(1);
  });
  it('refuses to bind the same account with other details', async () => {
    const account = {
      type: 2,
      draw_id: bank.usd,
      bank_name: 'B',
      bank_address: 'A',
      bank_swift: 'DEUTDEFF',
      payee_name: 'P',
      payee_account: IBAN,
      bank_remark: 'Savings',
    };
    const bind = async (more: Record<string, unknown>, key: string = randomUUID()) =>
      (await bank.server.call('bindDrawMethod', { ...account, password: user.password, ...more }, as(user, key)))
        .envelope;
    const key = randomUUID();
    const first = await bind({}, key);
    for (const other of [
      { bank_name: 'C' },
      { bank_address: 'C' },
      { bank_swift: 'DEUTDEFF500' },
      { payee_name: 'C' },
      { bank_remark: 'C' },
    ]) {
      expect((await bind(other)).reason).toBe('record_exists');
      expect((await bind(other, key)).reason).toBe('key_reused');
    }
    expect((await bind({})).data).toEqual(first.data);
    const { data: bound } = (await bank.server.call('drawMethods', { draw_type: 2 }, as(user))).envelope;
    expect(bound).toMatchObject([{ bank_swift: 'DEUTDEFF', bank_remark: 'Savings' }]);
  });
});
