import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { signInToDemo } from './support/device.ts';
import { call } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

// A warning level so high that any position is below it.
const { open: openDevice } = testApp(() => ({ FAIRLOT_SESSIONS: 'always', FAIRLOT_WARNING_RATIO: '10000' }));

it.each(['en', 'ar'] as const)(
  'a low margin level is told on every screen and leads to the positions (%s)',
  async (language) => {
    const device = await openDevice({ language });
    const { page, context, say, troubles, open, shot } = device;
    await signInToDemo(device);
    const { data } = (await call(device, '/v1/api/forex/trade_list')) as unknown as {
      data: { Id: number; Code: string }[];
    };
    const instrument = data.find(({ Code }) => Code === 'EURUSD')?.Id;
    const notice = page.getByRole('alert').filter({ hasText: say('orders.nearStopOut', { value: 50 }) });
    await open('/news');
    expect(await notice.count()).toBe(0);
    const order = { type: 1, cont: '2', forex_id: instrument, status: 1, multiple: 100 };
    expect(await call(device, '/v1/api/forex/submit', order)).toMatchObject({ reason: 'ok' });
    await notice.waitFor();
    // It says what helps, with figures that are left to the domain's own tests.
    const help = page.getByTestId('margin-help');
    await expect
      .poll(() => help.textContent())
      .toMatch(language === 'en' ? /^Close \S*[\d.]+\S* lots of .*EUR\/USD.*, or add .*USD/ : /EUR\/USD.*USD/);
    expect(await accessibilityFindings(page)).toEqual([]);
    await shot('margin-banner');
    await open('/rank');
    await notice.getByRole('link').click();
    await page.waitForURL(/#\/order\?type=1$/);
    // The orders screen has the same notice once, with the figures.
    await notice.getByRole('link').waitFor({ state: 'detached' });
    await notice.waitFor();
    expect(await notice.count()).toBe(1);
    expect(await help.count()).toBe(1);
    await shot('margin-orders');
    expect(troubles).toEqual([]);
    await context.close();
  },
);
