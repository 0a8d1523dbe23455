/** Values of the MMDB format that the tests need. */
type Value =
  string | readonly string[] | { readonly uint: number; readonly type: 5 | 6 | 9 } | { readonly [key: string]: Value };

const STRING = 2;
const MAP = 7;
const ARRAY = 11;
const SEPARATOR_BYTES = 16;

/** The head of a field: its type and size. Types above 7 take a second byte. */
function head(type: number, size: number): Buffer {
  if (size > 28) throw new RangeError('this writer knows short fields only');
  return Buffer.from(type <= 7 ? [(type << 5) | size] : [size, type - 7]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([head(STRING, value.length), Buffer.from(value)]);
  if (Array.isArray(value))
    return Buffer.concat([head(ARRAY, value.length), ...value.map((each: string) => encode(each))]);
  if ('uint' in value && typeof value.uint === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value.uint);
    const used = bytes.subarray(bytes.findIndex((byte) => byte !== 0) < 0 ? 4 : bytes.findIndex((byte) => byte !== 0));
    return Buffer.concat([head(value.type as number, used.length), used]);
  }
  const entries = Object.entries(value as Readonly<Record<string, Value>>);
  return Buffer.concat([head(MAP, entries.length), ...entries.flatMap(([key, each]) => [encode(key), encode(each)])]);
}

/** A country database (MMDB) of IPv4 networks: the first eight bits of each, and its country's code. */
export function countryDatabase(countries: Readonly<Record<number, string>>): Buffer {
  interface Node {
    readonly children: (Node | string | undefined)[];
  }
  const root: Node = { children: [undefined, undefined] };
  for (const [first, code] of Object.entries(countries)) {
    let node = root;
    for (let bit = 7; bit >= 0; bit -= 1) {
      const side = (Number(first) >> bit) & 1;
      if (bit === 0) node.children[side] = code;
      else node = (node.children[side] ??= { children: [undefined, undefined] }) as Node;
    }
  }
  const nodes: Node[] = [root];
  for (let index = 0; index < nodes.length; index += 1)
    for (const child of nodes[index]!.children) if (typeof child === 'object') nodes.push(child);
  const codes = [...new Set(Object.values(countries))];
  const records = codes.map((code) => encode({ country: { iso_code: code } }));
  const offsetOf = (code: string): number =>
    records.slice(0, codes.indexOf(code)).reduce((sum, record) => sum + record.length, 0);
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, { children }] of nodes.entries()) {
    for (const [side, child] of children.entries()) {
      const record =
        child === undefined
          ? nodes.length
          : typeof child === 'string'
            ? nodes.length + SEPARATOR_BYTES + offsetOf(child)
            : nodes.indexOf(child);
      tree.writeUIntBE(record, index * 6 + side * 3, 3);
    }
  }
  const metadata = encode({
    node_count: { uint: nodes.length, type: 6 },
    record_size: { uint: 24, type: 5 },
    ip_version: { uint: 4, type: 5 },
    database_type: 'Test-Country',
    languages: ['en'],
    binary_format_major_version: { uint: 2, type: 5 },
    binary_format_minor_version: { uint: 0, type: 5 },
    build_epoch: { uint: 1_700_000_000, type: 9 },
    description: { en: 'Test' },
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR_BYTES), ...records, marker, metadata]);
}
