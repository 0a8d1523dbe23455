import {
  ALWAYS_OPEN,
  type InstrumentId,
  type OpenSpan,
  type SessionCalendar,
  isOpen,
  nextChange,
  openSpans,
} from '@fairlot/domain';
import type { ListedInstrument } from './port.ts';

type SessionListener = (instrument: InstrumentId, open: boolean) => void;

interface CalendarState {
  readonly calendar: SessionCalendar;
  readonly instruments: readonly InstrumentId[];
  open: boolean;
  /** Time of the next change; infinity when there is none. */
  next: number;
}

/**
 * Tracks which markets are open as market time advances. Time only moves forward; each change is reported exactly once,
 * in the order of their times.
 */
export class SessionTracker {
  #states: readonly CalendarState[] = [];
  #byInstrument = new Map<InstrumentId, CalendarState>();
  readonly #listeners = new Set<SessionListener>();
  #earliest = Number.NEGATIVE_INFINITY;
  #over = false;

  constructor(instruments: readonly ListedInstrument[], calendarOf: (instrument: ListedInstrument) => SessionCalendar) {
    this.#group(instruments, calendarOf);
  }

  /** Assigns other calendars to instruments, and reports the markets that this opens or closes now. */
  arrange(
    instruments: readonly ListedInstrument[],
    calendarOf: (instrument: ListedInstrument) => SessionCalendar,
    now: number,
  ): void {
    const before = this.#byInstrument;
    this.#group(instruments, calendarOf);
    if (this.#over) return;
    this.begin(now);
    for (const [id, { open }] of this.#byInstrument) {
      if (before.get(id)?.open !== open) for (const listener of this.#listeners) listener(id, open);
    }
  }

  #group(
    instruments: readonly ListedInstrument[],
    calendarOf: (instrument: ListedInstrument) => SessionCalendar,
  ): void {
    const groups = new Map<SessionCalendar, InstrumentId[]>();
    for (const instrument of instruments) {
      const calendar = calendarOf(instrument);
      const group = groups.get(calendar);
      if (group === undefined) groups.set(calendar, [instrument.id]);
      else group.push(instrument.id);
    }
    this.#states = [...groups].map(([calendar, ids]) => ({
      calendar,
      instruments: ids,
      open: false,
      next: Number.NEGATIVE_INFINITY,
    }));
    this.#byInstrument = new Map(
      this.#states.flatMap((state) => state.instruments.map((id): [InstrumentId, CalendarState] => [id, state])),
    );
  }

  /** Sets the clock without reporting: the state before any listener is added. */
  begin(now: number): void {
    for (const state of this.#states) settle(state, now);
    this.#earliest = Math.min(...this.#states.map(({ next }) => next));
  }

  /** Advances the clock. Costs one comparison while nothing changes. */
  advance(now: number): void {
    if (now < this.#earliest || this.#over) return;
    for (;;) {
      const due = this.#states.filter(({ next }) => next <= now).sort((a, b) => a.next - b.next)[0];
      if (due === undefined) break;
      settle(due, due.next);
      this.#notify(due);
    }
    this.#earliest = Math.min(...this.#states.map(({ next }) => next));
  }

  /** Closes every market permanently, because the source has no more prices. */
  close(): void {
    if (this.#over) return;
    this.#over = true;
    for (const state of this.#states) {
      const wasOpen = state.open;
      state.open = false;
      if (wasOpen) this.#notify(state);
    }
  }

  /** True when at least one market has closing times. */
  get hasClosingTimes(): boolean {
    return this.#states.some(({ calendar }) => calendar !== ALWAYS_OPEN);
  }

  isOpen(id: InstrumentId): boolean {
    return this.#byInstrument.get(id)?.open ?? false;
  }

  nextChange(id: InstrumentId): number | undefined {
    const next = this.#over ? undefined : this.#byInstrument.get(id)?.next;
    return next !== undefined && Number.isFinite(next) ? next : undefined;
  }

  /** The times between two moments in which the market is open; none once the source has ended. */
  openSpans(id: InstrumentId, from: number, to: number): readonly OpenSpan[] {
    const state = this.#over ? undefined : this.#byInstrument.get(id);
    return state === undefined ? [] : openSpans(state.calendar, from, to);
  }

  onSession(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(state: CalendarState): void {
    for (const id of state.instruments) for (const listener of this.#listeners) listener(id, state.open);
  }
}

function settle(state: CalendarState, at: number): void {
  state.open = isOpen(state.calendar, at);
  state.next = nextChange(state.calendar, at) ?? Number.POSITIVE_INFINITY;
}
