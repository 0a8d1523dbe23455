import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, ETHEREUM_ADDRESS, done, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { TestBrowser, TestPushService } from './support/push-service.ts';
import { type RealUser, query, registerUser, sentTo } from './support/real-user.ts';

let bank: Bank;
let push: TestPushService;
let support: Colleague;
let compliance: Colleague;
let dealer: Colleague;
let finance: Colleague;
let root: Colleague;
beforeAll(async () => {
  push = await TestPushService.open();
  bank = await openBank({ FAIRLOT_PUSH_PRIVATE_ORIGINS: push.origin });
  support = await bank.office.hire('sup.one', ['support']);
  compliance = await bank.office.hire('comp.one', ['compliance']);
  dealer = await bank.office.hire('deal.one', ['dealer']);
  [finance, root] = [bank.one, bank.office.administrator];
});
afterAll(async () => {
  await bank.server.stop();
  await push.close();
});

const reasonOf = async (who: Colleague, ...call: Parameters<Colleague['call']>): Promise<string> =>
  (await who.call(...call)).envelope.reason;
const day = (days: number): string => new Date(bank.clock.time + days * DAY_MS).toISOString().slice(0, 10);
const waiting = async (who: Colleague) =>
  (await who.call('officeQueues')).envelope.data.queues.find(({ name }) => name === 'tasks')?.waiting;
const mine = async (who: Colleague) =>
  (await who.call('officeTasks', { mine: 1 })).envelope.data.list.map(({ id }) => id);
const linksOf = async (who: Colleague, user: RealUser) =>
  (await who.call('officeUserLinks', { user_id: user.id })).envelope.data;

describe('notes', () => {
  it('are kept as they were written, and a later one strikes an earlier one out, once', async () => {
    const [user, other] = [await registerUser(bank.server), await registerUser(bank.server)];
    const first = await done(support, 'officeAddNote', { user_id: user.id, text: 'called: lost the phone' });
    const foreign = await done(support, 'officeAddNote', { user_id: other.id, text: 'of somebody else' });
    const strike = { user_id: user.id, id: first, text: 'it was the brother who called' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        (index % 2 === 0 ? support : compliance).call('officeStrikeNote', strike),
      ),
    );
    expect(answers.map(({ envelope }) => envelope.reason).sort()).toEqual([
      'ok',
      'record_changed',
      'record_changed',
      'record_changed',
    ]);
    const second = answers.find(({ envelope }) => envelope.reason === 'ok')?.envelope.data.id ?? 0;
    expect(await reasonOf(compliance, 'officeStrikeNote', { ...strike, id: second })).toBe('record_changed');
    expect(await reasonOf(compliance, 'officeStrikeNote', { ...strike, id: foreign })).toBe('unknown_record');
    const { list, total } = (await compliance.call('officeNotes', { user_id: user.id })).envelope.data;
    expect(total).toBe(2);
    expect(list).toMatchObject([
      { id: second, strikes: first, struck_by: null, text: strike.text },
      { id: first, strikes: null, struck_by: list[0]?.author, author: 'sup.one', text: 'called: lost the phone' },
    ]);
    await expect(query(bank.server, `update user_notes set text = 'x' where id = $1`, [first])).rejects.toThrow(
      'append-only',
    );
    expect(await reasonOf(dealer, 'officeNotes', { user_id: user.id })).toBe('staff_role_required');
  });
});

