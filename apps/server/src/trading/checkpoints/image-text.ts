import type { EngineImage } from '@fairlot/engine';

/** An image as text: its single values and the names of its lists, then a record of a list on each line. */
export function* imageLines(image: EngineImage): Generator<string> {
  const entries = Object.entries(image) as [string, unknown][];
  const lists = entries.filter((entry): entry is [string, Iterable<object>] => isList(entry[1]));
  const head = Object.fromEntries(entries.filter(([, value]) => !isList(value)));
  yield `${write({ head, lists: lists.map(([name]) => name) })}\n`;
  for (const [name, records] of lists) for (const record of records) yield `${name} ${write(record)}\n`;
}

/** Reads such a text. Throws for any other. */
export function readImage(text: string): EngineImage {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const { head, lists: names } = read(first) as { readonly head: object; readonly lists: readonly string[] };
  const lists = new Map(names.map((name) => [name, [] as unknown[]]));
  for (const line of lines) {
    const blank = line.indexOf(' ');
    const list = lists.get(line.slice(0, blank));
    if (list === undefined) throw new Error(`an image has no list ${JSON.stringify(line.slice(0, blank))}`);
    list.push(read(line.slice(blank + 1)));
  }
  return { rules: undefined, ...head, ...Object.fromEntries(lists) } as unknown as EngineImage;
}

function isList(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** JSON, with integers of any length as text that ends in n. */
function write(record: object): string {
  return JSON.stringify(record, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

function read(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  );
}
