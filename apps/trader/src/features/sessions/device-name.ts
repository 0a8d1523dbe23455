const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
/** In this order: most programs also name those that they want to be taken for. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** A program and its system as people call them, by what it calls itself; undefined when nothing is known of it. */
export function deviceName(agent: string): string | undefined {
  const named = [PROGRAMS, SYSTEMS]
    .map((table) => table.find(([pattern]) => pattern.test(agent))?.[1])
    .filter((name) => name !== undefined);
  if (named.length > 0) return named.join(' · ');
  return agent === '' ? undefined : agent.slice(0, 40);
}
