import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { actsOnImport } from './acts-on-import.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ROOMS = ['apps/trader/src', 'apps/office/src', 'packages/client/src', 'packages/ui/src', 'packages/web/src'];
/** The programs: they are started, not imported. */
const PROGRAMS: ReadonlySet<string> = new Set([
  'apps/trader/src/main.tsx',
  'apps/trader/src/app/early/main.ts',
  'apps/trader/src/app/worker/service-worker.ts',
  'apps/office/src/main.tsx',
]);

it('has no module of the pages that acts when it is imported', () => {
  const found = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|testkit|d)\.tsx?$/.test(file) && !PROGRAMS.has(file))
      .flatMap((file) => actsOnImport(file, readFileSync(join(ROOT, file), 'utf8')).map((act) => `${file}: ${act}`)),
  );
  expect(found).toEqual([]);
});

it.each([
  'useSession.subscribe(follow);',
  'if (ready) follow();',
  "const query = matchMedia('(min-width: 64rem)');",
  "const useStore = create(readStored(localStorage, 'key'));",
  'let last = { at: document.title };',
])('finds what acts: %s', (statement) => {
  expect(actsOnImport('module.ts', statement)).toEqual([statement]);
});

it.each([
  "import './styles.css';",
  'export let api: Api;',
  'const known = new Map<string, Entry>();',
  'export const useStore = create(() => ({ title: document.title }));',
  'export const clock = { after: (ms, call) => setTimeout(call, ms), location: 1 };',
  'declare const BUILD: string;',
])('has nothing against %s', (statement) => {
  expect(actsOnImport('module.ts', statement)).toEqual([]);
});
