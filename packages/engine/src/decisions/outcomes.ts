import type { Outcome, Refusal } from '../outcome.ts';

export const DONE: Outcome = { ok: true };

/** A refusal with its reason and, for people, its figures. */
export function refuse(reason: Refusal, detail?: Readonly<Record<string, string>>): Outcome {
  return detail === undefined ? { ok: false, reason } : { ok: false, reason, detail };
}
