import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { type Bank, approved, balances, fundedUser, ledgerSums, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type RealUser, query, sentTo } from './support/real-user.ts';

let bank: Bank;
let dealer: Colleague;
let eurusd: number;

beforeAll(async () => {
  bank = await openBank();
  dealer = await bank.office.hire('deal.fix', ['dealer']);
  eurusd = await bank.server.instrument('EURUSD');
});
afterAll(() => bank.server.stop());

/** Opens and closes a position of a tenth of a lot, and returns its record in the history. */
async function traded(user: Pick<RealUser, 'token'>) {
  const { envelope } = await whenQuoted(() => bank.server.call('submit', marketOrder(eurusd), { token: user.token }));
  const id = envelope.data.order.Id;
  await whenQuoted(() => bank.server.call('close', { id }, { token: user.token }));
  return (await history(user)).find((each) => each.Id === id) ?? envelope.data.order;
}
const history = async (user: Pick<RealUser, 'token'>) =>
  (await bank.server.call('myDeal', { status: 3, page: 1 }, { token: user.token })).envelope.data.data;
/** The price this many points higher. */
const higher = (text: string, points: number) => (Number(text) + points / 100_000).toFixed(5);
const correct = async (order: number, price: string, { key = '', fill = 'close', who = dealer } = {}) =>
  (
    await who.call(
      'deskCorrect',
      { order_id: order, fill, price, reason: 'a wrong price of the source' },
      { key: key === '' ? randomUUID() : key },
    )
  ).envelope;

describe('a dealer', () => {
  it('corrects a wrong fill by an entry that names it, once; the client is told and reads both', async () => {
    const user = await fundedUser(bank, '1000');
    const order = await traded(user);
    const price = higher(order.UpdatePrice, 50);
    const shown = await dealer.call('deskCorrection', { order_id: order.Id, fill: 'close', price });
    expect(shown.envelope.data).toEqual({
      filled_price: order.UpdatePrice,
      from_price: order.UpdatePrice,
      price,
      difference: '5.000000',
      amount: '5.000000',
      needs_approval: false,
    });
    const key = randomUUID();
    const first = await correct(order.Id, price, { key });
    expect(first.data).toMatchObject({
      proposal: null,
      deed: { kind: 'correct', order_id: order.Id, state: 'done', fill: 'close', price, amount: '5.000000' },
    });
    expect((await correct(order.Id, price, { key })).data.deed?.id).toBe(first.data.deed?.id);
    expect((await correct(order.Id, price)).reason).toBe('fill_price_stands');
    expect((await correct(order.Id, higher(order.UpdatePrice, 30), { fill: 'open', key })).reason).toBe('key_reused');

    // The fill and its result are what they were.
    expect((await history(user)).find(({ Id }) => Id === order.Id)).toEqual(order);
    const { envelope } = await bank.server.call('fillCorrections', { id: order.Id }, { token: user.token });
    expect(envelope.data.list).toMatchObject([
      {
        number: 1,
        fill: 'close',
        from_price: order.UpdatePrice,
        price,
        difference: '5.000000',
        amount: '5.000000',
        reason: 'a wrong price of the source',
      },
    ]);
    const ledger = (await bank.server.call('forexChange', { page: 1 }, { token: user.token })).envelope.data.list;
    expect(ledger[0]).toMatchObject({
      Type: 13,
      Value: '5.000000',
      Reference: order.Id,
      Memo: 'a wrong price of the source',
      MemoTran: 'Correction of a fill',
    });
    const { data: statement } = (await bank.server.call('statement', { period: 'all' }, { token: user.token }))
      .envelope;
    expect(statement.movements.fill_corrections).toBe('5.000000');
    const [row] = statement.instruments;
    expect(row).toMatchObject({ trades: 1, corrections: '5.000000' });
    expect(Number(row?.net)).toBeCloseTo(
      Number(row?.gross_profit) + Number(row?.gross_loss) + Number(row?.fees) + Number(row?.swaps) + 5,
      6,
    );
    const file = await bank.server.call(
      'statementMovements',
      { period: 'all', type: 13, instrument: eurusd },
      { token: user.token },
    );
    expect(file.envelope.data).toMatchObject({ total: 1, list: [{ Reference: order.Id, instrument: { id: eurusd } }] });
    const mails = (await sentTo(bank.server, user.email)).filter(
      ({ template }) => template === 'fill_corrected_by_staff',
    );
    expect(mails).toHaveLength(1);
    for (const word of ['a wrong price of the source', price, order.UpdatePrice])
      expect(mails[0]?.body).toContain(word);
    const [audit] = await query<{ subject: string; user_id: string }>(
      bank.server,
      `select subject, user_id from audit_log where action = 'desk/correct' and outcome = 'ok' order by id limit 1`,
    );
    expect(audit).toMatchObject({ subject: `order ${order.Id}`, user_id: String(user.id) });
    expect(await ledgerSums(bank.server, user)).toEqual(await balances(bank.server, user));
    const stranger = await fundedUser(bank, '10');
    const foreign = await bank.server.call('fillCorrections', { id: order.Id }, { token: stranger.token });
    expect(foreign.envelope.reason).toBe('unknown_order');
  });

  it('corrects the opening of a position that runs, and is refused what can’t be', async () => {
    const user = await fundedUser(bank, '1000');
    const { envelope } = await whenQuoted(() => bank.server.call('submit', marketOrder(eurusd), { token: user.token }));
    const { Id: id, Price: price } = envelope.data.order;
    expect((await correct(id, higher(price, -20), { fill: 'close' })).reason).toBe('fill_unknown');
    expect((await correct(id, '9.00000', { fill: 'open' })).reason).toBe('price_out_of_range');
    expect((await correct(id, 'abc', { fill: 'open' })).reason).toBe('price_invalid');
    expect((await correct(id, higher(price, -20), { fill: 'open', who: bank.one })).reason).toBe('staff_role_required');
    const done = await correct(id, higher(price, -20), { fill: 'open' });
    expect(done.data.deed).toMatchObject({ fill: 'open', amount: '2.000000', state: 'done' });
    const facts = (await dealer.call('deskOrder', { order_id: id })).envelope.data;
    expect(facts).toMatchObject({ open_price: price, corrections: [{ author: 'deal.fix', from_price: price }] });
    await whenQuoted(() => bank.server.call('close', { id }, { token: user.token }));
    // The command of the deed is the same after the position's end, and so is its answer.
    await query(bank.server, `update desk_deeds set state = 'decided' where order_id = $1`, [id]);
    await bank.server.restart();
    await expect
      .poll(
        async () =>
          (await query<{ state: string }>(bank.server, `select state from desk_deeds where order_id = $1`, [id]))[0]
            ?.state,
        { timeout: 120_000 },
      )
      .toBe('done');
    expect(await query(bank.server, 'select 1 from fill_corrections where order_id = $1', [id])).toHaveLength(1);
  });
});

