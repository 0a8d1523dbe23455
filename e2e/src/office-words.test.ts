import { beforeAll, expect, it } from 'vitest';
import { CustomerClient } from './support/customer-client.ts';
import { invite, setUpOfficePage } from './support/office-page.ts';
import type { OfficePage } from './support/office-page.ts';
import { testApp } from './support/test-app.ts';
import { gone } from './support/gone.ts';

const site = testApp();
let root: OfficePage;

beforeAll(async () => {
  root = await setUpOfficePage(site.browser, site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
});

const dialog = () => root.page.getByRole('dialog');
const button = (name: string) => dialog().getByRole('button', { name: root.say(name), exact: true });

it('a link is copied, also without the clipboard of https, and a failure says so', async () => {
  const { page, say } = root;
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    document.addEventListener('copy', () => void (document.title = String(getSelection())));
  });
  await root.open('/staff');
  await page.getByRole('button', { name: say('staff.invite') }).click();
  await dialog()
    .getByRole('textbox', { name: say('field.name') })
    .fill('colleague');
  await dialog()
    .getByRole('checkbox', { name: say('role.finance') })
    .check();
  await button('staff.invite').click();
  await dialog()
    .getByText(say('staff.linkTitle', { name: 'colleague' }))
    .waitFor();
  const link = await page.getByTestId('link').textContent();
  await button('staff.copy').click();
  await dialog().getByText(say('staff.copied'), { exact: true }).waitFor();
  expect(await page.title()).toContain(link);
  await page.evaluate(() => void (document.execCommand = () => false));
  await button('staff.copy').click();
  await dialog().getByText(say('staff.copyFailed')).waitFor();
  await root.shot('copy-failed');
  await button('action.close').click();
  await gone(dialog());
});

it('disabling oneself takes the own name', async () => {
  const { page, say } = root;
  await page.getByTestId('row').filter({ hasText: 'root' }).click();
  await page.getByRole('button', { name: say('staff.disable') }).click();
  await dialog().getByText(say('staff.disableSelf')).waitFor();
  await button('staff.disable').click();
  await dialog().getByText(say('form.check')).waitFor();
  await root.shot('disable-self');
  await button('action.cancel').click();
  await gone(dialog());
});

it('countries are chosen by name, and a language greets new visitors', async () => {
  const { page, say } = root;
  await root.open('/settings');
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: say(name), exact: true }) });
  await section('settings.people')
    .getByRole('button', { name: say('action.edit') })
    .click();
  await dialog()
    .getByRole('combobox', { name: say('form.add') })
    .selectOption({ label: 'Iceland' });
  await root.shot('countries');
  await dialog()
    .getByRole('button', { name: say('form.remove', { name: 'Iceland' }) })
    .click();
  await dialog()
    .getByRole('combobox', { name: say('form.add') })
    .selectOption({ label: 'Norway' });
  await button('action.review').click();
  await dialog().getByText('Norway').waitFor();
  await root.confirm(say('action.save'));
  await section('settings.people').getByText('Norway').waitFor();
  await section('settings.site')
    .getByRole('button', { name: say('action.edit') })
    .click();
  await dialog()
    .getByRole('combobox', { name: say('field.default_language') })
    .selectOption('de');
  await button('action.review').click();
  await root.confirm(say('action.save'));
  const visitor = await site.browser.newContext();
  const start = await visitor.newPage();
  await start.goto(`${site.fairlot.url}/register`);
  await expect.poll(() => start.url()).toContain('/#/');
  await expect.poll(() => start.evaluate(() => document.documentElement.lang)).toBe('de');
  await visitor.close();
});

it('a text that is too long says how long it may be', async () => {
  const { page, say } = root;
  await root.open('/settings');
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: say('settings.site') }) });
  await section.getByRole('button', { name: say('action.edit') }).click();
  await dialog()
    .getByRole('textbox', { name: say('field.site_title') })
    .fill('x'.repeat(61));
  await dialog().getByText('61 / 60').waitFor();
  await button('action.review').click();
  await dialog()
    .getByText(say('form.length', { least: 1, most: 60 }))
    .waitFor();
  await root.shot('too-long');
  await button('action.cancel').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('draft.discard') })
    .click();
  await gone(dialog());
});

it('a fee in parts of the amount is a percentage, with a warning about a high one', async () => {
  const { page, say } = root;
  await root.open('/funding?tab=currencies');
  await page.getByTestId('row').first().click();
  await dialog()
    .getByRole('combobox', { name: say('field.fee_type') })
    .selectOption('2');
  const fee = dialog().getByRole('textbox', { name: say('field.draw_rate') });
  await fee.fill('0.002');
  await dialog()
    .getByText(/^= .?0\.2%/)
    .waitFor();
  await fee.fill('5');
  await dialog().getByText(/500%/).waitFor();
  await root.shot('high-fee');
  await button('action.cancel').click();
  await gone(dialog());
});

it('the audit log is searched by words and days, and a message covers no tab', async () => {
  const { page, say } = root;
  await root.open('/audit');
  await page.getByRole('combobox', { name: say('field.action') }).selectOption('settings/change');
  await page.getByTestId('row').getByText('settings/change').first().waitFor();
  await root.shot('audit');
  await page.getByLabel(say('field.to')).fill('2020-01-01');
  await page.getByText(say('list.empty'), { exact: true }).waitFor();
  await page.getByLabel(say('field.to')).fill('');
  await page.getByTestId('row').first().waitFor();
  await invite(root, 'another');
  const toast = await page.locator('[aria-live="polite"]').boundingBox();
  const main = await page.getByRole('main').boundingBox();
  expect(toast?.y).toBeGreaterThan((main?.y ?? 0) + (main?.height ?? 0) / 2);
});

it('messages that no sender takes are a trouble of the house, with its remedy in the manual', async () => {
  await root.open('/');
  await root.page.getByRole('link', { name: root.say('overview.step.mail_sender') }).waitFor();
  await new CustomerClient(site.fairlot.url).call('sendEmail', { to: 'somebody@example.com', type: 1 });
  await root.open('/health');
  await root.page
    .getByTestId('health')
    .getByRole('listitem')
    .filter({ hasText: root.say('health.held', { messages: 1 }) })
    .getByRole('link', { name: root.say('health.remedy') })
    .click();
  await root.page.getByRole('heading', { name: 'FairlotMailHeld' }).waitFor();
});
