import { staffCalls } from '@fairlot/contract';
import { moveToGroup, openRule, reviewGroup, reviewNothing } from './office-groups.ts';
import { inTrouble } from './office-health.ts';
import { anew, outside, staff } from './office-state.ts';
import { inTurn, over } from './steps.ts';
import './program.ts';
import type { ScreenState, Steps } from './state.ts';

/** Opens the record that contains a text, or the first one. */
const openRecord =
  (text = ''): Steps =>
  async ({ page, say }) => {
    await page.getByTestId('row').filter({ hasText: text }).first().click();
    await page.getByRole('button', { name: say('office.list.close') }).waitFor();
  };
/** Closes the record by its button. */
const closeRecord: Steps = async ({ page, say }) => {
  const close = page.getByRole('button', { name: say('office.list.close') });
  await close.click();
  await close.waitFor({ state: 'detached' });
};
/** Presses a button of the open record, or of the screen if none is open. */
const act = (key: string): Steps =>
  over(({ page, say }) =>
    page
      .getByRole('button', { name: say(`office.${key}`), exact: true })
      .filter({ visible: true })
      .first()
      .click(),
  );
/** Submits an empty dialog, so that it shows its errors. */
const sendEmpty: Steps = async ({ page }) => {
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
};
/** Fills fields of the open dialog and opens the review of the changes. */
const review =
  (values: Readonly<Record<string, string>>): Steps =>
  async ({ page, say }) => {
    const dialog = page.getByRole('dialog');
    for (const [name, value] of Object.entries(values))
      await dialog.getByRole('textbox', { name: say(`office.field.${name}`), exact: true }).fill(value);
    await dialog.getByRole('button', { name: say('office.action.review') }).click();
    await dialog.getByRole('listitem').first().waitFor();
  };
/** Waits for the preview of a stop-out level. */
const effectShown: Steps = async ({ page }) => page.getByTestId('effect').waitFor();
const editTrading: Steps = over(({ page, say }) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: say('office.settings.trading') }) })
    .getByRole('button', { name: say('office.action.edit') })
    .click(),
);
/** Opens the first record of a list without pages. */
const changeFirst: Steps = over(async ({ page }) => page.getByTestId('row').first().click());

