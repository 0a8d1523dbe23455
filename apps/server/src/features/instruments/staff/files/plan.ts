import { SWAP_TERMS, fileInstrument } from '@fairlot/contract';
import { type CalendarText, calendarText, readCalendar } from '@fairlot/domain';
import type { FailReason } from '../../../../http/answer.ts';
import type { ListedInstrument, MarketAdmin } from '../../../../market/port.ts';
import { calendarChange, sortedDays } from '../calendars/change.ts';
import { type Definition, MOST_INSTRUMENTS, instrumentFrom } from '../definition.ts';
import { type Choices, choicesOf, officeTerms, withTerms } from '../terms.ts';
import { readFileCalendar } from './calendar-row.ts';
import { type FieldChange, changesOf, textOf } from './field-changes.ts';
import { type FileInstrument, type RawRow, fileOf, isRecord } from './file-form.ts';

interface Planned {
  readonly line: number;
  readonly name: string;
  readonly state: 'new' | 'changed' | 'unchanged';
  readonly changes: readonly FieldChange[];
}
/** A row of a file, compared with the catalogue. */
export type PlannedRow =
  | (Planned & { readonly kind: 'instrument'; readonly target: FileInstrument })
  | (Planned & { readonly kind: 'calendar'; readonly target: CalendarText })
  | {
      readonly line: number;
      readonly kind: RawRow['kind'];
      readonly name: string;
      readonly state: 'refused';
      readonly reason: FailReason;
      readonly field: string;
    };

/** Fields that give meaning to stored prices and volumes. */
const FIXED = new Set([
  'base_currency',
  'quote_currency',
  'price_precision',
  'price_scale',
  'units_per_lot',
  'margin_mode',
] as const);
const SWAP: ReadonlySet<string> = new Set(SWAP_TERMS);

export interface PlanDeps {
  readonly market: MarketAdmin;
  /** True while there are real accounts: a swap then changes at an announced rollover, not by a file. */
  readonly isSwapAnnounced: boolean;
}

/** Compares the rows of a file with the catalogue: calendars first, and new instruments after those they convert by. */
export function planOf(rows: readonly RawRow[], deps: PlanDeps): readonly PlannedRow[] {
  const calendars = rows.filter(({ kind }) => kind === 'calendar').map((row) => plannedCalendar(row, deps.market));
  const planner = new Planner(
    deps,
    calendars.flatMap((row) => (row.state === 'refused' ? [] : [row.name])),
  );
  return onceEach([...calendars, ...planner.plan(rows.filter(({ kind }) => kind === 'instrument'))]);
}

function plannedCalendar({ line, value }: RawRow, market: MarketAdmin): PlannedRow {
  const name = typeof value['name'] === 'string' ? value['name'] : '';
  const row = { line, kind: 'calendar', name } as const;
  const read = readFileCalendar(value);
  if ('field' in read) return { ...row, state: 'refused', reason: 'bad_request', field: read.field };
  const target = { ...read, days: sortedDays(read.days) };
  const checked = readCalendar(target);
  if ('problem' in checked) return { ...row, state: 'refused', ...calendarReason(checked.problem) };
  const now = market.calendars.get(name)?.calendar;
  const { before, after } = calendarChange(now && calendarText(now), target);
  const changes = changesOf(now && { ...before }, { ...after }, []);
  return { ...row, target, changes, state: stateOf(now !== undefined, changes) };
}

function calendarReason({ part }: { readonly part: string }): { readonly reason: FailReason; readonly field: string } {
  if (part === 'timeZone') return { reason: 'time_zone_unknown', field: 'time_zone' };
  if (part === 'weekday' || part === 'week') return { reason: 'calendar_hours_invalid', field: 'week' };
  return part === 'day'
    ? { reason: 'calendar_day_invalid', field: 'special_days' }
    : { reason: 'bad_request', field: 'last_day' };
}

/** Plans instruments. New ones count as listed for those after them. */
class Planner {
  readonly #deps: PlanDeps;
  readonly #choices: Choices;
  readonly #listed: ListedInstrument[];

  constructor(deps: PlanDeps, newCalendars: readonly string[]) {
    this.#deps = deps;
    this.#choices = choicesOf(deps.market, newCalendars);
    this.#listed = [...deps.market.instruments()];
  }

