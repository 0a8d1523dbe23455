import type { Applied } from '../index.ts';

/** What happened in a run, so that its reader can judge what was tried. */
export interface Report {
  readonly commands: number;
  readonly quotes: number;
  readonly crashes: number;
  /** Commands answered from the memory of keys, and those sent to the journal. */
  readonly repeated: number;
  readonly archived: number;
  /** Rows by command, events by type and reason, refusals by reason. */
  readonly rows: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  readonly refusals: Readonly<Record<string, number>>;
}

/** Counts while a simulation runs. */
export class Tally {
  commands = 0;
  quotes = 0;
  crashes = 0;
  repeated = 0;
  archived = 0;
  readonly #rows: Record<string, number> = {};
  readonly #events: Record<string, number> = {};
  readonly #refusals: Record<string, number> = {};

  count(rows: readonly Applied[]): void {
    for (const { command, outcome, events } of rows) {
      increase(this.#rows, command.type);
      if (!outcome.ok) increase(this.#refusals, outcome.reason);
      for (const event of events) {
        const detail = event.type === 'transferred' || event.type === 'positionOpened' ? event.kind : 'reason' in event ? event.reason : undefined;
        increase(this.#events, detail === undefined ? event.type : `${event.type}:${detail}`);
      }
    }
  }

  report(): Report {
    const { commands, quotes, crashes, repeated, archived } = this;
    return { commands, quotes, crashes, repeated, archived, rows: this.#rows, events: this.#events, refusals: this.#refusals };
  }
}

function increase(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
