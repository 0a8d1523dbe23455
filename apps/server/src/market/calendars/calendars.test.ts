import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS, isOpen, nextChange } from '@fairlot/domain';
import { describe, expect, test } from 'vitest';
import { REFERENCE_INSTRUMENTS } from '../reference/instruments.ts';
import { sharedData } from '../shared-data.testkit.ts';
import { CALENDARS } from './index.ts';

const HOURS_FILE = join(sharedData(), 'reference', 'market-hours.json');

interface Entry extends Readonly<
  Record<
    'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday',
    readonly { start: string; end: string }[]
  >
> {
  readonly exchangeTimeZone: string;
  readonly holidays?: readonly string[];
  readonly earlyCloses?: Readonly<Record<string, string>>;
  readonly lateOpens?: Readonly<Record<string, string>>;
}

// Recorded entry of each calendar, with the years that it covers. Other years have incomplete holidays in the record.
const RECORDED: readonly (readonly [calendar: string, entry: string, from: string, to: string])[] = [
  ['forex', 'Forex-oanda-[*]', '2018-01-10', '2026-03-01'],
  ['metals', 'Cfd-oanda-XAUUSD', '2013-01-01', '2025-12-31'],
  ['metals', 'Cfd-oanda-XAGUSD', '2013-01-01', '2025-12-31'],
  ['energy', 'Cfd-oanda-WTICOUSD', '2019-01-01', '2022-12-20'],
  ['energy', 'Cfd-oanda-NATGASUSD', '2019-01-01', '2022-12-20'],
  ['energy-brent', 'Cfd-oanda-BCOUSD', '2020-01-01', '2022-12-20'],
  ['indices-us', 'Cfd-oanda-SPX500USD', '2019-02-01', '2030-12-31'],
  ['indices-us', 'Cfd-oanda-NAS100USD', '2019-02-01', '2030-12-31'],
  ['indices-us', 'Cfd-oanda-US30USD', '2019-02-01', '2030-12-31'],
  ['indices-de', 'Cfd-oanda-DE30EUR', '2019-02-01', '2022-11-30'],
  ['indices-uk', 'Cfd-oanda-UK100GBP', '2024-01-01', '2030-12-31'],
  ['indices-jp', 'Cfd-oanda-JP225USD', '2024-01-01', '2030-12-31'],
  ['indices-hk', 'Cfd-oanda-HK33HKD', '2024-01-01', '2030-12-31'],
  ['crypto', 'Crypto-binance-[*]', '2024-01-01', '2027-12-31'],
];

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The record still has the halt of US index futures from 15:15 to 15:30 in Chicago, which the venue abolished in June
 * 2021. Every other minute of the record is compared as it is.
 */
function withoutFormerHalt(name: string, entry: Entry): Entry {
  if (name !== 'indices-us') return entry;
  const joined = DAYS.map((day) => {
    const sessions = entry[day];
    const before = sessions.findIndex(({ end }) => end === '15:15:00');
    if (before === -1) return [day, sessions] as const;
    const [first, second] = [sessions[before]!, sessions[before + 1]!];
    expect(second.start).toBe('15:30:00');
    return [day, sessions.toSpliced(before, 2, { start: first.start, end: second.end })] as const;
  });
  return { ...entry, ...Object.fromEntries(joined) };
}

/** A second implementation: reads the platform's local time and looks each minute up in the record. */
class Reading {
  readonly #entry: Entry;
  readonly #clock: Intl.DateTimeFormat;
  readonly #closed: ReadonlySet<string>;
  /** Sessions by day of the week, in minutes of the day. */
  readonly #sessions: readonly (readonly { readonly start: number; readonly end: number }[])[];

