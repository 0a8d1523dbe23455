import { DEFAULT_GROUPS, parseDecimal } from '@fairlot/domain';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { comeBackUntil } from './support/gone.ts';
import { setUpOfficePage } from './support/office-page.ts';
import type { OfficePage } from './support/office-page.ts';
import { call, openChart, orderRows, sendButton } from './support/orders.ts';
import { StaffClient } from './support/staff-client.ts';
import { testApp } from './support/test-app.ts';

const site = testApp(() => ({ FAIRLOT_SESSIONS: 'always' }));
let colleague: StaffClient;
let root: OfficePage;

beforeAll(async () => {
  const { fairlot, browser } = site;
  colleague = await StaffClient.setUp(fairlot.url, await fairlot.setUpUrl(), 'colleague');
  const token = await colleague.invite('root', ['administrator']);
  root = await setUpOfficePage(browser, fairlot.url, `${fairlot.url}/office/#/setup?token=${token}`);
});

/** The price scale of EURUSD, in which prices are compared without floating point. */
const DECIMALS = 5;
const pointsOf = (price: string): bigint => parseDecimal(price, DECIMALS) ?? 0n;

it('staff make a group and move one of two clients into it, who then see other prices and costs at the same moment', async () => {
  const [usual, moved] = [await site.open(), await site.open()];
  for (const device of [usual, moved]) {
    await signInToDemo(device);
    await openChart(device, 'EURUSD');
    await openTicket(device);
  }
  for (const device of [usual, moved]) await expect.poll(() => feeOf(device)).toBe('1.750000');
  const markup = usual.say('trade.cost.markup');
  expect(await figureOf(moved, markup).count()).toBe(0);

  await addClub(root);
  await moveInto(root, await userOf(moved), 'Club');

  // Both pages were open all the time.
  await expect.poll(() => feeOf(moved)).toBe('4.500000');
  expect(await feeOf(usual)).toBe('1.750000');
  // 70 points of half a lot; a client without a markup has no such line.
  expect(await figureOf(moved, markup).textContent()).toContain('35.000000');
  expect(await figureOf(usual, markup).count()).toBe(0);
  const apart = async (): Promise<bigint> => {
    const [near, far] = await Promise.all([askOf(usual), askOf(moved)]);
    return pointsOf(far) - pointsOf(near);
  };
  await expect.poll(apart).toBe(40n);
  await Promise.all([usual.shot('two-groups-usual'), moved.shot('two-groups-moved')]);

  for (const device of [usual, moved]) await buy(device);
  const [near, far] = await Promise.all([firstOrder(usual), firstOrder(moved)]);
  expect([near.TradeFee, far.TradeFee]).toEqual(['1.750000', '4.500000']);
  // The fill names the market's quote; the price is the client's.
  expect(pointsOf(near.Price) - pointsOf(near.OpenQuote.Ask)).toBe(0n);
  expect(pointsOf(far.Price) - pointsOf(far.OpenQuote.Ask)).toBe(40n);
  for (const device of [usual, moved]) await openDetails(device);
  expect(await factOf(usual, usual.say('orders.field.fee')).textContent()).toContain('1.750000');
  expect(await factOf(usual, markup).count()).toBe(0);
  expect(await factOf(moved, moved.say('orders.field.fee')).textContent()).toContain('4.500000');
  expect(await factOf(moved, markup).textContent()).toBe('0.00030 / 0.00040');
  await Promise.all([usual.shot('two-groups-order-usual'), moved.shot('two-groups-order-moved')]);
  expect([...usual.troubles, ...moved.troubles, ...root.troubles]).toEqual([]);
});

