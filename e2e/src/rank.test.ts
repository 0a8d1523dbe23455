import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import type { DeviceOptions } from './support/device.ts';
import { testApp } from './support/test-app.ts';

const { open: openDevice } = testApp();

const submit = (page: Page): Promise<void> => page.locator('form button[type=submit]:visible').click();

it.each<DeviceOptions & { readonly name: string }>([
  { language: 'en', scheme: 'light', name: 'Quiet Harbour' },
  { language: 'ar', scheme: 'dark', name: 'قناص السوق' },
])(
  'a demo trader joins the ranking, is visible to everyone, and leaves it ($language)',
  async ({ name, ...options }) => {
    const { page, context, say, troubles, open, shot } = await openDevice(options);
    await open('/rank');
    await page.getByText(say('rank.own.visitor')).waitFor();
    await page.getByRole('button', { name: say('rank.own.login') }).click();
    await page.getByRole('button', { name: say('login.demo') }).click();
    await page.getByText(say('rank.own.none')).waitFor();

    await page.getByRole('button', { name: say('rank.own.join') }).click();
    await page.getByLabel(say('rank.own.name')).fill('Fairlot Support');
    await submit(page);
    await page.locator('input[aria-invalid=true]').waitFor();
    await page.getByLabel(say('rank.own.name')).fill(name);
    await submit(page);
    const entry = page.locator('ol > li').filter({ hasText: name });
    await entry.getByText(say('rank.you')).waitFor();
    expect(await entry.innerText()).toContain(say('rank.demoAccount'));
    await shot('rank');
    expect(await accessibilityFindings(page)).toEqual([]);

    // A visitor without an account sees the same, with the true number of followers.
    const visitor = await openDevice(options);
    await visitor.open('/rank?view=copy');
    const listed = visitor.page.locator('ol > li').filter({ hasText: name });
    await listed.waitFor();
    await visitor.page.getByRole('button', { name: say('rank.formulas') }).click();
    await visitor.page.getByText(say('rank.formula.three_week_rate')).waitFor();
    expect(await accessibilityFindings(visitor.page)).toEqual([]);
    await visitor.page.keyboard.press('Escape');
    // The trader's page is open to visitors, and asks them to sign in before they follow.
    await listed.getByRole('button', { name: say('rank.follow') }).click();
    await visitor.page.getByText(say('copying.leader.visitor')).waitFor();
    expect(await accessibilityFindings(visitor.page)).toEqual([]);
    await visitor.context.close();

    await page.getByRole('button', { name: say('rank.own.edit') }).click();
    await page.getByRole('button', { name: say('rank.own.leave') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('rank.own.leave') })
      .click();
    await page.getByText(say('rank.own.none')).waitFor();
    await entry.waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
    await context.close();
  },
);

it('a link to a trader shows its page without waiting for the next reload', async () => {
  const { page, context, say, open } = await openDevice();
  // Without the reloads by time, only the first read of the page is left.
  await page.addInitScript(() => {
    const start = globalThis.setInterval;
    globalThis.setInterval = ((run: () => void, ms = 0) => start(run, ms < 15_000 ? ms : 2 ** 30)) as typeof start;
  });
  await open('/trader?id=999999');
  await page.getByText(say('copying.leader.gone')).waitFor();
  await context.close();
});
