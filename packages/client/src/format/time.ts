/** Dates and times in a language's order, always with Latin digits, the Gregorian calendar and 24 hours. */
export interface TimeFormat {
  /** "20 Nov 2026" */
  date(time: number | string): string;
  /** "14:05:09" */
  time(time: number | string): string;
  /** "20/11/2026, 14:05:09" */
  dateTime(time: number | string): string;
  /** "20/11, 14:05", for rows that open into more. */
  short(time: number | string): string;
  /** "2026", "20/11" and "14:05", for the marks of an axis. */
  year(time: number | string): string;
  day(time: number | string): string;
  minute(time: number | string): string;
}

/**
 * Formats for a BCP 47 tag (not one of the platform's own codes, of which some are countries). Thai would give Buddhist
 * years and Persian its own calendar and digits; prices and records need neither. The zone is the device's by default.
 */
export function createTimeFormat(tag: string, timeZone?: string): TimeFormat {
  // English is read in many countries, and most of them write the day before the month.
  const locale = `${tag === 'en' ? 'en-GB' : tag}-u-ca-gregory-nu-latn`;
  const make = (options: Intl.DateTimeFormatOptions): ((time: number | string) => string) => {
    const format = new Intl.DateTimeFormat(locale, {
      ...options,
      hourCycle: 'h23',
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    return (time) => {
      const moment = new Date(time);
      return Number.isNaN(moment.getTime()) ? '–' : format.format(moment);
    };
  };
  // Written with figures alone, a Persian date would begin on the left: the mark keeps it before its time, and the comma is the script's own.
  const inOrder = (format: (time: number | string) => string): typeof format =>
    tag === 'fa' ? (time) => `\u200F${format(time).replace(',', '،')}` : format;
  const day = { day: '2-digit', month: '2-digit' } as const;
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  return {
    date: make({ day: 'numeric', month: 'short', year: 'numeric' }),
    time: make({ ...clock, second: '2-digit' }),
    dateTime: inOrder(make({ ...day, year: 'numeric', ...clock, second: '2-digit' })),
    short: inOrder(make({ ...day, ...clock })),
    year: make({ year: 'numeric' }),
    day: make(day),
    minute: make(clock),
  };
}
