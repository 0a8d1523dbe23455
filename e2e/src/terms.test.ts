import { describe, expect, it } from 'vitest';
import { signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { call, openChart, sendButton } from './support/orders.ts';
import { StaffClient } from './support/staff-client.ts';
import { testApp } from './support/test-app.ts';

describe('a change of terms while a ticket is open', () => {
  const site = testApp();

  it('is shown at once; an order on terms that the page had not heard of is refused, then goes through at the new ones', async () => {
    const root = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
    const { list } = await root.call('officeInstruments', { q: 'EURUSD', page: 1 });
    const setFee = (rate: string) =>
      root.call('officeChangeInstrument', { id: list[0]?.id, terms: { fee_rate: rate } });
    const device = await site.open();
    const socket = await holdableTerms(device);
    const { page, say, shot } = device;
    await signInToDemo(device);
    await openChart(device, 'EURUSD');
    await page
      .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
      .first()
      .click();
    await page.getByRole('textbox', { name: new RegExp(`^${say('trade.ticket.lots')}`) }).fill('0.50');
    const fee = page
      .locator('dl > div')
      .filter({ hasText: say('trade.ticket.fee') })
      .locator('dd');
    await expect.poll(() => fee.textContent()).toBe('1.750000');

    await setFee('7');
    await expect.poll(() => fee.textContent()).toBe('3.500000');

    socket.hold();
    await setFee('9');
    await expect.poll(() => socket.held()).toBeGreaterThan(0);
    const submit = sendButton(page, say);
    await submit.click();
    const refusal = page.locator('output').filter({ hasText: say('trade.ticket.refused') });
    await refusal.waitFor();
    expect(await refusal.textContent()).toContain(`${say('trade.ticket.fee')}: 3.50 → 4.50`);
    await shot('terms-changed');
    await expect.poll(() => fee.textContent()).toBe('4.500000');
    expect(await page.getByRole('textbox', { name: new RegExp(`^${say('trade.ticket.lots')}`) }).inputValue()).toBe(
      '0.50',
    );

    await submit.click();
    const popup = page.getByRole('dialog').filter({ hasText: say('trade.done.title') });
    await popup.waitFor();
    const { data } = (await call(device, '/v1/api/forex/my_deal?status=1&page=1')) as unknown as {
      data: { data: { TradeFee: string; Quantity: string }[] };
    };
    expect(data.data.map(({ TradeFee, Quantity }) => [TradeFee, Number(Quantity)])).toEqual([['4.500000', 0.5]]);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});

/** Lets the test hold back the news of terms on the page's socket. */
async function holdableTerms({ page }: Device): Promise<{ hold: () => void; held: () => number }> {
  let holds = false;
  let count = 0;
  await page.routeWebSocket(/\/v1\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isNews = holds && String(message).includes('"topic":"TERMS"');
      if (isNews) count += 1;
      else socket.send(message);
    });
  });
  return {
    hold: () => {
      holds = true;
    },
    held: () => count,
  };
}
