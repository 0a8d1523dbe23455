/** Dates and times in a language's order, always with Latin digits, the Gregorian calendar and 24 hours. */
export interface TimeFormat {
  /** "20 Nov 2026" */
  date(time: number | string): string;
  /** "14:05:09" */
  time(time: number | string): string;
  /** "20/11/2026, 14:05:09" */
  dateTime(time: number | string): string;
  /** "20/11, 14:05", for rows that expand to show details. */
  short(time: number | string): string;
  /** "Mon 14:05", for moments in the next days. */
  weekday(time: number | string): string;
  /** "Monday", of a day of the week with 0 for Sunday. */
  dayOfWeek(day: number): string;
  /** "2026", "20/11" and "14:05", for the labels of a time axis. */
  year(time: number | string): string;
  day(time: number | string): string;
  minute(time: number | string): string;
}

/**
 * Creates the formats of a BCP 47 tag. The platform's own language codes do not work here, because some are country
 * codes. Thai would otherwise show Buddhist years, and Persian its own calendar and digits; prices and records need
 * neither. The default zone is the device's.
 */
export function createTimeFormat(tag: string, timeZone?: string): TimeFormat {
  // Most countries that read English write the day before the month.
  const locale = `${tag === 'en' ? 'en-GB' : tag}-u-ca-gregory-nu-latn`;
  const make = (options: Intl.DateTimeFormatOptions): ((time: number | string) => string) => {
    // A format costs a phone milliseconds, and a screen needs one or two of the nine.
    let format: Intl.DateTimeFormat | undefined;
    return (time) => {
      const moment = new Date(time);
      if (Number.isNaN(moment.getTime())) return '–';
      format ??= new Intl.DateTimeFormat(locale, {
        ...options,
        hourCycle: 'h23',
        ...(timeZone === undefined ? {} : { timeZone }),
      });
      return format.format(moment);
    };
  };
  // A Persian date of digits alone would be laid out left to right. The right-to-left mark keeps it before its time;
  // the comma is the script's own.
  const inOrder = (format: (time: number | string) => string): typeof format =>
    tag === 'fa' ? (time) => `\u200F${format(time).replace(',', '،')}` : format;
  let dayNames: Intl.DateTimeFormat | undefined;
  const day = { day: '2-digit', month: '2-digit' } as const;
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  return {
    date: make({ day: 'numeric', month: 'short', year: 'numeric' }),
    time: make({ ...clock, second: '2-digit' }),
    dateTime: inOrder(make({ ...day, year: 'numeric', ...clock, second: '2-digit' })),
    short: inOrder(make({ ...day, ...clock })),
    weekday: make({ weekday: 'short', ...clock }),
    dayOfWeek: (index) => {
      dayNames ??= new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
      // 1 January 2023 was a Sunday.
      return dayNames.format(Date.UTC(2023, 0, 1 + index));
    },
    year: make({ year: 'numeric' }),
    day: make(day),
    minute: make(clock),
  };
}