describe('tasks', () => {
  it('are in the list and the badge of those for whom they are, until one of them finishes them', async () => {
    const user = await registerUser(bank.server);
    const colleagues = (await support.call('officeColleagues')).envelope.data.list;
    expect(colleagues.map(({ name }) => name)).toEqual(expect.arrayContaining(['sup.one', 'comp.one', 'root']));
    expect(colleagues.map(({ name }) => name)).not.toContain('deal.one');

    const add = (assignee: string | number, due: string) =>
      done(support, 'officeAddTask', { user_id: user.id, text: 'ask for a newer proof', assignee, due_on: due });
    const ofRole = await add('compliance', day(3));
    const ofPerson = await add(compliance.id, day(1));
    await add('support', day(2));
    expect(await mine(compliance)).toEqual([ofPerson, ofRole]);
    expect([await waiting(compliance), await waiting(support), await waiting(dealer)]).toEqual([2, 1, 0]);

    bank.clock.time += 2 * DAY_MS;
    compliance = await bank.office.again(compliance);
    support = await bank.office.again(support);
    finance = await bank.office.again(finance);
    root = await bank.office.again(root);
    const { list } = (await compliance.call('officeTasks', { mine: 1 })).envelope.data;
    expect(list).toMatchObject([
      { id: ofPerson, overdue: true, for_staff: 'comp.one', for_role: null, account: user.email },
      { id: ofRole, overdue: false, for_staff: null, for_role: 'compliance' },
    ]);
    expect(await reasonOf(support, 'officeFinishTask', { id: ofRole })).toBe('ok');
    expect(await reasonOf(compliance, 'officeFinishTask', { id: ofRole })).toBe('record_changed');
    expect(await reasonOf(compliance, 'officeFinishTask', { id: 999_999 })).toBe('unknown_record');
    expect(await waiting(compliance)).toBe(1);
    const ended = (await compliance.call('officeTasks', { user_id: user.id, state: 'done' })).envelope.data.list;
    expect(ended).toMatchObject([{ id: ofRole, done_by: 'sup.one', overdue: false }]);
  });

  it('need a person who can do them and a real day, and are bounded for a user', async () => {
    const user = await registerUser(bank.server);
    const task = { user_id: user.id, text: 'call back', assignee: 'support', due_on: day(1) };
    expect(await reasonOf(support, 'officeAddTask', { ...task, due_on: '2026-02-30' })).toBe('bad_request');
    expect(await reasonOf(support, 'officeAddTask', { ...task, assignee: 'dealer' })).toBe('bad_request');
    expect(await reasonOf(support, 'officeAddTask', { ...task, assignee: dealer.id })).toBe('unknown_record');
    expect(await reasonOf(support, 'officeAddTask', { ...task, user_id: 999_999 })).toBe('unknown_user');
    await query(
      bank.server,
      `insert into client_tasks (user_id, text, for_role, due_on, author_id, created_at)
       select $1, 'x', 'finance', '2026-01-01', $2, now() from generate_series(1, 49)`,
      [user.id, support.id],
    );
    const answers = await Promise.all(Array.from({ length: 3 }, () => support.call('officeAddTask', task)));
    expect(answers.map(({ envelope }) => envelope.reason).sort()).toEqual([
      'ok',
      'too_many_records',
      'too_many_records',
    ]);
  });
});

describe('a message', () => {
  it('reaches chat, mailbox and devices once per key, leaves a record, and is bounded', async () => {
    const user = await registerUser(bank.server);
    const browser = new TestBrowser(push.origin);
    await bank.server.call('pushSubscribe', browser.subscription, { token: user.token, lang: 'en' });
    const [key, input] = [randomUUID(), { user_id: user.id, text: 'Please send <b>page 2</b> of the statement.' }];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => support.call('officeSendMessage', input, { key })),
    );
    expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope.data)))).toEqual(
      new Set([JSON.stringify({ id: answers[0]?.envelope.data.id, sent_by: 'mail' })]),
    );
    expect(await reasonOf(support, 'officeSendMessage', { ...input, text: 'another text' }, { key })).toBe(
      'key_reused',
    );
    const mails = (await sentTo(bank.server, user.email)).filter(({ template }) => template === 'staff_message');
    expect(mails.length).toBe(1);
    expect(mails[0]?.body).toContain(input.text);
    const chat = (await bank.server.call('supportMessages', {}, { token: user.token })).envelope.data.list;
    expect(chat.map(({ from, text }) => [from, text])).toEqual([['staff', input.text]]);
    await expect.poll(() => push.to(browser.path).length).toBe(1);
    const record = (await compliance.call('officeSentMessages', { user_id: user.id })).envelope.data.list;
    expect(record).toMatchObject([{ author: 'sup.one', text: input.text, sent_by: 'mail' }]);
    expect(await reasonOf(finance, 'officeSendMessage', input)).toBe('staff_role_required');

    for (let more = 1; more < 20; more += 1) expect(await reasonOf(support, 'officeSendMessage', input)).toBe('ok');
    expect(await reasonOf(support, 'officeSendMessage', input)).toBe('too_many_records');
    expect((await query(bank.server, 'select 1 from client_messages where user_id = $1', [user.id])).length).toBe(20);
  });
});

