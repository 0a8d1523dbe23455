import { type InputOfStaff, type OutputOfStaff, type exposureCalls } from '@fairlot/contract';
import { type Money, asMoney, formatMoney, parseMoney } from '@fairlot/domain';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { MarketData } from '../../../market/port.ts';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import { namesOf, noteRecordChange } from '../../../staff/record-changes.ts';

type Input = InputOfStaff<typeof exposureCalls.officeSetExposureLimit>;
type Output = OutputOfStaff<typeof exposureCalls.officeSetExposureLimit>;
export type LimitScope = Input['scope'];

/** A limit of the absolute net of an instrument or a currency in real accounts, and its alarm. */
export interface ExposureLimit {
  readonly id: number;
  readonly scope: LimitScope;
  readonly name: string;
  /** Undefined after the limit was removed. */
  readonly limit: Money | undefined;
  readonly version: number;
  /** When the alarm began; undefined while none is on. */
  readonly alarmSince: Date | undefined;
  readonly mailedAt: Date | undefined;
}

/** Changes that may queue behind the one in progress. */
const MAX_WAITING = 20;

export interface ExposureLimitsDeps {
  readonly db: Kysely<Tables>;
  readonly market: Pick<MarketData, 'instruments'>;
  readonly proposals: Proposals;
  /** Called when a change may be stored and not be in memory: read the limits again. */
  readonly behind: () => void;
}

/**
 * The limits, at most one for each instrument and currency, read from memory because only this process changes them.
 * While there are real accounts, a limit is raised or removed by two people, and lowered by one.
 */
export class ExposureLimits {
  readonly #deps: ExposureLimitsDeps;
  readonly #limits = new Map<string, ExposureLimit>();
  readonly #oneAtATime = new ConcurrencyLimit(1, MAX_WAITING);
  /** True after a change whose outcome is unknown: a commit may have lost its answer. */
  #isBehind = false;

