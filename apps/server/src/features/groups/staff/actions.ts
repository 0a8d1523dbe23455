import { type GroupDefinition, MOST_GROUPS } from '@fairlot/contract';
import type { GroupId } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { MarketAdmin } from '../../../market/port.ts';
import { isSameJson } from '../../../platform/same-json.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import type { HostOutcome, TradingHost } from '../../../trading/port.ts';
import type { StoredTerms } from '../../../trading/stored-terms.ts';
import { definitionProblem, instrumentsOf } from '../definition-problem.ts';
import type { ClientGroups, Levels } from '../groups.ts';
import type { Accept, GroupAuthor, GroupQueries } from '../queries.ts';
import { type GroupRecord, type GroupValues, type Spreads, defaultKindOf } from '../record.ts';
import type { UsualSpreads } from '../usual-spreads.ts';
import { groupHandler } from './group-handler.ts';

export interface GroupActionsDeps {
  readonly queries: GroupQueries;
  readonly groups: ClientGroups;
  readonly spreads: Pick<UsualSpreads, 'of'>;
  readonly market: MarketAdmin;
  readonly trading: Pick<TradingHost, 'submit'>;
  readonly proposals: Proposals;
  readonly stored: StoredTerms;
  /** The site's levels in per cent. */
  readonly levels: () => Levels;
}

export interface StaffAuthor {
  readonly id: number;
  readonly name: string;
}

/** The record in force, or the number of the proposal that waits. */
export interface GroupChange {
  readonly record: GroupRecord | undefined;
  readonly proposal: number | undefined;
}

/** Thrown to roll back the transaction when a shard refuses the group. */
class RefusedGroup extends Error {
  readonly outcome: Extract<HostOutcome, { ok: false }>;

  constructor(outcome: Extract<HostOutcome, { ok: false }>) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

/** Adds, changes and removes groups, one at a time, in the database and in every shard. */
export class GroupActions {
  readonly #deps: GroupActionsDeps;
  /** Groups with a decided change that waits for its date, and the number of its proposal. */
  #announced: ReadonlyMap<GroupId, number> = new Map();

  constructor(deps: GroupActionsDeps) {
    this.#deps = deps;
    const { proposals, groups, queries, market, stored } = deps;
    const handler = groupHandler({
      groups,
      queries,
      now: () => market.now(),
      announced: (group) => this.#announced.get(group),
      onAnnounced: (announced) => (this.#announced = announced),
      apply: (group, values, author, finish) =>
        stored.run(() =>
          group === undefined ? this.#add(values, author, finish) : this.#replace(group, values, author, finish),
        ),
    });
    proposals.register('group', handler);
  }

  /** Adds a group, or proposes it while there are real accounts. */
  async add(definition: GroupDefinition, reason: string, by: StaffAuthor): Promise<Answer<GroupChange>> {
    const values = this.#valuesOf(definition);
    const added = await this.#deps.stored.run(async (): Promise<Answer<GroupRecord | undefined>> => {
      const refusal = this.#refusal(values, undefined);
      if (refusal !== undefined) return refusal;
      if (await this.#deps.proposals.areNeeded()) return done(undefined);
      return this.#add(values, { by: by.name, reason });
    });
    return this.#orPropose(added, { group: undefined, values, reason, by });
  }

  /** Changes a group of a version, or proposes the change while there are real accounts. */
  async change(
    { id, version }: { readonly id: GroupId; readonly version: number },
    definition: GroupDefinition,
    reason: string,
    by: StaffAuthor,
  ): Promise<Answer<GroupChange>> {
    const { groups, proposals, stored } = this.#deps;
    const values = this.#valuesOf(definition);
    const group = groups.of(id);
    if (group === undefined) return refuse('unknown_group');
    const changed = await stored.run(async (): Promise<Answer<GroupRecord | undefined>> => {
      const stale = this.#stale(id, version);
      if (stale !== undefined) return stale;
      const refusal = this.#refusal(values, id);
      if (refusal !== undefined) return refusal;
      if (this.#announced.has(id)) return refuse('change_announced');
      if (isSameJson(group, { ...group, ...values })) return done(group);
      return (await proposals.areNeeded()) ? done(undefined) : this.#replace(group, values, { by: by.name, reason });
    });
    return this.#orPropose(changed, { group, values, reason, by });
  }

  /** Removes a group without accounts. */
  remove(
    { id, version }: { readonly id: GroupId; readonly version: number },
    reason: string,
    by: StaffAuthor,
  ): Promise<Answer<Record<string, never>>> {
    const { groups, queries, trading, stored } = this.#deps;
    return stored.run(async () => {
      const stale = this.#stale(id, version);
      if (stale !== undefined) return stale;
      const group = groups.of(id) as GroupRecord;
      if (defaultKindOf(id) !== undefined || (await queries.isAwaited(id))) return refuse('group_in_use');
      const removed = await this.#stored(() =>
        queries.remove(group, { by: by.name, reason }, async () => {
          requireAccepted(await trading.submit({ type: 'removeGroup', group: id }));
        }),
      );
      if (!removed.ok) return removed;
      groups.drop(group);
      return done({});
    });
  }

