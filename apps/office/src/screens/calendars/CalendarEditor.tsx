import { isIsoDate, isTimeZone, parseHours, readCalendar } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { Button, DayField, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useRead } from '../../lists/list-calls.ts';
import { LeaveQuestion } from '../../shared/drafts/LeaveQuestion.tsx';
import { useText } from '../../shared/language/language.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { saveCalendar } from './calendar-actions.ts';
import { useCalendarDraft } from './calendar-draft.ts';
import type { Calendar, CalendarDraft } from './calendar-draft.ts';
import { NotApplied } from './NotApplied.tsx';
import { SpecialDays } from './SpecialDays.tsx';
import { TwoWeeks } from './TwoWeeks.tsx';

/** Names that the contract takes; `new` is the address of this form. */
const NAME = /^(?!new$)[a-z][a-z0-9-]{1,39}$/;
const EXAMPLE = '09:15-12:00 13:00-24:00';
/** Monday first. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

/** Loads the calendar to edit; a new one starts without sessions. */
export function CalendarEditor(): ReactNode {
  const { name = '' } = useParams();
  const fresh = name === 'new';
  const query = useRead('officeCalendar', { name }, { enabled: !fresh });
  if (fresh) return <Editor key="new" calendar={undefined} />;
  return <Loaded query={query}>{(calendar) => <Editor key={calendar.name} calendar={calendar} />}</Loaded>;
}

function Editor({ calendar }: { readonly calendar: Calendar | undefined }): ReactNode {
  const t = useText();
  const go = useNavigate();
  const may = mayCall(useSelf().roles, 'officeSaveCalendar');
  const draft = useCalendarDraft(calendar);
  const isGood = NAME.test(draft.text.name) && !('problem' in readCalendar(draft.clean));
  const save = (): void =>
    saveCalendar(t, draft, () => {
      draft.discard();
      void go(`/calendars?q=${draft.text.name}`);
    });
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead
        title={calendar === undefined ? t('calendars.add') : `${t('calendars.edit')} · ${calendar.name}`}
        tools={
          <>
            <Link to="/calendars" className="inline-flex min-h-11 items-center px-3 text-14 font-semibold text-brand">
              {t('action.back')}
            </Link>
            {may ? (
              <Button disabled={!draft.dirty || !isGood} onClick={save}>
                {t('action.save')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className="gutter grid items-start gap-4 pb-8 lg:grid-cols-2">
        <fieldset disabled={!may} className="grid min-w-0 gap-4 rounded-surface border border-line bg-surface p-4">
          <Parts draft={draft} fresh={calendar === undefined} />
          <Week draft={draft} />
          <SpecialDays draft={draft} disabled={!may} />
        </fieldset>
        <div className="grid gap-4 lg:sticky lg:top-4">
          {calendar?.isApplied === false ? <NotApplied /> : null}
          <TwoWeeks calendar={draft.clean} from={calendar?.marketTime} />
        </div>
      </div>
      <LeaveQuestion dirty={draft.dirty} onDiscard={draft.discard} />
    </div>
  );
}

/** Name, time zone and end. */
function Parts({ draft, fresh }: { readonly draft: CalendarDraft; readonly fresh: boolean }): ReactNode {
  const t = useText();
  const { name, timeZone, lastDay } = draft.text;
  return (
    <div className="grid gap-3">
      {fresh ? (
        <TextField
          label={t('field.name')}
          value={name}
          dir="ltr"
          maxLength={40}
          autoCapitalize="none"
          error={name === '' || NAME.test(name) ? undefined : t('form.bad')}
          onValue={(next) => draft.change({ name: next })}
        />
      ) : null}
      <TextField
        label={t('field.time_zone')}
        value={timeZone}
        dir="ltr"
        maxLength={60}
        autoCapitalize="none"
        list="time-zones"
        error={isTimeZone(timeZone) ? undefined : t('form.bad')}
        onValue={(next) => draft.change({ timeZone: next })}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <div>
        <DayField
          label={t('field.known_until')}
          value={lastDay ?? ''}
          onValue={(next) => draft.change({ lastDay: isIsoDate(next) ? next : null })}
        />
        <p className="mt-1 text-12 text-quiet">{t('calendars.lastDayHint')}</p>
      </div>
    </div>
  );
}

/** The hours of each weekday as text. */
function Week({ draft }: { readonly draft: CalendarDraft }): ReactNode {
  const t = useText();
  const { week } = draft.text;
  return (
    <section className="grid gap-2">
      <h2 className="text-16 font-semibold">{t('field.hours')}</h2>
      <p className="text-12 text-quiet">{t('calendars.hoursHint', { example: isolate(EXAMPLE) })}</p>
      {WEEKDAYS.map((day) => (
        <TextField
          key={day}
          label={t(`day.${day}`)}
          value={week[day] ?? ''}
          dir="ltr"
          maxLength={150}
          placeholder="–"
          error={parseHours(week[day]?.trim() ?? '') === undefined ? t('form.bad') : undefined}
          onValue={(hours) => draft.change({ week: week.with(day, hours.replace(/\s+/g, ' ')) })}
        />
      ))}
    </section>
  );
}
