/** Values for the {{placeholders}} of a text. */
export type Params = Readonly<Record<string, string | number>>;

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** Names of the {{placeholders}} in a text. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** A text with its {{placeholders}} filled in; those without a value stay as they are. */
export function fill(text: string, params: Params): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

/** Every text of a nested catalogue by its dotted key. */
export function flatten(tree: object, prefix = ''): ReadonlyMap<string, string> {
  const flat = new Map<string, string>();
  for (const [name, value] of Object.entries(tree) as [string, string | object][]) {
    if (typeof value === 'string') flat.set(prefix + name, value);
    else for (const [key, text] of flatten(value, `${prefix}${name}.`)) flat.set(key, text);
  }
  return flat;
}
