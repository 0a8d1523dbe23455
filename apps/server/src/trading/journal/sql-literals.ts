/** SQL literals for the simple protocol, in which a whole batch is one message without parameters. */

/** A text literal. Requires standard_conforming_strings, which the writer's session sets. */
export function textLiteral(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** An array of integers; undefined values are null. */
export function intArray(
  values: readonly (number | bigint | undefined)[],
  type: 'bigint' | 'integer' = 'bigint',
): string {
  return `'{${values.map((value) => (value === undefined ? 'NULL' : String(value))).join(',')}}'::${type}[]`;
}

/** An array of texts; undefined values are null. */
export function textArray(values: readonly (string | undefined)[], type: 'text' | 'jsonb' = 'text'): string {
  const parts = values.map((value) =>
    value === undefined ? 'NULL' : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  );
  return `${textLiteral(`{${parts.join(',')}}`)}::${type}[]`;
}
