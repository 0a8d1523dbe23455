import { afterAll, beforeAll, expect, it } from 'vitest';
import { groupOf, ruleOf } from './support/groups.ts';
import { type Bank, done, fundedUser, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type RealUser, query } from './support/real-user.ts';

let bank: Bank;
let dealer: Colleague;
let holder: RealUser;
/** A category whose tiers cap what positions may have, and one whose markup is too wide for a currency. */
let [tight, wide]: number[] = [];

const listed = async (code: string) => (await dealer.call('officeInstruments', { q: code })).envelope.data.list[0];
const change = async (id: number, terms: object) =>
  (await dealer.call('officeChangeInstrument', { id, terms })).envelope;
const category = async (slug: string) => (await dealer.call('officeAddCategory', { slug })).envelope.data.id;
const buy = async (instrument: number) => {
  const { envelope } = await whenQuoted(() =>
    bank.server.call('submit', marketOrder(instrument), { token: holder.token }),
  );
  expect(envelope.reason).toBe('ok');
  // Orders are answered when they are committed, which is before the tables have them.
  await expect
    .poll(() => query(bank.server, 'select 1 from orders where instrument = $1', [instrument]), { timeout: 30_000 })
    .toHaveLength(1);
};
/** The first tier of an instrument in the group of new real accounts, in each shard. */
const leverages = async (instrument: number) =>
  (await query<{ terms: string }>(bank.server, 'select terms from account_groups where id = 1 order by shard')).map(
    ({ terms }) =>
      (JSON.parse(terms) as { terms: { instrument: number; tiers?: { leverage: number }[] }[] }).terms.find(
        (each) => each.instrument === instrument,
      )?.tiers?.[0]?.leverage,
  );
const tier = (leverage: number) => ({ tiers: [{ from_usd: '0', leverage }] });

beforeAll(async () => {
  bank = await openBank({ FAIRLOT_SESSIONS: 'always' });
  dealer = await bank.office.hire('deal.one', ['dealer']);
  [tight, wide] = [await category('tight'), await category('wide')];
  const forex = (await listed('EURUSD'))?.category_id ?? 0;
  const { name } = (await dealer.call('officeGroup', { id: 1 })).envelope.data;
  const rules = [
    ruleOf('category', forex, tier(400)),
    ruleOf('category', tight, tier(5)),
    ruleOf('category', wide, { ...tier(400), markup: { mode: 'points', bid: 0, ask: 90_000 } }),
  ];
  const definition = groupOf(name, rules);
  await done(dealer, 'officeChangeGroup', { id: 1, version: 1, ...definition });
  holder = await fundedUser(bank, '5000');
});
afterAll(() => bank.server.stop());

it('another category gives open positions no other tiers at once', async () => {
  const id = await bank.server.instrument('EURUSD');
  await buy(id);
  const before = await leverages(id);
  expect(before).toEqual([400, 400]);
  const refused = await change(id, { category_id: tight });
  expect(await leverages(id)).toEqual(before);
  expect([refused.reason, refused.msg.split(':')[0]]).toEqual([
    'category_concerns_positions',
    refused.detail?.['group'],
  ]);
  const row = { code: 'EURUSD', category: 'tight' };
  const { id: file } = (
    await dealer.call('officeUploadCatalogue', {
      format: 'json',
      text: JSON.stringify({ format: 'fairlot-catalogue-1', instruments: [row] }),
    })
  ).envelope.data;
  const { rows } = (await dealer.call('officeCatalogueFile', { id: file })).envelope.data;
  expect(rows).toMatchObject([{ state: 'refused', field: 'category', reason: 'category_concerns_positions' }]);
});

it('one that changes terms of a group waits for a second person, and is refused if positions were opened meanwhile', async () => {
  const [free, taken] = [await bank.server.instrument('GBPUSD'), await bank.server.instrument('USDJPY')];
  const waiting = await change(free, { category_id: tight });
  expect(waiting.data.proposals).toHaveLength(1);
  expect(await leverages(free)).toEqual([400, 400]);
  expect((await dealer.call('officeTermsEffect', { id: free, category_id: tight })).envelope.data).toMatchObject({
    needs_approval: true,
    groups: [{ id: 1, concerns_positions: true }],
  });
  const decide = async (id = 0) => (await bank.second.call('decideProposal', { id, approve: true })).envelope.reason;
  expect(await decide(waiting.data.proposals[0])).toBe('ok');
  expect(await leverages(free)).toEqual([5, 5]);

  const late = (await change(taken, { category_id: tight })).data.proposals;
  await buy(taken);
  expect(await decide(late[0])).toBe('category_concerns_positions');
  expect(await leverages(taken)).toEqual([400, 400]);
});

it('one whose markup is too wide for the price is refused, one with the same terms needs nobody', async () => {
  const id = await bank.server.instrument('USDCHF');
  await whenQuoted(() => bank.server.call('submit', marketOrder(id), { token: holder.token }));
  const refused = await change(id, { category_id: wide });
  expect([refused.reason, refused.msg.split(':')[0]]).toEqual(['markup_too_wide', refused.detail?.['group']]);
  const gold = await bank.server.instrument('XAUUSD');
  const other = (await listed('BTCUSD'))?.category_id ?? 0;
  expect((await change(gold, { category_id: other })).data).toMatchObject({ category_id: other, proposals: [] });
});
