import type { StaffOutput } from '@fairlot/client';
import type { CalendarText, SpecialDay } from '@fairlot/domain';
import { useDraft } from '../../shared/drafts/drafts.ts';

export type Calendar = StaffOutput<'officeCalendar'>;

/** A calendar while it is edited, and the version on which the edit began; 0 for a new one. */
interface Unsaved {
  readonly version: number;
  readonly text: CalendarText;
}

export interface CalendarDraft extends Unsaved {
  /** The text without blanks that typing leaves at the ends. */
  readonly clean: CalendarText;
  readonly dirty: boolean;
  readonly change: (part: Partial<CalendarText>) => void;
  /** Adds a special day, or replaces the one of its date. */
  readonly putDay: (day: SpecialDay) => void;
  readonly removeDay: (date: string) => void;
  readonly discard: () => void;
}

/** The mark of a special day. */
export type DayKind = 'closed' | 'earlyClose' | 'lateOpen' | 'shortened';

const EMPTY: CalendarText = {
  name: '',
  timeZone: 'UTC',
  week: ['', '', '', '', '', '', ''],
  days: [],
  lastDay: null,
};

/** The text of a stored calendar. */
export function textOf({ name, timeZone, week, specialDays: days, lastDay }: Calendar): CalendarText {
  return { name, timeZone, week, days, lastDay };
}

/** Returns the draft of a calendar; of a new one if there is none yet. It outlives the screen and every refetch. */
export function useCalendarDraft(calendar: Calendar | undefined): CalendarDraft {
  const [unsaved, setUnsaved] = useDraft<Unsaved>(`calendar ${calendar?.name ?? 'new'}`);
  const saved: Unsaved = { version: calendar?.version ?? 0, text: calendar === undefined ? EMPTY : textOf(calendar) };
  const { version, text } = unsaved ?? saved;
  const put = (next: CalendarText): void => {
    const isSame = version === saved.version && JSON.stringify(next) === JSON.stringify(saved.text);
    setUnsaved(isSame ? undefined : { version, text: next });
  };
  const others = (date: string): readonly SpecialDay[] => text.days.filter((day) => day.date !== date);
  return {
    version,
    text,
    clean: { ...text, week: text.week.map((hours) => hours.trim()) },
    dirty: unsaved !== undefined,
    change: (part) => put({ ...text, ...part }),
    putDay: (day) => put({ ...text, days: [...others(day.date), day].sort((a, b) => (a.date < b.date ? -1 : 1)) }),
    removeDay: (date) => put({ ...text, days: others(date) }),
    discard: () => setUnsaved(undefined),
  };
}

/** The kind of a special day by its hours, "00:00-13:00". */
export function kindOfDay(hours: string): DayKind {
  if (hours === '') return 'closed';
  if (hours.startsWith('00:00-')) return 'earlyClose';
  return hours.endsWith('-24:00') ? 'lateOpen' : 'shortened';
}
