import { formatCount } from '@fairlot/client';
import { isIsoDate, parseHours } from '@fairlot/domain';
import type { SpecialDay } from '@fairlot/domain';
import { Button, DayField, IconButton, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { SelectField } from '../../shared/forms/inputs.tsx';
import { useText } from '../../shared/language/language.ts';
import { kindOfDay } from './calendar-draft.ts';
import type { CalendarDraft, DayKind } from './calendar-draft.ts';

const KINDS = ['closed', 'earlyClose', 'lateOpen', 'shortened'] as const satisfies readonly DayKind[];

/** The special days of a calendar by year, and a form for another one. */
export function SpecialDays({
  draft,
  disabled,
}: {
  readonly draft: CalendarDraft;
  readonly disabled: boolean;
}): ReactNode {
  const t = useText();
  const years = [...new Set(draft.text.days.map(({ date }) => date.slice(0, 4)))];
  const daysOf = (year: string): readonly SpecialDay[] => draft.text.days.filter(({ date }) => date.startsWith(year));
  // The past comes last, the latest year of it first.
  const [thisYear] = useState(() => new Date().toISOString().slice(0, 4));
  return (
    <section className="grid gap-2">
      <h2 className="text-16 font-semibold">{t('field.special_days')}</h2>
      {disabled ? null : <NewDay onAdd={draft.putDay} />}
      {[...years.filter((year) => year >= thisYear), ...years.filter((year) => year < thisYear).toReversed()].map(
        (year) => (
          <details key={year} open={year === thisYear} className="rounded-control border border-line">
            <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 text-14 font-medium">
              <span className="figure">{year}</span>
              <span className="figure text-quiet">{formatCount(daysOf(year).length)}</span>
            </summary>
            <ul className="divide-y divide-line border-t border-line">
              {daysOf(year).map((day) => (
                <Row key={day.date} day={day} onRemove={disabled ? undefined : () => draft.removeDay(day.date)} />
              ))}
            </ul>
          </details>
        ),
      )}
    </section>
  );
}

function Row({ day, onRemove }: { readonly day: SpecialDay; readonly onRemove: (() => void) | undefined }): ReactNode {
  const t = useText();
  return (
    <li className="flex min-h-11 items-center gap-3 ps-3 text-14">
      <span className="figure">{day.date}</span>
      <span className="flex-1">
        {t(`calendars.${kindOfDay(day.hours)}`)}{' '}
        <bdi dir="ltr" className="figure text-quiet">
          {day.hours}
        </bdi>
      </span>
      {onRemove === undefined ? null : (
        <IconButton icon="close" quiet label={t('form.remove', { name: day.date })} onClick={onRemove} />
      )}
    </li>
  );
}

/** The form for a special day: its date, its kind, and the times that the kind needs. */
function NewDay({ onAdd }: { readonly onAdd: (day: SpecialDay) => void }): ReactNode {
  const t = useText();
  const [date, setDate] = useState('');
  const [kind, setKind] = useState<DayKind>('closed');
  const [opens, setOpens] = useState('');
  const [closes, setCloses] = useState('');
  const [tried, setTried] = useState(false);
  const hasOpen = kind === 'lateOpen' || kind === 'shortened';
  const hasClose = kind === 'earlyClose' || kind === 'shortened';
  const hours = kind === 'closed' ? '' : `${hasOpen ? opens : '00:00'}-${hasClose ? closes : '24:00'}`;
  const isGood = isIsoDate(date) && parseHours(hours) !== undefined && kindOfDay(hours) === kind;
  const add = (): void => {
    setTried(!isGood);
    if (!isGood) return;
    onAdd({ date, hours });
    setDate('');
  };
  const timeError = tried && kind !== 'closed' && parseHours(hours) === undefined ? t('form.bad') : undefined;
  return (
    <div className="grid gap-3 rounded-control bg-sunken p-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <DayField label={t('field.date')} value={date} onValue={setDate} />
        <SelectField
          label={t('field.kind')}
          value={kind}
          onChange={(value) => setKind(value as DayKind)}
          options={KINDS.map((value) => ({ value, label: t(`calendars.${value}`) }))}
        />
        {hasOpen ? (
          <TimeField label={t('calendars.lateOpen')} {...{ value: opens, onValue: setOpens, error: timeError }} />
        ) : null}
        {hasClose ? (
          <TimeField label={t('calendars.earlyClose')} {...{ value: closes, onValue: setCloses, error: timeError }} />
        ) : null}
      </div>
      {tried && !isIsoDate(date) ? <p className="text-12 text-critical">{t('form.missing')}</p> : null}
      <Button kind="secondary" onClick={add}>
        {t('calendars.addDay')}
      </Button>
    </div>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string | undefined;
}

function TimeField(props: TimeFieldProps): ReactNode {
  return <TextField {...props} dir="ltr" maxLength={5} placeholder="13:00" inputMode="numeric" />;
}
