import type { Applied, Event, Outcome } from '../index.ts';

/** Counts of a run, from which a reader can judge its coverage. */
export interface Report {
  readonly commands: number;
  readonly quotes: number;
  readonly crashes: number;
  /** Slices of bursts. */
  readonly slices: number;
  /** Commands answered from the memory of keys, and commands referred to the journal. */
  readonly repeated: number;
  readonly archived: number;
  /** Rows by command, events by type and reason, refusals by reason. */
  readonly rows: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  readonly refusals: Readonly<Record<string, number>>;
  /** Refusals of the input alone, which left no row, by reason. */
  readonly malformed: Readonly<Record<string, number>>;
}

/** Counts while a simulation runs. */
export class Counters {
  commands = 0;
  quotes = 0;
  crashes = 0;
  slices = 0;
  repeated = 0;
  archived = 0;
  readonly #rows: Record<string, number> = {};
  readonly #events: Record<string, number> = {};
  readonly #refusals: Record<string, number> = {};
  readonly #malformed: Record<string, number> = {};

  count(rows: readonly Applied[]): void {
    for (const { command, outcome, events } of rows) {
      increase(this.#rows, command.type);
      if (!outcome.ok) increase(this.#refusals, outcome.reason);
      else if (outcome.left !== undefined) increase(this.#events, `${command.type}:left`);
      for (const event of events) {
        const detail = detailOf(event);
        increase(this.#events, detail === undefined ? event.type : `${event.type}:${detail}`);
        if (command.type === 'amendOrder' && event.type === 'positionOpened')
          increase(this.#events, 'positionOpened:amended');
        if (command.type === 'trigger' && event.type === 'positionSplit') increase(this.#events, 'positionSplit:level');
      }
    }
  }

  countRefused(outcome: Outcome): void {
    if (!outcome.ok) increase(this.#malformed, outcome.reason);
  }

  report(): Report {
    const { commands, quotes, crashes, slices, repeated, archived } = this;
    return {
      commands,
      quotes,
      crashes,
      slices,
      repeated,
      archived,
      rows: this.#rows,
      events: this.#events,
      refusals: this.#refusals,
      malformed: this.#malformed,
    };
  }
}

function detailOf(event: Event): string | undefined {
  if (event.type === 'transferred' || event.type === 'positionOpened' || event.type === 'orderAmended')
    return event.kind;
  if (event.type === 'dealingSet') return event.mode;
  if (event.type === 'stopsChanged' && event.premium !== undefined) return 'guaranteed';
  if (event.type === 'stopsChanged') return event.trailing === undefined ? undefined : 'trailing';
  if (event.type === 'positionClosed' && event.guarantee !== undefined)
    return `${event.reason}, guaranteed${event.guarantee.gap > 0n ? ', gap' : ''}`;
  if (event.type === 'partialLevelsChanged') return event.levels.length === 0 ? 'none' : undefined;
  if (event.type === 'fillCorrected') return event.waived > 0n ? `${event.fill}, waived` : event.fill;
  if (event.type === 'positionSplit') return event.correction === undefined ? undefined : 'corrected';
  return 'reason' in event ? event.reason : undefined;
}

function increase(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
