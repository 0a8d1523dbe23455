import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

const COLUMNS = 6;
const ROWS = 2;
const CELL_PX = 300;

/** Pictures of screens, put together on sheets that can be looked at in one glance: `<language>-<look>-<number>.png`. */
export class ContactSheets {
  readonly #browser: Browser;
  readonly #folder: string;
  readonly #look: string;
  readonly #pictures = new Map<string, { readonly name: string; readonly data: string }[]>();

  constructor(browser: Browser, folder: string, look: string) {
    this.#browser = browser;
    this.#folder = folder;
    this.#look = look;
    mkdirSync(folder, { recursive: true });
  }

  async add(language: string, name: string, page: Page): Promise<void> {
    const picture = await page.screenshot({ type: 'jpeg', quality: 80 });
    const all = this.#pictures.get(language) ?? [];
    all.push({ name, data: picture.toString('base64') });
    this.#pictures.set(language, all);
  }

  /** Writes the sheets of a language. */
  async finish(language: string): Promise<void> {
    const all = this.#pictures.get(language) ?? [];
    this.#pictures.delete(language);
    const page = await this.#browser.newPage({ viewport: { width: COLUMNS * (CELL_PX + 8) + 8, height: 400 } });
    for (let from = 0; from < all.length; from += COLUMNS * ROWS) {
      const cells = all.slice(from, from + COLUMNS * ROWS).map(({ name, data }) => `<figure><figcaption>${name.replaceAll('<', '')}</figcaption><img src="data:image/jpeg;base64,${data}"></figure>`);
      await page.setContent(`<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:13px sans-serif;background:#888}figure{margin:0;width:${CELL_PX}px}img{width:100%}</style>${cells.join('')}`);
      const number = String(1 + from / (COLUMNS * ROWS)).padStart(2, '0');
      await page.screenshot({ path: join(this.#folder, `${language}-${this.#look}-${number}.png`), fullPage: true });
    }
    await page.close();
  }
}
