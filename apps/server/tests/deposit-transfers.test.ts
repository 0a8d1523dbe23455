import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, ETHEREUM_ADDRESS, balances, done, newTransaction, openBank, uploaded } from './support/money.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';

/** The address of the first block of Bitcoin. */
const BITCOIN_ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

let bank: Bank;
let user: RealUser;
/** Networks by the protocol that the house gave them. */
const networks = new Map<string, { readonly id: number; readonly address: string }>();
beforeAll(async () => {
  bank = await openBank();
  const { administrator } = bank.office;
  for (const [code, protocol, address] of [
    ['USDC', 'ETHEREUM', ETHEREUM_ADDRESS],
    ['USDT', 'MYCHAIN', ETHEREUM_ADDRESS],
    ['BTC', 'BTC', BITCOIN_ADDRESS],
  ] as const) {
    const values = { currency_code: code, protocol_code: protocol, address, enabled: true };
    const list = (await administrator.call('staffNetworks')).envelope.data;
    const known = list.find((each) => each.currency_code === code && each.protocol_code === protocol);
    const id = await done(administrator, 'networkSave', { id: known?.id, version: known?.version, ...values });
    networks.set(protocol, { id, address });
  }
  networks.set('ERC20', { id: bank.network, address: ETHEREUM_ADDRESS });
  user = await registerUser(bank.server);
});
afterAll(() => bank.server.stop());

const report = async (protocol: string, transaction_id: string, who = user) => {
  const network = networks.get(protocol);
  const input = {
    number: '100',
    proofImg: await uploaded(bank.server, who.id),
    address: network?.address,
    charge_id: network?.id,
    transaction_id,
  };
  return (await bank.server.call('chargeSubmit', input, { token: who.token })).envelope;
};
const finish = async (id: number, more: Record<string, unknown> = {}, by = bank.one) =>
  (await by.call('depositFinish', { id, ...more })).envelope;
const inOffice = async (id: number) => {
  const { list } = (await bank.one.call('staffDeposits', { user_id: user.id })).envelope.data;
  return list.find((each) => each.id === id);
};

describe('a transfer', () => {
  it('without outputs is credited once, whatever stands behind its ID', async () => {
    const hash = newTransaction();
    const first = await report('ERC20', hash);
    expect((await finish(first.data.id)).data.status).toBe(1);
    for (const more of [':0', ':1', ':01', '-1', 'ab'])
      for (const protocol of ['ERC20', 'ETHEREUM', 'MYCHAIN'])
        expect((await report(protocol, `${hash}${more}`)).reason).toBe('transaction_invalid');
    const { data } = await report('ERC20', '');
    expect((await finish(data.id, { transaction_id: `${hash}:1` })).reason).toBe('transaction_invalid');
    expect((await finish(data.id, { transaction_id: `0x${hash.toUpperCase()}` })).reason).toBe('transaction_used');
    expect((await balances(bank.server, user))[0]).toBe('100.000000');
    await done(bank.one, 'depositReject', { id: data.id, reason: 'The same transfer' });
  });

  it('is the same one on networks with other names', async () => {
    const owner = await registerUser(bank.server);
    const hash = newTransaction();
    const twins = [];
    for (const protocol of ['ERC20', 'ETHEREUM', 'MYCHAIN']) twins.push((await report(protocol, hash, owner)).data.id);
    const [one = 0, two = 0, three = 0] = twins;
    const { list } = (await bank.one.call('staffDeposits', { user_id: owner.id })).envelope.data;
    expect(list.find(({ id }) => id === one)?.same_transaction).toEqual([two, three]);
    const answers = await Promise.all([finish(one), finish(two, {}, bank.other), finish(three)]);
    expect(answers.map(({ reason }) => reason).sort()).toEqual(['ok', 'transaction_used', 'transaction_used']);
    expect((await balances(bank.server, owner))[0]).toBe('100.000000');
    expect((await report('ETHEREUM', hash, await registerUser(bank.server))).reason).toBe('transaction_used');
  });

  it('with outputs is credited as a whole or by its outputs', async () => {
    const [whole, parts] = [newTransaction(), newTransaction()];
    const first = await report('BTC', `${parts}:007`);
    expect(first.data.transaction_id).toBe(`${parts}:7`);
    const [second, all] = [await report('BTC', `${parts}:12`), await report('BTC', parts)];
    expect(await inOffice(all.data.id)).toMatchObject({ same_transaction: [first.data.id, second.data.id] });
    expect((await finish(first.data.id)).data.status).toBe(1);
    expect((await finish(all.data.id)).reason).toBe('transaction_used');
    expect((await finish(second.data.id)).data.status).toBe(1);
    expect((await report('BTC', `${parts}:7`)).reason).toBe('transaction_used');
    expect((await report('BTC', parts)).reason).toBe('transaction_used');

    const [bare, output] = [await report('BTC', whole), await report('BTC', `${whole}:1`)];
    expect((await finish(bare.data.id)).data.status).toBe(1);
    expect((await finish(output.data.id)).reason).toBe('transaction_used');
    const found = await bank.one.call('staffDeposits', { search: whole });
    expect(found.envelope.data.list.map(({ id }) => id)).toEqual([output.data.id, bare.data.id]);
  });
});

