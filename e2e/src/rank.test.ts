import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import type { PhoneOptions } from './support/phone.ts';
import { stage } from './support/stage.ts';

const { open: openPhone } = stage();

const submit = (page: Page): Promise<void> => page.locator('form button[type=submit]:visible').click();

it.each<PhoneOptions & { readonly name: string }>([
  { language: 'en', scheme: 'light', name: 'Quiet Harbour' },
  { language: 'ar', scheme: 'dark', name: 'قناص السوق' },
])(
  'a demo trader is listed by choice, is seen by everybody, and leaves again ($language)',
  async ({ name, ...options }) => {
    const { page, context, say, troubles, open, shot } = await openPhone(options);
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

    // Another person, who is nobody yet, sees the same; followers are told the truth.
    const visitor = await openPhone(options);
    await visitor.open('/rank?view=copy');
    const seen = visitor.page.locator('ol > li').filter({ hasText: name });
    await seen.waitFor();
    await visitor.page.getByRole('button', { name: say('rank.formulas') }).click();
    await visitor.page.getByText(say('rank.formula.three_week_rate')).waitFor();
    expect(await accessibilityFindings(visitor.page)).toEqual([]);
    await visitor.page.keyboard.press('Escape');
    await seen.getByRole('button', { name: say('rank.follow') }).click();
    await visitor.page.getByText(say('common.comingSoon')).waitFor();
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