  constructor(entry: Entry) {
    this.#entry = entry;
    this.#closed = new Set(entry.holidays);
    this.#sessions = DAYS.map((day) =>
      entry[day].map(({ start, end }) => ({ start: minutes(start), end: minutes(end) })),
    );
    this.#clock = new Intl.DateTimeFormat('en-US', {
      timeZone: entry.exchangeTimeZone,
      hourCycle: 'h23',
      weekday: 'long',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
  }

  /** The open minutes of a quarter of an hour. Clocks change only between quarters. */
  openMinutes(quarter: number): boolean[] {
    const part = Object.fromEntries(this.#clock.formatToParts(quarter).map(({ type, value }) => [type, value]));
    const date = `${part['month']}/${part['day']}/${part['year']}`;
    const opens = minutes(this.#entry.lateOpens?.[date] ?? '00:00:00');
    const closes = minutes(this.#entry.earlyCloses?.[date] ?? '1.00:00:00');
    const day = DAYS.findIndex((name) => name === part['weekday']?.toLowerCase());
    const sessions = this.#closed.has(date) ? [] : (this.#sessions[day] ?? []);
    const first = Number(part['hour']) * 60 + Number(part['minute']);
    return Array.from({ length: 15 }, (_, index) => first + index).map(
      (now) => now >= opens && now < closes && sessions.some(({ start, end }) => now >= start && now < end),
    );
  }
}

function minutes(text: string): number {
  const [days, clock = ''] = text.includes('.') ? text.split('.') : ['0', text];
  const [hour, minute] = clock.split(':').map(Number);
  return Number(days) * 1440 + (hour ?? 0) * 60 + (minute ?? 0);
}

/** Days around every holiday, short day and clock change, and one ordinary day per month, as UTC midnights. */
function sampledDays(entry: Entry, from: number, to: number): number[] {
  const days = new Set<number>();
  const around = (date: number): void => {
    for (let offset = -1; offset <= 1; offset += 1) days.add(date + offset * 86_400_000);
  };
  for (const date of [
    ...(entry.holidays ?? []),
    ...Object.keys(entry.earlyCloses ?? {}),
    ...Object.keys(entry.lateOpens ?? {}),
  ]) {
    const [month, day, year] = date.split('/').map(Number);
    around(Date.UTC(year ?? 0, (month ?? 1) - 1, day));
  }
  for (let year = 2012; year <= 2031; year += 1) {
    for (const month of [2, 3, 9, 10])
      for (let day = 1; day <= 14; day += 1)
        if (new Date(Date.UTC(year, month, day)).getUTCDay() === 0) around(Date.UTC(year, month, day));
    for (let month = 0; month < 12; month += 1) days.add(Date.UTC(year, month, 2 + ((month * 5 + year) % 26)));
    for (const day of [22, 24, 25, 26, 27, 28, 31]) days.add(Date.UTC(year, 11, day));
    for (const day of [1, 2, 3, 4]) days.add(Date.UTC(year, 0, day));
  }
  return [...days].filter((day) => day >= from && day < to).sort((a, b) => a - b);
}

describe('calendars', () => {
  test('exist for every listed instrument', () => {
    expect(REFERENCE_INSTRUMENTS.filter(({ calendar }) => !CALENDARS.has(calendar)).map(({ code }) => code)).toEqual(
      [],
    );
  });

  test('of US indices pause once a day, from 16:00 to 17:00 in Chicago', () => {
    const calendar = CALENDARS.get('indices-us')!;
    // Wednesdays in winter and in summer.
    for (const [day, utc] of [
      ['2026-11-18', 6],
      ['2026-07-15', 5],
    ] as const) {
      const at = (hour: number, minute: number) =>
        Date.parse(`${day}T00:00:00Z`) + (hour + utc) * HOUR_MS + minute * MINUTE_MS;
      expect(isOpen(calendar, at(15, 20))).toBe(true);
      expect(nextChange(calendar, at(8, 30))).toBe(at(16, 0));
      expect(nextChange(calendar, at(16, 0))).toBe(at(17, 0));
    }
  });

  describe.skipIf(!existsSync(HOURS_FILE))('agree with data/reference/market-hours.json', () => {
    let entries: Readonly<Record<string, Entry>> | undefined;
    /** The file, which is large, is read once. */
    const recorded = (): Readonly<Record<string, Entry>> =>
      (entries ??= (JSON.parse(readFileSync(HOURS_FILE, 'utf8')) as { readonly entries: Record<string, Entry> })
        .entries);
    for (const [name, entryName, from, to] of RECORDED) {
      test(`${name} with ${entryName}`, () => {
        const entry = withoutFormerHalt(name, recorded()[entryName]!);
        const calendar = CALENDARS.get(name)!;
        const reading = new Reading(entry);
        const differences = new Set<string>();
        for (const day of sampledDays(entry, Date.parse(from), Date.parse(to))) {
          for (let quarter = day; quarter < day + 86_400_000; quarter += QUARTER_MS) {
            reading.openMinutes(quarter).forEach((open, minute) => {
              const time = quarter + minute * MINUTE_MS;
              if (isOpen(calendar, time) !== open) differences.add(new Date(time).toISOString().slice(0, 16));
            });
          }
        }
        expect([...differences]).toEqual([]);
      });
    }
  });
});
