import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const TITLE = /<title>[^<]*<\/title>/;

/**
 * The start page with the site's title, which browsers show before any script runs and from which the client derives
 * the API's origin. `statedApi` becomes the content of the meta tag `fairlot-api`. Undefined while the pages are not
 * built.
 */
export async function startPage(
  folder: string,
  siteTitle: string,
  statedApi: string | undefined,
): Promise<string | undefined> {
  try {
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    const api = statedApi === undefined ? '' : `<meta name="fairlot-api" content="${escaped(statedApi)}" />`;
    return page.replace(TITLE, () => `<title>${escaped(siteTitle)}</title>${api}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
