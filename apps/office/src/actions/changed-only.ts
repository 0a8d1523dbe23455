/** The values that differ from a record's: an edit sends those alone, so that it undoes nothing that somebody else changed meanwhile. */
export function changedOnly(
  given: Readonly<Record<string, unknown>>,
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(record[name])),
  );
}
