import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestOffice, enter, openTestOffice } from './support/office.ts';
import { query, registerUser, sentTo } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;

// The mail server does not answer, so messages wait in the outbox.
beforeAll(async () => {
  server = await startTestServer(
    { FAIRLOT_SMTP_URL: 'smtp://127.0.0.1:9', FAIRLOT_MAIL_FROM: 'no-reply@example.com' },
    () => clock.time,
  );
  office = await openTestOffice(server, clock);
  await registerUser(server);
});
afterAll(() => server.stop());

/** The token of the last link in a mailbox, as its owner reads it. */
const mailed = async (to: string): Promise<string> =>
  /setup\?token=([\w-]+)/.exec((await sentTo(server, to)).at(-1)?.body ?? '')?.[1] ?? '';
const member = async (name: string) =>
  (await office.administrator.call('staffMembers')).envelope.data.list.find((each) => each.name === name);

it('a set-up link goes to the mailbox of its owner and to no screen of the office', async () => {
  const root = office.administrator;
  expect((await root.call('staffInvite', { name: 'vera', roles: ['finance'] })).envelope).toMatchObject({
    reason: 'bad_request',
    detail: { field: 'email' },
  });
  expect(await member('vera')).toBeUndefined();
  const { envelope } = await root.call('staffInvite', { name: 'vera', roles: ['finance'], email: 'vera@example.com' });
  expect(envelope.data).toMatchObject({ token: null, sent_to: 'vera@example.com' });
  const { list } = (await root.call('officeOutbox', { recipient: 'vera@example.com' })).envelope.data;
  const read = (await root.call('officeOutboxMessage', { id: list[0]?.id })).envelope.data;
  expect(read).toMatchObject({ template: 'staff_link', subject: '', body: null });
  expect(JSON.stringify((await root.call('auditList')).envelope.data)).not.toContain(await mailed('vera@example.com'));
  const vera = await enter(server, clock, await mailed('vera@example.com'), 'vera');
  expect(vera.name).toBe('vera');
  expect(await member('vera')).toMatchObject({ acts_for: 'root', email: 'vera@example.com' });
});

it('a new link to the mailbox on record leaves a confirmed account the person that it was, barred for a day', async () => {
  const root = office.administrator;
  const vera = await member('vera');
  await query(server, 'update staff set acts_for_id = null, decides_from = null where id = $1', [vera?.id]);
  expect((await root.call('staffNewLink', { id: vera?.id })).envelope.data).toMatchObject({ token: null });
  const until = new Date(clock.time + 24 * 3600_000).toISOString();
  expect(await member('vera')).toMatchObject({ acts_for: null, decides_from: until, state: 'invited' });
  expect((await root.call('staffNewLink', { id: vera?.id, email: 'other@example.com' })).envelope.data.sent_to).toBe(
    'other@example.com',
  );
  expect(await member('vera')).toMatchObject({ acts_for: 'root', email: 'other@example.com' });
});

it('a change without a second person is mailed to all staff but its author', async () => {
  const { version } = (await office.administrator.call('siteSettings')).envelope.data;
  const { data } = (
    await office.administrator.call('changeSiteSettings', { version, values: { two_person_week_amount: '30000' } })
  ).envelope;
  expect(data.proposal).not.toBeNull();
  const notice = (await sentTo(server, 'other@example.com')).at(-1);
  expect(notice).toMatchObject({ template: 'staff_notice' });
  expect(notice?.body).toContain(`number ${data.proposal}`);
  expect(notice?.body).toMatch(/two_person_week_amount: "\d+" -> "30000"/);
});
