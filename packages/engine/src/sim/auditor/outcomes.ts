import type { Outcome } from '../../index.ts';

export const OK: Outcome = { ok: true };

/** A refusal. */
export function no(reason: Extract<Outcome, { ok: false }>['reason'], detail?: Record<string, string>): Outcome {
  return detail === undefined ? { ok: false, reason } : { ok: false, reason, detail };
}
