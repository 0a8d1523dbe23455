import { LANGUAGES, serverKeysUnder } from '@fairlot/i18n';
import { HOUR_MS } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bank, fundedUser, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { newEmail, query, sentTo } from './support/real-user.ts';

const KINDS = serverKeysUnder('mail.').filter((key) => key.endsWith('.subject')).length;
const RESET = { kind: 'code_reset', language: 'de' } as const;
let bank: Bank;
let root: Colleague;

beforeAll(async () => {
  bank = await openBank();
  root = bank.office.administrator;
});
afterAll(() => bank.server.stop());

const read = async (kind: string, language: string) => (await root.call('mailText', { kind, language })).envelope.data;
const change = async (input: Readonly<Record<string, unknown>>, who = root) =>
  (await who.call('changeMailText', input)).envelope;
const versionOf = async ({ kind, language }: { readonly kind: string; readonly language: string }) =>
  (await read(kind, language)).version;
/** The last mail with a code that a user asked for. */
async function codeMail(): Promise<{ readonly subject: string; readonly body: string | null } | undefined> {
  const email = newEmail();
  await query(
    bank.server,
    `insert into users (kind, email, password_hash, invite_code) values ('real', $1, 'none', gen_random_uuid()::text)`,
    [email],
  );
  await bank.server.call('sendEmail', { to: email, type: 2 }, { lang: 'de' });
  await query(bank.server, `delete from users where email = $1`, [email]);
  return (await sentTo(bank.server, email)).at(-1);
}

