import type { StaffCallName } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, done, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { registerUser } from './support/real-user.ts';

/** Another valid address, from EIP-55. */
const OTHER_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
/** The example of the United Kingdom from the IBAN registry. */
const OTHER_ACCOUNT = 'GB29NWBK60161331926819';

type Fields = Readonly<Record<string, unknown>>;
type Terms = Fields & { readonly id: number; readonly version: number; readonly enabled: boolean };

let bank: Bank;
let root: Colleague;
beforeAll(async () => {
  bank = await openBank();
  root = bank.office.administrator;
  await registerUser(bank.server);
});
afterAll(() => bank.server.stop());

const proposal = async (id: number | null) => {
  const found = (await root.call('proposals')).envelope.data.list.find((one) => one.id === id);
  return {
    ...found,
    before: JSON.parse(found?.before ?? 'null') as Fields,
    after: JSON.parse(found?.after ?? 'null') as Fields,
  };
};

const approve = (id: number | null) => done(bank.second, 'decideProposal', { id, approve: true });

/** The records of a kind: how they are read and saved, the one to change, what misdirects money, and its name. */
const KINDS = [
  ['networks', 'staffNetworks', 'networkSave', () => bank.network, { address: OTHER_ADDRESS }, 'USDT-ERC20'],
  [
    'accounts',
    'staffReceivingAccounts',
    'receivingAccountSave',
    () => bank.wire,
    { payee_account: OTHER_ACCOUNT },
    'Test Bank',
  ],
  ['currencies', 'staffCurrencies', 'currencySave', () => bank.coin, { usd_price: '90' }, 'USDT-ERC20'],
  ['coins', 'staffCoins', 'coinSave', () => undefined, { usd_price: '0.01' }, 'EUR'],
] as const satisfies readonly (readonly [
  string,
  StaffCallName,
  StaffCallName,
  () => number | undefined,
  Fields,
  string,
])[];

describe.each(KINDS)('a proposal about %s', (_kind, list, save, idOf, change, name) => {
  const record = async (): Promise<Terms> => {
    const rows = (await root.call(list)).envelope.data as unknown as readonly Terms[];
    const found = rows.find((row) => row.id === idOf() || row['name'] === name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  };
  const propose = async (values: Fields): Promise<number | null> => {
    const { id, version } = await record();
    const { reason, data } = (await root.call(save, { id, version, ...values })).envelope;
    expect(reason).toBe('ok');
    return (data as { readonly proposal: number | null }).proposal;
  };

  it('is needed to change a disabled record, and one that enables it shows and names all of it', async () => {
    if (!(await record()).enabled)
      await approve(await propose({ enabled: true, ...(name === 'EUR' && { usd_price: '0.9' }) }));
    expect(await propose({ enabled: false })).toBeNull();
    const disabled = await record();

    const changing = await propose(change);
    expect(await record()).toEqual(disabled);
    const shown = await proposal(changing);
    expect(shown).toMatchObject({ state: 'waiting', after: change });
    expect(shown.subject_name).toContain(name);
    await approve(changing);
    expect(await record()).toMatchObject({ ...change, enabled: false });

    const enabling = await propose({ enabled: true });
    const { id: _id, version: _version, usd_price_at: _since, ...values } = await record();
    const whole = await proposal(enabling);
    expect(whole.before).toMatchObject({ ...change, enabled: false });
    expect(Object.keys(whole.after).sort()).toEqual(Object.keys(values).sort());
    expect(whole.after).toMatchObject({ ...change, enabled: true });
    expect(whole.subject_name).toContain(name);
    await approve(enabling);
    expect(await record()).toMatchObject({ ...change, enabled: true });
    // The history has only what the change has changed.
    const [last] = (await root.call('settingChanges', {})).envelope.data.list;
    expect([last?.before, last?.after]).toEqual(['{"enabled":false}', '{"enabled":true}']);
  });
});

it('a new record waits as a whole, also a disabled one, and has its name', async () => {
  const given = { currency_code: 'USDC', protocol_code: 'BEP20', address: OTHER_ADDRESS, enabled: false };
  const { data } = (await root.call('networkSave', given)).envelope;
  expect(await proposal(data.proposal)).toMatchObject({ subject_id: null, subject_name: 'USDC-BEP20', after: given });
});

it('a proposal about roles has the name of the account', async () => {
  const { proposal: id } = (await root.call('staffSetRoles', { id: bank.one.id, roles: ['finance', 'support'] }))
    .envelope.data;
  expect(await proposal(id)).toMatchObject({ kind: 'staff_roles', subject_name: 'fin-one' });
});