it('a correction above the sums of one person waits for another administrator, and the journal agrees', async () => {
  await approved(bank, 'changeSiteSettings', {
    version: (await bank.office.administrator.call('siteSettings')).envelope.data.version,
    values: { two_person_amount: '0', two_person_week_amount: '0' },
  });
  const user = await fundedUser(bank, '1000');
  const order = await traded(user);
  const price = higher(order.UpdatePrice, -30);
  const { data } = await correct(order.Id, price);
  expect(data).toMatchObject({ deed: null, proposal: expect.any(Number) as number });
  expect((await correct(order.Id, price)).data.proposal).toBe(data.proposal);
  expect((await dealer.call('decideProposal', { id: data.proposal, approve: true })).envelope.reason).not.toBe('ok');
  const decided = await bank.second.call('decideProposal', { id: data.proposal, approve: true });
  expect(decided.envelope.data).toMatchObject({ kind: 'correct', subject_id: order.Id, state: 'done' });
  expect((await dealer.call('deskDeeds', { user_id: user.id })).envelope.data.list).toMatchObject([
    { kind: 'correct', proposal_id: data.proposal, state: 'done', amount: '-3.000000' },
  ]);
  expect(await ledgerSums(bank.server, user)).toEqual(await balances(bank.server, user));
  const pool = new Pool({ connectionString: bank.server.databaseUrl });
  onTestFinished(() => pool.end());
  for (const shard of [0, 1]) expect((await verifyShard(pool, shard)).shown).toEqual([]);
});