it('a group that two people edit is lost by neither', async () => {
  const { page, say } = root;
  const { id } = await colleague.call('officeAddGroup', { ...SHARED, reason: 'for two' });
  const colleagueSaves = async (parts: object): Promise<void> => {
    const { version } = await colleague.call('officeGroup', { id: String(id) });
    await colleague.call('officeChangeGroup', { id, version, ...SHARED, ...parts, reason: 'saved meanwhile' });
  };
  const level = page.getByRole('textbox', { name: say('field.stop_out_percent'), exact: true });
  const note = page.getByRole('textbox', { name: say('field.remark'), exact: true });
  const button = (name: string) => page.getByRole('button', { name: say(name), exact: true });
  const dialog = page.getByRole('dialog');
  const conflict = page.getByTestId('conflict');
  const review = async (): Promise<void> => {
    await button('action.review').click();
    await dialog.getByTestId('effect').waitFor();
    await dialog.getByRole('textbox', { name: say('field.reason') }).fill('stricter');
  };
  await root.open(`/groups/${String(id)}/edit`);
  await level.fill('40');
  await colleagueSaves({ note: 'theirs', stop_out_percent: 60 });
  await comeBackUntil(page, async () => (await conflict.count()) === 1);
  await conflict.getByText('60', { exact: true }).waitFor();
  expect(await level.inputValue()).toBe('40');
  expect(await button('action.review').isDisabled()).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await root.shot('group-conflict');
  await button('groups.keepMine').click();
  await conflict.waitFor({ state: 'detached' });
  // The colleague alone changed the remark, so it is taken over.
  expect([await level.inputValue(), await note.inputValue()]).toEqual(['40', 'theirs']);

  // Saved once more before this page has heard of it: the change is refused, and nothing is lost.
  await review();
  await colleagueSaves({ note: 'theirs', stop_out_percent: 70 });
  await dialog.getByRole('button', { name: say('action.save'), exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: say('action.cancel') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('draft.discard') })
    .click();
  await conflict.getByText('70', { exact: true }).waitFor();
  await button('groups.keepMine').click();
  await review();
  await root.confirm(say('action.save'));
  await page.getByRole('heading', { name: SHARED.name }).waitFor();
  expect(await colleague.call('officeGroup', { id: String(id) })).toMatchObject({
    stop_out_percent: 40,
    note: 'theirs',
    version: 4,
  });
  expect(root.troubles.filter((trouble) => !trouble.includes('409'))).toEqual([]);
});

const SHARED = { name: 'Shared', note: '', stop_out_percent: null, margin_call_percent: null, rules: [] };

/** Adds a group in the office: first with tiers that rise, which the page refuses, then as it should be. */
async function addClub({ page, say, open, shot, confirm }: OfficePage): Promise<void> {
  const text = (name: string) => page.getByRole('textbox', { name: say(name), exact: true });
  const choose = (name: string, option: string) =>
    page.getByRole('combobox', { name: say(`field.${name}`), exact: true }).selectOption(option);
  const button = (name: string) => page.getByRole('button', { name: say(name), exact: true });
  await open('/groups');
  await page
    .getByTestId('row')
    .filter({ hasText: say('groups.firstReal') })
    .waitFor();
  await button('groups.add').click();
  await text('field.name').fill('Club');
  await page.getByRole('combobox', { name: say('field.applies_to') }).selectOption({ label: 'EURUSD' });
  await button('groups.addRule').click();
  await choose('markup', 'points');
  await text('groups.bid').fill('30');
  await text('groups.ask').fill('40');
  await page.getByTestId('markup-effect').getByText('70.00').waitFor();
  await choose('commission', 'perLot');
  await text('field.fee_rate').fill('9');
  await choose('tiers', 'own');
  const tier = (number: number) => page.getByTestId('tier').nth(number);
  const leverage = (number: number) => tier(number).getByRole('textbox', { name: say('field.leverage') });
  await leverage(0).fill('100');
  await button('groups.addTier').click();
  await tier(1)
    .getByRole('textbox', { name: say('groups.tierFrom') })
    .fill('100000');
  await leverage(1).fill('200');
  await button('action.review').click();
  await page.getByRole('alert').first().waitFor();
  await expect.poll(() => leverage(1).getAttribute('aria-invalid')).toBe('true');
  expect(await accessibilityFindings(page)).toEqual([]);
  await shot('group-editor');
  await leverage(1).fill('50');
  await button('action.review').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByTestId('group-changes').waitFor();
  await dialog.getByRole('textbox', { name: say('field.reason') }).fill('agreed with the club');
  expect(await accessibilityFindings(page)).toEqual([]);
  await confirm(say('groups.add'));
  await page.getByRole('heading', { name: 'Club' }).waitFor();
  await page.getByTestId('group-history').getByText('agreed with the club').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await shot('group');
}

