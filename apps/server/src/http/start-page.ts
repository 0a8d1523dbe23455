import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { DEFAULT_LANGUAGE, type LanguageCode } from '@fairlot/i18n';

const TITLE = /<title>[^<]*<\/title>/;
const ROOT = '<div id="root">';
/** The site's title in pages that the build has rendered. */
const BUILT_TITLE = '>Fairlot<';
/** Place of the site's stop-out level in such pages. */
const BUILT_LEVEL = '{{stop_out_ratio}}';

/** Values of the site that its start page states before any script runs. */
export interface StartPageValues {
  /** Browsers show it, and the client derives the API's origin from it. */
  readonly siteTitle: string;
  /** Content of the meta tag `fairlot-stop-out`: the margin level in per cent at which positions are closed. */
  readonly stopOutLevel: number;
  /** Content of the meta tag `fairlot-language`, for visitors who have not chosen one. */
  readonly language: LanguageCode;
  /** Content of the meta tag `fairlot-api`. */
  readonly statedApi: string | undefined;
  /** The visitor's language: that of the pages to paint first. */
  readonly visitor: LanguageCode;
}

/**
 * The start page with the values of the site, and the pages that the visitor may see before the program has run.
 * Undefined while the pages are not built.
 */
export async function startPage(
  folder: string,
  { siteTitle, stopOutLevel, language, statedApi, visitor }: StartPageValues,
): Promise<string | undefined> {
  try {
    const [page, first] = await Promise.all([
      readFile(join(folder, 'index.html'), 'utf8'),
      firstPages(folder, visitor),
    ]);
    const api = statedApi === undefined ? '' : `<meta name="fairlot-api" content="${escaped(statedApi)}" />`;
    const level = `<meta name="fairlot-stop-out" content="${stopOutLevel}" />`;
    const stated = language === DEFAULT_LANGUAGE ? '' : `<meta name="fairlot-language" content="${language}" />`;
    return (
      page
        .replace(TITLE, () => `<title>${escaped(siteTitle)}</title>${api}${level}${stated}`)
        // Before the root, so that nothing else is painted while they are read.
        .replace(ROOT, (root) => {
          const titled = first.replaceAll(BUILT_TITLE, () => `>${escaped(siteTitle)}<`);
          return titled.replaceAll(BUILT_LEVEL, `${stopOutLevel}`) + root;
        })
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The pages to paint first, which the build has rendered; empty where it has none. */
async function firstPages(folder: string, language: LanguageCode): Promise<string> {
  try {
    return await readFile(join(folder, 'first', `${language}.html`), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A page's own script, as a source that a content security policy names; undefined for a page without one. */
export function ownScript(page: string): string | undefined {
  const text = /<script>([^]*?)<\/script>/.exec(page)?.[1];
  return text === undefined ? undefined : `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const compress = promisify(gzip);

/** Compressed pages by their language. A page that has changed is compressed again. */
export class CompressedPages {
  readonly #pages = new Map<LanguageCode, { readonly text: string; readonly content: Promise<Buffer> }>();

  /** A page as gzip. Callers share the work for the same page. */
  of(language: LanguageCode, text: string): Promise<Buffer> {
    const kept = this.#pages.get(language);
    if (kept?.text === text) return kept.content;
    const content = compress(text, { level: constants.Z_BEST_COMPRESSION });
    this.#pages.set(language, { text, content });
    return content;
  }
}
