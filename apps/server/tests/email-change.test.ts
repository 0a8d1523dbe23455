import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bank, boundAddress, done, fundedUser, openBank } from './support/money.ts';
import { type Colleague, enter } from './support/office.ts';
import { draw, signIn, withAuthenticator } from './support/owner-calls.ts';
import { PASSWORD, type RealUser, newEmail, query, registerUser, sentTo } from './support/real-user.ts';

const WORDS = 'Called back on the number of the registration; face matches the papers.';

let bank: Bank;
let first: Colleague;
let second: Colleague;
beforeAll(async () => {
  bank = await openBank({}, { withdrawal_wait_hours: 24 });
  first = await bank.office.hire('compliance-one', ['compliance']);
  second = await bank.office.hire('compliance-two', ['compliance']);
});
afterAll(() => bank.server.stop());

const ask = async (user: RealUser, email: string, fields: Readonly<Record<string, unknown>> = {}) =>
  (await bank.server.call('askEmailChange', { email, password: PASSWORD, ...fields }, { token: user.token })).envelope;
/** The token of the last link to a page in a mailbox. */
const linkIn = async (mailbox: string, page: 'confirm-email' | 'freeze'): Promise<string> =>
  (await sentTo(bank.server, mailbox))
    .map(({ body }) => new RegExp(`#/${page}\\?token=([\\w-]{43})`).exec(body ?? '')?.[1])
    .findLast((token) => token !== undefined) ?? 'none';
const confirm = async (mailbox: string) =>
  (await bank.server.call('confirmEmailChange', { token: await linkIn(mailbox, 'confirm-email') })).envelope;
const stateOf = async (user: RealUser) =>
  (
    await query<{ state: string; ended_words: string }>(
      bank.server,
      'select state, ended_words from email_changes where user_id = $1 order by id desc limit 1',
      [user.id],
    )
  )[0];
const emailOf = async (user: RealUser) =>
  (await query<{ email: string }>(bank.server, 'select email from users where id = $1', [user.id]))[0]?.email;
const templatesTo = async (mailbox: string) =>
  (await sentTo(bank.server, mailbox))
    .map(({ template }) => template)
    .filter((name) => name.startsWith('email_change'));
const renewStaff = async (): Promise<void> => {
  [first, second] = [await bank.office.again(first), await bank.office.again(second)];
};

