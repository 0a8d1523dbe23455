import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { signInToDemo } from './support/device.ts';
import type { OfficePage } from './support/office-page.ts';
import { setUpOfficePage } from './support/office-page.ts';
import { orderRows, sendButton } from './support/orders.ts';
import { testAppWithMail } from './support/test-app.ts';

const site = testAppWithMail({ FAIRLOT_SESSIONS: 'always' });

it('an operator adds an instrument, a trader with an open page trades it, then it is only closed and delisted', async () => {
  const root = await setUpOfficePage(site.browser, site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
  const device = await site.open();
  await signInToDemo(device);
  const { page, say } = device;
  await device.open('/product');
  await page.getByTestId('row-EURUSD').filter({ visible: true }).waitFor();

  await addInstrument(root);

  // The trader's page was open all the time.
  const row = page.getByTestId('row-CADCHF').filter({ visible: true });
  await page.getByRole('searchbox').fill('loonie');
  await row.click();
  await page.waitForURL(/#\/trade/);
  await page
    .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
    .first()
    .click();
  const submit = sendButton(page, say);
  await expect.poll(() => submit.isEnabled()).toBe(true);
  await device.shot('new-instrument-ticket');
  await submit.click();
  const done = page.getByRole('dialog').filter({ hasText: say('trade.done.title') });
  await done.getByRole('button', { name: say('trade.done.toOrders') }).click();
  await orderRows(page, 'CAD/CHF').waitFor();

  await root.open('/desk');
  await root.page.getByRole('button', { name: root.say('desk.close') }).waitFor();
  await root.open('/instruments?q=CADCHF');
  await root.page.getByTestId('row').filter({ hasText: 'CADCHF' }).click();
  await root.page.getByRole('button', { name: root.say('instruments.setDealing') }).click();
  const dialog = root.page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: root.say('field.dealing') }).selectOption('closeOnly');
  await dialog.getByRole('textbox', { name: root.say('field.reason') }).fill('no demand');
  await root.confirm(root.say('instruments.setDealing'));
  await startDelisting(root);
  // A position is open, so the dialog stays with the reason.
  await dialog.getByRole('button', { name: root.say('instruments.delist'), exact: true }).click();
  await dialog.getByText('This instrument still has open positions or pending orders.').waitFor();
  expect(await accessibilityFindings(root.page)).toEqual([]);

  await orderRows(page, 'CAD/CHF').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders.close') })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('orders.close') })
    .click();
  await orderRows(page, 'CAD/CHF').waitFor({ state: 'detached' });
  await root.confirm(root.say('instruments.delist'));
  await root.page.getByText(root.say('instruments.empty')).waitFor();

  await page.getByRole('radio', { name: new RegExp(say('orders.tab.history')) }).click();
  await orderRows(page, 'CAD/CHF').waitFor();
  await device.open('/product');
  await page.getByRole('searchbox').fill('CADCHF');
  await expect.poll(() => row.count()).toBe(0);
  expect([...device.troubles, ...root.troubles]).toEqual([]);
});

async function addInstrument({ page, say, open, shot, confirm }: OfficePage): Promise<void> {
  await open('/instruments');
  await page.getByRole('button', { name: say('instruments.add') }).click();
  const dialog = page.getByRole('dialog');
  const text = (name: string) => dialog.getByRole('textbox', { name: say(`field.${name}`), exact: true });
  await text('code').fill('CADCHF');
  await text('base_currency').fill('CAD');
  await text('quote_currency').fill('CHF');
  await text('display_code').fill('CAD/CHF');
  await text('names').fill('en: Loonie against franc');
  expect(await accessibilityFindings(page)).toEqual([]);
  await shot('new-instrument-form');
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await shot('new-instrument-review');
  await confirm(say('instruments.add'));
}

async function startDelisting({ page, say }: OfficePage): Promise<void> {
  await page.getByRole('button', { name: say('instruments.delist') }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: say('field.reason') })
    .fill('no demand');
}
