const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
/** The order matters: most user agents also contain the names of browsers that they imitate. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** Readable browser and system of a user agent; the start of the user agent if unknown, undefined if empty. */
export function deviceName(agent: string): string | undefined {
  const named = [PROGRAMS, SYSTEMS]
    .map((table) => table.find(([pattern]) => pattern.test(agent))?.[1])
    .filter((name) => name !== undefined);
  if (named.length > 0) return named.join(' · ');
  return agent === '' ? undefined : agent.slice(0, 40);
}
