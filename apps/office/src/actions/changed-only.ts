import { camelKey } from '@fairlot/client';

/**
 * Returns the values that differ from the record's. An edit sends only those, so that it does not undo a concurrent
 * change by a colleague.
 */
export function changedOnly(
  given: Readonly<Record<string, unknown>>,
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(record[camelKey(name)])),
  );
}

/** Returns the record's values of changed fields. The server refuses the change when a colleague has changed them. */
export function seenOf(
  changed: Readonly<Record<string, unknown>>,
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.keys(changed).map((name) => [name, record[camelKey(name)]]));
}
