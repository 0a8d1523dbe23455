import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, done, openBank } from './support/money.ts';
import { type Colleague, enter } from './support/office.ts';
import { type RealUser, query, registerUser, sentTo } from './support/real-user.ts';

let bank: Bank;
let writer: Colleague;
let releaser: Colleague;
let users: readonly RealUser[];
beforeAll(async () => {
  bank = await openBank();
  writer = await bank.office.hire('sup.one', ['support']);
  releaser = await bank.office.hire('comp.one', ['compliance']);
  users = await Promise.all(Array.from({ length: 6 }, () => registerUser(bank.server)));
});
afterAll(() => bank.server.stop());

const uid = ({ id }: { readonly id: number }): string => String(10_000_000 + id);
const uidsOf = (some: readonly { readonly id: number }[]): string => some.map(uid).join(',');
const TEXTS = [
  { language: 'en', subject: 'News of the house', text: 'First line\nsecond line' },
  { language: 'de', subject: 'Neues vom Haus', text: 'Erste Zeile' },
];
const draft = (selection: object, more: object = {}) => ({
  selection,
  kind: 'service',
  by_chat: true,
  by_mail: true,
  texts: TEXTS,
  ...more,
});
const reasonOf = async (who: Colleague, ...call: Parameters<Colleague['call']>): Promise<string> =>
  (await who.call(...call)).envelope.reason;
const proposed = async (selection: object, more: object = {}): Promise<number> => {
  const { envelope } = await writer.call('officeProposeBulk', draft(selection, more));
  expect([envelope.reason, envelope.data?.state]).toEqual(['ok', 'waiting']);
  return envelope.data.id;
};
const detail = async (id: number) => (await writer.call('officeBulkMessage', { id })).envelope.data;
const ended = async (id: number): Promise<void> => {
  await expect.poll(async () => (await detail(id)).state, { timeout: 120_000, interval: 100 }).toBe('done');
};
const chatOf = async (user: RealUser): Promise<readonly string[]> =>
  (await bank.server.call('supportMessages', {}, { token: user.token })).envelope.data.list.map(({ text }) => text);
const bulkMails = async (user: RealUser) =>
  (await sentTo(bank.server, user.email)).filter(({ template }) => template.startsWith('bulk_'));
const count = async (selection: object, kind = 'service') =>
  (await writer.call('officeBulkCount', { ...selection, kind })).envelope.data;
const waitingChats = async () =>
  (await writer.call('officeQueues')).envelope.data.queues.find(({ name }) => name === 'support')?.waiting;
const accept = async (user: RealUser, accepted: boolean) =>
  (await bank.server.call('setMarketing', { accepted }, { token: user.token })).envelope;

