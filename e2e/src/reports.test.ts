import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { invite, setUpOfficePage } from './support/office-page.ts';
import { testApp } from './support/test-app.ts';

const site = testApp();

it('a report by schedule arrives in the outbox, and its recipient reads it after signing in', async () => {
  const { fairlot, browser } = site;
  const root = await setUpOfficePage(browser, fairlot.url, await fairlot.setUpUrl(), 'root');
  const till = await setUpOfficePage(browser, fairlot.url, await invite(root, 'till'));
  const { page, say } = root;

  await root.open('/reports');
  await page.getByLabel(say('field.kind'), { exact: true }).selectOption('results');
  await page.getByLabel(say('field.by'), { exact: true }).selectOption('client');
  expect(await accessibilityFindings(page)).toEqual([]);
  const [now] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('reports.download') }).click(),
  ]);
  expect(now.suggestedFilename()).toMatch(/^results-by-client-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await now.path(), 'utf8')).toMatch(/^\uFEFFuser_id,uid,group_id,group,trades,/);

  await page.getByRole('button', { name: say('reports.schedule'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('field.interval')).selectOption('day');
  await dialog.getByLabel(say('field.hour')).selectOption('0');
  await dialog.getByRole('checkbox', { name: 'till' }).check();
  expect(await accessibilityFindings(page)).toEqual([]);
  await root.confirm(say('reports.schedule'));

  await root.open('/outbox');
  await page.getByTestId('row').filter({ hasText: 'till@staff.example.com' }).first().click();
  await page.getByRole('button', { name: say('outbox.read') }).click();
  const mail = await page.getByTestId('body').textContent();
  const link = /\/office\/#(\/reports\S*)/.exec(mail ?? '')?.[1] ?? '';
  expect(mail).not.toContain('user_id');

  await till.open(link);
  await till.page.getByTestId('row').first().click();
  expect(await accessibilityFindings(till.page)).toEqual([]);
  const [made] = await Promise.all([
    till.page.waitForEvent('download'),
    till.page.getByRole('button', { name: till.say('reports.download') }).click(),
  ]);
  expect(made.suggestedFilename()).toMatch(/^results-by-client-(\d{4}-\d\d-\d\d)-\1\.csv$/);

  await root.open('/reports?tab=schedules');
  await page.getByTestId('row').first().click();
  await page.getByRole('button', { name: say('reports.end') }).click();
  await root.confirm(say('reports.end'));
  await page.getByText(say('reports.schedulesEmpty')).waitFor();
  expect([...root.troubles, ...till.troubles]).toEqual([]);
});
