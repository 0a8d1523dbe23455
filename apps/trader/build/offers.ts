import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CATALOGUES = join(import.meta.dirname, '..', '..', '..', 'packages', 'i18n', 'catalogues');

interface ShellTexts {
  readonly language: { readonly offer: string; readonly failed: string };
  readonly common: { readonly close: string };
}

/** Words that offer each language, in that language. A whole catalogue for one line would load after everything else. */
export function offers(): Readonly<Record<string, object>> {
  return ofEach(({ language, common }) => ({ offer: language.offer, close: common.close }));
}

/** Words for a language that cannot be loaded, in that language. */
export function failures(): Readonly<Record<string, string>> {
  return ofEach(({ language }) => language.failed);
}

function ofEach<T>(pick: (texts: ShellTexts) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(
    readdirSync(CATALOGUES).map((code) => [
      code,
      pick(JSON.parse(readFileSync(join(CATALOGUES, code, 'shell.json'), 'utf8')) as ShellTexts),
    ]),
  );
}
