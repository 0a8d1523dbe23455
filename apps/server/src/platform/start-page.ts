import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const TITLE = /<title>[^<]*<\/title>/;

/**
 * The page that everything begins with, under the site's title: it is shown before any program runs, and the client's rule
 * of where the API lives reads it. Undefined while the pages are not built.
 */
export async function startPage(folder: string, siteTitle: string): Promise<string | undefined> {
  try {
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    return page.replace(TITLE, () => `<title>${escaped(siteTitle)}</title>`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
