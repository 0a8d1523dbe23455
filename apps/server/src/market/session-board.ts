import { ALWAYS_OPEN, isOpen, nextChange } from '@fairlot/domain';
import type { InstrumentId, SessionCalendar } from '@fairlot/domain';
import type { ListedInstrument } from './port.ts';

type SessionListener = (instrument: InstrumentId, open: boolean) => void;

interface CalendarState {
  readonly calendar: SessionCalendar;
  readonly instruments: readonly InstrumentId[];
  open: boolean;
  /** When this changes next; infinity where it does not. */
  next: number;
}

/**
 * Which markets are open as market time goes on. Time only moves forward here; changes are told in the order of their moments,
 * each exactly once.
 */
export class SessionBoard {
  private states: readonly CalendarState[] = [];
  private byInstrument = new Map<InstrumentId, CalendarState>();
  private readonly listeners = new Set<SessionListener>();
  private earliest = Number.NEGATIVE_INFINITY;
  private over = false;

  constructor(instruments: readonly ListedInstrument[], calendarOf: (instrument: ListedInstrument) => SessionCalendar) {
    this.group(instruments, calendarOf);
  }

  /** Gives instruments other calendars, and tells where that opens or closes a market now. */
  arrange(
    instruments: readonly ListedInstrument[],
    calendarOf: (instrument: ListedInstrument) => SessionCalendar,
    now: number,
  ): void {
    const before = this.byInstrument;
    this.group(instruments, calendarOf);
    if (this.over) return;
    this.begin(now);
    for (const [id, { open }] of this.byInstrument) {
      if (before.get(id)?.open !== open) for (const listener of this.listeners) listener(id, open);
    }
  }

  private group(
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
    this.states = [...groups].map(([calendar, ids]) => ({
      calendar,
      instruments: ids,
      open: false,
      next: Number.NEGATIVE_INFINITY,
    }));
    this.byInstrument = new Map(
      this.states.flatMap((state) => state.instruments.map((id): [InstrumentId, CalendarState] => [id, state])),
    );
  }

  /** Sets the clock without telling anybody: the state that listeners find at the start. */
  begin(now: number): void {
    for (const state of this.states) settle(state, now);
    this.earliest = Math.min(...this.states.map(({ next }) => next));
  }

  /** Moves the clock on. Costs one comparison while nothing changes. */
  advance(now: number): void {
    if (now < this.earliest || this.over) return;
    for (;;) {
      const due = this.states.filter(({ next }) => next <= now).sort((a, b) => a.next - b.next)[0];
      if (due === undefined) break;
      settle(due, due.next);
      this.tell(due);
    }
    this.earliest = Math.min(...this.states.map(({ next }) => next));
  }

  /** Closes every market for good: the source of prices has no more. */
  close(): void {
    if (this.over) return;
    this.over = true;
    for (const state of this.states) {
      const wasOpen = state.open;
      state.open = false;
      if (wasOpen) this.tell(state);
    }
  }

  /** Whether some market closes at times. */
  get rests(): boolean {
    return this.states.some(({ calendar }) => calendar !== ALWAYS_OPEN);
  }

  isOpen(id: InstrumentId): boolean {
    return this.byInstrument.get(id)?.open ?? false;
  }

  nextChange(id: InstrumentId): number | undefined {
    const next = this.over ? undefined : this.byInstrument.get(id)?.next;
    return next !== undefined && Number.isFinite(next) ? next : undefined;
  }

  onSession(listener: SessionListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(state: CalendarState): void {
    for (const id of state.instruments) for (const listener of this.listeners) listener(id, state.open);
  }
}

function settle(state: CalendarState, at: number): void {
  state.open = isOpen(state.calendar, at);
  state.next = nextChange(state.calendar, at) ?? Number.POSITIVE_INFINITY;
}
