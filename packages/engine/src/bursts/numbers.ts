export const NO_NUMBERS = new Float64Array(0);

/** The numbers of records in ascending order. Typed, because sorting objects by number would take several times as long. */
export function ascending(
  records: readonly { readonly id: number }[] | ReadonlySet<{ readonly id: number }>,
): Float64Array {
  const numbers = new Float64Array('length' in records ? records.length : records.size);
  let at = 0;
  for (const { id } of records) {
    numbers[at] = id;
    at += 1;
  }
  return numbers.sort();
}