describe('a selection', () => {
  it('has the clients who meet all its conditions', async () => {
    const [one, other, verified, trader, closed, absent] = users;
    const set = (user: RealUser | undefined, values: string) =>
      query(bank.server, `update users set ${values} where id = $1`, [user?.id]);
    await set(one, `area = 'CH', language = 'de'`);
    await set(other, `area = 'CH', language = 'fr'`);
    await query(
      bank.server,
      `insert into images (id, owner_id, content, bytes, width, height, upload_key, upload_hash) select s, $1, '', 0, 1, 1, s, '' from unnest(array['f', 'r']) s`,
      [verified?.id],
    );
    await query(
      bank.server,
      `insert into identity_submissions (user_id, name, card_id, card_key, front_image, reverse_image, key, status, country, decided_at)
       values ($1, 'A', 'A', 'c', 'f', 'r', 'k', 'finished', 'CH', now())`,
      [verified?.id],
    );
    await query(
      bank.server,
      `insert into orders (id, shard, account, instrument, side, kind, status, lots, leverage, margin, fee, swap, created_at, opened_at)
       values (999999001, 0, $1, 1, 'buy', 'market', 'open', 1, 1, 1, 0, 0, 0, 0)`,
      [trader?.id],
    );
    await set(closed, `closing_at = now()`);
    const long = new Date(bank.clock.time - 90 * DAY_MS);
    await query(bank.server, 'update sessions set last_seen_at = $2 where user_id = $1', [absent?.id, long]);
    const all = { uids: uidsOf(users) };
    const names = new Map(users.map((user, index) => [user.id, index]));
    for (const [selection, found] of [
      [all, [0, 1, 2, 3, 5]],
      [{ ...all, countries: 'CH,LI' }, [0, 1]],
      [{ ...all, countries: 'CH', languages: 'de' }, [0]],
      [{ ...all, verified: '1' }, [2]],
      [{ ...all, verified: '0', positions: '0' }, [0, 1, 5]],
      [{ ...all, positions: '1' }, [3]],
      [{ ...all, seen_to: new Date(bank.clock.time - DAY_MS).toISOString() }, [5]],
      [{ ...all, seen_from: new Date(bank.clock.time - DAY_MS).toISOString() }, [0, 1, 2, 3]],
      [{ ...all, accounts: 'demo' }, []],
      // A number that is no UID selects nobody, and not everybody.
      [{ uids: '00000001' }, []],
    ] as const) {
      expect([selection, await count(selection)]).toEqual([
        selection,
        { clients: found.length, by_mail: found.length, too_many: false },
      ]);
      if (found.length === 0) continue;
      const id = await proposed(selection, { by_mail: false });
      expect(await reasonOf(releaser, 'officeReleaseBulk', { id })).toBe('ok');
      const { list, total } = (await releaser.call('officeBulkRecipients', { id })).envelope.data;
      expect(total).toBe(found.length);
      expect(list.map(({ user_id: user }) => names.get(user) ?? -1).toSorted((low, high) => low - high)).toEqual(found);
    }
    await query(bank.server, 'delete from orders where id = 999999001');
    await set(closed, 'closing_at = null');
    await set(one, `area = 'DE'`);
    await query(bank.server, 'update sessions set last_seen_at = now() where user_id = $1', [absent?.id]);
  });

  it('without clients is not released, and a text for everybody must be English', async () => {
    const id = await proposed({ uids: '99999999' });
    expect(await reasonOf(releaser, 'officeReleaseBulk', { id })).toBe('bulk_without_clients');
    expect((await detail(id)).state).toBe('waiting');
    await done(writer, 'officeRejectBulk', { id });
    const german = draft({}, { texts: TEXTS.slice(1) });
    expect(await reasonOf(writer, 'officeProposeBulk', german)).toBe('bad_request');
    const twice = draft({}, { texts: [...TEXTS, ...TEXTS] });
    expect(await reasonOf(writer, 'officeProposeBulk', twice)).toBe('bad_request');
    expect(await reasonOf(writer, 'officeProposeBulk', draft({}, { by_chat: false, by_mail: false }))).toBe(
      'bulk_by_no_way',
    );
  });
});

describe('a second person', () => {
  it('must release: not the author, nor an account that counts as the author or is too new', async () => {
    const { administrator } = bank.office;
    const { envelope } = await administrator.call('officeProposeBulk', draft({ uids: uidsOf(users.slice(0, 1)) }));
    const { id } = envelope.data;
    expect(await reasonOf(administrator, 'officeReleaseBulk', { id })).toBe('second_person_required');
    const invited = await administrator.call('staffInvite', { name: 'new.one', roles: ['compliance'] });
    const newcomer = await enter(bank.server, bank.clock, invited.envelope.data.token ?? '', 'new.one');
    expect(['second_person_required', 'approver_too_new']).toContain(
      await reasonOf(newcomer, 'officeReleaseBulk', { id }),
    );
    await query(bank.server, 'update staff set decides_from = null where id = $1', [newcomer.id]);
    expect(await reasonOf(newcomer, 'officeReleaseBulk', { id })).toBe('second_person_required');
    const later = new Date(bank.clock.time + DAY_MS);
    await query(bank.server, 'update staff set acts_for_id = null, decides_from = $2 where id = $1', [
      newcomer.id,
      later,
    ]);
    expect(await reasonOf(newcomer, 'officeReleaseBulk', { id })).toBe('approver_too_new');
    expect(await reasonOf(writer, 'officeReleaseBulk', { id })).toBe('staff_role_required');
    expect(await reasonOf(writer, 'officeRejectBulk', { id })).toBe('staff_role_required');
    expect(await reasonOf(bank.one, 'officeProposeBulk', draft({}))).toBe('staff_role_required');
    expect((await bulkMails(users[0] as RealUser)).length).toBe(0);
    expect(await reasonOf(administrator, 'officeRejectBulk', { id })).toBe('ok');
    expect(await reasonOf(releaser, 'officeReleaseBulk', { id })).toBe('record_changed');
  });
});