describe('a change of the email address', () => {
  it('needs password and code, both mailboxes confirm in any order; sessions end and withdrawals wait', async () => {
    const user = await fundedUser(bank, '500');
    const method = await boundAddress(bank, user);
    const code = await withAuthenticator(bank, user);
    bank.clock.time += 2 * DAY_MS;
    const email = newEmail();
    expect((await ask(user, email, { password: '' })).reason).toBe('password_required');
    expect((await ask(user, email, { password: 'not the harbour' })).reason).toBe('password_wrong');
    expect((await ask(user, email)).reason).toBe('totp_required');
    expect((await ask(user, user.email, { totp: code() })).reason).toBe('email_same');
    expect((await ask(user, 'no address', { totp: code() })).reason).toBe('email_invalid');
    const asked = await ask(user, email.toUpperCase(), { totp: code() });
    expect(asked).toMatchObject({ reason: 'ok', data: { email, new_confirmed: false, old_confirmed: false } });
    expect((await ask(user, newEmail(), { totp: code() })).reason).toBe('email_change_open');
    const [oldMail] = (await sentTo(bank.server, user.email)).slice(-1);
    expect(oldMail?.template).toBe('email_change_old');
    expect(oldMail?.body).toContain(email);

    expect((await confirm(user.email)).data).toEqual({ changed: false });
    expect((await confirm(user.email)).data).toEqual({ changed: false });
    expect((await bank.server.call('emailChange', {}, { token: user.token })).envelope.data.change).toMatchObject({
      new_confirmed: false,
      old_confirmed: true,
    });
    expect(await emailOf(user)).toBe(user.email);
    expect((await confirm(email)).data).toEqual({ changed: true });
    expect((await confirm(email)).data).toEqual({ changed: true });
    expect(await emailOf(user)).toBe(email);
    expect((await bank.server.call('userInfo', {}, { token: user.token })).envelope.reason).toBe('session_invalid');
    expect((await signIn(bank, user)).reason).toBe('login_failed');
    const signedIn = await bank.server.call('login', { account: email, password: PASSWORD, totp: code() });
    expect(signedIn.envelope.reason).toBe('ok');
    expect((await draw(bank, signedIn.envelope.data.token, method, { totp: code() })).reason).toBe('withdrawal_waits');
    for (const mailbox of [user.email, email]) expect((await templatesTo(mailbox)).at(-1)).toBe('email_changed');
    const { token } = signedIn.envelope.data;
    // Events are written after the answer.
    await expect
      .poll(async () => (await bank.server.call('userEvents', {}, { token })).envelope.data.map(({ kind }) => kind))
      .toEqual(expect.arrayContaining(['email_change_asked', 'email_changed']));
  });

  it('does not tell that an address is taken, and never takes it', async () => {
    const [user, other] = [await registerUser(bank.server), await registerUser(bank.server)];
    expect((await ask(user, other.email)).reason).toBe('ok');
    expect(await templatesTo(other.email)).toEqual(['email_change_known']);
    expect(await linkIn(other.email, 'confirm-email')).toBe('none');
    // An address that is taken after the request.
    const [late, email] = [await registerUser(bank.server), newEmail()];
    expect((await ask(late, email)).reason).toBe('ok');
    await registerUser(bank.server, { account: email });
    expect((await confirm(late.email)).reason).toBe('ok');
    expect((await confirm(email)).reason).toBe('link_invalid');
    expect(await stateOf(late)).toEqual({ state: 'cancelled', ended_words: 'taken' });
    expect(await emailOf(late)).toBe(late.email);
  });

  it('is stopped by its owner, a new password and the link that freezes; its links then do nothing', async () => {
    const user = await registerUser(bank.server);
    const email = newEmail();
    expect((await ask(user, email)).reason).toBe('ok');
    await bank.server.call('cancelEmailChange', {}, { token: user.token });
    expect(await stateOf(user)).toEqual({ state: 'cancelled', ended_words: 'owner' });
    expect((await confirm(email)).reason).toBe('link_invalid');
    expect((await ask(user, email)).reason).toBe('ok');
    await bank.server.call('freezeByLink', { token: await linkIn(user.email, 'freeze') });
    expect(await stateOf(user)).toEqual({ state: 'cancelled', ended_words: 'frozen' });
    for (const mailbox of [user.email, email]) expect((await confirm(mailbox)).reason).toBe('link_invalid');
    expect(await emailOf(user)).toBe(user.email);
  });

  it('is stopped by a freeze and by the closing of the account, and stays so when they are lifted', async () => {
    const [frozen, closed] = [await registerUser(bank.server), await registerUser(bank.server)];
    const [email, other] = [newEmail(), newEmail()];
    expect((await ask(frozen, email)).reason).toBe('ok');
    expect((await ask(closed, other)).reason).toBe('ok');
    await renewStaff();
    await done(first, 'officeFreezeUser', { user_id: frozen.id, reason: 'taken over' });
    await done(first, 'officeUnfreezeUser', { user_id: frozen.id, reason: 'the owner came with papers' });
    await done(first, 'officeCloseUser', { user_id: closed.id, reason: 'forged papers' });
    await done(first, 'officeReopenUser', { user_id: closed.id, reason: 'they were real' });
    expect(await stateOf(frozen)).toEqual({ state: 'cancelled', ended_words: 'frozen' });
    expect(await stateOf(closed)).toEqual({ state: 'cancelled', ended_words: 'closed' });
    for (const mailbox of [frozen.email, email, closed.email, other])
      expect((await confirm(mailbox)).reason).toBe('link_invalid');
    expect([await emailOf(frozen), await emailOf(closed)]).toEqual([frozen.email, closed.email]);
  });

  it('is bounded by day', async () => {
    const user = await registerUser(bank.server);
    for (let round = 0; round < 5; round += 1) {
      expect((await ask(user, newEmail())).reason).toBe('ok');
      await bank.server.call('cancelEmailChange', {}, { token: user.token });
    }
    expect((await ask(user, newEmail())).reason).toBe('too_many_records');
  });
});