const signInWrongly: Steps = async ({ page, say }) => {
  // Simulates the refusal, because the server would throttle this address after a real one.
  await page.route(`**${staffCalls.staffSignIn.path}`, (route) =>
    route.fulfill({
      json: { code: 2001, msg: say('reason.staff_sign_in_refused'), reason: 'staff_sign_in_refused', data: null },
    }),
  );
  await page.getByRole('textbox', { name: say('office.field.name') }).fill('root');
  await page.getByLabel(say('office.field.password')).fill('a guess');
  await page.locator('button[type=submit]').click();
  await page.getByRole('alert').waitFor();
  await page.unroute(`**${staffCalls.staffSignIn.path}`);
};
/** Types two different passwords that are too short. */
const chooseBadly: Steps = async ({ page, say }) => {
  await page.getByLabel(say('office.field.password'), { exact: true }).fill('short');
  await page.getByLabel(say('office.entry.again')).fill('shorter');
};
/** Shows an invented set-up link without inviting anyone. */
const showLink: Steps = async ({ page, say }) => {
  await page.route(`**${staffCalls.staffInvite.path}`, (route) =>
    route.fulfill({
      json: {
        code: 1,
        msg: '',
        reason: 'ok',
        data: { id: 99, token: 'x'.repeat(43), sent_to: null, expires_at: '2026-01-02T03:04:05.000Z' },
      },
    }),
  );
  await act('staff.invite')({ page, say });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('office.field.name') }).fill('somebody');
  await dialog.getByRole('checkbox').first().check();
  await dialog.locator('button[type=submit]').click();
  await page.getByTestId('link').waitFor();
  await page.unroute(`**${staffCalls.staffInvite.path}`);
};
const showPreview: Steps = async ({ page, say }) => {
  await page.getByRole('button', { name: say('office.news.show') }).click();
  await page.getByTestId('preview').waitFor();
};
/** Uploads a file of which one row changes something and one is refused. */
const chooseFile: Steps = async ({ page }) => {
  const buffer = Buffer.from('code,max_lots,fee_rate\r\nEURUSD,5,1.25\r\nGBPUSD,0,1\r\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'terms.csv', mimeType: 'text/csv', buffer });
  await page.getByTestId('catalogue-row').first().waitFor();
};
/** Tries to add a special day without a date. */
const addNoDay: Steps = async ({ page, say }) => {
  await page.getByRole('button', { name: say('office.calendars.addDay') }).click();
};
const readMessage: Steps = async ({ page, say }) => {
  await page.getByRole('button', { name: say('office.outbox.read') }).click();
  await page.getByTestId('body').waitFor();
};
const verifyChain: Steps = async ({ page, say }) => {
  await page.getByRole('button', { name: say('office.audit.verify') }).click();
  await page.getByTestId('verdict').waitFor();
};

const ENTRY = [
  outside('stranger', '/', 'signs in wrongly', signInWrongly),
  outside('stranger', '/setup', 'has no token'),
  outside('stranger', '/setup?token=:token', 'sets up', chooseBadly),
  outside('newcomer', '/', 'enrols'),
];

const WORK = [
  staff('/'),
  staff(
    '/',
    'keys',
    over(async ({ page }) => page.keyboard.press('?')),
  ),
  staff('/authenticators'),
  staff('/emails'),
  staff('/emails', 'one', openRecord()),
  staff('/bulkMessages'),
  staff('/bulkMessages', 'one', openRecord()),
  staff('/bulkMessages?tab=write'),
  staff('/tasks'),
  staff('/tasks', 'one', openRecord()),
  staff('/identity'),
  staff('/identity', 'one', openRecord()),
  staff('/identity', 'picture', inTurn(openRecord(), act('image.open'))),
  staff('/identity', 'approve?', inTurn(openRecord(), act('identity.approve'))),
  staff('/identity', 'reject?', inTurn(openRecord(), act('identity.reject'), sendEmpty)),
  staff('/identity?status=rejected', 'rejected', openRecord()),
  staff('/identity?status=finished', 'revoke?', inTurn(openRecord(), act('identity.revoke'))),
  staff('/identity?user_id=99999', 'nothing'),
  staff('/deposits'),
  staff('/deposits', 'one', openRecord('client')),
  staff('/deposits', 'credit?', inTurn(openRecord('client'), act('deposits.approve'))),
  staff('/deposits?status=2', 'rejected', openRecord()),
  staff('/deposits?status=1', 'charge back?', inTurn(openRecord('40,000'), act('deposits.chargeBack'))),
  staff('/deposits?user_id=99999', 'nothing'),
  staff('/withdrawals'),
  staff('/withdrawals', 'one approved by oneself', openRecord('7,000')),
  staff('/withdrawals', 'one approved by another', openRecord('8,000')),
  staff('/withdrawals', 'approve?', inTurn(openRecord('8,000'), act('withdrawals.approve'))),
  staff('/withdrawals', 'reject?', inTurn(openRecord('8,000'), act('withdrawals.reject'), sendEmpty)),
  staff('/withdrawals?status=approved', 'claim?', inTurn(openRecord('300'), act('withdrawals.claim'))),
  staff('/withdrawals?status=approved', 'pay?', inTurn(openRecord('400'), act('withdrawals.pay'))),
  staff('/withdrawals?status=approved', 'a colleague pays', openRecord('500')),
  staff('/withdrawals?status=paid', 'came back', openRecord()),
  staff('/withdrawals?status=paid', 'came back?', inTurn(openRecord(), act('withdrawals.comeBack'))),
  staff('/withdrawals?status=cancelled', 'nothing'),
  staff('/adjustments'),
  staff('/adjustments', 'one', openRecord('12,000')),
  staff('/adjustments', 'approve?', inTurn(openRecord('12,000'), act('adjustments.approve'))),
  staff('/adjustments', 'closed again', inTurn(openRecord('12,000'), closeRecord)),
  staff('/adjustments?state=refused', 'nothing'),
  staff('/rewards'),
  staff('/proposals'),
  staff('/proposals', 'own', openRecord('2,500')),
  staff('/proposals', 'approve?', inTurn(openRecord('150'), act('adjustments.approve'), effectShown)),
  staff('/proposals', 'enables', openRecord('USDC-')),
  staff('/proposals', 'rate?', inTurn(openRecord('TRC20'), act('adjustments.approve'))),
  staff('/proposals', 'withdraw?', inTurn(openRecord('2,500'), act('proposals.withdraw'))),
  staff('/proposals?state=refused', 'nothing'),
  staff('/support'),
  staff('/support', 'one', openRecord('client')),
  staff('/support?state=answered', 'nothing'),
  staff('/feedback'),
  staff('/feedback', 'answer?', inTurn(openRecord(), act('feedback.close'))),
  staff('/feedback?state=done', 'answered', openRecord()),
];

const PEOPLE = [
  staff('/users'),
  staff('/users?q=zzzz', 'nothing'),
  staff('/users/:user'),
  staff('/users?q=of+client', 'found by name'),
  staff('/users/:user?tab=notes', 'notes'),
  staff('/users/:user?tab=tasks', 'tasks'),
  staff('/users/:user?tab=messages', 'messages'),
  staff('/users/:user?tab=links', 'links'),
  staff('/users/:user', 'task?', inTurn(act('users.addTask'), sendEmpty)),
  staff('/users/:user?tab=money', 'ledger'),
  staff('/users/:user?tab=positions', 'positions'),
  staff('/users/:user?tab=orders', 'orders'),
  staff('/users/:user?tab=trades', 'closed trades'),
  staff('/users/:user?tab=sessions', 'sessions'),
  staff('/users/:user?tab=invited', 'invited'),
  staff('/users/:user', 'adjust?', act('users.adjust')),
  staff('/users/:user', 'move?', moveToGroup),
  staff('/users/:user', 'freeze?', inTurn(act('users.freeze'), sendEmpty)),
  staff('/ranking'),
  staff('/ranking', 'one', openRecord('Quiet')),
  staff('/ranking?state=hidden', 'hidden', openRecord('Golden')),
  staff('/copies', 'one', openRecord('Patient')),
  staff('/copies', 'end?', inTurn(openRecord('Patient'), act('copies.stop'), sendEmpty)),
  staff('/staff'),
  staff('/staff', 'one', openRecord('former')),
  staff('/staff', 'roles?', inTurn(openRecord('officer'), act('staff.roles'))),
  staff('/staff', 'link', showLink),
];

const HOUSE = [
  staff('/positions'),
  staff('/positions', 'one', openRecord()),
  staff('/positions', 'close?', inTurn(openRecord(), act('desk.close'))),
  staff('/positions', 'correct?', inTurn(openRecord(), act('desk.correct'), sendEmpty)),
  staff('/positions?state=closed', 'closed', openRecord()),
  staff('/positions?user_id=99999', 'nothing'),
  staff('/orders'),
  staff('/orders', 'one', openRecord()),
  staff('/orders?state=cancelled', 'cancelled'),
  staff('/desk'),
  staff('/desk', 'close?', act('desk.close')),
  staff('/exposure'),
  staff('/exposure?accounts=demo', 'demo'),
  staff('/exposure?tab=byGroup&accounts=demo', 'groups'),
  staff('/exposure?tab=byCurrency&accounts=demo', 'currencies'),
  staff('/exposure?tab=events', 'events'),
  staff('/result'),
  staff('/reports'),
  staff('/reports', 'schedule?', inTurn(act('reports.schedule'), sendEmpty)),
  staff('/reports?tab=files', 'one', openRecord()),
  staff('/reports?tab=schedules', 'one', openRecord()),
  staff('/health'),
  staff('/health', 'in trouble', inTrouble),
  staff('/processes'),
  staff('/instruments'),
  staff('/instruments?q=EURUSD', 'one', openRecord()),
  staff('/instruments?q=EURUSD', 'terms', inTurn(openRecord(), act('instruments.edit'))),
  staff(
    '/instruments?q=EURUSD',
    'what changes',
    inTurn(openRecord(), act('instruments.edit'), review({ min_lots: '0.02', leverages: '10, 20, 50' })),
  ),
  staff('/instruments?q=EURUSD', 'halt?', inTurn(openRecord(), act('instruments.setDealing'), sendEmpty)),
  staff('/instruments?q=zzzz', 'nothing'),
  staff('/instruments', 'category', act('instruments.addCategory')),
  staff('/instruments', 'add?', inTurn(act('instruments.add'), sendEmpty)),
  staff('/groups'),
  staff('/groups?q=zzzz', 'nothing'),
  staff('/groups/:group'),
  staff('/groups/:live', 'a change waits'),
  staff('/groups/:live', 'take back?', act('groups.takeBack')),
  staff('/groups/:group/edit', 'a rule', openRule),
  staff('/groups/:group/edit', 'what changes', reviewGroup),
  anew(staff('/groups/new', 'errors', reviewNothing)),
  anew(staff('/calendars')),
  staff('/calendars?q=indices-de', 'one', openRecord()),
  staff('/calendars/indices-de', 'edit', addNoDay),
  staff('/calendars/new', 'new'),
  staff('/calendars?q=zzzz', 'nothing'),
  staff('/catalogue'),
  staff('/catalogue', 'file', chooseFile),
  anew(staff('/funding')),
  staff('/funding?tab=networks', 'network', changeFirst),
  staff('/funding?tab=accounts', 'accounts'),
  staff('/funding?tab=accounts', 'account', changeFirst),
  staff('/funding?tab=currencies', 'currencies'),
  staff('/funding?tab=currencies', 'currency', changeFirst),
  staff('/funding?tab=coins', 'coins'),
  staff('/settings'),
  staff('/settings', 'site', act('action.edit')),
  staff(
    '/settings',
    'what changes',
    inTurn(act('action.edit'), review({ site_title: 'The House', company_email: 'complaints@example.com' })),
  ),
  staff('/settings', 'stop-out level', inTurn(editTrading, review({ stop_out_ratio: '90' }), effectShown)),
  staff('/settings', 'defaults?', act('settings.reset')),
];

const CONTENT = [
  staff('/news'),
  staff('/news/:news', 'preview', showPreview),
  staff('/news/new'),
  staff('/announcement'),
  staff('/announcement', 'text', act('action.edit')),
  staff('/companies'),
  staff('/companies', 'one', openRecord('Northern')),
  staff('/companies', 'new', act('companies.add')),
  staff('/mails'),
  staff('/mails?language=de', 'one', openRecord()),
  staff('/mails?language=ar', 'text', inTurn(openRecord(), act('action.edit'))),
  staff('/outbox'),
  staff('/outbox', 'text', inTurn(openRecord(), readMessage)),
  staff('/audit'),
  staff('/audit', 'one', inTurn(verifyChain, openRecord())),
  staff('/audit?action=zzzz', 'nothing'),
  staff('/changes'),
  staff('/self'),
  staff('/manual/:section'),
];

/** Every screen of the office, in each state with different texts. */
export const OFFICE_SCREENS: readonly ScreenState[] = [...ENTRY, ...WORK, ...PEOPLE, ...HOUSE, ...CONTENT];
