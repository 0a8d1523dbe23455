import type { ClientCommand, Outcome } from '@fairlot/engine';
import type { AnsweredWhen, HostOutcome } from './port.ts';

/** A caller to be answered when the rows up to now are committed, or when their table rows are written as well. */
export interface PendingCaller {
  readonly outcome: Outcome;
  readonly until: AnsweredWhen;
  /** The command, to look its outcome up in the journal after a failed commit; absent for the host's own commands. */
  readonly command: ClientCommand | undefined;
  readonly answer: (outcome: HostOutcome) => void;
}
