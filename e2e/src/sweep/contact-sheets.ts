import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** Width of a sheet: the widest picture that viewers show without scaling it down. */
const SHEET_PX = 1560;
const GAP_PX = 8;
const ROWS = 2;
const COLUMNS = { narrow: 4, wide: 2 };

/** Combines screenshots to sheets that can be viewed at a glance: `<language>-<look>-<number>.png`. */
export class ContactSheets {
  readonly #browser: Browser;
  readonly #folder: string;
  readonly #look: string;
  readonly #columns: number;
  readonly #pictures = new Map<string, { readonly name: string; readonly data: string }[]>();

  constructor(browser: Browser, folder: string, { look, width }: { readonly look: string; readonly width: number }) {
    this.#browser = browser;
    this.#folder = folder;
    this.#look = look;
    this.#columns = width < 1024 ? COLUMNS.narrow : COLUMNS.wide;
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
    const page = await this.#browser.newPage({ viewport: { width: SHEET_PX, height: 400 } });
    const perSheet = this.#columns * ROWS;
    const cellPx = Math.floor((SHEET_PX - GAP_PX) / this.#columns) - GAP_PX;
    for (let from = 0; from < all.length; from += perSheet) {
      const cells = all
        .slice(from, from + perSheet)
        .map(
          ({ name, data }) =>
            `<figure><figcaption>${name.replaceAll('<', '')}</figcaption><img src="data:image/jpeg;base64,${data}"></figure>`,
        );
      await page.setContent(
        `<style>body{margin:${GAP_PX}px;display:flex;flex-wrap:wrap;gap:${GAP_PX}px;font:13px sans-serif;background:#888}figure{margin:0;width:${cellPx}px}img{width:100%}</style>${cells.join('')}`,
      );
      const number = String(1 + from / perSheet).padStart(2, '0');
      await page.screenshot({ path: join(this.#folder, `${language}-${this.#look}-${number}.png`), fullPage: true });
    }
    await page.close();
  }
}
