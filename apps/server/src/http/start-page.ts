import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, type LanguageCode } from '@fairlot/i18n';

const TITLE = /<title>[^<]*<\/title>/;

/** Values of the site that its start page states before any script runs. */
export interface StartPageValues {
  /** Browsers show it, and the client derives the API's origin from it. */
  readonly siteTitle: string;
  /** Content of the meta tag `fairlot-language`, for visitors who have not chosen one. */
  readonly language: LanguageCode;
  /** Content of the meta tag `fairlot-api`. */
  readonly statedApi: string | undefined;
}

/** The start page with the values of the site. Undefined while the pages are not built. */
export async function startPage(
  folder: string,
  { siteTitle, language, statedApi }: StartPageValues,
): Promise<string | undefined> {
  try {
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    const api = statedApi === undefined ? '' : `<meta name="fairlot-api" content="${escaped(statedApi)}" />`;
    const first = language === DEFAULT_LANGUAGE ? '' : `<meta name="fairlot-language" content="${language}" />`;
    return page.replace(TITLE, () => `<title>${escaped(siteTitle)}</title>${api}${first}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
