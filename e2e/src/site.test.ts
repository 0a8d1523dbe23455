import { beforeAll, describe, expect, it } from 'vitest';
import { signInToDemo } from './support/device.ts';
import { StaffClient } from './support/staff-client.ts';
import { testApp } from './support/test-app.ts';

const HELPDESK = 'https://helpdesk.example/desk?site=1';

describe('what the site’s settings change on the trader’s pages', () => {
  const site = testApp();
  let root: StaffClient;
  beforeAll(async () => {
    root = await StaffClient.setUp(site.fairlot.url, await site.fairlot.setUpUrl(), 'root');
  });

  async function set(values: Readonly<Record<string, string>>): Promise<void> {
    const { version } = await root.call('siteSettings');
    await root.call('changeSiteSettings', { version, values });
  }

  it('a site with the title DEMO says in red below its announcement that it is one', async () => {
    const device = await site.open();
    const { page, say, shot } = device;
    await signInToDemo(device);
    await device.open('/mine/announcement');
    await page.getByRole('article').waitFor();
    const note = page.getByText(say('announcement.demo'));
    expect(await note.count()).toBe(0);

    await set({ site_title: 'DEMO' });
    try {
      await page.reload();
      await note.waitFor();
      const colour = await note.evaluate((element) => getComputedStyle(element).color);
      const [red = 0, green = 0, blue = 0] = await page.evaluate((css) => {
        const painter = new OffscreenCanvas(1, 1).getContext('2d');
        if (painter === null) return [];
        painter.fillStyle = css;
        painter.fillRect(0, 0, 1, 1);
        return [...painter.getImageData(0, 0, 1, 1).data];
      }, colour);
      expect(red).toBeGreaterThan(2 * Math.max(green, blue));
      await shot('demo-note');
    } finally {
      await set({ site_title: 'Fairlot' });
    }
    await page.reload();
    await page.getByRole('article').waitFor();
    expect(await note.count()).toBe(0);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });

  it('a service link is shown in a frame of the full height, and without one the site’s own chat', async () => {
    const device = await site.open();
    const { page, context, say, shot } = device;
    await context.route(HELPDESK, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<p></p><script>document.querySelector("p").textContent = "How can we help? " + (parent === self)</script>',
      }),
    );
    await signInToDemo(device);
    await device.open('/mine/chat');
    await page.getByLabel(say('chat.message'), { exact: true }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);

    await set({ service_link: HELPDESK });
    try {
      await page.reload();
      const frame = page.getByTitle(say('chat.frame'));
      await page.frameLocator('iframe').getByText('How can we help? false').waitFor();
      expect(await frame.getAttribute('src')).toBe(HELPDESK);
      const box = await frame.boundingBox();
      // Everything below the strip and the title of the screen.
      expect([box?.x, box?.width]).toEqual([0, 390]);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0);
      expect(box?.height).toBeGreaterThan(700);
      expect(await page.getByLabel(say('chat.message'), { exact: true }).count()).toBe(0);
      await shot('helpdesk');
    } finally {
      await set({ service_link: '' });
    }
    await page.reload();
    await page.getByLabel(say('chat.message'), { exact: true }).waitFor();
    expect(device.troubles).toEqual([]);
    await context.close();
  });
});