describe('without the old mailbox', () => {
  it('an account of staff that is too new to decide does not propose', async () => {
    const user = await registerUser(bank.server);
    const root = await bank.office.again(bank.office.administrator);
    const { token } = (await root.call('staffInvite', { name: 'compliance-new', roles: ['compliance'] })).envelope.data;
    const fresh = await enter(bank.server, bank.clock, token ?? '', 'compliance-new');
    const proposal = { user_id: user.id, email: newEmail(), reason: 'lost the mailbox' };
    expect((await fresh.call('proposeEmailChange', proposal)).envelope.reason).toBe('approver_too_new');
    expect(await stateOf(user)).toBe(undefined);
  });

  it('waits for the new mailbox after the agreement, however long the agreement took', async () => {
    const [user, silent] = [await registerUser(bank.server), await registerUser(bank.server)];
    const [email, never] = [newEmail(), newEmail()];
    await renewStaff();
    const reason = 'lost the mailbox';
    const ids = [
      await done(first, 'proposeEmailChange', { user_id: user.id, email, reason }),
      await done(first, 'proposeEmailChange', { user_id: silent.id, email: never, reason }),
    ];
    expect((await confirm(email)).data).toEqual({ changed: false });
    bank.clock.time += 13 * DAY_MS;
    await renewStaff();
    for (const id of ids) await done(second, 'agreeEmailChange', { id, words: WORDS });
    bank.clock.time += 2 * DAY_MS;
    // The notice of the wait shows that the job has run at this time.
    await expect.poll(async () => (await templatesTo(silent.email)).length, { timeout: 120_000 }).toBe(3);
    bank.clock.time += DAY_MS;
    await expect.poll(() => emailOf(user), { timeout: 120_000 }).toBe(email);
    expect(await stateOf(silent)).toMatchObject({ state: 'open' });
    bank.clock.time += 14 * DAY_MS;
    await expect.poll(() => stateOf(silent), { timeout: 120_000 }).toMatchObject({ state: 'expired' });
  });

  it('two people agree, and it waits for three days with a notice each day', async () => {
    const user = await registerUser(bank.server);
    const email = newEmail();
    // The mailbox is lost, so the mobile is warned too, without a link that confirms.
    const mobile = `37250${user.id}`;
    await query(bank.server, 'update users set mobile = $2 where id = $1', [user.id, mobile]);
    await renewStaff();
    const proposal = { user_id: user.id, email, reason: 'lost the mailbox with the former job' };
    const id = await done(first, 'proposeEmailChange', proposal);
    // The user's export has these columns.
    expect(await query(bank.server, 'select address, agent from email_changes where id = $1', [id])).toEqual([
      { address: '', agent: '' },
    ]);
    expect((await first.call('agreeEmailChange', { id, words: WORDS })).envelope.reason).toBe('second_person_required');
    const queue = (await second.call('officeQueues')).envelope.data.queues.find(({ name }) => name === 'email_changes');
    expect(queue?.waiting).toBe(1);
    expect((await confirm(email)).data).toEqual({ changed: false });
    await done(second, 'agreeEmailChange', { id, words: WORDS });
    expect((await second.call('agreeEmailChange', { id, words: WORDS })).envelope.reason).toBe('record_changed');
    const due = bank.clock.time + 72 * HOUR_MS;
    expect((await second.call('emailChanges', { user_id: user.id })).envelope.data.list).toMatchObject([
      { id, state: 'open', effective_at: new Date(due).toISOString(), asked_by: 'compliance-one' },
    ]);
    for (let day = 1; day <= 2; day += 1) {
      bank.clock.time += DAY_MS;
      await expect.poll(async () => (await templatesTo(user.email)).length, { timeout: 120_000 }).toBe(2 + day);
    }
    expect(await emailOf(user)).toBe(user.email);
    bank.clock.time = due;
    await expect.poll(() => emailOf(user), { timeout: 120_000 }).toBe(email);
    expect(await stateOf(user)).toMatchObject({ state: 'done' });
    const approved = 'email_change_approved';
    expect(await templatesTo(mobile)).toEqual([approved, approved, approved, 'email_changed']);
    for (const { body } of await sentTo(bank.server, mobile)) {
      expect(body).toContain('/freeze?token=');
      expect(body).not.toContain('confirm-email');
    }
    const entries = () =>
      query<{ outcome: string }>(
        bank.server,
        `select outcome from audit_log where action = 'email_changes/apply' and user_id = $1`,
        [user.id],
      );
    // The entry is written after the commit of the change.
    await expect.poll(async () => (await entries())[0]).toEqual({ outcome: 'done' });
  });

  it('the freeze of a notice stops it during the wait, and so does a refusal, whose reason the user reads', async () => {
    const [user, refused] = [await registerUser(bank.server), await registerUser(bank.server)];
    await renewStaff();
    expect((await ask(user, newEmail(), { old_lost: true })).reason).toBe('ok');
    const { list } = (await first.call('emailChanges', { user_id: user.id })).envelope.data;
    const id = list[0]?.id ?? 0;
    await done(first, 'agreeEmailChange', { id, words: WORDS });
    await done(second, 'agreeEmailChange', { id, words: WORDS });
    await bank.server.call('freezeByLink', { token: await linkIn(user.email, 'freeze') });
    expect(await stateOf(user)).toEqual({ state: 'cancelled', ended_words: 'frozen' });
    const other = await done(first, 'proposeEmailChange', {
      user_id: refused.id,
      email: newEmail(),
      reason: 'asked by phone',
    });
    await done(second, 'refuseEmailChange', { id: other, reason: 'the voice was not the same' });
    const last = (await sentTo(bank.server, refused.email)).at(-1);
    expect(last?.template).toBe('email_change_refused');
    expect(last?.body).toContain('the voice was not the same');
    expect((await second.call('agreeEmailChange', { id: other, words: WORDS })).envelope.reason).toBe('record_changed');
  });
});

it('is refused where no mail leaves the house, because staff would read both links; not where money is play money', async () => {
  const user = await registerUser(bank.server);
  await bank.server.restart({ FAIRLOT_SIMULATED_MONEY: 'refuse' });
  await renewStaff();
  expect((await ask(user, newEmail())).reason).toBe('mail_not_sent');
  const proposal = { user_id: user.id, email: newEmail(), reason: WORDS };
  expect((await first.call('proposeEmailChange', proposal)).envelope.reason).toBe('mail_not_sent');
  expect((await templatesTo(user.email)).length).toBe(0);
  await bank.server.restart();
  expect((await ask(user, newEmail())).reason).toBe('ok');
});
