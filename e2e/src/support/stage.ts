import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { startFairlot } from './fairlot.ts';
import type { Fairlot } from './fairlot.ts';
import { startMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { openPhone } from './phone.ts';
import type { Phone, PhoneOptions } from './phone.ts';

/** What journeys are played on: a server of their own and a browser, there from the first test of a describe to the last. */
export interface Stage {
  readonly fairlot: Fairlot;
  readonly browser: Browser;
  /** Opens the site on a phone; whoever opens one closes its context. */
  readonly open: (options?: PhoneOptions) => Promise<Phone>;
}

/**
 * Call it in a file or a describe; what it returns is there once the tests run. `settings`: the server's environment,
 * asked for when it starts, after the `beforeAll` that stand before this call.
 */
export function stage(settings: () => Readonly<Record<string, string>> = () => ({})): Stage {
  let fairlot: Fairlot;
  let browser: Browser;
  beforeAll(async () => {
    fairlot = await startFairlot(settings());
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await fairlot.stop();
  });
  return {
    get fairlot() {
      return fairlot;
    },
    get browser() {
      return browser;
    },
    open: (options) => openPhone(browser, fairlot.url, options),
  };
}

/** A stage whose server sends its mail to a mailbox that is read. */
export interface MailStage extends Stage {
  readonly mailbox: Mailbox;
}

/** The same with a mailbox, which is there before the server and outlives it. */
export function mailStage(settings: Readonly<Record<string, string>>): MailStage {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await startMailbox();
  });
  afterAll(() => mailbox.stop());
  const site = stage(() => ({ ...settings, FAIRLOT_SMTP_URL: mailbox.url, FAIRLOT_MAIL_FROM: 'no-reply@example.com' }));
  return {
    get fairlot() {
      return site.fairlot;
    },
    get browser() {
      return site.browser;
    },
    get mailbox() {
      return mailbox;
    },
    open: site.open,
  };
}
