import type { SiteSettingValues } from '@fairlot/contract';
import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { readCalendar } from './calendar-text.ts';
import { NewsFailure, type NewsFailureReason } from './failure.ts';
import { readHeadlines } from './headline-text.ts';
import { type CalendarEntry, type Headline, isEntryTime, isHeadlineTime } from './news-item.ts';

/** A source of market news as the operator has set it. */
export type NewsSource = SiteSettingValues['news_sources'][number];

const PERIOD_MS = 15 * MINUTE_MS;
/** After this time without a good read nothing of a source is shown: its entries may have moved. */
const STALE_MS = 2 * DAY_MS;
/** Entries and headlines for one instrument. */
const MOST_ENTRIES = 200;
const MOST_HEADLINES = 50;

/** An item with the name of its source. */
export type Sourced<T> = T & { readonly source: string };

/** The state of a source, for the office. */
export interface NewsSourceStatus {
  readonly name: string;
  readonly kind: NewsSource['kind'];
  /** Items that are shown now. */
  readonly items: number;
  readonly readAt: number | undefined;
  /** Present while the last try failed; `since` is the first of such tries in a row. */
  readonly failure: { readonly reason: NewsFailureReason; readonly detail: string; readonly since: number } | undefined;
}

export interface NewsBoardDeps {
  readonly sources: () => readonly NewsSource[];
  /** Reads a document as text. Rejects with a NewsFailure. */
  readonly read: (url: string, stop: AbortSignal) => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The words that place an instrument in the scope of a source. */
export interface NewsSubject {
  readonly code: string;
  readonly currencies: readonly string[];
  readonly category: string;
}

interface State {
  readonly entries: readonly CalendarEntry[];
  readonly headlines: readonly Headline[];
  readonly readAt: number | undefined;
  readonly failure: NewsSourceStatus['failure'];
}

const UNREAD: State = { entries: [], headlines: [], readAt: undefined, failure: undefined };

/**
 * Calendar entries and headlines of the operator's sources. They are kept in memory only: a start reads them again, and
 * what is too old drops out with each answer.
 */
export class NewsBoard {
  readonly #deps: NewsBoardDeps;
  readonly #job: Job;
  readonly #stopped = new AbortController();
  /** By source, so that a source keeps its items while others change. */
  #states: ReadonlyMap<string, State> = new Map();

  constructor(deps: NewsBoardDeps) {
    this.#deps = deps;
    this.#job = every(PERIOD_MS, () => this.#readAll());
  }

  start(): void {
    this.#job.start();
    this.#job.wake();
  }

  /** Reads all sources soon, after a change of them. */
  wake(): void {
    if (!this.#stopped.signal.aborted) this.#job.wake();
  }

  stop(): Promise<void> {
    this.#stopped.abort();
    return this.#job.stop();
  }

  /** Entries for an instrument in time order, the nearest ones if there are too many. */
  entriesOf(subject: NewsSubject): readonly Sourced<CalendarEntry>[] {
    const now = this.#deps.clock();
    const all = this.#of(subject, 'calendar').flatMap(([{ name }, { entries }]) =>
      entries.filter(({ time }) => isEntryTime(time, now)).map((entry) => ({ ...entry, source: name })),
    );
    return once(all)
      .sort((a, b) => Math.abs(a.time - now) - Math.abs(b.time - now))
      .slice(0, MOST_ENTRIES)
      .sort((a, b) => a.time - b.time);
  }

  /** Headlines for an instrument, newest first. */
  headlinesOf(subject: NewsSubject): readonly Sourced<Headline>[] {
    const now = this.#deps.clock();
    const all = this.#of(subject, 'headlines').flatMap(([{ name }, { headlines }]) =>
      headlines.filter(({ time }) => isHeadlineTime(time, now)).map((headline) => ({ ...headline, source: name })),
    );
    return once(all)
      .sort((a, b) => b.time - a.time)
      .slice(0, MOST_HEADLINES);
  }

  status(): readonly NewsSourceStatus[] {
    return this.#deps.sources().map((source) => {
      const { entries, headlines, readAt, failure } = this.#shown(source);
      return { name: source.name, kind: source.kind, items: entries.length + headlines.length, readAt, failure };
    });
  }

  #of(subject: NewsSubject, kind: NewsSource['kind']): readonly (readonly [NewsSource, State])[] {
    return this.#deps
      .sources()
      .filter((source) => source.kind === kind && isAbout(source, subject))
      .map((source) => [source, this.#shown(source)]);
  }

  #shown(source: NewsSource): State {
    const state = this.#states.get(keyOf(source)) ?? UNREAD;
    const isStale = (state.readAt ?? 0) < this.#deps.clock() - STALE_MS;
    return isStale ? { ...state, entries: [], headlines: [] } : state;
  }

  async #readAll(): Promise<void> {
    const sources = this.#deps.sources();
    const read = await Promise.all(
      sources.map(async (source) => [keyOf(source), await this.#readOne(source)] as const),
    );
    if (!this.#stopped.signal.aborted) this.#states = new Map(read);
  }

  async #readOne(source: NewsSource): Promise<State> {
    const { clock, log, read } = this.#deps;
    const before = this.#states.get(keyOf(source)) ?? UNREAD;
    try {
      const text = await read(source.url, this.#stopped.signal);
      const now = clock();
      return {
        entries: source.kind === 'calendar' ? await readCalendar(text, now) : [],
        headlines: source.kind === 'headlines' ? await readHeadlines(text, now) : [],
        readAt: now,
        failure: undefined,
      };
    } catch (error) {
      // A document that breaks its reader must not end the process.
      const { reason, detail } = error instanceof NewsFailure ? error : { reason: 'format' as const, detail: '' };
      if (before.failure === undefined && !this.#stopped.signal.aborted)
        log.warn(
          { source: source.name, reason, detail },
          'a source of market news failed; it is read again in 15 minutes',
        );
      return { ...before, failure: { reason, detail, since: before.failure?.since ?? clock() } };
    }
  }
}

function keyOf({ kind, url }: NewsSource): string {
  return `${kind} ${url}`;
}

/** True if a source is about an instrument. An empty scope is about all. */
function isAbout({ scope }: NewsSource, { code, currencies, category }: NewsSubject): boolean {
  const words = new Set([code, category, ...currencies].map((word) => word.toLowerCase()));
  return scope.length === 0 || scope.some((word) => words.has(word.toLowerCase()));
}

/** Items without those of the same time and title, which several sources may have; the first source's stay. */
function once<T extends { readonly time: number; readonly title: string }>(items: readonly T[]): T[] {
  const seen = new Set<string>();
  return items.filter(({ time, title }) => {
    const key = `${time} ${title}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
