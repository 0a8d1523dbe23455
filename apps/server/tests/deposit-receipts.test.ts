import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Bank,
  ETHEREUM_ADDRESS,
  balances,
  done,
  newTransaction,
  openBank,
  reported,
  uploaded,
} from './support/money.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';

let bank: Bank;
let user: RealUser;
beforeAll(async () => {
  bank = await openBank();
  user = await registerUser(bank.server);
});
afterAll(() => bank.server.stop());

const as = (who: RealUser, key?: string) => ({ token: who.token, ...(key === undefined ? {} : { key }) });
const coins = async (more: Record<string, unknown> = {}, who = user) => ({
  number: '100',
  proofImg: await uploaded(bank.server, who.id),
  address: ETHEREUM_ADDRESS,
  charge_id: bank.network,
  ...more,
});
const report = async (more: Record<string, unknown>, who = user) =>
  (await bank.server.call('chargeSubmit', await coins(more, who), as(who))).envelope;
const inOffice = async (id: number) => {
  const { list } = (await bank.one.call('staffDeposits', {})).envelope.data;
  return list.find((each) => each.id === id);
};
const finish = async (id: number, more: Record<string, unknown> = {}, by = bank.one) =>
  (await by.call('depositFinish', { id, ...more })).envelope;
const lastMail = async (who: RealUser) => {
  const [mail] = await query<{ subject: string; body: string }>(
    bank.server,
    'select subject, body from outbox where recipient = (select email from users where id = $1) order by id desc limit 1',
    [who.id],
  );
  return mail;
};

describe('the picture of a proof', () => {
  it('belongs to one deposit; the same request again is the same deposit', async () => {
    const input = await coins();
    const key = randomUUID();
    const twins = await Promise.all(
      Array.from({ length: 5 }, () => bank.server.call('chargeSubmit', input, as(user, key))),
    );
    expect(new Set(twins.map(({ envelope }) => envelope.data.id)).size).toBe(1);
    expect((await bank.server.call('chargeSubmit', input, as(user))).envelope).toMatchObject({
      reason: 'proof_used',
      msg: 'This image already proves another deposit. Please upload the proof of this payment.',
    });
    const wire = { number: '20', proofImg: input.proofImg, wire_id: bank.wire };
    expect((await bank.server.call('wireSubmit', wire, as(user))).envelope.reason).toBe('proof_used');
  });

  it('is claimed by one of many concurrent reports', async () => {
    const input = await coins();
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, each) =>
        bank.server.call('chargeSubmit', { ...input, number: String(20 + each) }, as(user)),
      ),
    );
    expect(many.map(({ envelope }) => envelope.reason).sort()).toEqual(['ok', ...Array<string>(7).fill('proof_used')]);
  });

  it('is recognised when it is uploaded again, by anybody', async () => {
    const other = await registerUser(bank.server);
    const picture = randomBytes(64);
    const [first, second] = [
      await report({ proofImg: await uploaded(bank.server, user.id, picture) }),
      await report({ proofImg: await uploaded(bank.server, other.id, picture) }, other),
    ];
    expect(await inOffice(first.data.id)).toMatchObject({ same_picture: [second.data.id], same_transaction: [] });
    expect(await inOffice(second.data.id)).toMatchObject({ same_picture: [first.data.id] });
  });
});

describe('a transaction', () => {
  it('is reported once by a user, in whatever form, until its deposit is rejected', async () => {
    const hash = 'Ab12'.repeat(16);
    const first = await report({ transaction_id: ` 0x${hash}` });
    expect(first.data.transaction_id).toBe(hash.toLowerCase());
    for (const transaction_id of [hash, `0x${hash.toUpperCase()}`])
      expect(await report({ transaction_id })).toMatchObject({
        reason: 'transaction_used',
        msg: 'This transaction already belongs to another deposit.',
      });
    await done(bank.one, 'depositReject', { id: first.data.id, reason: 'Not confirmed yet' });
    expect((await report({ transaction_id: hash })).reason).toBe('ok');
  });

  it('that a stranger reported first does not lock its owner out, and is credited once', async () => {
    const thief = await registerUser(bank.server);
    const transaction_id = newTransaction();
    const [stolen, own] = [await report({ transaction_id }, thief), await report({ transaction_id })];
    expect(await inOffice(own.data.id)).toMatchObject({ same_transaction: [stolen.data.id] });
    const answers = await Promise.all([finish(own.data.id), finish(own.data.id, {}, bank.other)]);
    expect(answers.map(({ reason }) => reason).sort()).toEqual(['decided_by_colleague', 'ok']);
    expect((await finish(stolen.data.id)).reason).toBe('transaction_used');
    expect(await balances(bank.server, thief)).toEqual(['0.000000', '0.000000']);
    expect((await report({ transaction_id }, await registerUser(bank.server))).reason).toBe('transaction_used');
    // Finance may know better which transaction it was.
    expect((await finish(stolen.data.id, { transaction_id: newTransaction() })).data.status).toBe(1);
  });

  it('is required for a credit, and is what a network could have issued', async () => {
    expect((await report({ transaction_id: 'paid it yesterday!' })).reason).toBe('transaction_invalid');
    const { data } = await report({});
    expect((await finish(data.id)).reason).toBe('transaction_missing');
    expect((await finish(data.id, { transaction_id: 'yes' })).reason).toBe('transaction_invalid');
    expect((await finish(data.id, { transaction_id: newTransaction() })).data.status).toBe(1);
  });

  it('of a bank is the reference on its statement, unique for the account', async () => {
    const wire = async () => {
      const input = { number: '20', proofImg: await uploaded(bank.server, user.id), wire_id: bank.wire };
      return (await bank.server.call('wireSubmit', input, as(user))).envelope.data.id;
    };
    const [one, two] = [await wire(), await wire()];
    expect((await finish(one, { transaction_id: 'fd 2026/11-0042' })).data.transaction_id).toBe('FD2026/11-0042');
    expect((await finish(two, { transaction_id: 'FD2026/11-0042' })).reason).toBe('transaction_used');
    const found = await bank.one.call('staffDeposits', { search: 'fd2026/11-0042' });
    expect(found.envelope.data.list.map(({ id }) => id)).toEqual([one]);
    // A text that can be no ID finds nothing.
    expect((await bank.one.call('staffDeposits', { search: '{}' })).envelope.data.list).toEqual([]);
    await done(bank.one, 'depositReject', { id: two, reason: 'The same transfer' });
  });
});

