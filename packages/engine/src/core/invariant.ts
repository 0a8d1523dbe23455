/** Thrown when the state is inconsistent. The state can't be trusted any more and the process must stop. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws InvariantError unless the condition holds. The message is built only on failure. */
export function invariant(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new InvariantError(message());
}
