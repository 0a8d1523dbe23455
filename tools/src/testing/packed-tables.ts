import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** A table as texts: null, or the value as PostgreSQL writes it. */
export interface TextTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Last number of the identity column, if there is one. */
  readonly last: number | null;
}

/**
 * A column: its shapes (texts without their numbers), the index of each row's shape, and per shape and number the
 * differences between consecutive rows of that shape. Rows that count up become equal differences, which compress to
 * nearly nothing.
 */
interface PackedColumn {
  readonly texts: readonly (string | null)[];
  readonly at: readonly number[];
  readonly steps: readonly (readonly (readonly string[])[])[];
}

interface PackedTable {
  readonly name: string;
  readonly last: number | null;
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly cells: PackedColumn }[];
}

/** Decimal numbers that read back as they were written: no leading zeros, no neighbouring letters. */
const NUMBER = /(?<![\da-zA-Z_])(?:0|[1-9]\d{0,17})(?![\da-zA-Z_])/g;
/** Stands for a number in a text. Data with this character can't be packed. */
const GAP = '\u{1}';

/** Packs tables of much alike rows, and a value next to them, into a small file. */
export function packTables(head: unknown, tables: readonly TextTable[]): Buffer {
  const packed = tables.map(({ name, last, columns, rows }): PackedTable => {
    const cells = columns.map((column, at) => ({
      name: column,
      cells: packColumn(rows.map((row) => row[at] ?? null)),
    }));
    return { name, last, rows: rows.length, columns: cells };
  });
  const bytes = Buffer.from(JSON.stringify({ head, tables: packed }));
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** Reads what packTables has written. */
export function unpackTables(file: Buffer): { readonly head: unknown; readonly tables: readonly TextTable[] } {
  const { head, tables } = JSON.parse(brotliDecompressSync(file).toString()) as {
    head: unknown;
    tables: readonly PackedTable[];
  };
  return {
    head,
    tables: tables.map(({ name, last, rows, columns }) => {
      const cells = columns.map((column) => unpackColumn(column.cells));
      return {
        name,
        last,
        columns: columns.map((column) => column.name),
        rows: Array.from({ length: rows }, (_, row) => cells.map((column) => column[row] ?? null)),
      };
    }),
  };
}

/** The numbers of the texts of one shape: one list of differences per number in the shape. */
class Shape {
  readonly steps: string[][] = [];
  readonly #before: bigint[] = [];

  add(numbers: readonly string[]): void {
    for (const [slot, text] of numbers.entries()) {
      const number = BigInt(text);
      (this.steps[slot] ??= []).push(String(number - (this.#before[slot] ?? 0n)));
      this.#before[slot] = number;
    }
  }
}

function packColumn(values: readonly (string | null)[]): PackedColumn {
  const shapes = new Map<string | null, { readonly place: number; readonly shape: Shape }>();
  const at = values.map((value) => {
    if (value?.includes(GAP) === true) throw new Error('a text has the character that stands for numbers');
    const text = value === null ? null : value.replaceAll(NUMBER, GAP);
    const found = shapes.get(text) ?? { place: shapes.size, shape: new Shape() };
    shapes.set(text, found);
    found.shape.add(value?.match(NUMBER) ?? []);
    return found.place;
  });
  return { texts: [...shapes.keys()], at, steps: [...shapes.values()].map(({ shape }) => shape.steps) };
}

function unpackColumn({ texts, at, steps }: PackedColumn): readonly (string | null)[] {
  const parts = texts.map((text) => text?.split(GAP));
  const used = texts.map(() => 0);
  const before = steps.map((slots) => slots.map(() => 0n));
  return at.map((place) => {
    const fixed = parts[place];
    if (fixed === undefined) return null;
    const row = used[place] ?? 0;
    used[place] = row + 1;
    const numbers = (before[place] ?? []).map((number, slot) => number + BigInt(steps[place]?.[slot]?.[row] ?? 0));
    before[place] = numbers;
    return fixed.map((part, slot) => (slot === 0 ? part : `${numbers[slot - 1] ?? ''}${part}`)).join('');
  });
}
