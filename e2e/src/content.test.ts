import { isolateWords } from '@fairlot/i18n';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import type { Device } from './support/device.ts';
import { seen } from './support/device.ts';
import { comeBackUntil } from './support/gone.ts';
import { testApp } from './support/test-app.ts';

/** Content that a compromised database could contain. The page must not trust it. */
const HOSTILE = [
  '<h2 id="kept">Hours</h2>',
  '<script>document.title = "taken"</script>',
  '<img src="x" onerror="document.title = \'taken\'">',
  '<svg onload="document.title = \'taken\'"></svg>',
  '<a id="bad" href="javascript:alert(1)">one</a>',
  '<a id="good" href="https://example.com/">two</a>',
  '<img src="https://evil.example/pixel.gif">',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><input name="password"></form>',
  '<p style="position:fixed;inset:0">over</p>',
].join('');

describe('content by the operator, and messages to the operator', () => {
  const site = testApp();
  const { open } = site;

  it('finds instruments from Home, and companies; stores the chosen company for three years', async () => {
    const { page, context, say, open: go, troubles } = await open();
    await go('/');
    await page.getByRole('button', { name: say('nav.search') }).click();
    await page.waitForURL(/#\/product$/);
    await page.getByRole('searchbox').fill('gold');
    const row = page.getByTestId('row-XAUUSD').filter({ visible: true });
    await row.waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await row.click();
    await page.waitForURL(/#\/trade$/);
    // The address changes before the screen does; going back earlier would find the search as it was.
    await page.locator('canvas').first().waitFor();

    await go('/product?mode=company');
    await page.getByRole('button', { name: 'Fairlot' }).click();
    const popup = page.getByRole('dialog');
    await popup.getByText(say('product.nothing')).waitFor();
    await seen(page.getByText(say('product.entered', { company: isolateWords('Fairlot') })), () =>
      popup.getByRole('button', { name: say('product.enter') }).click(),
    );
    const cookie = (await context.cookies()).find(({ name }) => name === 'company_id');
    expect(cookie?.value).toBe('1');
    // A browser may shorten the lifetime (Chromium to 400 days).
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(390 * 86_400);
    await page.getByRole('searchbox').fill('no such company');
    await page.getByText(say('product.none')).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  it('goes to the loss URL when the chosen company no longer accepts customers', async () => {
    const { page, context, open: go } = await open();
    await context.addCookies([{ name: 'company_id', value: '7', url: site.fairlot.url }]);
    await page.route('**/api/company/getCompanyStatus**', (route) =>
      route.fulfill({
        json: { code: 1, reason: 'ok', msg: '', data: { status: 2, loss_url: 'https://closed.example/' } },
      }),
    );
    await page.route('https://closed.example/', (route) => route.fulfill({ contentType: 'text/html', body: 'closed' }));
    await go('/');
    await page.waitForURL('https://closed.example/');
    await context.close();
  });

  it.each([{ language: 'en' }, { language: 'ar', scheme: 'dark' as const }])(
    'sends messages, including one whose answer was lost, and feedback ($language)',
    async (options) => {
      const { page, context, say, open: go, shot, troubles } = await open(options);
      await signIn(page, go, say, '/mine/chat');
      // The conversation is being read again while the message is sent, so that the answer is older than the message.
      const answer = await holdReading(page, say);
      await write(page, say, 'Hello <b>there</b>');
      const greeting = page.getByRole('article').filter({ hasText: 'Hello <b>there</b>' });
      await greeting.getByRole('time').waitFor();
      answer('Written elsewhere');
      await page.getByRole('article').filter({ hasText: 'Written elsewhere' }).waitFor();
      expect(await greeting.count()).toBe(1);
      // The second message arrives, but its answer is lost.
      await page.route(
        '**/api/support/send',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await write(page, say, 'Only once, please');
      await page.getByText(say('chat.notSent')).waitFor();
      await page.getByRole('button', { name: say('common.retry') }).click();
      await page.getByText(say('chat.notSent')).waitFor({ state: 'detached' });
      await page.reload();
      await expect
        .poll(() =>
          page
            .getByRole('article')
            .allInnerTexts()
            .then((texts) => texts.filter((text) => text.includes('Only once')).length),
        )
        .toBe(1);
      expect(await accessibilityFindings(page)).toEqual([]);
      await shot('chat');

      await go('/feedback');
      await page.getByRole('textbox').fill('The chart could be larger.');
      await page.getByRole('button', { name: say('feedback.submit') }).click();
      await page.getByText(say('feedback.doneText')).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      // The browser logs the lost answer on the console.
      expect(troubles.filter((trouble) => !trouble.includes('ERR_FAILED'))).toEqual([]);
      await context.close();
    },
  );

  it('shows the announcement in the reader’s language, and no contact address or demo invitation if there is none', async () => {
    const { page, context, say, open: go } = await open({ language: 'de' });
    await signIn(page, go, say, '/mine/announcement');
    await page.getByText('Nordkorea, Israel, China, Vanuatu und Kuba').waitFor();
    await go('/mine/email');
    await page.getByText(say('contact.none')).waitFor();
    await go('/mine/invite');
    await page.getByText(say('account.realOnly')).waitFor();
    await go('/news');
    await page.getByText(say('news.emptyText')).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await context.close();
  });

  it('shows no part of a text that could run or load, even if the server did not remove it', async () => {
    const { page, context, open: go } = await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).hostname));
    const data = {
      id: 1,
      title: 'Hours',
      desc: '',
      logo: '',
      created_at: '2026-11-20T06:00:00.000Z',
      language: 'en',
      content: HOSTILE,
    };
    await page.route('**/api/news/info**', (route) =>
      route.fulfill({ json: { code: 1, reason: 'ok', msg: '', data } }),
    );
    await go('/news/detail?id=1');
    const text = page.locator('.rich-text');
    await text.getByRole('heading').waitFor();
    expect(
      await text.evaluate((element) => [...element.querySelectorAll('*')].map(({ tagName }) => tagName).join(' ')),
    ).toBe('H2 A A P');
    expect(
      await text.evaluate((element) =>
        [...element.querySelectorAll('*')].flatMap((each) => each.getAttributeNames()).join(' '),
      ),
    ).toBe('href target rel');
    expect(await text.getByRole('link').getAttribute('href')).toBe('https://example.com/');
    expect(await page.title()).toBe('News · Fairlot');
    expect(asked).not.toContain('evil.example');
    await context.close();
  });
});

async function signIn(page: Page, go: Device['open'], say: Device['say'], path: string): Promise<void> {
  await go(`/login?from=${path}`);
  await page.getByRole('button', { name: say('login.demo') }).click();
  await page.waitForURL((url) => url.hash === `#${path}`);
}

async function write(page: Page, say: Device['say'], text: string): Promise<void> {
  await page.getByLabel(say('chat.message'), { exact: true }).fill(text);
  await page.getByRole('button', { name: say('chat.send') }).click();
}

/** Holds back the answer of a new reading of the conversation. Returns a function that sends it, with one message. */
async function holdReading(page: Page, say: Device['say']): Promise<(text: string) => void> {
  await page.getByText(say('chat.emptyText')).waitFor();
  let send: ((text: string) => void) | undefined;
  const sent = new Promise<string>((resolve) => {
    send = resolve;
  });
  let isHeld = false;
  const hold = async (route: Route): Promise<void> => {
    const body = (await (await route.fetch()).json()) as { data: { list: object[] } };
    const isFirst = !isHeld;
    isHeld = true;
    const elsewhere = { id: 0, from: 'user', text: await sent, created_at: '2026-11-20T06:00:00.000Z' };
    // Later readings have it too, next to what the page has sent meanwhile.
    body.data.list = isFirst ? [elsewhere] : [...body.data.list, elsewhere];
    await route.fulfill({ json: body });
  };
  await page.route('**/api/support/messages**', hold);
  await comeBackUntil(page, () => isHeld);
  return (text) => send?.(text);
}
