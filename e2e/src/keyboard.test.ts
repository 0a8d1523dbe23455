import { describe, expect, it } from 'vitest';
import { focusIsSeen, focused, listenToLiveRegions, tabTo } from './support/keyboard.ts';
import type { Phone } from './support/phone.ts';
import { stage } from './support/stage.ts';

const PATIENCE = { timeout: 15_000 };
const DESK = { size: { width: 1280, height: 800 } };
/** Figures that the market changes while the test looks. */
const FIGURE = String.raw`[\d.,]+`;

describe('the desk under a keyboard', () => {
  const { open } = stage();

  it('trades from the picker to the closed position with keys alone, and a reader hears what happens, once', async () => {
    const phone = await open(DESK);
    const { page } = phone;
    await signInByKeys(phone);
    await keysAreHeard(phone);
    await pick(phone, 'gbp/usd');
    const heard = await listenToLiveRegions(page);
    await writeOrder(phone);
    await sendOrder(phone);
    const said = await heard();
    // Quotes went by all the time; nothing of them was said.
    expect(said).toEqual([
      expect.stringContaining(`${phone.say('trade.done.title')}. ${phone.say('trade.side.buy')} 0.20 GBP/USD.`),
    ]);
    await changeStopInOrders(phone);
    await closeInOrders(phone);
    expect((await heard()).filter((words) => words.includes(phone.say('trade.done.title')))).toHaveLength(1);
    expect(phone.troubles).toEqual([]);
    await phone.context.close();
  });

  it('single keys choose and open, send nothing, and leave fields and modifiers alone', async () => {
    const phone = await open(DESK);
    const { page, say } = phone;
    await signInByKeys(phone);
    await keysAreHeard(phone);
    const period = (name: string): Promise<boolean> =>
      page.getByRole('radio', { name: say(`trade.period.${name}`) }).isChecked();
    await page.keyboard.press('6');
    await expect.poll(() => period('1day'), PATIENCE).toBe(true);
    await page.keyboard.press('Control+1');
    await page.keyboard.press('s');
    await expect
      .poll(() => focused(page), PATIENCE)
      .toMatch(new RegExp(`^button "${say('trade.side.sell')} .*\\[pressed\\]`));
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
    await phone.context.close();
  });

  it('lists its keys, and does without them for good where they are switched off', async () => {
    const phone = await open(DESK);
    const { page, say } = phone;
    await signInByKeys(phone);
    await keysAreHeard(phone);
    const chosen = (): Promise<boolean> => page.getByRole('radio', { name: say('trade.period.15min') }).isChecked();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: say('keys.title') });
    await list.waitFor();
    await list.evaluate((sheet) => Promise.all(sheet.getAnimations().map(({ finished }) => finished)));
    await phone.shot('shortcuts');
    await tabTo(page, new RegExp(`^switch "${say('keys.use')}" \\[checked\\]`));
    await page.keyboard.press('Space');
    await expect.poll(() => focused(page), PATIENCE).toBe(`switch "${say('keys.use')}"`);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('1');
    await page.keyboard.press('?');
    expect(await chosen()).toBe(true);
    expect(await list.count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('fairlot.shortcuts'))).toBe('false');
    await phone.context.close();
  });

  it('leads a reader on a phone to why an order cannot be sent, and back to its price when the ticket is folded', async () => {
    const phone = await open({ language: 'ar' });
    const { page, say } = phone;
    await signInByKeys(phone);
    await tabTo(page, new RegExp(`^button "${say('trade.side.buy')} ${FIGURE}"`));
    await page.keyboard.press('Enter');
    await expect
      .poll(() => focused(page), PATIENCE)
      .toMatch(new RegExp(`^region "${say('trade.ticket.title', { code: 'EUR/USD' })}"`));
    await tabTo(page, new RegExp(`^switch "${say('trade.ticket.stopLoss')}"`));
    await page.keyboard.press('Space');
    await tabTo(page, new RegExp(`^textbox "${say('trade.ticket.stopLoss')}"`));
    await page.keyboard.type('9');
    await tabTo(page, new RegExp(`^button "${say('trade.ticket.stopLoss')} .*" \\[disabled\\]`));
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => focused(page), PATIENCE)
      .toMatch(new RegExp(`^button "${say('trade.side.buy')} ${FIGURE}"`));
    await phone.context.close();
  });
});

async function signInByKeys({ page, say, open }: Phone): Promise<void> {
  await open('/login?from=/trade');
  await page.getByRole('button', { name: say('login.demo') }).waitFor();
  await tabTo(page, new RegExp(`^button "${say('login.demo')}"`));
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/trade/);
  await page.getByRole('button', { name: new RegExp(`^${say('trade.side.buy')} ${FIGURE}$`) }).waitFor();
}

/** The program of the keys comes after the first picture: a key that may be pressed again and again says when. */
async function keysAreHeard({ page, say }: Phone): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('b');
      return page
        .locator(':focus')
        .count()
        .then((found) => (found === 0 ? '' : focused(page)));
    }, PATIENCE)
    .toMatch(new RegExp(`^button "${say('trade.side.buy')} ${FIGURE}" \\[pressed\\]`));
}

async function pick({ page, say }: Phone, code: string): Promise<void> {
  await page.keyboard.press('/');
  const picker = page.getByRole('dialog', { name: say('trade.pickInstrument') });
  await picker.waitFor();
  await expect.poll(() => focused(page), PATIENCE).toMatch(/^searchbox /);
  await page.keyboard.type(code.slice(0, 3));
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page), PATIENCE).toMatch(/^button ".*GBP\//);
  while (!(await focused(page)).toLowerCase().includes(code)) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await picker.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page), PATIENCE).toMatch(/^button "GBP\/USD/);
}

/** Buy 0.20 lots with a stop; the ticket as a reader finds it. */
async function writeOrder({ page, say, shot }: Phone): Promise<void> {
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

async function sendOrder({ page, say }: Phone): Promise<void> {
  await tabTo(page, new RegExp(`^button "${say('trade.side.buy')} 0.20 `));
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: say('trade.done.title') });
  await popup.waitFor();
  await expect.poll(() => popup.evaluate((dialog) => dialog.contains(document.activeElement)), PATIENCE).toBe(true);
  if (!(await focused(page)).includes(say('trade.done.toOrders')))
    await tabTo(page, new RegExp(`^button "${say('trade.done.toOrders')}"`));
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/order\?type=1/);
}

async function changeStopInOrders({ page, say }: Phone): Promise<void> {
  // The screen that is being left has buttons of the same name.
  await page.getByRole('form', { name: say('trade.ticket.title', { code: 'GBP/USD' }) }).waitFor({ state: 'hidden' });
  await page
    .getByRole('button', { name: /GBP\/USD/ })
    .filter({ visible: true })
    .waitFor();
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

async function closeInOrders({ page, say }: Phone): Promise<void> {
  await tabTo(page, new RegExp(`^button "${say('orders.close')}"`));
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  // It starts on the way out.
  await expect.poll(() => focused(page), PATIENCE).toMatch(new RegExp(`^button "${say('orders.keep')}"`));
  await tabTo(page, new RegExp(`^button "${say('orders.close')}"`));
  await page.keyboard.press('Enter');
  await page.getByText(say('orders.empty.holding')).filter({ visible: true }).first().waitFor();
  await expect.poll(() => page.getByRole('dialog').count(), PATIENCE).toBe(0);
  await tabTo(page, /^(?:button|link|radio) /);
  expect(await focusIsSeen(page)).toBe(true);
}
