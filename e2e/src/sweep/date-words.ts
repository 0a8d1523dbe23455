/** Returns the words of a language's dates, times and durations, in lower case. */
export function dateWordsOf(tag: string): ReadonlySet<string> {
  const words = new Set<string>(['utc', 'gmt']);
  const add = (text: string): void => {
    for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) words.add(word.toLowerCase());
  };
  for (let month = 0; month < 12; month += 1) {
    for (const day of [3, 8, 12, 17]) {
      const moment = Date.UTC(2026, month, day, day);
      for (const style of ['full', 'long', 'medium', 'short'] as const)
        add(
          new Intl.DateTimeFormat(tag, {
            dateStyle: style,
            timeStyle: 'long',
            timeZone: 'UTC',
            calendar: 'gregory',
          }).format(moment),
        );
      add(
        new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', hour: 'numeric', calendar: 'gregory' }).format(
          moment,
        ),
      );
    }
  }
  // Languages without spaces write the day of the week and the date as one word.
  const weekdays = (['long', 'short'] as const).map(
    (weekday) => new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }),
  );
  for (let day = 1; day <= 7; day += 1) for (const format of weekdays) add(format.format(Date.UTC(2026, 0, day)));
  const spans = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  for (const unit of ['second', 'minute', 'hour', 'day', 'month', 'year'] as const)
    for (const count of [-5, -2, -1, 0, 1, 2, 5]) add(spans.format(count, unit));
  return words;
}
