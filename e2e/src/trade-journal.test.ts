import { formatResult } from '@fairlot/client';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { CustomerClient } from './support/customer-client.ts';
import { keepSession, seen } from './support/device.ts';
import type { Device, DeviceOptions } from './support/device.ts';
import { orderRows } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

const OPTIONS: readonly DeviceOptions[] = [
  { language: 'en' },
  { language: 'ar', scheme: 'dark' },
  { language: 'en', size: { width: 1280, height: 800 } },
];
const NOTE = 'Bought the breakout, <b>closed</b> too early.';
const TAG = 'Breakout & news';
const OTHER_TAG = 'وسم';

describe('the trading journal', () => {
  const site = testApp(() => ({ FAIRLOT_SESSIONS: 'always' }));

  it.each(OPTIONS)('keeps a note and tags on a trade, draws it, and counts by tag (%o)', async (options) => {
    const trader = new CustomerClient(site.fairlot.url);
    await trader.tryDemo();
    const device: Device = await site.open(options);
    await keepSession(device, JSON.stringify({ ...trader.signedIn, demoId: null }));
    const { page, say, shot } = device;
    const list = await trader.call('tradeList');
    const trade = async (code: string): Promise<number> => {
      const id = list.find(({ Code }) => Code === code)?.Id ?? 0;
      const { order } = await trader.call('submit', {
        type: 1,
        cont: '0.10',
        forex_id: id,
        status: '1',
        multiple: '100',
      });
      const stop = (Number(order.Price) * 0.999).toFixed(code === 'USDJPY' ? 3 : 5);
      await trader.call('setStopPrice', { id: order.Id, stop_loss_price: stop, target_profit_price: '0' });
      await trader.call('close', { id: order.Id });
      return order.Id;
    };
    const [tagged] = [await trade('EURUSD'), await trade('USDJPY')];

    await device.open('/order?type=3');
    await expect.poll(() => orderRows(page).count()).toBe(2);
    await orderRows(page, 'EUR/USD').click();
    const sheet = page.getByRole('dialog').filter({ hasText: say('orders.details', { id: tagged }) });
    // The bars around entry and exit, with a mark at each fill.
    const chart = sheet.getByRole('region', { name: say('tradeNotes.chart') });
    await chart.getByRole('img').waitFor();
    for (const mark of ['past-entry', 'past-exit']) await chart.getByTestId(mark).waitFor();
    await chart.getByRole('radio', { name: say('tradeNotes.view.exit'), exact: true }).click();
    await chart.getByTestId('past-exit').waitFor();
    await chart.scrollIntoViewIfNeeded();
    await shot('journal-chart');

    // The draft stays when the sheet is closed before it was saved.
    const notes = sheet.getByRole('region', { name: say('tradeNotes.title') });
    await notes.getByLabel(say('tradeNotes.note'), { exact: true }).fill(NOTE);
    await notes.getByRole('textbox', { name: say('tradeNotes.tags'), exact: true }).fill(TAG);
    await notes.getByRole('button', { name: say('tradeNotes.addTag'), exact: true }).click();
    await notes
      .getByRole('list', { name: say('tradeNotes.tags') })
      .getByText(TAG)
      .waitFor();
    await sheet.getByRole('button', { name: say('common.close'), exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
    expect((await trader.call('tradeNote', { id: tagged })).tags).toEqual([]);
    await orderRows(page, 'EUR/USD').click();
    await expect.poll(() => notes.getByLabel(say('tradeNotes.note'), { exact: true }).inputValue()).toBe(NOTE);
    await notes
      .getByRole('list', { name: say('tradeNotes.tags') })
      .getByText(TAG)
      .waitFor();
    await notes.scrollIntoViewIfNeeded();
    await shot('journal-note');
    // A tag that was typed and not added is saved as well.
    await notes.getByRole('textbox', { name: say('tradeNotes.tags'), exact: true }).fill(OTHER_TAG);
    await seen(page.getByText(say('tradeNotes.saved'), { exact: true }).filter({ visible: true }), () =>
      notes.getByRole('button', { name: say('tradeNotes.save'), exact: true }).click(),
    );
    await expect.poll(async () => (await trader.call('tradeNote', { id: tagged })).note).toBe(NOTE);
    expect((await trader.call('tradeNote', { id: tagged })).tags).toEqual([TAG, OTHER_TAG]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await sheet.getByRole('button', { name: say('common.close'), exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });

    // The history by tag, and back.
    const choice = page.getByRole('combobox', { name: say('tradeNotes.tags') }).filter({ visible: true });
    await choice.selectOption(TAG);
    await expect.poll(() => orderRows(page).count()).toBe(1);
    await orderRows(page, 'EUR/USD').waitFor();
    await shot('journal-history');
    await choice.selectOption('');
    await expect.poll(() => orderRows(page).count()).toBe(2);
    await page
      .getByRole('button', { name: say('title.journal') })
      .filter({ visible: true })
      .click();

    await page
      .getByRole('heading', { name: say('title.journal') })
      .filter({ visible: true })
      .waitFor();
    // The sums are those of the statement; a month could end between the trades and here.
    await device.open('/mine/journal?period=all');
    const net = page.getByTestId('net').filter({ visible: true });
    const { trades } = await trader.call('statement', { period: 'all' });
    await expect.poll(() => net.innerText()).toBe(formatResult(trades.net));
    const byTag = page.getByRole('table', { name: say('tradeNotes.byTag') });
    await expect.poll(() => byTag.getByRole('row').filter({ hasText: TAG }).count()).toBe(1);
    await byTag.getByText(say('tradeNotes.untagged')).waitFor();
    for (const name of ['tradeNotes.byHour', 'tradeNotes.byWeekday', 'statement.byInstrument'])
      await page.getByRole('table', { name: say(name) }).waitFor();
    await shot(`journal-${options.size?.width ?? 390}`);
    expect(await accessibilityFindings(page)).toEqual([]);
    await byTag.getByRole('link').filter({ hasText: TAG }).click();
    await page.getByRole('heading', { name: say('title.journal') }).waitFor({ state: 'hidden' });
    await expect.poll(() => orderRows(page).count()).toBe(1);
    await expect.poll(() => choice.inputValue()).toBe(TAG);

    // The address is enough, also when it is typed over another one.
    await device.open(`/order?type=3&tag=${encodeURIComponent(OTHER_TAG)}`);
    await expect.poll(() => choice.inputValue()).toBe(OTHER_TAG);
    await orderRows(page, 'EUR/USD').waitFor();

    // Erasing gives the order back to those without a tag.
    await orderRows(page, 'EUR/USD').click();
    await notes.getByRole('button', { name: say('tradeNotes.erase'), exact: true }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('tradeNotes.erase'), exact: true })
      .click();
    await expect.poll(async () => (await trader.call('tradeTags')).list).toEqual([]);
    await expect.poll(() => notes.getByLabel(say('tradeNotes.note'), { exact: true }).inputValue()).toBe('');
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});
