import { type Answer, type FailReason, refuse } from '../../http/answer.ts';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import { encode } from '../../trading/journal/codec.ts';
import { termsProblem } from './definition-problem.ts';
import type { ClientGroups } from './groups.ts';
import type { GroupQueries } from './queries.ts';
import type { GroupRecord } from './record.ts';
import { resolveGroup } from './resolve.ts';

export interface CategoryChangesDeps {
  readonly groups: Pick<ClientGroups, 'all'>;
  readonly queries: Pick<GroupQueries, 'hasRealPositions'>;
  readonly market: Pick<MarketData, 'quote'>;
}

/** A group in which an instrument gets other terms by another category. */
export interface CategoryEffect {
  readonly id: number;
  readonly name: string;
  /** True when the swap or the tiers differ, which open positions get at once. */
  readonly concernsPositions: boolean;
  /** A new value that is out of bounds for the price of the instrument. */
  readonly problem: FailReason | undefined;
}

/**
 * The terms of groups that change with the category of an instrument. They are the group's terms, so a change of the
 * instrument must not bypass the second person, the notice and the bounds of a change of the group.
 */
export class CategoryChanges {
  readonly #deps: CategoryChangesDeps;

  constructor(deps: CategoryChangesDeps) {
    this.#deps = deps;
  }

  /** The groups in which the instrument would get other terms. */
  effects(instrument: ListedInstrument, category: number): readonly CategoryEffect[] {
    const { groups, market } = this.#deps;
    const moved = { ...instrument, categoryId: category };
    return groups.all().flatMap((record) => {
      const [before, after] = [effectiveTerms(record, instrument), effectiveTerms(record, moved)];
      const { id, definition } = record;
      const isSame = (...names: readonly (keyof typeof after)[]): boolean =>
        textOf(id, before, names) === textOf(id, after, names);
      if (isSame()) return [];
      // A value that stays may have left its bounds with the price, which says nothing against the category.
      const changed = {
        ...(!isSame('markup') && after.markup && { markup: after.markup }),
        ...(!isSame('guarantee') && after.guarantee && { guarantee: after.guarantee }),
      };
      const problem = termsProblem(changed, market.quote(instrument.id));
      return [{ id, name: definition.name, concernsPositions: !isSame('swap', 'tiers'), problem }];
    });
  }

  /** The refusal of a change of category, which names the group. */
  async refusal(instrument: ListedInstrument, category: number): Promise<Answer<never> | undefined> {
    for (const { id, name, concernsPositions, problem } of this.effects(instrument, category)) {
      if (problem !== undefined) return refuse(problem, { group: name });
      if (concernsPositions && (await this.#deps.queries.hasRealPositions(id, instrument.id)))
        return refuse('category_concerns_positions', { group: name });
    }
    return undefined;
  }
}

/** The terms of an instrument in a group, with the instrument's own swap where the group has none. */
function effectiveTerms(record: GroupRecord, instrument: ListedInstrument) {
  const { swap = instrument.swap, ...rest } = resolveGroup(record, [instrument])?.terms[0] ?? {
    instrument: instrument.id,
  };
  return { ...rest, swap };
}

/** Equal terms are equal texts. Without names, all of them. */
function textOf(id: number, terms: ReturnType<typeof effectiveTerms>, names: readonly (keyof typeof terms)[]): string {
  const { instrument } = terms;
  const chosen = names.length === 0 ? terms : Object.fromEntries(names.map((name) => [name, terms[name]]));
  return encode({ id, terms: [{ ...chosen, instrument }] });
}
