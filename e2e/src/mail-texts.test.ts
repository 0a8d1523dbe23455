import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { setUpOfficePage } from './support/office-page.ts';
import { StaffClient, mailboxOf } from './support/staff-client.ts';
import { testAppWithMail } from './support/test-app.ts';

const site = testAppWithMail({});
const OWN = 'Grüß Gott! <b>Ihr Code</b>: ';

it('an administrator changes the text of a mail, sees it, tests it and returns to the built-in one', async () => {
  const { fairlot, browser, mailbox } = site;
  const root = await StaffClient.setUp(fairlot.url, await fairlot.setUpUrl(), 'root');
  const token = await root.invite('editor', ['administrator'], mailbox);
  const { page, say, open, confirm, troubles } = await setUpOfficePage(
    browser,
    fairlot.url,
    `${fairlot.url}/office/#/setup?token=${token}`,
  );
  await open('/mails?language=de&kind=code_reset');
  await page.getByTestId('row').click();
  const preview = page.getByTestId('mail');
  // The example code, in the house's layout and in the plain text.
  await preview.getByText('482913').waitFor();
  await page.getByTestId('plain').getByText('482913').waitFor();
  expect(await preview.locator('div[lang]').getAttribute('lang')).toBe('de');
  const head = preview.getByText('Fairlot').first().locator('..');
  expect(await head.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(64, 48, 180)');
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByRole('button', { name: say('action.edit') }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: say('field.text') });
  await text.fill(OWN);
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await dialog.getByText('The text must have {{code}}.').waitFor();
  await dialog.getByRole('button', { name: say('action.back') }).click();
  await text.fill(`${OWN}{{code}}`);
  await dialog.getByRole('button', { name: say('action.review') }).click();
  // HTML is text.
  await dialog.getByTestId('mail').getByText('<b>Ihr Code</b>: 482913').waitFor();
  await dialog.getByRole('button', { name: say('mailTexts.test') }).click();
  expect(await mailbox.nextCode(mailboxOf('editor'))).toBe('482913');
  await confirm(say('action.save'));

  await preview.getByText('Grüß Gott!').waitFor();
  await page.getByRole('button', { name: say('mailTexts.reset') }).click();
  await confirm(say('mailTexts.reset'));
  await preview.getByText('Grüß Gott!').waitFor({ state: 'detached' });
  expect([...troubles]).toEqual([]);
});
