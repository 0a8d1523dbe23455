import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { registerUser } from './support/real-user.ts';

const MOST = 20;
let bank: Bank;
let dealer: Colleague;
beforeAll(async () => {
  bank = await openBank();
  dealer = await bank.office.hire('deal.one', ['dealer']);
  await registerUser(bank.server);
});
afterAll(() => bank.server.stop());

const change = async (code: string, terms: object, who = dealer) =>
  (await who.call('officeChangeInstrument', { id: await bank.server.instrument(code), terms })).envelope;
const listed = async (code: string) => (await dealer.call('officeInstruments', { q: code })).envelope.data.list[0];

describe('the terms by which old prices can be dealt on', () => {
  it.each([
    ['EURUSD', { stale_after_ms: 600_000 }],
    ['GBPUSD', { calendar: 'crypto' }],
  ])('of %s need a second person: %j', async (code, terms) => {
    const before = await listed(code);
    const { data } = await change(code, terms);
    expect(data.proposals).toHaveLength(1);
    expect(await listed(code)).toEqual(before);
    const decided = await bank.second.call('decideProposal', { id: data.proposals[0], approve: true });
    expect(decided.envelope.data.state).toBe('done');
    expect(await listed(code)).toMatchObject(terms);
  });
});

it('one author has a part of the open proposals, so that others can still propose', async () => {
  const ids: number[] = [];
  for (let fee = 1; fee <= MOST; fee += 1) {
    const { reason, data } = await change('AUDUSD', { fee_rate: String(fee + 10) });
    expect([fee, reason]).toEqual([fee, 'ok']);
    ids.push(...data.proposals);
  }
  expect((await change('AUDUSD', { fee_rate: '99' })).reason).toBe('too_many_open_requests');
  // New orders are still stopped at once.
  expect((await change('AUDUSD', { leverages: [] })).data.leverages).toEqual([]);
  expect((await change('AUDUSD', { fee_rate: '98' }, bank.office.administrator)).reason).toBe('ok');
  await dealer.call('decideProposal', { id: ids[0], approve: false });
  // Fee and swap are two proposals; of these two, none is stored.
  const both = await change('AUDUSD', { fee_rate: '97', swap_long: '-1', swap_short: '-1' });
  expect(both.reason).toBe('too_many_open_requests');
  expect((await change('AUDUSD', { fee_rate: '96' })).reason).toBe('ok');
});
