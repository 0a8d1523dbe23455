/** Something that must never happen has happened: the state can't be trusted any more and the process must stop. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws InvariantError unless the condition holds. The message is only built when it is needed. */
export function invariant(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new InvariantError(message());
}