describe('the amount that arrived', () => {
  it('is credited instead of the reported one, with the reason that the user reads', async () => {
    const id = await reported(bank, user, '100');
    const [before] = await balances(bank.server, user);
    expect((await finish(id, { number: '97.50' })).reason).toBe('credit_reason_missing');
    expect((await finish(id, { number: '0', reason: 'Nothing came' })).reason).toBe('amount_invalid');
    expect((await finish(id, { number: '900000.01', reason: 'A lot' })).reason).toBe('amount_above_maximum');
    const fields = { number: '97.50', reason: 'The network kept a fee of 2.50' };
    for (let time = 0; time < 2; time += 1)
      expect((await finish(id, fields)).data).toMatchObject({
        status: 1,
        number: '100.000000',
        received: '97.50',
        credited: '97.500000',
        credit_reason: fields.reason,
      });
    expect((await finish(id, { ...fields, number: '98' })).reason).toBe('deposit_decided');
    expect(Number((await balances(bank.server, user))[0]) - Number(before)).toBeCloseTo(97.5, 6);
    const { data } = (await bank.server.call('chargeRecords', { type: 0 }, as(user))).envelope.data;
    expect(data.find((each) => each.id === id)).toMatchObject({
      number: '100.000000',
      credited: '97.500000',
      credit_reason: fields.reason,
    });
    const mail = await lastMail(user);
    expect(mail?.subject).toBe('Deposit credited: 97.50 USD');
    for (const text of ['100.00 USD', fields.reason]) expect(mail?.body).toContain(text);
  });

  it('counts in the sums of one person, and two people agree to the same figures', async () => {
    const owner = await registerUser(bank.server);
    const id = await reported(bank, owner, '50');
    const more = { number: '60000', reason: 'He sent more than he said' };
    expect((await finish(id, more)).data).toMatchObject({
      status: 0,
      approved_by: bank.one.id,
      credited: '60000.000000',
    });
    const own = await bank.server.call('chargeRecords', { type: 0 }, as(owner));
    expect(own.envelope.data.data[0]).toMatchObject({ status: 0, credited: '', credit_reason: '' });
    // Other figures are no agreement: they are a first approval, which the first person may confirm.
    expect((await finish(id, { ...more, number: '70000' }, bank.other)).data).toMatchObject({
      status: 0,
      approved_by: bank.other.id,
      credited: '70000.000000',
    });
    expect((await finish(id, {}, bank.other)).reason).toBe('second_person_required');
    const agreed = await finish(id, { ...more, number: '70000' });
    expect(agreed.data).toMatchObject({ status: 1, received: '70000.00', credited: '70000.000000' });
    expect((await balances(bank.server, owner))[0]).toBe('70000.000000');
    const limits = await bank.one.call('officeLimits', { user_id: owner.id });
    expect(limits.envelope.data.user_day).toBe('0.000000');
  });

  it('is the reported one for who has not seen that a colleague agreed to another', async () => {
    const owner = await registerUser(bank.server);
    const id = await reported(bank, owner, '50');
    await finish(id, { number: '60000', reason: 'A slip of the keys' }, bank.other);
    expect((await finish(id)).data).toMatchObject({ status: 1, received: '50.00', credited: '50.000000' });
    expect((await balances(bank.server, owner))[0]).toBe('50.000000');
  });

  it('is forgotten when the deposit is rejected after a first approval', async () => {
    const owner = await registerUser(bank.server);
    const id = await reported(bank, owner, '50');
    expect((await finish(id, { number: '60000', reason: 'He sent more' })).data.credited).toBe('60000.000000');
    await done(bank.one, 'depositReject', { id, reason: 'Nothing came' });
    expect(await inOffice(id)).toMatchObject({ number: '50.000000', received: '', credited: '', credit_reason: '' });
    expect((await lastMail(owner))?.subject).toBe('Deposit rejected: 50.00 USD');
  });
});
