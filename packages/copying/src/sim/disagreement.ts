/** Thrown when copying and its auditor disagree. */
export class CopyDisagreement extends Error {
  override readonly name = 'CopyDisagreement';
}

export function must(isTrue: boolean, what: () => string): void {
  if (!isTrue) throw new CopyDisagreement(what());
}