  #stale(id: GroupId, version: number): Answer<never> | undefined {
    const group = this.#deps.groups.of(id);
    if (group === undefined) return refuse('unknown_group');
    return group.version === version ? undefined : refuse('record_changed', { version: String(group.version) });
  }

  /** The values of a definition, with the usual spreads of the instruments that a share of the spread is of. */
  #valuesOf(definition: GroupDefinition): GroupValues {
    const { market, spreads } = this.#deps;
    const shared = definition.rules.filter(({ markup }) => markup?.mode === 'spreadShare');
    const found = shared
      .flatMap((rule) => instrumentsOf(rule, market.instruments()))
      .map(({ id }) => [String(id), spreads.of(id)] as const)
      .filter((entry): entry is [string, number] => entry[1] !== undefined);
    return { definition, spreads: Object.fromEntries(found) satisfies Spreads };
  }

  #refusal({ definition, spreads }: GroupValues, id: GroupId | undefined): Answer<never> | undefined {
    const { groups, market, levels } = this.#deps;
    const name = definition.name.toLowerCase();
    if (groups.all().some((each) => each.id !== id && each.definition.name.toLowerCase() === name))
      return refuse('group_name_taken', { field: 'name' });
    if (id === undefined && groups.all().filter((each) => defaultKindOf(each.id) === undefined).length >= MOST_GROUPS)
      return refuse('too_many_groups');
    const problem = definitionProblem(definition, spreads, { listing: market.listing, market, levels: levels() });
    return problem === undefined ? undefined : refuse(problem.reason, { field: problem.field });
  }

  async #orPropose(
    changed: Answer<GroupRecord | undefined>,
    {
      group,
      values,
      reason,
      by,
    }: {
      readonly group: GroupRecord | undefined;
      readonly values: GroupValues;
      readonly reason: string;
      readonly by: StaffAuthor;
    },
  ): Promise<Answer<GroupChange>> {
    if (!changed.ok) return changed;
    if (changed.data !== undefined) return done({ record: changed.data, proposal: undefined });
    // Outside of the queue, which a proposal waits for while it is applied.
    const proposed = await this.#deps.proposals.propose({
      kind: 'group',
      subject: group?.id ?? null,
      before: group === undefined ? {} : { ...group.definition, spreads: group.spreads },
      after: { ...values.definition, spreads: values.spreads, reason },
      baseVersion: group?.version ?? 0,
      author: by.id,
    });
    return proposed.ok ? done({ record: undefined, proposal: proposed.data }) : proposed;
  }

  async #add(values: GroupValues, author: GroupAuthor, finish?: Finish): Promise<Answer<GroupRecord>> {
    const refusal = this.#refusal(values, undefined);
    if (refusal !== undefined) return refusal;
    const added = await this.#stored(() => this.#deps.queries.add(values, author, this.#accept(finish)));
    if (added.ok) this.#deps.groups.keep(added.data);
    return added;
  }

  async #replace(
    before: GroupRecord,
    values: GroupValues,
    author: GroupAuthor,
    finish?: Finish,
  ): Promise<Answer<GroupRecord>> {
    const stale = this.#stale(before.id, before.version) ?? this.#refusal(values, before.id);
    if (stale !== undefined) return stale;
    const { queries, groups } = this.#deps;
    const changed = await this.#stored(() => queries.change(before, values, author, this.#accept(finish)));
    if (changed.ok) groups.keep(changed.data);
    return changed;
  }

  #accept(finish: Finish | undefined): Accept {
    return async (db, record) => {
      await finish?.(db);
      requireAccepted(await this.#deps.groups.tell(record));
    };
  }

  /** Runs a change. When it fails, the shards that have it already get what is stored. */
  async #stored<T>(change: () => Promise<T>): Promise<Answer<T>> {
    try {
      return done(await this.#deps.stored.during(change));
    } catch (error) {
      if (error instanceof RefusedGroup) return refuse(error.outcome.reason, error.outcome.detail);
      throw error;
    }
  }
}

type Finish = (db: Parameters<Accept>[0]) => Promise<void>;

function requireAccepted(outcome: HostOutcome): void {
  if (!outcome.ok) throw new RefusedGroup(outcome);
}
