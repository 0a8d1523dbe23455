import { type InputOfStaff, type calendarCalls } from '@fairlot/contract';
import { type CalendarText, type SessionCalendar, calendarText, readCalendar } from '@fairlot/domain';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../../http/answer.ts';
import type { ListedCalendar } from '../../../../market/calendars/calendar-book.ts';
import type { MarketAdmin } from '../../../../market/port.ts';
import type { ProposalHandler } from '../../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../../staff/proposals/proposals.ts';
import { namesOf, noteRecordChange } from '../../../../staff/record-changes.ts';
import type { StoredTerms } from '../../../../trading/stored-terms.ts';
import { type CalendarChange, blankCalendar, calendarChange, changedCalendar, sortedDays } from './change.ts';

type Input = InputOfStaff<typeof calendarCalls.officeSaveCalendar>;

/** Stored calendars. Nobody removes one, so their number must have a limit. */
const MOST_CALENDARS = 100;

export interface CalendarActionsDeps {
  readonly db: Kysely<Tables>;
  readonly market: MarketAdmin;
  readonly proposals: Proposals;
  readonly stored: StoredTerms;
}

interface Author {
  readonly id: number;
  readonly name: string;
}

/** A calendar to store, and the one that it replaces. */
interface Replacement {
  readonly now: ListedCalendar | undefined;
  readonly next: SessionCalendar;
  readonly change: CalendarChange;
}

/** Changes and adds session calendars. While there are real accounts, every change waits for a second person. */
export class CalendarActions {
  readonly #deps: CalendarActionsDeps;

  constructor(deps: CalendarActionsDeps) {
    this.#deps = deps;
    deps.proposals.register('calendar', this.#handler());
  }

  /** Saves a calendar, or proposes it: the answer is the proposal's number, or null. */
  async save(input: Input, by: Author): Promise<Answer<number | null>> {
    const { stored, proposals } = this.#deps;
    const saved = await stored.run(async (): Promise<Answer<Replacement | undefined>> => {
      const read = this.#read(textOf(input), input.version);
      if (!read.ok || isEmpty(read.data.change)) return read.ok ? done(undefined) : read;
      if (await proposals.areNeeded()) return read;
      await this.#store(withReason(read.data, input.reason), by.name);
      return done(undefined);
    });
    if (!saved.ok) return saved;
    if (saved.data === undefined) return done(null);
    // Outside of the queue, which a proposal waits for while it is applied.
    const { now, change } = withReason(saved.data, input.reason);
    return proposals.propose({
      kind: 'calendar',
      subject: now?.id ?? null,
      before: { ...change.before },
      after: { ...(now === undefined && { name: input.name }), ...change.after },
      baseVersion: input.version,
      author: by.id,
    });
  }

  /** Saves a calendar that has been approved in place of the one of its name. */
  saveNow(text: CalendarText, reason: string, by: string): Promise<Answer<null>> {
    const { stored, market } = this.#deps;
    return stored.run(async () => {
      const read = this.#read(text, market.calendars.get(text.name)?.version ?? 0);
      if (!read.ok) return read;
      if (!isEmpty(read.data.change)) await this.#store(withReason(read.data, reason), by);
      return done(null);
    });
  }

  /** Reads a calendar that is to replace a version. Refuses what cannot be. */
  #read(text: CalendarText, version: number): Answer<Replacement> {
    const { calendars } = this.#deps.market;
    const now = calendars.get(text.name);
    if (now === undefined && version > 0) return refuse('unknown_calendar');
    if (version !== (now?.version ?? 0)) return refuse('record_changed');
    if (now === undefined && calendars.all().length >= MOST_CALENDARS) return refuse('too_many_calendars');
    const next = readCalendar(text);
    if ('problem' in next) return refuseProblem(next.problem);
    return done({ now, next, change: calendarChange(now && calendarText(now.calendar), text) });
  }

  /** Stores a calendar and its history, then tells the market. A start reads what a crash left untold. */
  async #store(
    { now, next, change }: Replacement,
    by: string,
    finish?: (db: Transaction<Tables>) => Promise<void>,
  ): Promise<void> {
    const { name, timeZone, week, days, lastDay } = calendarText(next);
    const version = (now?.version ?? 0) + 1;
    const values = { time_zone: timeZone, week, special_days: JSON.stringify(days), last_day: lastDay, version };
    const write = async (db: Transaction<Tables>): Promise<number> => {
      const row = await db
        .insertInto('session_calendars')
        .values({ name, ...values, origin: 'office' })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...values, origin: 'office' }))
        .returning('id')
        .executeTakeFirstOrThrow();
      const { before, after } = change;
      await noteRecordChange(db, { kind: 'calendar', record: row.id, name, version, by, before, after });
      await finish?.(db);
      return row.id;
    };
    const { db, market, stored } = this.#deps;
    const id = await stored.during(() => db.transaction().execute(write));
    market.setCalendar({ id, version, origin: 'office', calendar: next });
  }

  #handler(): ProposalHandler {
    const { market, stored } = this.#deps;
    const subjectOf = ({ subject_id: id, after }: Pick<ProposalRow, 'subject_id' | 'after'>): CalendarText => {
      const listed = market.calendars.all().find((each) => each.id === Number(id));
      return listed === undefined ? blankCalendar(nameIn(JSON.parse(after))) : calendarText(listed.calendar);
    };
    const versionOf = (row: ProposalRow): number => market.calendars.get(subjectOf(row).name)?.version ?? 0;
    return {
      isCurrent: (row) => Promise.resolve(versionOf(row) === row.base_version),
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) =>
        Promise.resolve(
          subjects.map(({ id, after }) =>
            id === null ? nameIn(after) : market.calendars.all().find((each) => each.id === id)?.calendar.name,
          ),
        ),
      apply: (row, finish) =>
        stored.run(async () => {
          const change = { before: JSON.parse(row.before), after: JSON.parse(row.after) } as CalendarChange;
          const read = this.#read(changedCalendar(subjectOf(row), change), row.base_version);
          if (!read.ok) return read;
          await this.#store({ ...read.data, change }, namesOf(row), finish);
          return done(null);
        }),
    };
  }
}

function textOf({ name, time_zone: timeZone, week, special_days: days, last_day: lastDay }: Input): CalendarText {
  return { name, timeZone, week, days: sortedDays(days), lastDay };
}

function withReason(replacement: Replacement, reason: string): Replacement {
  const { before, after } = replacement.change;
  return { ...replacement, change: { before, after: { ...after, reason } as CalendarChange['after'] } };
}

function isEmpty({ before, after }: CalendarChange): boolean {
  return Object.keys(before).length + Object.keys(after).length === 0;
}

function nameIn(after: unknown): string {
  return (after as { readonly name?: string }).name ?? '';
}

type Problem = Extract<ReturnType<typeof readCalendar>, { readonly problem: unknown }>['problem'];

function refuseProblem(problem: Problem): Answer<never> {
  if (problem.part === 'timeZone') return refuse('time_zone_unknown', { field: 'time_zone' });
  if (problem.part === 'weekday') return refuse('calendar_hours_invalid', { weekday: String(problem.weekday) });
  if (problem.part === 'day') return refuse('calendar_day_invalid', { date: problem.date });
  return refuse('bad_request', { field: problem.part === 'lastDay' ? 'last_day' : 'week' });
}
