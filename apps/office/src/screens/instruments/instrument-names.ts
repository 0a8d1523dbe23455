/** Names by language as lines of a form, such as `en: Corn`. */
export function namesText(names: Readonly<Record<string, string>>): string {
  return Object.entries(names)
    .map(([language, name]) => `${language}: ${name}`)
    .join('\n');
}

/** The names in such lines, in the order of the languages' codes. A line without a colon is a key that no schema takes. */
export function namesOf(text: string): Record<string, string> {
  const names = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): [string, string] => {
      const [language = '', ...name] = line.split(':');
      return name.length === 0 ? [line, ''] : [language.trim().toLowerCase(), name.join(':').trim()];
    });
  return Object.fromEntries(names.sort(([left], [right]) => (left < right ? -1 : 1)));
}