describe('records of one person', () => {
  it('are hinted at by document, payout and device for those who may know', async () => {
    const [user, twin, stranger] = [
      await registerUser(bank.server),
      await registerUser(bank.server),
      await registerUser(bank.server),
    ];
    const { server } = bank;
    await query(server, `delete from sessions where user_id = any($1)`, [[user.id, twin.id, stranger.id]]);
    await query(
      server,
      `insert into sessions (user_id, token_hash, expires_at, address, agent)
       select id, sha256(id::text::bytea), now(), case when id = $3 then '198.51.100.8' else '198.51.100.7' end, 'Browser 7' from unnest($1::bigint[]) id where id <> $2`,
      [[user.id, twin.id, stranger.id], 0, stranger.id],
    );
    await query(
      server,
      `insert into draw_methods (user_id, currency_id, dc_address, bank_name, bank_address, bank_swift, payee_name, payee_account, key)
       values ($1, $3, $4, '', '', '', '', '', 'a'), ($2, $3, lower($4), '', '', '', '', '', 'a')`,
      [user.id, twin.id, bank.coin, ETHEREUM_ADDRESS],
    );
    await query(
      server,
      `with pictures as (
         insert into images (id, owner_id, content, bytes, width, height, upload_key, upload_hash)
         select 'links-' || n, $1, '', 0, 1, 1, 'links-' || n, '' from generate_series(1, 2) n returning id)
       insert into identity_submissions (user_id, name, card_id, card_key, front_image, reverse_image, key)
       select u, 'Twin', 'A1', 'one card', (select min(id) from pictures), (select max(id) from pictures), 'k' from unnest($2::bigint[]) u`,
      [user.id, [user.id, twin.id]],
    );
    const similar = { user_id: twin.id, account: twin.email };
    expect((await linksOf(compliance, user)).similar).toMatchObject([
      { ...similar, by: ['document', 'payout', 'device'] },
    ]);
    expect((await linksOf(root, user)).similar).toMatchObject([{ ...similar, by: ['payout', 'device'] }]);
    expect(await linksOf(support, user)).toEqual({ linked: [], similar: [] });
  });

  it('are linked and unlinked with a reason, shown on both, and nothing is merged', async () => {
    const [user, twin] = [await registerUser(bank.server), await registerUser(bank.server)];
    const link = { user_id: twin.id, other_id: user.id, reason: 'same face on both papers' };
    expect(await reasonOf(support, 'officeLinkUsers', link)).toBe('staff_role_required');
    expect(await reasonOf(compliance, 'officeLinkUsers', { ...link, other_id: twin.id })).toBe('unknown_user');
    const [one, two] = await Promise.all([
      compliance.call('officeLinkUsers', link),
      root.call('officeLinkUsers', { ...link, user_id: user.id, other_id: twin.id }),
    ]);
    expect([one, two].map(({ envelope }) => envelope.reason).sort()).toEqual(['ok', 'record_exists']);
    for (const [here, there] of [
      [user, twin],
      [twin, user],
    ] as const)
      expect((await linksOf(support, here)).linked).toMatchObject([
        { user_id: there.id, account: there.email, reason: link.reason },
      ]);
    const id = (await linksOf(support, user)).linked[0]?.id ?? 0;
    const ended = { id, reason: 'twins, two people' };
    const third = await registerUser(bank.server);
    expect(await reasonOf(compliance, 'officeUnlinkUsers', { ...ended, user_id: third.id })).toBe('record_changed');
    expect(await reasonOf(compliance, 'officeUnlinkUsers', { ...ended, user_id: user.id })).toBe('ok');
    expect(await reasonOf(compliance, 'officeUnlinkUsers', { ...ended, user_id: user.id })).toBe('record_changed');
    expect((await linksOf(support, twin)).linked).toEqual([]);
    const [row] = await query<{ reason: string; end_reason: string }>(
      bank.server,
      'select * from client_links where id = $1',
      [id],
    );
    expect(row).toMatchObject({ reason: link.reason, end_reason: ended.reason });
  });
});

it('nothing is recorded about an erased user, as nothing would delete it', async () => {
  const [erased, other] = [await registerUser(bank.server), await registerUser(bank.server)];
  await query(bank.server, 'update users set erased_at = now() where id = $1', [erased.id]);
  const user_id = erased.id;
  const task = { user_id, text: 'call back', assignee: 'support', due_on: day(1) };
  expect(await reasonOf(support, 'officeAddNote', { user_id, text: 'called again' })).toBe('unknown_user');
  expect(await reasonOf(support, 'officeAddTask', task)).toBe('unknown_user');
  for (const pair of [
    { user_id, other_id: other.id },
    { user_id: other.id, other_id: user_id },
  ])
    expect(await reasonOf(compliance, 'officeLinkUsers', { ...pair, reason: 'same face' })).toBe('unknown_user');
  expect(await reasonOf(support, 'officeSendMessage', { user_id, text: 'Hello.' })).toBe('unknown_user');
});
