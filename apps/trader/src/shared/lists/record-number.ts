/** The number of a record in an address; undefined for anything else. */
export function recordNumber(asked: string | null): number | undefined {
  return asked !== null && /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : undefined;
}