describe('sending', () => {
  it('reaches each client once in their language, by the ways that they allow, and answers no question', async () => {
    const [german, french, third] = users as [RealUser, RealUser, RealUser];
    await bank.server.call('supportSend', { text: 'Where is my money?' }, { token: french.token });
    const before = await waitingChats();
    expect((await accept(german, true)).data.accepted).toBe(true);
    const uids = uidsOf([german, french, third]);
    expect(await count({ uids }, 'marketing')).toMatchObject({ clients: 3, by_mail: 1 });
    const id = await proposed({ uids }, { kind: 'marketing' });
    const preview = (await releaser.call('officeBulkPreview', { id, language: 'fr' })).envelope.data;
    expect(preview).toMatchObject({ language: 'en', subject: 'News of the house' });
    await done(releaser, 'officeReleaseBulk', { id });
    await ended(id);
    expect(await detail(id)).toMatchObject({ recipients: 3, sent: 3, skipped: 0, releaser: 'comp.one' });
    expect(await chatOf(german)).toContain('Neues vom Haus\n\nErste Zeile');
    expect(await chatOf(french)).toContain('News of the house\n\nFirst line\nsecond line');
    expect(await waitingChats()).toBe(before);
    expect((await bulkMails(french)).length).toBe(0);
    const mails = await bulkMails(german);
    expect(mails).toMatchObject([{ template: 'bulk_marketing', language: 'de', subject: 'Neues vom Haus' }]);
    const actions = await query<{ action: string }>(
      bank.server,
      `select action from audit_log where subject = $1 and outcome in ('ok', 'done') order by id`,
      [`bulk_message ${id}`],
    );
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['bulk_messages/release', 'bulk_messages/send']),
    );

    const token = /unsubscribe\?token=([\w-]{43})/.exec(mails[0]?.body ?? '')?.[1] ?? '';
    // One click in the mail program (RFC 8058), as its provider posts it; a filter that opens the address changes nothing.
    const [{ stop_url: url } = { stop_url: '' }] = await query<{ stop_url: string }>(
      bank.server,
      `select stop_url from outbox where recipient = $1 and template = 'bulk_marketing'`,
      [german.email],
    );
    const { pathname } = new URL(url);
    const isAccepted = async () =>
      (await bank.server.call('marketing', {}, { token: german.token })).envelope.data.accepted;
    const click = async (path: string, method: 'GET' | 'POST') => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = method === 'POST' ? { body: 'List-Unsubscribe=One-Click' } : {};
      await bank.server.request(path, { method, headers, ...body }).catch(() => undefined);
    };
    await click(pathname, 'GET');
    await click(`${pathname.slice(0, -6)}AAAAAA`, 'POST');
    expect(await isAccepted()).toBe(true);
    await click(pathname, 'POST');
    expect(await isAccepted()).toBe(false);
    expect((await accept(german, true)).data.accepted).toBe(true);

    expect((await bank.server.call('endMarketing', { token: 'x' })).envelope.reason).toBe('link_invalid');
    for (let round = 0; round < 2; round += 1)
      expect((await bank.server.call('endMarketing', { token })).envelope.reason).toBe('ok');
    expect((await bank.server.call('marketing', {}, { token: german.token })).envelope.data).toEqual({
      accepted: false,
      since: null,
    });
    const alone = await proposed({ uids: uidsOf([german]) }, { kind: 'marketing', by_chat: false });
    await done(releaser, 'officeReleaseBulk', { id: alone });
    await ended(alone);
    expect(await detail(alone)).toMatchObject({ sent: 0, skipped: 1 });
    expect((await bulkMails(german)).length).toBe(1);
  });

  it('pauses, goes on after a restart, stops, and leaves out who closed the account meanwhile', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => bank.server.demo()));
    const messagesOf = () =>
      query<{ user_id: string; count: string }>(
        bank.server,
        `select user_id, count(*) from support_messages where key like 'bulk %' and user_id = any($1) group by user_id`,
        [people.map(({ id }) => id)],
      );
    const chat = { by_mail: false };
    const id = await proposed({ uids: uidsOf(people), accounts: 'demo' }, chat);
    await done(releaser, 'officeReleaseBulk', { id });
    await expect.poll(async () => (await detail(id)).sent, { timeout: 120_000, interval: 20 }).toBeGreaterThan(0);
    expect(await reasonOf(writer, 'officeSteerBulk', { id, deed: 'pause' })).toBe('ok');
    const { sent } = await detail(id);
    expect(sent).toBeLessThan(30);
    await query(bank.server, 'update users set closing_at = now() where id = $1', [people.at(-1)?.id]);
    await bank.server.restart();
    expect(await detail(id)).toMatchObject({ state: 'paused', sent });
    await done(writer, 'officeSteerBulk', { id, deed: 'resume' });
    await expect.poll(async () => (await detail(id)).sent, { timeout: 120_000, interval: 20 }).toBeGreaterThan(sent);
    // A restart while it sends.
    await bank.server.restart();
    await ended(id);
    expect(await detail(id)).toMatchObject({ recipients: 30, sent: 29, skipped: 1 });
    const received = await messagesOf();
    expect(received.length).toBe(29);
    expect(received.every((row) => Number(row.count) === 1)).toBe(true);
    expect(await reasonOf(writer, 'officeSteerBulk', { id, deed: 'resume' })).toBe('record_changed');

    const next = await proposed({ uids: uidsOf(people), accounts: 'demo' }, chat);
    await done(releaser, 'officeReleaseBulk', { id: next });
    await done(writer, 'officeSteerBulk', { id: next, deed: 'stop' });
    expect(await reasonOf(writer, 'officeSteerBulk', { id: next, deed: 'resume' })).toBe('record_changed');
    const halted = await detail(next);
    expect(halted.state).toBe('stopped');
    expect(halted.sent).toBeLessThan(29);
  });
});

