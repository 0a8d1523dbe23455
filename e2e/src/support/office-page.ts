import type { Browser, Page } from 'playwright-core';
import { openDevice } from './device.ts';
import type { Device, DeviceOptions } from './device.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxOf } from './staff-client.ts';
import { codeOf } from './totp.ts';
import { goTo, gone } from './gone.ts';

/** A page of the back office, signed in as a member of staff. */
export interface OfficePage extends Omit<Device, 'open'> {
  /** Secret of the authenticator. */
  readonly secret: string;
  readonly open: (route: string) => Promise<void>;
  /** Confirms the open dialog with the button of this name and waits until it has closed. */
  readonly confirm: (label: string) => Promise<void>;
}

export const STAFF_PASSWORD = 'harbour lantern mosaic';
const SIZE = { width: 1280, height: 800 };

/** Completes a set-up link: sets the password, enrols the authenticator, and opens the office. */
export async function setUpOfficePage(
  browser: Browser,
  url: string,
  link: string,
  name?: string,
  options: DeviceOptions = {},
): Promise<OfficePage> {
  const device = await openDevice(browser, url, { size: SIZE, ...options });
  const { page } = device;
  const say: Device['say'] = (key, values) => device.say(`office.${key}`, values);
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
    ...device,
    say,
    secret,
    open: (route) => goTo(page, `${url}/office/#${route}`),
    confirm: (label) => confirmDialog(page, label),
  };
}

async function confirmDialog(page: Page, label: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await gone(dialog);
}

/**
 * Invites a member of staff with a role and returns the link or its token: from the mailbox if the server sends mail,
 * else from the page, which shows it once.
 */
export async function invite(
  { page, say, open }: OfficePage,
  name: string,
  role = 'finance',
  mailbox?: Mailbox,
): Promise<string> {
  await open('/staff');
  await page.getByRole('button', { name: say('staff.invite') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('field.name') }).fill(name);
  await dialog.getByRole('textbox', { name: say('field.email') }).fill(mailboxOf(name));
  await dialog.getByRole('checkbox', { name: say(`role.${role}`) }).check();
  await dialog.getByRole('button', { name: say('staff.invite'), exact: true }).click();
  if (mailbox !== undefined) {
    await gone(dialog);
    return `${new URL(page.url()).origin}/office/#/setup?token=${await mailbox.nextLink(mailboxOf(name))}`;
  }
  const shown = dialog.filter({ has: page.getByTestId('link') });
  const link = (await shown.getByTestId('link').textContent()) ?? '';
  await shown.getByRole('button', { name: say('action.close') }).click();
  await gone(dialog);
  return link;
}

/** Reads the code of the latest message from the outbox, as an administrator does if no mail server is configured. */
export async function codeFromOutbox({ page, say, open }: OfficePage): Promise<string> {
  await open('/outbox');
  await page.getByTestId('row').first().click();
  await page.getByRole('button', { name: say('outbox.read') }).click();
  return /\b\d{6}\b/.exec((await page.getByTestId('body').textContent()) ?? '')?.[0] ?? '';
}