  constructor(deps: ExposureLimitsDeps) {
    this.#deps = deps;
    deps.proposals.register('exposure_limit', this.#handler());
  }

  /** Reads the stored limits. */
  async load(): Promise<void> {
    this.#isBehind = false;
    await this.#read().catch((error: unknown) => {
      this.#isBehind = true;
      throw error;
    });
  }

  async #read(): Promise<void> {
    const rows = await this.#deps.db.selectFrom('exposure_limits').selectAll().execute();
    for (const row of rows)
      this.#keep({
        id: Number(row.id),
        scope: row.scope,
        name: row.name,
        limit: row.limit_usd === null ? undefined : asMoney(row.limit_usd),
        version: row.version,
        alarmSince: row.alarm_since ?? undefined,
        mailedAt: row.mailed_at ?? undefined,
      });
  }

  all(): readonly ExposureLimit[] {
    return [...this.#limits.values()];
  }

  of(scope: LimitScope, name: string): ExposureLimit | undefined {
    return this.#limits.get(keyOf({ scope, name }));
  }

  /** True when there is nothing to compare with. */
  get isEmpty(): boolean {
    return this.#limits.size === 0;
  }

  /** Reads the stored limits again, while nothing changes them. */
  reread(): Promise<void> {
    return this.#oneAtATime.run(() => this.load());
  }

  /** Runs work on the limits while nothing else changes them. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#oneAtATime.run(async () => {
      if (this.#isBehind) await this.load();
      return work();
    });
  }

  /** Writes a change in a transaction. When that fails, its outcome is unknown, and the limits are read again. */
  storing<T>(write: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#deps.db
      .transaction()
      .execute(write)
      .catch((error: unknown) => {
        this.#isBehind = true;
        this.#deps.behind();
        throw error;
      });
  }

  /** Notes a stored change of an alarm. Call it in `alone`. */
  noteAlarm(limit: ExposureLimit): void {
    this.#keep(limit);
  }

  /** Sets a limit, or proposes it when it loosens one. */
  async set(input: Input, by: { readonly staff: number; readonly name: string }): Promise<Answer<Output>> {
    if (!this.#isKnown(input)) return refuse('bad_request', { field: 'name' });
    const limit = limitOf(input.limit_usd);
    const { proposals } = this.#deps;
    const needsSecond = await proposals.areNeeded();
    const before = this.of(input.scope, input.name);
    if (input.version !== (before?.version ?? 0)) return refuse('record_changed');
    if (needsSecond && before !== undefined && isLooser(before.limit, limit)) {
      const proposed = await proposals.propose({
        kind: 'exposure_limit',
        subject: before.id,
        before: { ...wire(before), limit_usd: textOf(before.limit) },
        after: { ...wire(before), limit_usd: textOf(limit) },
        baseVersion: before.version,
        author: by.staff,
      });
      return proposed.ok ? done({ proposal: proposed.data }) : proposed;
    }
    const isSet = await this.alone(() => this.#store(input, limit, by.name));
    return isSet ? done({ proposal: null }) : refuse('record_changed');
  }

  #isKnown({ scope, name }: Pick<Input, 'scope' | 'name'>): boolean {
    return this.#deps.market
      .instruments()
      .some(({ code, baseCurrency, quoteCurrency }) =>
        scope === 'instrument' ? code === name : baseCurrency === name || quoteCurrency === name,
      );
  }

  /** Stores a limit of a version and its entry in the history; false when another change came first. */
  async #store(
    { scope, name, version }: Pick<Input, 'scope' | 'name' | 'version'>,
    limit: Money | undefined,
    by: string,
    finish?: (db: Transaction<Tables>) => Promise<void>,
  ): Promise<boolean> {
    const before = this.of(scope, name);
    if (version !== (before?.version ?? 0)) return false;
    const write = async (db: Transaction<Tables>): Promise<number> => {
      const { id } = await db
        .insertInto('exposure_limits')
        .values({ scope, name, limit_usd: limit ?? null, version: version + 1 })
        .onConflict((conflict) =>
          conflict.columns(['scope', 'name']).doUpdateSet({ limit_usd: limit ?? null, version: version + 1 }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      await noteRecordChange(db, {
        kind: 'exposure_limit',
        record: Number(id),
        name,
        version: version + 1,
        by,
        before: before === undefined ? {} : { limit_usd: textOf(before.limit) },
        after: { limit_usd: textOf(limit) },
      });
      await finish?.(db);
      return Number(id);
    };
    const stored = await this.storing(write);
    const alarm = { alarmSince: before?.alarmSince, mailedAt: before?.mailedAt };
    this.#keep({ id: stored, scope, name, limit, version: version + 1, ...alarm });
    return true;
  }

  #keep(limit: ExposureLimit): void {
    this.#limits.set(keyOf(limit), limit);
  }

  #byId(id: number | null): ExposureLimit | undefined {
    return this.all().find((limit) => limit.id === id);
  }

  #handler(): ProposalHandler {
    const current = (row: ProposalRow): ExposureLimit | undefined => {
      const limit = this.#byId(Number(row.subject_id));
      return limit?.version === row.base_version ? limit : undefined;
    };
    return {
      isCurrent: (row) => Promise.resolve(current(row) !== undefined),
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) => Promise.resolve(subjects.map(({ id }) => this.#byId(id)?.name)),
      apply: (row, finish) =>
        this.alone(async () => {
          const limit = current(row);
          if (limit === undefined) return refuse('record_changed');
          const { limit_usd: next } = JSON.parse(row.after) as { readonly limit_usd: string | null };
          return (await this.#store(limit, limitOf(next), namesOf(row), finish))
            ? done(null)
            : refuse('record_changed');
        }),
    };
  }
}

function keyOf({ scope, name }: Pick<ExposureLimit, 'scope' | 'name'>): string {
  return `${scope} ${name}`;
}

function wire({ scope, name }: ExposureLimit): Pick<Input, 'scope' | 'name'> {
  return { scope, name };
}

function limitOf(text: string | null): Money | undefined {
  return text === null ? undefined : parseMoney(text);
}

/** A limit in the wire's words. */
export function textOf(limit: Money | undefined): string | null {
  return limit === undefined ? null : formatMoney(limit, 2);
}

/** True when a limit lets more pass than the one before. A first limit does not. */
function isLooser(before: Money | undefined, after: Money | undefined): boolean {
  return before !== undefined && (after === undefined || after > before);
}
