type Camel<Key extends string> = Key extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Uncapitalize<Key>;

/**
 * A record type with camelCase keys: `created_at` becomes `createdAt`, `Seq` becomes `seq`; also in nested lists and
 * records.
 */
export type CamelKeys<T> = T extends readonly (infer Item)[]
  ? CamelKeys<Item>[]
  : T extends object
    ? string extends keyof T
      ? T
      : { [Key in keyof T as Key extends string ? Camel<Key> : Key]: CamelKeys<T[Key]> }
    : T;

/**
 * Renames the keys of a record to camelCase. Use it for records whose values need no conversion: texts, counts, and
 * decimals that are only displayed.
 */
export function camelKeys<T>(record: T): CamelKeys<T> {
  return renamed(record) as CamelKeys<T>;
}

/** Fields whose keys are data and are not renamed. A test finds every such field of the contract. */
export const TABLES: ReadonlySet<string> = new Set(['names', 'quotes_rejected']);

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [camelKey(key), TABLES.has(key) ? part : renamed(part)]),
  );
}

/** Converts a wire name to camelCase: `created_at` becomes `createdAt`, `Seq` becomes `seq`. */
export function camelKey<const Key extends string>(key: Key): Camel<Key> {
  return key
    .replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase()) as Camel<Key>;
}