it('by mail is not released where no mail leaves the house, unless money is play money', async () => {
  const id = await proposed({ uids: uidsOf(users.slice(0, 1)) });
  await bank.server.restart({ FAIRLOT_SIMULATED_MONEY: 'refuse' });
  expect(await reasonOf(releaser, 'officeReleaseBulk', { id })).toBe('mail_not_sent');
  await bank.server.restart();
  expect(await reasonOf(releaser, 'officeReleaseBulk', { id })).toBe('ok');
});

it('is previewed as it is mailed, in the house’s own words; by chat alone, as it is written', async () => {
  const [reader] = users as [RealUser];
  await query(bank.server, `update users set language = 'de' where id = $1`, [reader.id]);
  await query(
    bank.server,
    `insert into mail_texts (kind, language, version, subject, text, staff_name, at)
     values ('bulk_service', 'de', 1, '{{subject}} · Haus', '{{text}}\n\nIhr Haus', 'root', now())`,
  );
  await bank.server.restart();
  const previewOf = async (id: number) =>
    (await releaser.call('officeBulkPreview', { id, language: 'de' })).envelope.data;
  const mailed = await proposed({ uids: uidsOf([reader]) });
  const words = { subject: 'Neues vom Haus · Haus', text: 'Erste Zeile\n\nIhr Haus' };
  expect(await previewOf(mailed)).toEqual({ language: 'de', ...words });
  await done(releaser, 'officeReleaseBulk', { id: mailed });
  await ended(mailed);
  expect((await bulkMails(reader)).at(-1)).toMatchObject({ subject: words.subject, body: words.text });
  const chatted = await proposed({ uids: uidsOf([reader]) }, { by_mail: false });
  expect(await previewOf(chatted)).toEqual({ language: 'de', subject: 'Neues vom Haus', text: 'Erste Zeile' });
});
