import { describe, expect, it } from 'vitest';
import { focusIsSeen, focused, listenToLiveRegions, tabTo } from './support/keyboard.ts';
import type { Device } from './support/device.ts';
import { orderRows } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

const WIDE = { size: { width: 1280, height: 800 } };
/** Pattern for figures that change with the market during the test. */
const FIGURE = String.raw`[\d.,]+`;

describe('the wide layout by keyboard', () => {
  const { open } = testApp();

  it('trades from the picker to the closed position by keyboard alone; a screen reader announces each result once', async () => {
    const device = await open(WIDE);
    const { page } = device;
    await signInByKeys(device);
    await keysAreHeard(device);
    await pick(device, 'gbp/usd');
    const heard = await listenToLiveRegions(page);
    await writeOrder(device);
    await sendOrder(device);
    const said = await heard();
    // Quotes changed all the time and were not announced.
    expect(said).toEqual([
      expect.stringContaining(`${device.say('trade.done.title')}. ${device.say('trade.side.buy')} 0.20 GBP/USD.`),
    ]);
    await changeStopInOrders(device);
    await closeInOrders(device);
    expect((await heard()).filter((words) => words.includes(device.say('trade.done.title')))).toHaveLength(1);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('single keys select and open but send nothing, and are ignored in fields and with modifiers', async () => {
    const device = await open(WIDE);
    const { page, say } = device;
    await signInByKeys(device);
    await keysAreHeard(device);
    const period = (name: string): Promise<boolean> =>
      page.getByRole('radio', { name: say(`trade.period.${name}`) }).isChecked();
    await page.keyboard.press('7');
    await expect.poll(() => period('1day')).toBe(true);
    await page.keyboard.press('Control+1');
    await page.keyboard.press('s');
    await expect.poll(() => focused(page)).toMatch(new RegExp(`^button "${say('trade.side.sell')} .*\\[pressed\\]`));
    expect(await period('1day')).toBe(true);
    await tabTo(page, new RegExp(`^textbox "${say('trade.ticket.lots')}`));
    await page.keyboard.type('1b2');
    expect(await page.locator(':focus').inputValue()).toBe('1b2');
    expect(await period('1day')).toBe(true);
    await tabTo(page, /^button .*\[pressed\]/, 'Shift+Tab');
    await page.keyboard.press('f');
    await page.getByRole('button', { name: say('chart.full.leave') }).waitFor();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: say('chart.full.enter') }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await device.context.close();
  });

  it('lists its shortcut keys, and remembers that they are switched off', async () => {
    const device = await open(WIDE);
    const { page, say } = device;
    await signInByKeys(device);
    await keysAreHeard(device);
    const chosen = (): Promise<boolean> => page.getByRole('radio', { name: say('trade.period.15min') }).isChecked();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: say('keys.title') });
    await list.waitFor();
    await list.evaluate((sheet) => Promise.all(sheet.getAnimations().map(({ finished }) => finished)));
    await device.shot('shortcuts');
    await tabTo(page, new RegExp(`^switch "${say('keys.use')}" \\[checked\\]`));
    await page.keyboard.press('Space');
    await expect.poll(() => focused(page)).toBe(`switch "${say('keys.use')}"`);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('1');
    await page.keyboard.press('?');
    expect(await chosen()).toBe(true);
    expect(await list.count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('fairlot.shortcuts'))).toBe('false');
    await device.context.close();
  });

  it('on a phone, a screen reader reaches the reason why an order cannot be sent, and the price when the ticket is collapsed', async () => {
    const device = await open({ language: 'ar' });
    const { page, say } = device;
    await signInByKeys(device);
    await tabTo(page, new RegExp(`^button "${say('trade.side.buy')} ${FIGURE}"`));
    await page.keyboard.press('Enter');
    await expect
      .poll(() => focused(page))
      .toMatch(new RegExp(`^region "${say('trade.ticket.title', { code: 'EUR/USD' })}"`));
    await tabTo(page, new RegExp(`^switch "${say('trade.ticket.stopLoss')}"`));
    await page.keyboard.press('Space');
    await tabTo(page, new RegExp(`^textbox "${say('trade.ticket.stopLoss')}"`));
    await page.keyboard.type('9');
    await tabTo(page, new RegExp(`^button "${say('trade.ticket.stopLoss')} .*" \\[disabled\\]`));
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toMatch(new RegExp(`^button "${say('trade.side.buy')} ${FIGURE}"`));
    await device.context.close();
  });
});

async function signInByKeys({ page, say, open }: Device): Promise<void> {
  await open('/login?from=/trade');
  await page.getByRole('button', { name: say('login.demo') }).waitFor();
  await tabTo(page, new RegExp(`^button "${say('login.demo')}"`));
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/trade/);
  await page.getByRole('button', { name: new RegExp(`^${say('trade.side.buy')} ${FIGURE}$`) }).waitFor();
}

/**
 * The code of the shortcut keys loads after the first render. A key that can be pressed repeatedly shows when it has
 * loaded.
 */
