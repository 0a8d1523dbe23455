import type { Browser, Page } from 'playwright-core';
import { openPhone } from './phone.ts';
import type { Phone, PhoneOptions } from './phone.ts';
import { codeOf } from './totp.ts';

/** A colleague's screen with the back office on it. */
export interface Desk extends Omit<Phone, 'open'> {
  /** Secret of the authenticator. */
  readonly secret: string;
  readonly open: (route: string) => Promise<void>;
  /** Confirms the open dialog with the button of this name and waits until it has gone. */
  readonly confirm: (label: string) => Promise<void>;
}

export const STAFF_PASSWORD = 'harbour lantern mosaic';
const SIZE = { width: 1280, height: 800 };

/** Uses a set-up link as its receiver would: password, authenticator, and the office is open. */
export async function setUpDesk(
  browser: Browser,
  url: string,
  link: string,
  name?: string,
  options: PhoneOptions = {},
): Promise<Desk> {
  const phone = await openPhone(browser, url, { size: SIZE, ...options });
  const { page } = phone;
  const say: Phone['say'] = (key, values) => phone.say(`office.${key}`, values);
  await page.goto(link);
  await page.getByRole('heading', { name: say('entry.setUp') }).waitFor();
  if (name !== undefined) await page.getByRole('textbox', { name: say('field.name') }).fill(name);
  await page.getByLabel(say('field.password'), { exact: true }).fill(STAFF_PASSWORD);
  await page.getByLabel(say('entry.again')).fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: say('entry.goOn') }).click();
  await page.getByRole('img', { name: say('entry.qr') }).waitFor();
  const secret = (await page.getByTestId('secret').textContent()) ?? '';
  await page.getByRole('textbox', { name: say('field.code') }).fill(codeOf(secret));
  await page.getByRole('button', { name: say('entry.enrolDone') }).click();
  await page.getByRole('heading', { name: say('menu.overview') }).waitFor();
  return {
    ...phone,
    say,
    secret,
    open: async (route) => {
      await page.goto(`${url}/office/#${route}`);
    },
    confirm: (label) => confirmDialog(page, label),
  };
}

async function confirmDialog(page: Page, label: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Invites somebody to a role and returns the link that is shown once. */
export async function invite({ page, say, open }: Desk, name: string, role = 'finance'): Promise<string> {
  await open('/staff');
  await page.getByRole('button', { name: say('staff.invite') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('field.name') }).fill(name);
  await dialog.getByRole('checkbox', { name: say(`role.${role}`) }).check();
  await dialog.getByRole('button', { name: say('staff.invite'), exact: true }).click();
  const link = (await page.getByTestId('link').textContent()) ?? '';
  await dialog.getByRole('button', { name: say('action.close') }).click();
  await dialog.waitFor({ state: 'detached' });
  return link;
}

/** The code of the latest message, read as an administrator does where no mail server is configured. */
export async function codeFromOutbox({ page, say, open }: Desk): Promise<string> {
  await open('/outbox');
  await page.getByTestId('row').first().click();
  await page.getByRole('button', { name: say('outbox.read') }).click();
  return /\b\d{6}\b/.exec((await page.getByTestId('body').textContent()) ?? '')?.[0] ?? '';
}
