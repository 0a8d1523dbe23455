import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Colleague, type TestOffice, enter, openTestOffice } from './support/office.ts';
import { query, registerUser, sentTo } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
/** Takes the office for himself. */
let root: Colleague;
/** The other administrator, at vera@example.com. */
let vera: Colleague;

// The mail server does not answer, so messages wait in the outbox.
beforeAll(async () => {
  server = await startTestServer(
    { FAIRLOT_SMTP_URL: 'smtp://127.0.0.1:9', FAIRLOT_MAIL_FROM: 'no-reply@example.com' },
    () => clock.time,
  );
  office = await openTestOffice(server, clock);
  root = office.administrator;
  await registerUser(server);
});
beforeEach(async () => {
  await query(server, `update staff set disabled_at = 'epoch' where name <> 'root'`);
  await query(server, 'delete from outbox');
  root = await office.again(root);
  vera = await hired('vera', 'administrator');
});
afterAll(() => server.stop());

let count = 0;
const mailbox = (name: string): string => `${name}-${count}@example.com`;
/** The token of the last link in a mailbox, as its owner reads it. */
const mailed = async (to: string): Promise<string> =>
  (await sentTo(server, to))
    .map(({ body }) => /setup\?token=([\w-]+)/.exec(body ?? '')?.[1])
    .findLast((token) => token !== undefined) ?? '';
/** Hires a person of long standing. */
const hired = async (name: string, role: string): Promise<Colleague> => {
  count += 1;
  const invited = await root.call('staffInvite', { name: `${name}-${count}`, roles: [role], email: mailbox(name) });
  expect(invited.envelope.reason).toBe('ok');
  const made = await enter(server, clock, await mailed(mailbox(name)), `${name}-${count}`);
  await query(server, 'update staff set acts_for_id = null, decides_from = null where id = $1', [made.id]);
  return made;
};
/** Sends a colleague's new link to a mailbox of the administrator's own. */
const takeOver = async (who: Colleague, email: string): Promise<void> => {
  const { envelope } = await root.call('staffNewLink', { id: who.id, email });
  expect(envelope.data).toMatchObject({ sent_to: email });
};
/** Tells whether a change of a limit needs no second person now. */
const changesAlone = async (by: Colleague): Promise<boolean> => {
  const { version } = (await by.call('siteSettings')).envelope.data;
  const values = { two_person_week_amount: '90000' };
  const { proposal } = (await by.call('changeSiteSettings', { version, values })).envelope.data;
  const rows = await query<{ alone: boolean }>(server, 'select alone from staff_proposals where id = $1', [proposal]);
  await by.call('decideProposal', { id: proposal, approve: false });
  return rows[0]?.alone === true;
};

it('a new link leaves the second administrator that it takes away needed for a day, however often it is made', async () => {
  const name = `vera-${count}`;
  await takeOver(vera, 'mine@example.com');
  expect(await changesAlone(root)).toBe(false);
  clock.time += DAY_MS / 2;
  root = await office.again(root);
  const puppet = await enter(server, clock, await mailed('mine@example.com'), name);
  expect(await changesAlone(root)).toBe(false);
  await takeOver(puppet, 'mine.too@example.com');
  const again = await enter(server, clock, await mailed('mine.too@example.com'), name);
  expect([await changesAlone(root), await changesAlone(again)]).toEqual([false, false]);
  clock.time += DAY_MS / 2;
  root = await office.again(root);
  expect(await changesAlone(root)).toBe(true);
});

it('nor does it take away at once those who count as the colleague’s person', async () => {
  const uma = await hired('uma', 'administrator');
  await query(server, 'update staff set acts_for_id = $1 where id = $2', [vera.id, uma.id]);
  await query(server, `update staff set disabled_at = 'epoch' where id = $1`, [vera.id]);
  expect(await changesAlone(root)).toBe(false);
  await takeOver(vera, 'mine@example.com');
  expect(await changesAlone(root)).toBe(false);
  clock.time += DAY_MS;
  root = await office.again(root);
  expect(await changesAlone(root)).toBe(true);
});

it('a mailbox that is replaced is told so, and hears of lone changes for a week', async () => {
  const [owner, mine] = [mailbox('vera'), mailbox('mine')];
  await root.call('staffNewLink', { id: vera.id });
  expect((await sentTo(server, owner)).map(({ template }) => template)).toEqual(['staff_link', 'staff_link']);
  await takeOver(vera, mine);
  const notice = (await sentTo(server, owner)).at(-1);
  expect(notice).toMatchObject({ template: 'staff_link_moved', language: 'en' });
  expect(notice?.body).toContain('root');
  expect(notice?.body).not.toContain('token');
  const puppet = await enter(server, clock, await mailed(mine), `vera-${count}`);
  clock.time += DAY_MS;
  const by = await office.again(puppet);
  expect(await changesAlone(by)).toBe(true);
  expect((await sentTo(server, owner)).at(-1)).toMatchObject({ template: 'staff_notice' });
  expect((await sentTo(server, mine)).at(-1)).not.toMatchObject({ template: 'staff_notice' });
  clock.time += 7 * DAY_MS;
  const before = (await sentTo(server, owner)).length;
  root = await office.again(root);
  expect(await changesAlone(root)).toBe(true);
  expect(await sentTo(server, owner)).toHaveLength(before);
});
