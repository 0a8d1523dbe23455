import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { chartOf, tagPlace } from './support/chart-tags.ts';
import { signInToDemo } from './support/device.ts';
import type { DeviceOptions } from './support/device.ts';
import { buyWithStop, call, openChart, roomiest } from './support/orders.ts';
import { testApp } from './support/test-app.ts';
import { Touch } from './support/touch.ts';

const { open } = testApp();

it.each<DeviceOptions>([
  { language: 'en' },
  { language: 'ar', scheme: 'dark' },
  { language: 'de', size: { width: 1280, height: 800 } },
])('a tap on the tag of a position opens it, and closes it from there ($language)', async (options) => {
  const device = await open(options);
  const { page, say, shot } = device;
  await signInToDemo(device);
  const roomy = await roomiest(device);
  const order = await buyWithStop(device, roomy);
  await openChart(device, roomy.code);
  const chart = await chartOf(device);
  const own = await tagPlace(chart, '--up');
  if (options.size === undefined) await (await Touch.of(page)).tap(own);
  else await page.mouse.click(own.x, own.y);
  const sheet = page.getByRole('dialog').filter({ hasText: say('orders.details', { id: order.Id }) });
  const close = sheet.getByRole('button', { name: say('orders.close'), exact: true });
  await close.waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await shot('tapped-position');
  await close.click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('orders.close'), exact: true })
    .click();
  const isOpen = async (): Promise<boolean> => {
    const { data } = (await call(device, '/v1/api/forex/my_deal?status=1&page=1')) as unknown as {
      data: { data: { Id: number }[] };
    };
    return data.data.some(({ Id }) => Id === order.Id);
  };
  await expect.poll(isOpen).toBe(false);
  // The sheet goes with the position, and so does its line.
  await sheet.waitFor({ state: 'detached' });
  expect(device.troubles).toEqual([]);
  await device.context.close();
});
