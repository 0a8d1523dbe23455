// Trading hours of each group of markets, as the markets publish them. Tests compare them with an independent record.
import { ALWAYS_OPEN, type SessionCalendar } from '@fairlot/domain';
import { makeCalendar } from './calendar.ts';
import {
  type HolidayRule,
  between,
  christmasOfLondon,
  easter,
  fixed,
  listed,
  newYearOfLondon,
  nth,
  observedOnFriday,
  onSundays,
  unlessSunday,
} from './holidays.ts';

const MONDAY = 1;
const THURSDAY = 4;
const GOOD_FRIDAY = easter(-2);
const EASTER_MONDAY = easter(1);
const FOREVER = 9999;

/** Spot currencies: open around the clock from Sunday to Friday, with a pause at the New York rollover. */
const forex = makeCalendar(
  'forex',
  'America/New_York',
  {
    sunday: '17:03-24:00',
    monday: '00:00-16:58 17:03-24:00',
    tuesdayToThursday: '00:00-16:58 17:03-24:00',
    friday: '00:00-16:58',
  },
  [onSundays(12, 25), onSundays(1, 1)],
  [{ at: '17:00', rules: [fixed(12, 24), fixed(12, 31)] }],
  [
    { at: '17:00', rules: [between(0, 2023, fixed(12, 25)), between(0, 2024, fixed(1, 1))] },
    { at: '17:05', rules: [between(2024, FOREVER, fixed(12, 25)), between(2025, FOREVER, fixed(1, 1))] },
  ],
);

const metals = makeCalendar(
  'metals',
  'America/New_York',
  {
    sunday: '18:03-24:00',
    monday: '00:00-16:58 18:03-24:00',
    tuesdayToThursday: '00:00-16:58 18:03-24:00',
    friday: '00:00-16:58',
  },
  [
    between(2017, 2017, GOOD_FRIDAY),
    between(2026, FOREVER, GOOD_FRIDAY),
    between(2026, FOREVER, fixed(12, 25)),
    between(2026, FOREVER, fixed(1, 1)),
  ],
);

/** Holidays of New York's energy futures. */
const US_ENERGY_HOLIDAYS: readonly HolidayRule[] = [
  unlessSunday(1, 1),
  nth(3, MONDAY, 1),
  nth(3, MONDAY, 2),
  GOOD_FRIDAY,
  nth(-1, MONDAY, 5),
  unlessSunday(7, 4),
  nth(1, MONDAY, 9),
  nth(4, THURSDAY, 11),
  observedOnFriday(12, 25),
];

const energy = makeCalendar(
  'energy',
  'America/New_York',
  {
    sunday: '18:00-24:00',
    monday: '00:00-17:00 18:00-24:00',
    tuesdayToThursday: '00:00-17:00 18:00-24:00',
    friday: '00:00-17:00',
  },
  US_ENERGY_HOLIDAYS,
);

const brent = makeCalendar(
  'energy-brent',
  'America/New_York',
  {
    sunday: '20:00-24:00',
    monday: '00:00-18:00 20:00-24:00',
    tuesdayToThursday: '00:00-18:00 20:00-24:00',
    friday: '00:00-18:00',
  },
  [unlessSunday(1, 1), GOOD_FRIDAY, unlessSunday(12, 25)],
);

/** Index futures of Chicago. They have one pause a day since the venue abolished its halt at 15:15 in June 2021. */
const unitedStates = makeCalendar(
  'indices-us',
  'America/Chicago',
  {
    sunday: '17:00-24:00',
    monday: '00:00-16:00 17:00-24:00',
    tuesdayToThursday: '00:00-16:00 17:00-24:00',
    friday: '00:00-16:00',
  },
  [unlessSunday(1, 1), GOOD_FRIDAY, observedOnFriday(12, 25)],
);

const germany = makeCalendar(
  'indices-de',
  'Europe/Berlin',
  { monday: '01:15-22:00', tuesdayToThursday: '01:15-22:00', friday: '01:15-22:00' },
  [
    fixed(1, 1),
    GOOD_FRIDAY,
    EASTER_MONDAY,
    fixed(5, 1),
    fixed(12, 25),
    fixed(12, 26),
    between(2021, FOREVER, fixed(12, 24)),
    between(2021, FOREVER, fixed(12, 31)),
    // Trading days since 2023.
    between(0, 2022, easter(50)),
    between(0, 2022, fixed(10, 3)),
    between(0, 2022, fixed(10, 31)),
  ],
);

