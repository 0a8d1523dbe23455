import type { AccountView } from '@fairlot/engine';
import type { CommandDraft, HostOutcome, SystemCommandDraft } from '../../../apps/server/src/trading/port.ts';

/** A command of a client, or one of staff for all shards. */
export type AnyDraft = CommandDraft | SystemCommandDraft;

/** An account as a client reads it. */
export type Reading = AccountView | 'uncommitted' | undefined;

/** The answer of a process that clients call: the outcome, and the account as it is read right after. */
export interface Answer {
  readonly outcome: HostOutcome;
  readonly reading: Reading;
}

/**
 * False while a command must be repeated: its outcome is unknown, it was not taken, or the router does not know its account,
 * which another process has opened, yet.
 */
export function isKnown(outcome: HostOutcome): boolean {
  return outcome.ok || !['not_ready', 'overloaded', 'unknown_account'].includes(outcome.reason);
}