async function keysAreHeard({ page, say }: Device): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('b');
      return page
        .locator(':focus')
        .count()
        .then((found) => (found === 0 ? '' : focused(page)));
    })
    .toMatch(new RegExp(`^button "${say('trade.side.buy')} ${FIGURE}" \\[pressed\\]`));
}

async function pick({ page, say }: Device, code: string): Promise<void> {
  await page.keyboard.press('/');
  const picker = page.getByRole('dialog', { name: say('trade.pickInstrument') });
  await picker.waitFor();
  await expect.poll(() => focused(page)).toMatch(/^searchbox /);
  await page.keyboard.type(code.slice(0, 3));
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toMatch(/^button ".*GBP\//);
  while (!(await focused(page)).toLowerCase().includes(code)) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await picker.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^button "GBP\/USD/);
}

/** Fills the ticket, buy 0.20 lots with a stop, in the order of a screen reader. */
async function writeOrder({ page, say, shot }: Device): Promise<void> {
  await tabTo(page, new RegExp(`^button "${say('trade.side.sell')} `));
  await tabTo(page, new RegExp(`^button "${say('trade.side.buy')} `));
  await page.keyboard.press('Enter');
  await tabTo(page, new RegExp(`^textbox "${say('trade.ticket.lots')}`));
  await page.keyboard.type('0.20');
  await tabTo(page, new RegExp(`^switch "${say('trade.ticket.stopLoss')}"`));
  await page.keyboard.press('Space');
  await tabTo(page, new RegExp(`^textbox "${say('trade.ticket.stopLoss')}"`));
  const stop = Number(await page.locator(':focus').inputValue());
  await page.keyboard.type((stop - 0.001).toFixed(5));
  await shot('keyboard-ticket');
  const ticket = await page.getByRole('form', { name: say('trade.ticket.title', { code: 'GBP/USD' }) }).ariaSnapshot();
  for (const control of [
    `radiogroup "${say('trade.ticket.mode')}"`,
    `radio "${say('trade.ticket.market')}" \\[checked\\]`,
    `radio "${say('trade.ticket.pending')}"`,
    `button "${say('trade.side.sell')} ${FIGURE}"`,
    `button "${say('trade.side.buy')} ${FIGURE}" \\[pressed\\]`,
    `button "${say('trade.ticket.fewerLots')}"`,
    `textbox "${say('trade.ticket.lots')}.*": "?0.20`,
    `button "${say('trade.ticket.moreLots')}"`,
    `group "${say('trade.ticket.leverage')}"`,
    `switch "${say('trade.ticket.stopLoss')}" \\[checked\\]`,
    `textbox "${say('trade.ticket.stopLoss')}": "?${(stop - 0.001).toFixed(5)}`,
    `switch "${say('trade.ticket.takeProfit')}"`,
    `button "${say('trade.side.buy')} 0.20 `,
  ])
    expect(ticket).toMatch(new RegExp(`- ${control}`));
}

async function sendOrder({ page, say }: Device): Promise<void> {
  await tabTo(page, new RegExp(`^button "${say('trade.side.buy')} 0.20 `));
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: say('trade.done.title') });
  await popup.waitFor();
  await expect.poll(() => popup.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  if (!(await focused(page)).includes(say('trade.done.toOrders')))
    await tabTo(page, new RegExp(`^button "${say('trade.done.toOrders')}"`));
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/order\?type=1/);
}

async function changeStopInOrders({ page, say }: Device): Promise<void> {
  // The previous screen has buttons of the same name.
  await page.getByRole('form', { name: say('trade.ticket.title', { code: 'GBP/USD' }) }).waitFor({ state: 'hidden' });
  await orderRows(page, 'GBP/USD').waitFor();
  await tabTo(page, /^button ".*GBP\/USD/);
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders.setStops') })
    .waitFor();
  await tabTo(page, new RegExp(`^button "${say('orders.setStops')}"`));
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: say('trade.ticket.stopLoss') })
    .waitFor();
  await tabTo(page, new RegExp(`^textbox "${say('trade.ticket.stopLoss')}"`));
  const moved = (Number(await page.locator(':focus').inputValue()) - 0.001).toFixed(5);
  await page.keyboard.type(moved);
  await tabTo(page, new RegExp(`^button "${say('orders.saveStops')}"`));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText(moved).waitFor();
}

async function closeInOrders({ page, say }: Device): Promise<void> {
  await tabTo(page, new RegExp(`^button "${say('orders.close')}"`));
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  // The initial focus is on the cancel button.
  await expect.poll(() => focused(page)).toMatch(new RegExp(`^button "${say('orders.keep')}"`));
  await tabTo(page, new RegExp(`^button "${say('orders.close')}"`));
  await page.keyboard.press('Enter');
  await page.getByText(say('orders.empty.holding')).filter({ visible: true }).first().waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await tabTo(page, /^(?:button|link|radio) /);
  expect(await focusIsSeen(page)).toBe(true);
}