it('of earlier versions without an ID is pointed out with the next one of the same user and amount', async () => {
  const owner = await registerUser(bank.server);
  const [old, other, next] = [
    await report('ERC20', newTransaction(), owner),
    await report('ERC20', '', owner),
    await report('ERC20', newTransaction(), owner),
  ];
  expect((await finish(old.data.id)).data.status).toBe(1);
  await query(bank.server, `update deposits set transaction_id = '', credited_as = null where id = $1`, [old.data.id]);
  const { list } = (await bank.one.call('staffDeposits', { user_id: owner.id })).envelope.data;
  const hints = [old, other, next].map(({ data }) => list.find(({ id }) => id === data.id)?.same_without_id);
  expect(hints).toEqual([[], [old.data.id], [old.data.id]]);
});

describe('two people', () => {
  it('who credit one deposit: the second one reads who has done it, the first one may repeat', async () => {
    const { data } = await report('ERC20', newTransaction());
    const answers = await Promise.all([finish(data.id), finish(data.id, {}, bank.other)]);
    expect(answers.map(({ reason }) => reason).sort()).toEqual(['decided_by_colleague', 'ok']);
    const [first, late] = answers[0]?.reason === 'ok' ? [bank.one, bank.other] : [bank.other, bank.one];
    expect((await finish(data.id, {}, first)).reason).toBe('ok');
    const refused = await finish(data.id, {}, late);
    const { name } = first;
    expect(refused).toMatchObject({ reason: 'decided_by_colleague', detail: { name } });
    expect(refused.msg).toContain(name);
    expect(refused.msg).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  });

  it('who reject one deposit: the second one reads who has done it', async () => {
    const { data } = await report('ERC20', newTransaction());
    const input = { id: data.id, reason: 'Nothing came' };
    for (let time = 0; time < 2; time += 1) await done(bank.one, 'depositReject', input);
    for (const call of ['depositReject', 'depositInvalidate'] as const)
      expect((await bank.other.call(call, input)).envelope).toMatchObject({
        reason: 'decided_by_colleague',
        detail: { name: 'fin-one' },
      });
    expect((await finish(data.id, {}, bank.other)).reason).toBe('decided_by_colleague');
  });
});

describe('the numbers of deposits', () => {
  it('have no gaps after refused and repeated reports', async () => {
    const owner = await registerUser(bank.server);
    const hash = newTransaction();
    const first = await report('ERC20', hash, owner);
    for (let time = 0; time < 3; time += 1)
      expect((await report('ERC20', hash, owner)).reason).toBe('transaction_used');
    const many = await Promise.all(Array.from({ length: 4 }, () => report('ERC20', '', owner)));
    expect(many.every(({ reason }) => reason === 'ok')).toBe(true);
    const same = newTransaction();
    const reasons = (await Promise.all(Array.from({ length: 4 }, () => report('ERC20', same, owner)))).map(
      ({ reason }) => reason,
    );
    expect(reasons.sort()).toEqual(['ok', 'transaction_used', 'transaction_used', 'transaction_used']);
    const last = await report('ERC20', newTransaction(), owner);
    expect(last.data.id - first.data.id).toBe(6);
  });
});
