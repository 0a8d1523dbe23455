import { ALWAYS_OPEN, type SessionCalendar } from '@fairlot/domain';

/** A stored session calendar. */
export interface ListedCalendar {
  readonly id: number;
  readonly version: number;
  /** `release`: renewed by the program at its start. `office`: from the first change by staff on. */
  readonly origin: 'release' | 'office';
  readonly calendar: SessionCalendar;
}

/** The calendars in force by name, as everybody but their owner reads them. */
export interface Calendars {
  /** False while the configuration keeps every market open. */
  readonly areApplied: boolean;
  all(): readonly ListedCalendar[];
  get(name: string): ListedCalendar | undefined;
}

/** The calendars in force. The market's copy of the database, which only this process changes. */
export class CalendarBook implements Calendars {
  readonly areApplied: boolean;
  readonly #byName: Map<string, ListedCalendar>;

  constructor(calendars: readonly ListedCalendar[], sessions: 'real' | 'always') {
    this.#byName = new Map(calendars.map((listed) => [listed.calendar.name, listed]));
    this.areApplied = sessions === 'real';
  }

  all(): readonly ListedCalendar[] {
    return [...this.#byName.values()].sort((a, b) => (a.calendar.name < b.calendar.name ? -1 : 1));
  }

  get(name: string): ListedCalendar | undefined {
    return this.#byName.get(name);
  }

  /** The calendar of an instrument: the same object until it changes. Throws when there is none of its name. */
  of({ code, calendar }: { readonly code: string; readonly calendar: string }): SessionCalendar {
    if (!this.areApplied) return ALWAYS_OPEN;
    const listed = this.#byName.get(calendar);
    if (listed === undefined) throw new Error(`market: ${code} has an unknown calendar ${JSON.stringify(calendar)}`);
    return listed.calendar;
  }

  /** Adds a calendar, or replaces the one of its name. */
  set(listed: ListedCalendar): void {
    this.#byName.set(listed.calendar.name, listed);
  }
}
