import { DEFAULT_GROUPS, parseDecimal } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { signInToDemo } from './support/device.ts';
import type { Device, DeviceOptions } from './support/device.ts';
import { setUpOfficePage } from './support/office-page.ts';
import type { OfficePage } from './support/office-page.ts';
import { call, openChart, orderRows, recordOf, sendButton } from './support/orders.ts';
import type { WireOrder } from './support/orders.ts';
import { StaffClient } from './support/staff-client.ts';
import { testApp } from './support/test-app.ts';

const site = testApp(() => ({ FAIRLOT_SESSIONS: 'always' }));
let root: OfficePage;

beforeAll(async () => {
  const { fairlot, browser } = site;
  const colleague = await StaffClient.setUp(fairlot.url, await fairlot.setUpUrl(), 'colleague');
  const token = await colleague.invite('root', ['administrator']);
  root = await setUpOfficePage(browser, fairlot.url, `${fairlot.url}/office/#/setup?token=${token}`);
  await offer(root);
});

/** Offers guaranteed stops of EURUSD to demo accounts: 20 points of premium, at least 50 points away. */
async function offer({ page, say, open, shot, confirm }: OfficePage): Promise<void> {
  const text = (name: string) => page.getByRole('textbox', { name: say(name), exact: true });
  const button = (name: string) => page.getByRole('button', { name: say(name), exact: true });
  await open(`/groups/${DEFAULT_GROUPS.demo}/edit`);
  await page.getByRole('combobox', { name: say('field.applies_to') }).selectOption({ label: 'EURUSD' });
  await button('groups.addRule').click();
  await page.getByRole('combobox', { name: say('field.guarantee'), exact: true }).selectOption('points');
  await text('groups.guaranteePremium').fill('20');
  await text('groups.guaranteeDistance').fill('50');
  await shot('guarantee-terms');
  await button('action.review').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByTestId('effect').waitFor();
  await dialog.getByRole('textbox', { name: say('field.reason') }).fill('an offer');
  await confirm(say('action.save'));
  await page
    .getByText(say('groups.guaranteeWords', { premium: isolate('20'), distance: isolate('50') }))
    .first()
    .waitFor();
}

const LOOKS: readonly DeviceOptions[] = [{ language: 'en' }, { language: 'ar', scheme: 'dark' }];

/** A cent below the market, which the simulated market does not reach in the journey. */
async function stopBelow(device: Device): Promise<string> {
  const { data } = (await call(device, '/v1/api/forex/trade_list')) as unknown as {
    data: { Code: string; ForexQuotations: { Bid: string } }[];
  };
  const bid = parseDecimal(data.find(({ Code }) => Code === 'EURUSD')?.ForexQuotations.Bid ?? '', 5) ?? 0n;
  const stop = bid - 1000n;
  return `${stop / 100_000n}.${String(stop % 100_000n).padStart(5, '0')}`;
}

/** Buys with a guaranteed stop in the ticket; returns the number of the position. */
async function buyGuaranteed(device: Device, stop: string): Promise<number> {
  const { page, say, shot } = device;
  await page
    .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
    .filter({ visible: true })
    .first()
    .click();
  const ticket = page.locator('form').filter({ visible: true }).last();
  const guarantee = ticket.getByRole('switch', { name: say('trade.ticket.guarantee.title') });
  await ticket.getByRole('textbox', { name: say('trade.ticket.lots') }).fill('0.50');
  expect(await guarantee.count()).toBe(0);
  await ticket.getByRole('switch', { name: say('trade.ticket.stopLoss') }).click();
  await ticket.getByRole('textbox', { name: say('trade.ticket.stopLoss') }).fill(stop);
  await guarantee.click();
  // 50,000 euros: 20 points are worth ten dollars.
  await expect.poll(() => ticket.getByTestId('guarantee-premium').textContent()).toContain('10.00');
  await ticket.getByTestId('guarantee').scrollIntoViewIfNeeded();
  expect(await accessibilityFindings(page)).toEqual([]);
  await shot('guaranteed-stop-ticket');
  const submit = sendButton(ticket, say);
  await expect.poll(() => submit.isEnabled()).toBe(true);
  await submit.click();
  await page.getByRole('dialog').getByText(say('trade.done.title')).waitFor();
  const { data } = (await call(device, '/v1/api/forex/my_deal?status=1&page=1')) as unknown as {
    data: { data: WireOrder[] };
  };
  const [order] = data.data;
  if (order === undefined) throw new Error('no position');
  expect(order).toMatchObject({ Guaranteed: true, TargetLossPrice: stop });
  return order.Id;
}

it.each(LOOKS)('a trader guarantees a stop at a premium that is shown before ($language)', async (look) => {
  const device = await site.open(look);
  const { page, say } = device;
  await signInToDemo(device);
  await openChart(device, 'EURUSD');
  const stop = await stopBelow(device);
  const id = await buyGuaranteed(device, stop);
  const guarantee = page.getByRole('switch', { name: say('trade.ticket.guarantee.title') });
  const save = page.getByRole('button', { name: say('orders.saveStops') });
  /** The details of the order, which come back when the form has been saved. */
  const details = page.getByRole('button', { name: say('orders.setStops') });
  const edit = async (): Promise<void> => {
    await device.open('/order?type=1');
    await orderRows(page).first().click();
    await details.click();
  };

  await edit();
  await guarantee.click();
  await save.click();
  await expect.poll(async () => recordOf(device, id)).toMatchObject({ Guaranteed: false, TargetLossPrice: stop });
  await details.waitFor();
  await edit();
  // The form follows the order, which the page may be reading still.
  await expect.poll(() => guarantee.isChecked()).toBe(false);
  await guarantee.click();
  await expect.poll(() => page.getByRole('dialog').getByTestId('guarantee-premium').textContent()).toContain('10.00');
  expect(await accessibilityFindings(page)).toEqual([]);
  await device.shot('guaranteed-stop');
  await save.click();
  await expect.poll(async () => recordOf(device, id)).toMatchObject({ Guaranteed: true, TargetLossPrice: stop });
  await details.waitFor();

  await device.open('/order?type=1');
  await orderRows(page).first().click();
  await page.getByText(say('orders.field.guaranteePremium')).filter({ visible: true }).first().waitFor();
  await device.shot('guaranteed-stop-detail');
  await openChart(device, 'EURUSD');
  await device.shot('guaranteed-stop-chart');
  await showInOffice(look.language ?? 'en', id);
  expect(device.troubles).toEqual([]);
});

/** The office names the guarantee of the position, with its premium. */
async function showInOffice(suffix: string, id: number): Promise<void> {
  const { page, say, open, shot } = root;
  await open('/positions?accounts=demo');
  await page
    .getByTestId('row')
    .filter({ hasText: String(id) })
    .first()
    .click();
  await page.getByText(say('field.guarantee_cost')).filter({ visible: true }).first().waitFor();
  await page.getByText(say('field.guarantee'), { exact: true }).filter({ visible: true }).first().waitFor();
  await shot(`guaranteed-stop-office-${suffix}`);
}
