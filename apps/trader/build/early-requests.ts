import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { BROWSERS } from './browsers.ts';

/**
 * Screens at which visitors arrive. Each costs bytes of the start, and users have all files in the cache of the service
 * worker.
 */
export const LANDING: ReadonlySet<string> = new Set(['/', '/trade', '/rank', '/login', '/register', '/forgot']);

const ROOT = join(import.meta.dirname, '..');
const APP = join(ROOT, 'src', 'app');

/** Module of each route's screen, and the routes that need a sign-in, read from the source of the router. */
function routesOf(source: string): { readonly path: string; readonly module: string; readonly isGuarded: boolean }[] {
  const named = new Map<string, string>();
  for (const [, name = '', module = ''] of source.matchAll(
    /const (\w+) = (?:page\(\s*async )?\(\) =>[^;]*?import\('([^']+)'\)/g,
  ))
    named.set(name, module);
  for (const [, name = '', shared = ''] of source.matchAll(/const (\w+) = page\(async \(\) => \(await (\w+)\(\)\)/g))
    named.set(name, named.get(shared) ?? '');
  const routes = [...source.matchAll(/\{ path: '([^']+)', page: (\w+),([^}]*)\}/g)];
  return routes.map(([, path = '', name = '', rest = '']) => {
    const module = named.get(name) ?? '';
    if (module === '') throw new Error(`routes.ts: no module of the screen ${name} at ${path}`);
    return { path, module: join(APP, module), isGuarded: rest.includes('login: true') };
  });
}

/** Files of a chunk and of all that it imports, without those that the page asks for anyway. */
function filesOf(name: string, bundle: Rolldown.OutputBundle, known: Set<string>): string[] {
  const chunk = bundle[name];
  if (known.has(name) || chunk?.type !== 'chunk') return [];
  known.add(name);
  return [name, ...chunk.imports.flatMap((each) => filesOf(each, bundle, known))];
}

/** Name of a script without folder and ending. */
const shortOf = (file: string): string => file.replace(/^assets\/(.+)\.js$/, '$1');

/** Adds a small script to the page that paints the first screen and asks for its program (src/app/early). */
export const earlyRequests: Plugin = {
  name: 'early-requests',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no page');
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const chunkOf = (module: string): string => {
        const found = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
        if (found === undefined) throw new Error(`the build has no chunk of ${module}`);
        return found.fileName;
      };
      const html = String(page.source);
      const start = [...html.matchAll(/src="\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name);
      const files: string[] = [];
      const indexOf = (file: string): number =>
        files.includes(shortOf(file)) ? files.indexOf(shortOf(file)) : files.push(shortOf(file)) - 1;
      const routes = routesOf(readFileSync(join(APP, 'routes.ts'), 'utf8'));
      const table = {
        start: start.map(shortOf),
        routes: Object.fromEntries(
          routes
            .filter(({ path }) => LANDING.has(path))
            .map(({ path, module }) => [path, filesOf(chunkOf(module), bundle, new Set(start)).map(indexOf)]),
        ),
        guarded: routes.filter(({ isGuarded }) => isGuarded).map(({ path }) => path),
        languages: Object.fromEntries(
          chunks.flatMap(({ facadeModuleId, fileName }) => {
            const code = /[\\/]catalogues[\\/](\w+)[\\/]client\.ts$/.exec(facadeModuleId ?? '')?.[1];
            return code === undefined ? [] : [[code, shortOf(fileName)]];
          }),
        ),
        files,
      };
      const built = await build({
        root: ROOT,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { __EARLY__: JSON.stringify(table) },
        build: {
          write: false,
          target: BROWSERS,
          rolldownOptions: { input: join(APP, 'early', 'main.ts'), output: { format: 'iife' } },
        },
      });
      const { output } = [built].flat()[0] as Rolldown.RolldownOutput;
      // Part of the page, because a file would come one round trip later; and before the style sheet, for which browsers
      // would hold it back. The page names no program: this script asks for it when that delays no paint.
      const scripts = /^\s*<script type="module"[^>]*><\/script>\n/gm;
      page.source = html
        .replaceAll(scripts, '')
        .replace('<link rel="stylesheet"', (link) => `<script>${output[0].code.trim()}</script>\n    ${link}`);
    },
  },
};
