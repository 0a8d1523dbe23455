/** Time as a part of a name, such as `20261123t041500z`. It sorts by time. */
export function stamp(time: number): string {
  return new Date(time)
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '')
    .toLowerCase();
}

/** The time, in whole seconds, of a name that begins with a stamp. */
export function stampTime(name: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z/.exec(name)?.map(Number) ?? [];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}
