/** Values for the {{placeholders}} of a text. */
export type Params = Readonly<Record<string, string | number>>;

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** Names of the {{placeholders}} in a text. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** Replaces the {{placeholders}} of a text by their values. A placeholder without a value stays. */
export function fill(text: string, params: Params): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

/** All texts of a nested catalogue by dotted key. */
export function flatten(tree: object, prefix = ''): ReadonlyMap<string, string> {
  const flat = new Map<string, string>();
  for (const [name, value] of Object.entries(tree) as [string, string | object][]) {
    if (typeof value === 'string') flat.set(prefix + name, value);
    else for (const [key, text] of flatten(value, `${prefix}${name}.`)) flat.set(key, text);
  }
  return flat;
}
