import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, ETHEREUM_ADDRESS, done, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { registerUser } from './support/real-user.ts';

/** Another valid address, from EIP-55. */
const OTHER_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

let bank: Bank;
let root: Colleague;
beforeAll(async () => {
  bank = await openBank();
  root = bank.office.administrator;
});
afterAll(() => bank.server.stop());

const network = async () =>
  (await root.call('staffNetworks')).envelope.data.find(({ id }) => id === bank.network) ?? { id: 0, version: 0 };
const changes = async (filter: Readonly<Record<string, unknown>>, who = root) =>
  (await who.call('settingChanges', { ...filter })).envelope.data.list.map(({ before, after, ...row }) => ({
    ...row,
    before: JSON.parse(before ?? 'null') as unknown,
    after: JSON.parse(after ?? 'null') as unknown,
  }));

describe('a change of payment terms', () => {
  it('carries only what changes, and one of an older form is refused with what changed meanwhile', async () => {
    const { id, version } = await network();
    // A colleague changes the address after the form was read.
    await done(root, 'networkSave', { id, version, address: OTHER_ADDRESS });
    await done(root, 'networkSave', { id, version: version + 1, protocol_code: 'BEP20' });
    const stale = (await root.call('networkSave', { id, version, enabled: false })).envelope;
    expect(stale).toMatchObject({
      reason: 'record_changed',
      detail: { address: OTHER_ADDRESS, protocol_code: 'BEP20' },
    });
    expect(Object.keys(stale.detail ?? {})).toHaveLength(2);
    await done(root, 'networkSave', { id, version: version + 2, enabled: false });
    expect(await network()).toMatchObject({ address: OTHER_ADDRESS, protocol_code: 'BEP20', enabled: false });
    await done(root, 'networkSave', { id, version: version + 3, protocol_code: 'ERC20', enabled: true });
  });

  it('that adds a record needs all fields', async () => {
    expect((await root.call('networkSave', { currency_code: 'USDC', enabled: false })).envelope).toMatchObject({
      reason: 'bad_request',
      detail: { field: 'protocol_code' },
    });
    expect((await root.call('coinSave', { enabled: false })).envelope.detail).toEqual({ field: 'name' });
  });
});

describe('the list of changes', () => {
  it('has settings, payment terms, instruments and roles with the values in force before, and who changed them', async () => {
    const before = await changes({ kind: 'network' });
    expect(before[0]).toMatchObject({
      kind: 'network',
      key: 'USDT-ERC20',
      staff_name: 'root',
      before: { protocol_code: 'BEP20', enabled: false },
      after: { protocol_code: 'ERC20', enabled: true },
    });
    await done(root, 'coinSave', { name: 'SEK', enabled: false });
    expect((await changes({ kind: 'collect_coin' }))[0]).toMatchObject({
      key: 'SEK',
      before: {},
      after: { name: 'SEK', enabled: false },
    });
    await done(root, 'staffSetRoles', { id: bank.other.id, roles: ['finance', 'support'] });
    expect((await changes({ kind: 'staff_roles' }))[0]).toMatchObject({
      key: 'fin-two',
      staff_name: 'root',
      before: { roles: ['finance'] },
      after: { roles: ['support', 'finance'] },
    });
    const { version } = (await root.call('siteSettings')).envelope.data;
    await done(root, 'changeSiteSettings', { version, values: { two_person_amount: '1000' } });
    expect((await changes({}))[0]).toMatchObject({
      kind: 'setting',
      key: 'two_person_amount',
      before: '5000',
      after: '1000',
    });
    const [instrument] = (await root.call('officeInstruments')).envelope.data.list;
    await done(root, 'officeChangeInstrument', { id: instrument?.id, terms: { leverages: [25, 50] } });
    expect((await changes({ kind: 'instrument' }))[0]).toMatchObject({
      key: instrument?.code,
      before: { leverages: instrument?.leverages },
      after: { leverages: [25, 50] },
    });
    expect(await changes({}, bank.one)).toHaveLength((await changes({})).length);
    expect((await bank.one.call('settingChanges', { kind: 'network', key: 'EUR' })).envelope.data.total).toBe(0);
  });

  it('names both people of a change that a second one approved, when it takes effect', async () => {
    await registerUser(bank.server);
    const { id, version } = await network();
    const count = (await changes({ kind: 'network' })).length;
    const proposed = (await root.call('networkSave', { id, version, address: ETHEREUM_ADDRESS })).envelope.data;
    expect(await changes({ kind: 'network' })).toHaveLength(count);
    await done(bank.second, 'decideProposal', { id: proposed.proposal, approve: true });
    expect((await changes({ kind: 'network' }))[0]).toMatchObject({
      staff_name: 'root, root-two',
      before: { address: OTHER_ADDRESS },
      after: { address: ETHEREUM_ADDRESS },
    });
  });
});
