/** The message of an error and those of its causes: the last one is what PostgreSQL or the system said. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${errorText(error.cause)}`;
}
