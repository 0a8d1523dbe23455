import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { signInToDemo } from './support/device.ts';
import type { OfficePage } from './support/office-page.ts';
import { setUpOfficePage } from './support/office-page.ts';
import { openChart } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

/** A Saturday, on which bitcoin trades. */
const NOON = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;

let recording = '';
beforeAll(async () => {
  // A replay sets the market's own time, so that no session depends on the hour of the run.
  recording = await mkdtemp(join(tmpdir(), 'fairlot-calendars-'));
  const ticks = `${NOON},90000.00,90010.00\n${NOON + DAY_MS / 4},90001.00,90011.00\n`;
  await writeFile(join(recording, 'btcusd-20261121.csv'), ticks);
});
afterAll(() => rm(recording, { recursive: true, force: true }));
// A database of its own: in the shared one the journal is later than the recording.
const site = testApp(() => ({ FAIRLOT_FEED: `replay:${recording}`, FAIRLOT_SESSIONS: 'real' }), 'empty');

let root: OfficePage;
beforeAll(async () => {
  const options = { timeZone: 'Asia/Tokyo' };
  root = await setUpOfficePage(site.browser, site.fairlot.url, await site.fairlot.setUpUrl(), 'root', options);
});

it('staff add an early close for today, and the open page of a trader shows the market closed until tomorrow', async () => {
  const device = await site.open({ timeZone: 'Europe/Athens' });
  await signInToDemo(device);
  await openChart(device, 'BTCUSD');
  const sides = device.page.locator('button[data-side]').filter({ visible: true });
  await expect.poll(() => sides.first().isEnabled()).toBe(true);
  const note = device.page.getByTestId('market-closed').filter({ visible: true });

  await closeToday(root);

  await note.waitFor();
  await expect
    .poll(async () => ((await note.textContent()) ?? '').replaceAll(/\p{Cf}/gu, ''))
    .toBe(`${device.say('market.closed')} · ${device.say('market.opensAt', { time: 'Sun 02:00' })}`);
  await expect.poll(() => sides.first().isDisabled()).toBe(true);
  await device.shot('calendar-closed');
  expect([...device.troubles, ...root.troubles]).toEqual([]);
});

it('staff read terms in from a file: first they see what it changes, then it changes that', async () => {
  const { page, say, open, shot, confirm } = root;
  await open('/catalogue');
  const choose = async (text: string): Promise<void> => {
    const file = { name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
  };
  const rows = page.getByTestId('catalogue-row');
  const apply = page.getByRole('button', { name: say('catalogue.apply') });

  await choose('code,max_lots\r\nBTCUSD,7\r\nEURUSD,0\r\n');
  await rows.filter({ hasText: 'EURUSD' }).waitFor();
  expect(await rows.count()).toBe(2);
  expect(await apply.count()).toBe(0);
  await shot('catalogue-file');

  await choose('code,max_lots\r\nBTCUSD,7\r\n');
  await apply.click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: say('field.reason') })
    .fill('smaller positions');
  await confirm(say('catalogue.apply'));
  await page.getByText(say('catalogue.same')).waitFor();
  expect(await rows.count()).toBe(0);
  await open('/instruments?q=BTCUSD');
  await page.getByTestId('row').filter({ hasText: 'BTCUSD' }).click();
  const terms = page.getByRole('complementary').filter({ hasText: say('field.max_lots') });
  await expect.poll(() => terms.getByText('7.00', { exact: true }).count()).toBeGreaterThan(0);
  expect(root.troubles).toEqual([]);
});

async function closeToday({ page, say, open, shot, confirm }: OfficePage): Promise<void> {
  await open('/calendars?q=crypto');
  await page.getByTestId('row').filter({ hasText: 'crypto' }).click();
  await page.getByRole('button', { name: say('calendars.edit') }).click();
  const save = page.getByRole('button', { name: say('action.save') });
  await page.getByRole('combobox', { name: say('field.kind') }).waitFor();
  expect(await save.isDisabled()).toBe(true);

  // Hours that overlap are refused while they are typed, and have no preview.
  const monday = page.getByRole('textbox', { name: say('day.1'), exact: true });
  await monday.fill('00:00-12:00 11:00-24:00');
  const weeks = page.getByTestId('two-weeks');
  await weeks.waitFor({ state: 'detached' });
  expect(await monday.getAttribute('aria-invalid')).toBe('true');
  await monday.fill('00:00-24:00');

  await page.getByLabel(say('field.date'), { exact: true }).fill('2026-11-21');
  await page.getByRole('combobox', { name: say('field.kind') }).selectOption('earlyClose');
  await page.getByRole('textbox', { name: say('calendars.earlyClose') }).fill('11:30');
  await page.getByRole('button', { name: say('calendars.addDay') }).click();
  const today = weeks.getByRole('listitem').filter({ hasText: say('calendars.earlyClose') });
  // Tokyo is nine hours ahead of the market's UTC.
  await expect.poll(() => today.getByText('00:00–11:30').count()).toBe(1);
  await expect.poll(() => today.getByText('09:00–20:30').count()).toBe(1);
  expect(await accessibilityFindings(page)).toEqual([]);
  await shot('calendar-editor');

  await save.click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: say('field.reason') })
    .fill('the venue closes early');
  await confirm(say('action.save'));
  await page
    .getByTestId('row')
    .filter({ hasText: say('instruments.shut') })
    .waitFor();
}
