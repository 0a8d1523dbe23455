import type { EngineImage } from '@fairlot/engine';

/** Lists of an image, in the order of the text. */
const LISTS = ['instruments', 'markets', 'accounts', 'orders', 'withdrawals', 'keyMarks'] as const;
type Lists = { -readonly [L in (typeof LISTS)[number]]: unknown[] };

/** An image as text, a record on each line: JSON, with integers of any length as text that ends in n. */
export function* imageLines(image: EngineImage): Generator<string> {
  const { seq, nextOrder, nextTransfer, rules } = image;
  yield `head ${write({ seq, nextOrder, nextTransfer, rules })}\n`;
  for (const list of LISTS) for (const record of image[list]) yield `${list} ${write(record)}\n`;
}

/** Reads such a text. Throws for any other. */
export function readImage(text: string): EngineImage {
  const lists: Lists = { instruments: [], markets: [], accounts: [], orders: [], withdrawals: [], keyMarks: [] };
  let head: object | undefined;
  for (let from = 0; from < text.length;) {
    const to = text.indexOf('\n', from);
    const line = text.slice(from, to === -1 ? undefined : to);
    const blank = line.indexOf(' ');
    const name = line.slice(0, blank);
    const record: unknown = JSON.parse(line.slice(blank + 1), revive);
    if (name === 'head') head = record as object;
    else if (Object.hasOwn(lists, name)) lists[name as keyof Lists].push(record);
    else throw new Error(`an image has no list ${JSON.stringify(name)}`);
    from += line.length + 1;
  }
  if (head === undefined) throw new Error('an image without its head');
  return { rules: undefined, ...head, ...lists } as unknown as EngineImage;
}

function write(record: object): string {
  return JSON.stringify(record, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

function revive(_name: string, value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
}
