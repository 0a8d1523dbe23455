import { startAction } from '../../actions/action.ts';
import { waitingText } from '../../actions/waiting-text.ts';
import type { Text } from '../../shared/language/text.ts';
import type { CalendarDraft } from './calendar-draft.ts';

/** Asks for the reason of the change, then saves the calendar. */
export function saveCalendar(t: Text, { clean: text, version }: CalendarDraft, onSaved: () => void): void {
  const what = version === 0 ? t('calendars.add') : t('calendars.edit');
  startAction<'officeSaveCalendar'>({
    call: 'officeSaveCalendar',
    title: `${what} · ${text.name}`,
    text: t('calendars.saveText'),
    critical: true,
    confirmLabel: t('action.save'),
    fields: [{ kind: 'long', name: 'reason' }],
    input: ({ reason }) => ({
      name: text.name,
      time_zone: text.timeZone,
      week: [...text.week],
      special_days: [...text.days],
      last_day: text.lastDay,
      version,
      reason: String(reason),
    }),
    doneText: (output) => waitingText(t, what, output),
    onDone: onSaved,
  });
}