it('lists every kind in every language and previews each on example figures', async () => {
  const { total } = (await root.call('mailTexts')).envelope.data;
  expect(total).toBe(KINDS * LANGUAGES.length);
  for (const [index, language] of LANGUAGES.entries()) {
    const kinds = new Set<string>();
    for (let page = 1; kinds.size < KINDS; page += 1) {
      const { list } = (await root.call('mailTexts', { language: language.code, page })).envelope.data;
      expect(list.length).toBeGreaterThan(0);
      for (const { kind } of list) kinds.add(kind);
    }
    // Each language previews another part of the kinds; the first one all of them.
    for (const kind of [...kinds].filter((_, number) => index === 0 || number % LANGUAGES.length === index)) {
      const { preview, built_in: builtIn, changed, version } = await read(kind, language.code);
      expect([changed, version]).toEqual([false, 0]);
      expect(preview.subject_line + preview.text + preview.html).not.toMatch(/\{\{|undefined|NaN/);
      expect(preview.html).toContain(`<html lang="${language.tag}" dir="${language.direction}">`);
      expect(builtIn.text).not.toBe('');
    }
  }
  const found = async (kind: string) =>
    (await root.call('mailTexts', { kind, language: 'de' })).envelope.data.list.map(({ kind: code, name }) => [
      code,
      name,
    ]);
  expect(await found('New Pass')).toEqual([['code_reset', 'Code for a new password']]);
  expect(await found('deposit_credited')).toEqual([['deposit_credited', 'Deposit credited']]);
  expect((await root.call('mailText', { kind: 'no_such', language: 'en' })).envelope).toMatchObject({
    reason: 'bad_request',
    detail: { field: 'kind' },
  });
  expect((await bank.one.call('mailTexts')).envelope.reason).toBe('staff_role_required');
});

it('takes effect in the next mail, keeps its version, and returns to the built-in text', async () => {
  const own = { ...RESET, version: 0, subject_line: '{{code}} – {{site}}', text: 'Guten Tag,\n\n<b>{{code}}</b>' };
  expect((await change(own)).data).toEqual({ version: 1, proposal: null });
  expect((await change({ ...own, text: '{{code}}!' })).reason).toBe('record_changed');
  expect(await codeMail()).toMatchObject({
    subject: expect.stringMatching(/^\d{6} – Fairlot$/),
    body: expect.stringMatching(/^Guten Tag,\n\n<b>\d{6}<\/b>$/),
  });
  const changed = await read(RESET.kind, RESET.language);
  expect(changed).toMatchObject({ changed: true, version: 1, changed_by: 'root', text: own.text });
  expect(changed.preview.html).toContain('&lt;b&gt;482913&lt;/b&gt;');
  expect((await root.call('mailTexts', { changed: '1' })).envelope.data).toMatchObject({ total: 1 });
  const { list } = (await root.call('settingChanges', { kind: 'mail_text' })).envelope.data;
  expect(list).toMatchObject([{ staff_name: 'root', key: 'code_reset · de' }]);
  expect(JSON.parse(list[0]?.after ?? '')).toMatchObject({ text: own.text });
  // The text outlives a restart.
  await bank.server.restart();
  expect((await codeMail())?.body).toMatch(/^Guten Tag,/);
  expect((await root.call('resetMailText', { ...RESET, version: 0 })).envelope.reason).toBe('record_changed');
  expect((await root.call('resetMailText', { ...RESET, version: 1 })).envelope.data).toEqual({ version: 2 });
  expect((await codeMail())?.body).not.toMatch(/^Guten Tag,/);
  // A form from before the return restores nothing.
  expect((await change({ ...own, version: 1 })).reason).toBe('record_changed');
});

it.each([
  ['the code', { kind: 'code_reset', subject_line: 'S', text: 'No code' }, 'mail_placeholder_missing', '{{code}}'],
  ['the freeze link', { kind: 'new_device', text: '{{at}} {{address}}' }, 'mail_placeholder_missing', '{{link}}'],
  [
    'a confirmation',
    { kind: 'email_change_old', text: '{{email}} {{link}}' },
    'mail_placeholder_missing',
    '{{confirm}}',
  ],
  ['a figure', { kind: 'withdrawal_requested', text: '{{link}}' }, 'mail_placeholder_missing', '{{amount}}'],
  ['a wrong name', { kind: 'code_reset', text: '{{code}} {{balance}}' }, 'mail_placeholder_unknown', '{{balance}}'],
  ['a name with spaces', { kind: 'code_reset', text: '{{code}} {{ site }}' }, 'mail_placeholder_unknown', '{{ site }}'],
  ['a link in the subject', { kind: 'new_device', subject_line: '{{link}}' }, 'mail_placeholder_unknown', '{{link}}'],
  [
    'another site',
    { kind: 'code_reset', text: '{{code}} https://evil.example/x' },
    'mail_link_foreign',
    'https://evil.example/x',
  ],
  [
    'another site’s name',
    { kind: 'code_reset', text: '{{code}} www.evil.example' },
    'mail_link_foreign',
    'www.evil.example',
  ],
])('refuses a text without or with %s, by name', async (_given, given, reason, name) => {
  const { text } = await read(given.kind, 'en');
  const input = {
    language: 'en',
    version: await versionOf({ kind: given.kind, language: 'en' }),
    subject_line: 'S',
    text,
    ...given,
  };
  const refused = await change(input);
  expect(refused).toMatchObject({ reason, detail: { name } });
  expect(refused.msg).toContain(name);
  const { version: _, ...shown } = input;
  for (const call of ['previewMailText', 'testMailText'] as const)
    expect((await root.call(call, shown)).envelope.reason).toBe(reason);
});

it.each([
  ['subject_line', 'a\nBcc: x@evil.example'],
  ['subject_line', 'x'.repeat(151)],
  ['text', `{{code}}${'x'.repeat(4000)}`],
  ['text', '{{code}}\u202E'],
  ['text', '   '],
])('refuses a %s that is too long or has control characters', async (field, value) => {
  const input = { ...RESET, version: 2, subject_line: 'S', text: '{{code}}', [field]: value };
  expect(await change(input)).toMatchObject({ reason: 'bad_request', detail: { field } });
});

it('sends a test to the caller’s own mailbox, a few times an hour, and audits it', async () => {
  const draft = { kind: 'new_device', language: 'ar', subject_line: 'تجربة', text: '{{at}} {{address}}\n{{link}}' };
  expect((await root.call('testMailText', draft)).envelope.reason).toBe('no_mailbox');
  await query(bank.server, `update staff set email = 'root@house.example' where name = 'root'`);
  expect((await root.call('testMailText', draft)).envelope.data).toEqual({ to: 'root@house.example', sent: false });
  const [mail] = await sentTo(bank.server, 'root@house.example');
  expect(mail).toMatchObject({ subject: '[TEST] تجربة', template: 'new_device', state: 'held' });
  expect(mail?.body).toContain('203.0.113.7');
  for (let count = 1; count < 10; count += 1)
    expect((await root.call('testMailText', draft)).envelope.reason).toBe('ok');
  expect((await root.call('testMailText', draft)).envelope.reason).toBe('too_many_requests');
  bank.clock.time += HOUR_MS / 10;
  expect((await root.call('testMailText', draft)).envelope.reason).toBe('ok');
  const { list } = (await root.call('auditList', { action: 'mail_texts/test' })).envelope.data;
  expect(list.length).toBeGreaterThanOrEqual(12);
});

it('waits for a second administrator while there are real accounts', async () => {
  await fundedUser(bank, '100');
  const own = { ...RESET, version: 2, subject_line: 'Code', text: 'Zwei Leute: {{code}}' };
  const { proposal, version } = (await change(own)).data;
  expect(version).toBe(2);
  expect((await codeMail())?.body).not.toContain('Zwei Leute');
  expect((await root.call('decideProposal', { id: proposal, approve: true })).envelope.reason).toBe(
    'second_person_required',
  );
  expect((await bank.second.call('decideProposal', { id: proposal, approve: true })).envelope.data).toMatchObject({
    state: 'done',
    kind: 'mail_text',
    subject_name: 'code_reset · de',
  });
  expect((await codeMail())?.body).toMatch(/^Zwei Leute: \d{6}$/);
  expect(await read(RESET.kind, RESET.language)).toMatchObject({ version: 3, changed_by: 'root, root-two' });
  // A proposal on an older text changes nothing.
  const stale = (await change({ ...own, version: 3, text: 'Alt {{code}}' })).data.proposal;
  expect((await root.call('resetMailText', { ...RESET, version: 3 })).envelope.data).toEqual({ version: 4 });
  expect((await bank.second.call('decideProposal', { id: stale, approve: true })).envelope.reason).toBe(
    'record_changed',
  );
  expect((await codeMail())?.body).not.toMatch(/Zwei Leute|Alt/);
});
