import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { openDevice } from './device.ts';
import type { Device, DeviceOptions } from './device.ts';
import { startFairlot } from './fairlot.ts';
import type { DatabaseKind, Fairlot, Settings } from './fairlot.ts';
import { startMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';

/** The server and browser of a test file, from its `beforeAll` to its `afterAll`. */
export interface TestApp {
  readonly fairlot: Fairlot;
  readonly browser: Browser;
  /** Opens the trader's page in a new browser context, which the test closes. */
  readonly open: (options?: DeviceOptions) => Promise<Device>;
}

/**
 * Registers the hooks of a file or a describe. The returned members can be used once its tests run. `settings` is
 * called when the server starts, after the `beforeAll` hooks that were registered earlier.
 */
export function testApp(settings: () => Settings = () => ({}), database: DatabaseKind = 'shared'): TestApp {
  const fairlot = resource(
    () => startFairlot(settings(), database),
    (each) => each.stop(),
  );
  const browser = resource(launchBrowser, (each) => each.close());
  return {
    get fairlot() {
      return fairlot();
    },
    get browser() {
      return browser();
    },
    open: (options) => openDevice(browser(), fairlot().url, options),
  };
}

/** A test app whose server sends mail to a mailbox of the test. */
export interface MailApp extends TestApp {
  readonly mailbox: Mailbox;
}

/** Like testApp, with a mailbox that starts before the server and stops after it. */
export function testAppWithMail(settings: Settings): MailApp {
  const mailbox = resource(startMailbox, (each) => each.stop());
  const app = testApp(() => ({
    ...settings,
    FAIRLOT_SMTP_URL: mailbox().url,
    FAIRLOT_MAIL_FROM: 'no-reply@example.com',
  }));
  return {
    get fairlot() {
      return app.fairlot;
    },
    get browser() {
      return app.browser;
    },
    get mailbox() {
      return mailbox();
    },
    open: app.open,
  };
}

/** Starts a resource before the tests and stops it after them, if it started. */
function resource<T>(start: () => Promise<T>, stop: (value: T) => Promise<unknown>): () => T {
  let held: { readonly value: T } | undefined;
  beforeAll(async () => {
    held = { value: await start() };
  });
  afterAll(async () => {
    if (held !== undefined) await stop(held.value);
  });
  return () => {
    if (held === undefined) throw new Error('the resource has not been started yet');
    return held.value;
  };
}
