import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Tests and tools run in the repository root. */
const CATALOGUES = join(process.cwd(), 'packages/i18n/catalogues');

/** Returns all texts of a language by dotted key. Missing ones are in English, as on the page. */
export function textsOf(language: string): ReadonlyMap<string, string> {
  return new Map([...ownTextsOf('en'), ...ownTextsOf(language)]);
}

/** Returns the texts that a language itself has, in the selected areas. */
export function ownTextsOf(
  language: string,
  wanted: (area: string) => boolean = () => true,
): ReadonlyMap<string, string> {
  const folder = join(CATALOGUES, language);
  const flat = new Map<string, string>();
  const flatten = (value: unknown, path: string): void => {
    if (typeof value === 'string') flat.set(path, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) flatten(inner, path === '' ? key : `${path}.${key}`);
    }
  };
  if (!existsSync(folder)) return flat;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    if (wanted(name.replace('.json', ''))) flatten(JSON.parse(readFileSync(join(folder, name), 'utf8')), '');
  }
  return flat;
}

/** Returns a text with its values filled in. */
export function sayIn(
  texts: ReadonlyMap<string, string>,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = texts.get(key);
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? `{{${name}}}`));
}