/** Moves an account on the page of its user, where the dialog says what changes. */
async function moveInto({ page, say, open, shot, confirm }: OfficePage, user: number, group: string): Promise<void> {
  await open(`/users/${String(user)}`);
  await page.getByRole('button', { name: say('groups.move') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: say('field.group_id') }).selectOption({ label: group });
  await dialog.getByText(say('groups.moveNow')).waitFor();
  await dialog.getByTestId('group-changes').getByText('EURUSD').first().waitFor();
  await dialog.getByRole('textbox', { name: say('field.reason') }).fill('joined the club');
  expect(await accessibilityFindings(page)).toEqual([]);
  await shot('group-move');
  await confirm(say('groups.move'));
  await page.getByRole('link', { name: group, exact: true }).waitFor();
  await open(`/groups/${String(DEFAULT_GROUPS.demo)}`);
}

/** The number of the user who is signed in on a device. */
async function userOf({ page }: Device): Promise<number> {
  const id = await page.evaluate(() => /"user":\{"id":(\d+)/.exec(localStorage.getItem('fairlot.session') ?? '')?.[1]);
  return Number(id);
}

async function openTicket({ page, say }: Device): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
    .first()
    .click();
  await page.getByRole('textbox', { name: new RegExp(`^${say('trade.ticket.lots')}`) }).fill('0.50');
  await page.getByTestId('costs').filter({ visible: true }).getByRole('button').click();
}

function submitButton({ page, say }: Device) {
  return sendButton(page, say);
}

/** A figure of the ticket's opened costs. */
function figureOf({ page }: Device, name: string): Locator {
  const costs = page.getByTestId('costs').filter({ visible: true });
  return costs.locator('dl > div').filter({ hasText: name }).locator('dd');
}

/** The fee that the ticket shows, without its currency. */
async function feeOf(device: Device): Promise<string | undefined> {
  const text = await figureOf(device, device.say('trade.ticket.fee')).textContent();
  return /[\d.]+/.exec(text ?? '')?.[0];
}

/** Goes on from the popup after an order to the details of the order. */
async function openDetails({ page, say }: Device): Promise<void> {
  const popup = page.getByRole('dialog').filter({ hasText: say('trade.done.title') });
  await popup.getByRole('button', { name: say('trade.done.toOrders') }).click();
  await orderRows(page, 'EUR/USD').click();
  await page.getByRole('dialog').getByTestId('order-terms').waitFor();
}

/** A fact of the opened details of an order. */
function factOf({ page }: Device, name: string): Locator {
  return page.getByRole('dialog').locator('dl > div').filter({ hasText: name }).first().locator('dd');
}

/** The price at which the ticket would buy. */
async function askOf(device: Device): Promise<string> {
  return /\d+\.\d{5}/.exec((await submitButton(device).textContent()) ?? '')?.[0] ?? '';
}

async function buy(device: Device): Promise<void> {
  const { page, say } = device;
  await submitButton(device).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: say('trade.done.title') })
    .waitFor();
}

interface Opened {
  readonly TradeFee: string;
  readonly Price: string;
  readonly OpenQuote: { readonly Ask: string };
}

async function firstOrder(device: Device): Promise<Opened> {
  const { data } = (await call(device, '/v1/api/forex/my_deal?status=1&page=1')) as unknown as {
    data: { data: readonly Opened[] };
  };
  const [first] = data.data;
  if (first === undefined) throw new Error('no order was opened');
  return first;
}
