import { beforeAll, expect, it } from 'vitest';
import { comeBackUntil, layersInHistory } from './support/gone.ts';
import { STAFF_PASSWORD, setUpOfficePage } from './support/office-page.ts';
import type { OfficePage } from './support/office-page.ts';
import { StaffClient } from './support/staff-client.ts';
import { testAppWithMail } from './support/test-app.ts';
import { codeOf } from './support/totp.ts';

const site = testAppWithMail({});
let colleague: StaffClient;
let author: OfficePage;
let id: number;

beforeAll(async () => {
  colleague = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'colleague');
  const token = await colleague.invite('author', ['administrator'], site.mailbox);
  author = await setUpOfficePage(site.browser, site.fairlot.url, `${site.fairlot.url}/office/#/setup?token=${token}`);
  ({ id } = await colleague.call('newsSave', { texts: [textOf('en', 'First'), textOf('de', 'Erste')] }));
});

const textOf = (language: string, title: string) => ({ language, title, desc: '', content: `<p>${title}</p>` });
const savedTitles = async () =>
  Object.fromEntries(
    (await colleague.call('staffNews', { id: String(id) })).texts.map((each) => [each.language, each.title]),
  );

/** A colleague saves the item, on whatever version it has. */
async function colleagueSaves(en: string, de: string): Promise<void> {
  const { version } = await colleague.call('staffNews', { id: String(id) });
  await colleague.call('newsSave', { id, version, texts: [textOf('en', en), textOf('de', de)] });
}

const title = () => author.page.getByRole('textbox', { name: author.say('field.title') });
const button = (name: string) => author.page.getByRole('button', { name: author.say(name), exact: true });
const question = () => author.page.getByRole('alertdialog');
const answer = async (name: 'draft.stay' | 'draft.discard'): Promise<void> => {
  await question()
    .getByRole('button', { name: author.say(name) })
    .click();
  await question().waitFor({ state: 'detached' });
};

it('a news text that two people edit is lost by neither', async () => {
  const { page } = author;
  await author.open(`/news/${id}`);
  await title().fill('Mine');
  await colleagueSaves('Theirs', 'Zweite');
  const conflict = page.getByTestId('conflict');
  await comeBackUntil(page, async () => (await conflict.count()) === 1);
  await conflict.getByText('Theirs', { exact: true }).waitFor();
  expect(await title().inputValue()).toBe('Mine');
  expect(await button('news.save').isDisabled()).toBe(true);
  await button('draft.keepMine').click();
  await conflict.waitFor({ state: 'detached' });

  // Saved by the colleague once more, before this page has heard of it: the save is refused, and nothing is lost.
  await colleagueSaves('Theirs again', 'Zweite');
  await button('news.save').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: author.say('action.save'), exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: author.say('action.cancel') }).click();
  await conflict.getByText('Theirs again', { exact: true }).waitFor();
  expect(await title().inputValue()).toBe('Mine');
  await author.shot('news-conflict');
  await button('draft.keepMine').click();
  await button('news.save').click();
  await author.confirm(author.say('action.save'));
  expect(await savedTitles()).toEqual({ en: 'Mine', de: 'Zweite' });
  await expect.poll(() => title().inputValue()).toBe('Mine');
  expect(await button('news.save').isDisabled()).toBe(true);
  // The next test goes to two addresses at once, faster than a visitor.
  await expect.poll(() => layersInHistory(page)).toBe(0);
});

it('leaving an unsaved news text asks, by the menu, by Back and by closing the tab', async () => {
  const { page, say } = author;
  await author.open('/users');
  await author.open(`/news/${id}`);
  await title().click();
  await title().pressSequentially(' and more');
  await page.getByRole('link', { name: say('menu.staff'), exact: true }).click();
  await question().waitFor();
  await author.shot('leave-question');
  await answer('draft.stay');
  expect(await title().inputValue()).toBe('Mine and more');
  await page.goBack();
  await question().waitFor();
  await answer('draft.stay');
  expect(await title().inputValue()).toBe('Mine and more');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const native = await asked;
  expect(native.type()).toBe('beforeunload');
  await native.dismiss();
  await page.goBack();
  await question().waitFor();
  await answer('draft.discard');
  await expect.poll(() => page.url()).toMatch(/#\/users$/);
  await page.goForward();
  await expect.poll(() => title().inputValue()).toBe('Mine');
  await title().fill('Other');
  await page.getByRole('link', { name: say('menu.staff'), exact: true }).click();
  await answer('draft.discard');
  await page.getByRole('heading', { name: say('menu.staff') }).waitFor();
  // Nothing is left to ask about.
  await page.getByRole('link', { name: say('menu.users'), exact: true }).click();
  await page.getByRole('heading', { name: say('menu.users') }).waitFor();
});

it('a dialog keeps its text through a colleague’s save, a press on Escape and the end of the session', async () => {
  const { page, say, context } = author;
  await author.open('/announcement');
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'English' }) });
  await section.getByRole('button', { name: say('action.edit') }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox');
  await field.fill('My notice');
  await page.keyboard.press('Escape');
  await question().waitFor();
  await answer('draft.stay');
  const entry = (await colleague.call('staffAnnouncement')).find(({ language }) => language === 'en');
  await colleague.call('announcementSave', { language: 'en', version: entry?.version ?? 0, content: 'Their notice' });
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await dialog.getByRole('button', { name: say('action.save') }).click();
  await dialog.getByTestId('theirs').getByText('Their notice').waitFor();
  expect(await field.inputValue()).toBe('My notice');
  await author.shot('dialog-conflict');

  const cookies = await context.cookies();
  await context.clearCookies();
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await dialog.getByRole('button', { name: say('action.save') }).click();
  await page.getByText(say('entry.ended')).waitFor();
  expect(cookies.length).toBeGreaterThan(0);
  await page.getByRole('textbox', { name: say('field.name') }).fill('author');
  await page.getByLabel(say('field.password')).fill(STAFF_PASSWORD);
  await page.getByRole('textbox', { name: say('field.code') }).fill(codeOf(author.secret, 1));
  await page.getByRole('button', { name: say('entry.signIn') }).click();
  await dialog.waitFor();
  await expect.poll(() => field.inputValue()).toBe('My notice');
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await author.confirm(say('action.save'));
  await page.getByText('My notice').first().waitFor();
});

it('says that figures are old while the server does not answer, and no longer when it does', async () => {
  const { page, say, context } = author;
  await author.open('/users');
  await page.getByRole('heading', { name: say('menu.users') }).waitFor();
  const mark = page.getByTestId('disconnected');
  expect(await mark.count()).toBe(0);
  await context.setOffline(true);
  await comeBackUntil(page, async () => (await mark.count()) === 1);
  await mark.getByText(say('connection.lost')).waitFor();
  await author.shot('disconnected');
  await context.setOffline(false);
  await mark.waitFor({ state: 'detached' });
});
