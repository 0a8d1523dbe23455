/** Scripts of the build that the page asks for after its start, without folder and ending. The build writes it. */
export interface EarlyTable {
  /** Scripts that start the program, in their order. */
  readonly start: readonly string[];
  readonly files: readonly string[];
  /** By path, for screens at which visitors arrive: the screen's files and all that they import, as indexes of `files`. */
  readonly routes: Readonly<Record<string, readonly number[]>>;
  /** Paths at which visitors see the sign-in. */
  readonly guarded: readonly string[];
  /** File of each language's texts, by code. */
  readonly languages: Readonly<Record<string, string>>;
}

/** The address at which the page is opened, and its visitor. */
export interface Arrival {
  /** Fragment of the address, with its #. */
  readonly hash: string;
  readonly cookie: string;
  /** Language of visitors who have chosen none. */
  readonly language: string;
  readonly signedIn: boolean;
}

/** Files that the first screen needs. A wrong guess costs a request and nothing else: the start decides for itself. */
export function earlyFiles(table: EarlyTable, { hash, cookie, language, signedIn }: Arrival): string[] {
  const [given = ''] = hash.slice(1).split('?');
  const path = given === '' ? '/' : given;
  const shown = !signedIn && table.guarded.includes(path) ? '/login' : path;
  const texts = own(table.languages, languageOf(table, { cookie, language }));
  const program = (own(table.routes, shown) ?? []).flatMap((at) => table.files[at] ?? []);
  return (texts === undefined ? program : [texts, ...program]).map(scriptOf);
}

/** Path of a script of the build. */
export const scriptOf = (name: string): string => `/assets/${name}.js`;

/** Code of the visitor's language: that of the cookie, or the site's. */
export function languageOf(
  { languages }: Pick<EarlyTable, 'languages'>,
  { cookie, language }: Pick<Arrival, 'cookie' | 'language'>,
): string {
  const stored = /(?:^|;\s*)lang=(\w+)/.exec(cookie)?.[1] ?? '';
  const chosen = stored === 'tw' ? 'hk' : stored;
  return Object.hasOwn(languages, chosen) ? chosen : language;
}

/** Address and cookie may name a property of every object. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
