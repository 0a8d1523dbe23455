import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Apps that ship libraries to browsers. */
const PAGES = ['apps/trader', 'apps/office'] as const;
const OURS = '@fairlot/';
/** Packages of types, which never reach a browser. */
const TYPES = /^(?:@types\/|csstype$)/;
const LICENCE_FILE = /^(?:licen[cs]e|copying)(?:\.md|\.txt)?$/i;

/**
 * The text of NOTICE.txt: licences of the drawings and of every library that an app depends on, from the library's
 * package. Libraries with the same licence text share it.
 */
export function notices(root: string): string {
  const drawings = readFileSync(join(root, 'tools/src/notices/drawings.txt'), 'utf8');
  const byText = new Map<string, string[]>();
  for (const [name, folder] of [...librariesOf(root)].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const text = licenceOf(name, folder);
    byText.set(text, [...(byText.get(text) ?? []), name]);
  }
  const libraries = [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`);
  return [drawings, ...libraries].join(`\n${'-'.repeat(80)}\n\n`);
}

/** Name and folder of each library in the apps, transitive dependencies included. */
function librariesOf(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (folder: string): void => {
    const { dependencies = {} } = manifestOf(folder);
    for (const name of Object.keys(dependencies)) {
      if (TYPES.test(name) || found.has(name)) continue;
      const at = folderOf(name, folder);
      found.set(name, at);
      visit(at);
    }
  };
  for (const page of PAGES) visit(join(root, page));
  return new Map([...found].filter(([name]) => !name.startsWith(OURS)));
}

/** Finds the installed folder of a dependency: in the nearest node_modules that has it. */
function folderOf(name: string, from: string): string {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (at === dirname(at)) throw new Error(`notices: ${name}, a dependency of ${from}, is not installed`);
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Text of the package's licence file; without one, the licence named in its package.json. */
function licenceOf(name: string, folder: string): string {
  const file = readdirSync(folder)
    .sort()
    .find((each) => LICENCE_FILE.test(each));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  const { license } = manifestOf(folder);
  if (license === undefined) throw new Error(`notices: ${name} has no licence file and names no licence`);
  return `Licence: ${license}`;
}
