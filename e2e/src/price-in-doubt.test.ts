import { expect, it } from 'vitest';
import { signInToDemo } from './support/device.ts';
import { openChart, sendButton } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

const { open } = testApp();

const CASES = [
  { language: 'en', size: undefined, scheme: 'light' },
  { language: 'ar', size: undefined, scheme: 'dark' },
  { language: 'de', size: { width: 1280, height: 800 }, scheme: 'light' },
] as const;

it.each(CASES)(
  'a price in doubt is named on the page and takes no order, and so is a clock in doubt ($language)',
  async ({ language, size, scheme }) => {
    const device = await open({ language, scheme, ...(size === undefined ? {} : { size }) });
    const { page, say, shot } = device;
    // The server's messages, with the doubt that the test sets in every entry.
    let doubt: 'price' | 'clock' | null = null;
    await page.routeWebSocket(/\/v1\/ws$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => socket.send(withDoubt(String(message), doubt)));
    });
    await signInToDemo(device);
    await openChart(device, 'BTCUSD');
    const strip = page.locator('header output');
    await strip.getByText(say('connection.live'), { exact: true }).waitFor();
    await page
      .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
      .first()
      .click();
    const submit = sendButton(page, say);
    await expect.poll(() => submit.isEnabled()).toBe(true);

    for (const { reason, shown, problem } of [
      { reason: 'price', shown: 'connection.doubt', problem: 'trade.problem.price_in_doubt' },
      { reason: 'clock', shown: 'connection.clock', problem: 'trade.problem.clock_in_doubt' },
    ] as const) {
      doubt = reason;
      await strip.getByText(say(shown), { exact: true }).waitFor();
      await page.getByRole('button', { name: say(problem) }).waitFor();
      expect(await page.getByRole('button', { name: say(problem) }).isDisabled()).toBe(true);
      await page.getByText(say('trade.inDoubt'), { exact: true }).filter({ visible: true }).first().waitFor();
      await shot(`doubt-${reason}`);
    }

    doubt = null;
    await strip.getByText(say('connection.live'), { exact: true }).waitFor();
    await expect.poll(() => submit.isEnabled()).toBe(true);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  },
);

function withDoubt(text: string, doubt: 'price' | 'clock' | null): string {
  const message = JSON.parse(text) as { topic?: string; data?: object[] };
  if (message.topic !== 'DAY_MARKET' || !Array.isArray(message.data)) return text;
  return JSON.stringify({ ...message, data: message.data.map((entry) => ({ ...entry, Doubt: doubt })) });
}
