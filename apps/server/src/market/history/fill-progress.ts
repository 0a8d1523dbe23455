import { type InstrumentId, PERIODS } from '@fairlot/domain';
import { plainDetail } from '../feeds/live/connection/fault.ts';
import { RestError } from '../feeds/live/connection/rest.ts';
import type { SourceName } from '../feeds/live/source.ts';
import type { Gap } from './gap-store.ts';
import type { HistoryFigures, PastFailure, WaitingPast } from './past-status.ts';

type Facts = { readonly code: string; readonly source: SourceName | undefined };

/** The progress of the filling of the past since the start, by instrument. */
export class FillProgress {
  readonly #bars = new Map<InstrumentId, number>();
  readonly #failures = new Map<InstrumentId, PastFailure>();
  #filled = 0;
  #malformed = 0;

  /** Bars were stored. */
  filled(id: InstrumentId, bars: number): void {
    this.#filled += bars;
    this.#bars.set(id, (this.#bars.get(id) ?? 0) + bars);
  }

  /** A bar's figures could not be true. */
  malformed(): void {
    this.#malformed += 1;
  }

  works(id: InstrumentId): void {
    this.#failures.delete(id);
  }

  fails(id: InstrumentId, error: unknown, at: number): void {
    const fault = error instanceof RestError ? error.fault : undefined;
    const reason = isOfSymbol(error) ? 'unknown_symbol' : (fault?.reason ?? 'failed');
    const detail = plainDetail(error instanceof Error ? error.message : String(error));
    const before = this.#failures.get(id);
    this.#failures.set(id, { reason, detail, at, since: before?.reason === reason ? before.since : at });
  }

  failureOf(id: InstrumentId): PastFailure | undefined {
    return this.#failures.get(id);
  }

  figures(): Omit<HistoryFigures, 'gaps'> {
    return { filled: this.#filled, malformed: this.#malformed };
  }

  /** One line for each instrument that waits: its span with the shortest period, which is filled first. */
  waiting(gaps: readonly Gap[], factsOf: (id: InstrumentId) => Facts): readonly WaitingPast[] {
    const first = new Map<InstrumentId, Gap>();
    for (const gap of gaps) {
      const there = first.get(gap.instrument);
      if (there === undefined || PERIODS.indexOf(gap.period) < PERIODS.indexOf(there.period))
        first.set(gap.instrument, gap);
    }
    const rows = [...first.values()].map((gap): WaitingPast => {
      const { instrument: id, period, next, to } = gap;
      return { ...factsOf(id), period, next, to, bars: this.#bars.get(id) ?? 0, failure: this.#failures.get(id) };
    });
    return rows.toSorted((one, other) => Number(other.failure !== undefined) - Number(one.failure !== undefined));
  }
}

/** True when the request was refused for its symbol: other symbols of the source are not affected. */
export function isOfSymbol(error: unknown): boolean {
  return error instanceof RestError && (error.status === 400 || error.status === 404);
}
