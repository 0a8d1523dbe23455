import { createTimeFormat } from '@fairlot/client';
import type { TimeFormat } from '@fairlot/client';
import { localTime, readCalendar, sessionDays } from '@fairlot/domain';
import type { CalendarText, OpenSpan, SessionDay } from '@fairlot/domain';
import { Tag } from '@fairlot/ui';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useLanguageInfo, useText } from '../../shared/language/language.ts';

const DAYS = 14;

interface Zone {
  readonly name: string;
  readonly times: TimeFormat;
}

export interface TwoWeeksProps {
  readonly calendar: CalendarText;
  /** Market time, which is not that of the device in a replay. Default: the device's. */
  readonly from?: number | undefined;
}

/** The sessions of the next two weeks in the market's time zone and in the viewer's; nothing for a text with a mistake. */
export function TwoWeeks({ calendar: text, from }: TwoWeeksProps): ReactNode {
  const t = useText();
  const { tag } = useLanguageInfo();
  const [now] = useState(() => Date.now());
  const start = from ?? now;
  // The text is made at every rendering.
  const key = JSON.stringify(text);
  const read = useMemo(() => readCalendar(JSON.parse(key) as CalendarText), [key]);
  const days = useMemo(() => ('problem' in read ? [] : sessionDays(read, start, DAYS)), [read, start]);
  if ('problem' in read) return null;
  const zoneOf = (name: string): Zone => ({ name, times: createTimeFormat(tag, name) });
  const [market, own] = [zoneOf(read.timeZone), zoneOf(new Intl.DateTimeFormat().resolvedOptions().timeZone)];
  return (
    <section data-testid="two-weeks">
      <h3 className="mb-1 text-14 font-semibold">{t('calendars.preview')}</h3>
      <div className="rounded-control border border-line bg-surface text-14">
        <div className="grid grid-cols-2 gap-x-3 border-b border-line px-3 py-2 text-12 text-quiet sm:grid-cols-[6.5rem_1fr_1fr]">
          <ZoneHead label={t('calendars.marketTime')} zone={market.name} first />
          <ZoneHead label={t('calendars.yourTime')} zone={own.name} />
        </div>
        <ul className="divide-y divide-line">
          {days.map((day) => (
            <Day key={day.date} day={day} market={market} own={own} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function ZoneHead({
  label,
  zone,
  first = false,
}: {
  readonly label: string;
  readonly zone: string;
  readonly first?: boolean;
}): ReactNode {
  return (
    <p className={first ? 'sm:col-start-2' : ''}>
      {label}
      <span className="block font-medium wrap-anywhere text-ink">
        <bdi>{zone}</bdi>
      </span>
    </p>
  );
}

function Day({ day, market, own }: { readonly day: SessionDay; readonly market: Zone; readonly own: Zone }): ReactNode {
  const t = useText();
  const { tag } = useLanguageInfo();
  // A date has no zone.
  const times = createTimeFormat(tag, 'UTC');
  const noon = Date.parse(`${day.date}T12:00:00Z`);
  return (
    <li className="grid grid-cols-2 gap-x-3 px-3 py-2 sm:grid-cols-[6.5rem_1fr_1fr]">
      <p className="col-span-2 flex flex-wrap items-center gap-x-2 sm:col-span-1 sm:block">
        <span className="font-medium sm:block">{times.dayOfWeek(new Date(noon).getUTCDay())}</span>
        <span className="text-quiet sm:block">{times.date(noon)}</span>
        {day.mark === undefined ? null : <Mark text={t(`calendars.${day.mark}`)} />}
      </p>
      <Spans day={day} zone={market} />
      <Spans day={day} zone={own} />
    </li>
  );
}

function Mark({ text }: { readonly text: string }): ReactNode {
  return (
    <span className="sm:block">
      <Tag>{text}</Tag>
    </span>
  );
}

function Spans({ day, zone }: { readonly day: SessionDay; readonly zone: Zone }): ReactNode {
  if (day.spans.length === 0) return <p className="text-faint">–</p>;
  return (
    <ul>
      {day.spans.map((span) => (
        <li key={span.from}>
          <bdi dir="ltr" className="figure whitespace-nowrap">
            {spanText(span, day, zone)}
          </bdi>
        </li>
      ))}
    </ul>
  );
}

/** "09:00–17:00"; with the weekday where the zone has another date, and 24:00 at the end of the day. */
function spanText({ from, to }: OpenSpan, { day }: SessionDay, { name, times }: Zone): string {
  const start = localTime(name, from).day === day ? times.minute(from) : times.weekday(from);
  const end = localTime(name, to);
  return `${start}–${end.msOfDay === 0 ? '24:00' : times.minute(to)}`;
}