  plan(rows: readonly RawRow[]): readonly PlannedRow[] {
    const planned: PlannedRow[] = [];
    let waiting = rows;
    for (let before = -1; waiting.length !== before;) {
      before = waiting.length;
      const refused: RawRow[] = [];
      for (const row of waiting) {
        const next = this.#one(row);
        // A dollar pair may come later in the file.
        if (next.state === 'refused' && next.field === 'quote_currency') refused.push(row);
        else planned.push(next);
      }
      waiting = refused;
    }
    return [...planned, ...waiting.map((row) => this.#one(row))];
  }

  #one({ line, value }: RawRow): PlannedRow {
    const code = typeof value['code'] === 'string' ? value['code'] : '';
    const row = { line, kind: 'instrument', name: code } as const;
    const refused = (field: string, reason: FailReason = 'bad_request'): PlannedRow => ({
      ...row,
      state: 'refused',
      reason,
      field,
    });
    const { market } = this.#deps;
    const listed = market.instruments().find((each) => each.code === code);
    const now = listed === undefined ? undefined : fileOf(listed, market.categories());
    const target = merged(now, value);
    const read = fileInstrument.safeParse(target);
    if (!read.success) return refused(issueField(read.error.issues[0]));
    const fixed =
      now === undefined ? undefined : [...FIXED].find((name) => textOf(now[name]) !== textOf(read.data[name]));
    if (fixed !== undefined) return refused(fixed, 'catalogue_field_fixed');
    const made = listed === undefined ? this.#made(read.data) : this.#changed(listed, read.data);
    if ('field' in made) return refused(made.field, made.reason);
    // Written again, so that equal terms are equal texts: 42 is 42.00.
    const next = fileOf({ ...made, symbols: read.data.symbols }, market.categories());
    const changes = changesOf(now === undefined ? undefined : { ...now }, { ...next }, ['code']);
    const swap = changes.find(({ field }) => SWAP.has(field));
    if (listed !== undefined && swap !== undefined && this.#deps.isSwapAnnounced)
      return refused(swap.field, 'swap_needs_notice');
    if (listed === undefined) this.#listed.push(made);
    return { ...row, target: next, changes, state: stateOf(listed !== undefined, changes) };
  }

  #made(target: FileInstrument): ListedInstrument | Problem {
    if (this.#listed.length >= MOST_INSTRUMENTS) return { field: 'code', reason: 'too_many_instruments' };
    const definition = definitionOf(target, this.#deps.market);
    if (definition === undefined) return { field: 'category' };
    return instrumentFrom(definition, -this.#listed.length, this.#listed, this.#choices);
  }

  #changed(listed: ListedInstrument, target: FileInstrument): ListedInstrument | Problem {
    return changedInstrument(listed, target, this.#deps.market, this.#choices) ?? { field: 'category' };
  }
}

interface Problem {
  readonly field: string;
  readonly reason?: FailReason;
}

/** The instrument with the terms of a row; the field that cannot be; undefined without such a category. */
export function changedInstrument(
  listed: ListedInstrument,
  target: FileInstrument,
  market: MarketAdmin,
  choices: Choices,
): ListedInstrument | { readonly field: string } | undefined {
  const definition = definitionOf(target, market);
  if (definition === undefined) return undefined;
  const now = officeTerms(listed);
  const names = Object.keys(now) as (keyof typeof now)[];
  // Terms that stay as they are need not be allowed today.
  const changed = names.filter((name) => textOf(now[name]) !== textOf(definition[name]));
  return withTerms(listed, Object.fromEntries(changed.map((name) => [name, definition[name]])), choices);
}

/** A row as a new instrument of the office; undefined without such a category. */
export function definitionOf(target: FileInstrument, market: MarketAdmin): Definition | undefined {
  const { category, symbols: _, price_scale: scale, ...rest } = target;
  const id = market.categories().find(({ slug }) => slug === category)?.id;
  if (id === undefined) return undefined;
  return { ...rest, ...(typeof scale === 'number' && { price_scale: scale }), category_id: id };
}

/** The listed instrument with the fields of the row. Parts of symbols and names replace only their own entries. */
function merged(now: FileInstrument | undefined, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { symbols_part: symbols, names_part: names, ...given } = value;
  const base = now ?? { symbols: {}, names: {} };
  return {
    ...base,
    ...given,
    ...(isRecord(symbols) && { symbols: withPart(base.symbols, symbols) }),
    ...(isRecord(names) && { names: withPart(base.names, names) }),
  };
}

function withPart(
  whole: Readonly<Record<string, unknown>>,
  part: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries({ ...whole, ...part }).filter(([, text]) => text !== '');
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function stateOf(exists: boolean, changes: readonly FieldChange[]): Planned['state'] {
  if (!exists) return 'new';
  return changes.length === 0 ? 'unchanged' : 'changed';
}

/** Refuses the second row of a name. */
function onceEach(rows: readonly PlannedRow[]): readonly PlannedRow[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const key = `${row.kind} ${row.name}`;
    if (!seen.has(key)) {
      seen.add(key);
      return row;
    }
    const { line, kind, name } = row;
    return { line, kind, name, state: 'refused', reason: 'code_taken', field: kind === 'calendar' ? 'name' : 'code' };
  });
}

function issueField(
  issue: { readonly path: readonly PropertyKey[]; readonly keys?: readonly string[] } | undefined,
): string {
  return String(issue?.path[0] ?? issue?.keys?.[0] ?? 'row');
}
