import { readdirSync } from 'node:fs';

/** Folders without sources: dependencies, build output, data of a local server. */
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'coverage', '.git', '.cache']);

/** Paths of all files under `folder` whose names match, relative to `folder`, with forward slashes. */
export function filesUnder(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return name.test(entry.name) ? [entry.name] : [];
    if (SKIPPED.has(entry.name)) return [];
    return filesUnder(`${folder}/${entry.name}`, name).map((file) => `${entry.name}/${file}`);
  });
}