const france = makeCalendar(
  'indices-fr',
  'Europe/Paris',
  { monday: '08:00-22:00', tuesdayToThursday: '08:00-22:00', friday: '08:00-22:00' },
  [fixed(1, 1), GOOD_FRIDAY, EASTER_MONDAY, fixed(5, 1), fixed(12, 25), fixed(12, 26)],
  [{ at: '14:05', rules: [fixed(12, 24), fixed(12, 31)] }],
);

const unitedKingdom = makeCalendar(
  'indices-uk',
  'Europe/London',
  { monday: '01:00-21:00', tuesdayToThursday: '01:00-21:00', friday: '01:00-21:00' },
  [
    newYearOfLondon,
    GOOD_FRIDAY,
    EASTER_MONDAY,
    nth(1, MONDAY, 5),
    nth(-1, MONDAY, 5),
    nth(-1, MONDAY, 8),
    christmasOfLondon,
  ],
);

const japan = makeCalendar(
  'indices-jp',
  'America/Chicago',
  {
    sunday: '17:00-24:00',
    monday: '00:00-16:00 17:00-24:00',
    tuesdayToThursday: '00:00-16:00 17:00-24:00',
    friday: '00:00-16:00',
  },
  // Equinoxes and shifted holidays are proclaimed each year and follow no rule.
  [
    listed({
      2024: '01-01 01-02 01-03 01-08 02-12 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-23 12-31',
      2025: '01-01 01-02 01-03 01-13 02-11 03-20 04-29 05-03 05-05 07-21 08-11 09-15 09-23 10-13 11-03 11-24 12-23 12-31',
      2026: '01-01 01-02 01-12 02-11 03-20 04-29 05-04 05-05 07-20 08-11 09-21 09-23 10-12 11-03 11-23 12-23 12-31',
      2027: '01-01 01-04 01-11 02-11 03-22 04-29 05-03 05-04 05-05 07-19 08-11 09-20 09-23 10-11 11-03 11-23 12-23 12-31',
      2028: '01-03 01-10 02-11 03-20 04-29 05-03 05-04 05-05 07-17 08-11 09-18 09-22 10-09 11-03 11-23',
      2029: '01-01 01-02 01-03 01-08 02-12 03-20 04-30 05-03 05-04 07-16 09-17 09-24 10-08 11-23 12-24 12-31',
      2030: '01-01 01-02 01-03 01-14 02-11 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-23 12-31',
    }),
  ],
);

const australia = makeCalendar(
  'indices-au',
  'Australia/Sydney',
  {
    monday: '09:50-16:30 17:10-24:00',
    tuesdayToThursday: '00:00-07:00 09:50-16:30 17:10-24:00',
    friday: '00:00-07:00 09:50-16:30 17:10-24:00',
    saturday: '00:00-07:00',
  },
  [fixed(1, 1), onSundays(1, 1), GOOD_FRIDAY, EASTER_MONDAY, fixed(4, 25), nth(2, MONDAY, 6), christmasOfLondon],
);

const hongKong = makeCalendar(
  'indices-hk',
  'Asia/Hong_Kong',
  {
    monday: '09:15-12:00 13:00-16:30 17:15-24:00',
    tuesdayToThursday: '00:00-03:00 09:15-12:00 13:00-16:30 17:15-24:00',
    friday: '00:00-03:00 09:15-12:00 13:00-16:30',
  },
  // Most holidays follow the lunar calendar and are proclaimed each year.
  [
    fixed(1, 1),
    fixed(12, 25),
    fixed(12, 26),
    GOOD_FRIDAY,
    EASTER_MONDAY,
    listed({
      2024: '02-12 02-13 04-04 05-01 05-15 06-10 07-01 09-18 10-01 10-11',
      2025: '01-29 01-30 01-31 04-04 05-01 05-05 07-01 10-01 10-07 10-29',
      2026: '02-17 02-18 02-19 04-07 05-01 05-25 06-19 07-01 10-01 10-19',
      2027: '02-08 02-09 04-05 05-13 06-09 06-18 07-01 09-16 10-01 10-08 12-27',
      2028: '01-26 01-27 01-28 04-04 05-01 05-02 05-29 10-02 10-04 10-26',
      2029: '02-13 02-14 02-15 04-04 05-01 05-21 07-02 10-01 10-16',
      2030: '02-04 02-05 02-06 04-05 05-01 05-09 06-05 07-01 09-13 10-01',
    }),
  ],
);

/** All calendars by the name that instruments refer to. */
export const CALENDARS: ReadonlyMap<string, SessionCalendar> = new Map(
  [
    forex,
    metals,
    energy,
    brent,
    unitedStates,
    germany,
    france,
    unitedKingdom,
    japan,
    australia,
    hongKong,
    { ...ALWAYS_OPEN, name: 'crypto' },
  ].map((calendar) => [calendar.name, calendar]),
);
