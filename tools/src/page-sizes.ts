import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly imports?: readonly string[];
}

/** A part of the built page, with its size and its limit in KiB after gzip. */
export interface PagePart {
  readonly what: string;
  readonly size: number;
  readonly limit: number;
}

/** Measures the parts of the built page in `folder`. Throws if the folder has no build manifest. */
export function pageSizes(folder: string): PagePart[] {
  const pages = built(folder);
  return [
    { what: 'initial JavaScript (start and market list)', size: pages.first(), limit: 150 },
    {
      what: 'chart',
      size: pages.later(({ src }) => src?.endsWith('chart/kline-chart.ts') === true, 'chart', 'TradeScreen'),
      limit: 75,
    },
    { what: 'sheets and dialogs', size: pages.later(({ name }) => name === 'controls', 'sheets'), limit: 35 },
    ...pages.languages().map((code) => ({
      what: `texts, ${code}`,
      size: pages.later(({ src }) => src?.endsWith(`catalogues/${code}/client.ts`) === true, code),
      limit: 25,
    })),
  ];
}

function built(folder: string): BuiltPages {
  const path = join(folder, '.vite', 'manifest.json');
  if (!existsSync(path)) throw new Error(`page size: ${path} is missing, build the pages first`);
  return new BuiltPages(folder, JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, Chunk>>);
}

/** Names of the files that a screen of the built page loads after the start, without their hashes. */
export function filesOfScreen(folder: string, screen: string): string[] {
  return built(folder).ofScreen(screen);
}

class BuiltPages {
  readonly #folder: string;
  readonly #manifest: Readonly<Record<string, Chunk>>;
  readonly #first: ReadonlySet<string>;

  constructor(folder: string, manifest: Readonly<Record<string, Chunk>>) {
    this.#folder = folder;
    this.#manifest = manifest;
    const start = [
      this.#find(({ name }) => name === 'start', 'start'),
      this.#find(({ src }) => src?.endsWith('market/MarketScreen.tsx') === true, 'market list'),
    ];
    this.#first = this.#closure(start);
  }

  /** KiB to load before the market list shows, with the script of the page. */
  first(): number {
    const early = /<script>(.+?)<\/script>/s.exec(readFileSync(join(this.#folder, 'index.html'), 'utf8'))?.[1];
    if (early === undefined) throw new Error('page size: the page has no script that asks for its program');
    return this.#weigh(this.#first) + zipped(early);
  }

  /** KiB of a chunk and its imports, without those that the market list, and the `screen` around it, have already loaded. */
  later(matches: (chunk: Chunk) => boolean, what: string, screen?: string): number {
    const known = new Set([...this.#first, ...(screen === undefined ? [] : this.#closureOf(screen))]);
    return this.#weigh([...this.#closure([this.#find(matches, what)])].filter((key) => !known.has(key)));
  }

  ofScreen(screen: string): string[] {
    const start = this.#closure([this.#find(({ name }) => name === 'start', 'start')]);
    return [...this.#closureOf(screen)]
      .filter((key) => !start.has(key))
      .map((key) => this.#manifest[key]?.name ?? key)
      .sort();
  }

  languages(): string[] {
    return Object.values(this.#manifest)
      .flatMap(({ src }) => /catalogues\/(\w+)\/client\.ts$/.exec(src ?? '')?.[1] ?? [])
      .sort();
  }

  #closureOf(screen: string): Set<string> {
    return this.#closure([this.#find(({ src }) => src?.endsWith(`/${screen}.tsx`) === true, screen)]);
  }

  #find(matches: (chunk: Chunk) => boolean, what: string): string {
    const found = Object.entries(this.#manifest).find(([, chunk]) => matches(chunk))?.[0];
    if (found === undefined) throw new Error(`page size: the build has no ${what}`);
    return found;
  }

  #closure(keys: readonly string[], seen = new Set<string>()): Set<string> {
    for (const key of keys) {
      if (seen.has(key)) continue;
      seen.add(key);
      this.#closure(this.#manifest[key]?.imports ?? [], seen);
    }
    return seen;
  }

  #weigh(keys: Iterable<string>): number {
    return [...keys].reduce((sum, key) => sum + this.#sizeOf(this.#manifest[key]?.file ?? ''), 0);
  }

  #sizeOf(file: string): number {
    return zipped(readFileSync(join(this.#folder, file)));
  }
}

/** KiB after gzip. */
function zipped(content: string | Buffer): number {
  return gzipSync(content, { level: 9 }).length / 1024;
}
