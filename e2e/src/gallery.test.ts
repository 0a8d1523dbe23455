import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, preview } from 'vite';
import type { PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { launchBrowser } from './support/browser.ts';
import { gone } from './support/gone.ts';

const GALLERY = fileURLToPath(new URL('../../packages/ui/gallery', import.meta.url));
const LOOKS = ['light', 'dark'].flatMap((theme) =>
  ['ltr', 'rtl'].flatMap((dir) => ['green-up', 'red-up', 'blue-orange'].map((prices) => ({ theme, dir, prices }))),
);
const LAYERS = ['sheet', 'high sheet', 'drawer', 'dialog', 'question', 'critical question'];

describe('the gallery of controls', () => {
  let folder: string;
  let server: PreviewServer;
  let browser: Browser;
  const open = async (look: Readonly<Record<string, string>>): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await page.goto(`${server.resolvedUrls?.local[0] ?? ''}?${new URLSearchParams(look).toString()}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The drawings are a chunk that loads later.
    await page.locator('section[aria-label^="Empty"] svg[viewBox="0 0 160 120"]').last().waitFor();
    return page;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairlot-gallery-'));
    const config = {
      root: GALLERY,
      configFile: join(GALLERY, 'vite.config.ts'),
      logLevel: 'warn' as const,
      build: { outDir: folder, emptyOutDir: true },
    };
    await build(config);
    server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(LOOKS)('is accessible, and not wider than a phone ($theme, $dir, $prices)', async (look) => {
    const page = await open(look);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.close();
  });

  it.each([
    { theme: 'light', dir: 'rtl' },
    { theme: 'dark', dir: 'ltr' },
  ])('has accessible layers ($theme, $dir)', async (look) => {
    const page = await open(look);
    for (const layer of LAYERS) {
      await page.getByRole('button', { name: `Open ${layer}`, exact: true }).click();
      const dialog = page.getByRole(layer.includes('question') ? 'alertdialog' : 'dialog');
      await dialog.waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await gone(dialog);
    }
    await page.getByRole('button', { name: 'Show messages' }).click();
    await page.getByText('The server could not be reached.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.close();
  });
});
