import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CATALOGUES = join(import.meta.dirname, '..', '..', '..', 'packages', 'i18n', 'catalogues');

/** Words that offer each language, in that language. A whole catalogue for one line would load after everything else. */
export function offers(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    readdirSync(CATALOGUES).map((code) => {
      const { language, common } = JSON.parse(readFileSync(join(CATALOGUES, code, 'shell.json'), 'utf8')) as {
        readonly language: { readonly offer: string; readonly failed: string };
        readonly common: { readonly close: string };
      };
      return [code, { offer: language.offer, close: common.close, failed: language.failed }];
    }),
  );
}
