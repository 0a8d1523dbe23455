import { type Answer, done, refuse } from '../../../http/answer.ts';
import { CALENDARS } from '../../../market/calendars/index.ts';
import type { Category, ListedInstrument, MarketAdmin } from '../../../market/port.ts';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { termsOf } from '../../../trading/define-terms.ts';
import type { HostOutcome, TradingHost } from '../../../trading/port.ts';
import type { InstrumentStaffQueries } from './queries.ts';
import { type GivenTerms, officeTerms, withTerms } from './terms.ts';

/** Changes that may queue behind the one in progress. */
const MAX_WAITING = 20;

export interface InstrumentActionsDeps {
  readonly queries: InstrumentStaffQueries;
  readonly market: MarketAdmin;
  readonly trading: TradingHost;
}

/** Thrown to roll back the transaction when the engine refuses the terms. */
class RefusedTerms extends Error {
  readonly outcome: Extract<HostOutcome, { ok: false }>;

  constructor(outcome: Extract<HostOutcome, { ok: false }>) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

/** Changes instruments and categories, one at a time. Changes take effect at once. */
export class InstrumentActions {
  readonly #deps: InstrumentActionsDeps;
  readonly #oneAtATime = new ConcurrencyLimit(1, MAX_WAITING);

  constructor(deps: InstrumentActionsDeps) {
    this.#deps = deps;
  }

  /** Changes terms in database, engine and market together. */
  changeTerms(id: number, terms: GivenTerms, by: string): Promise<Answer<ListedInstrument>> {
    const { market } = this.#deps;
    return this.#oneAtATime.run(async () => {
      const now = market.instrument(id);
      if (now === undefined) return refuse('unknown_instrument');
      const next = withTerms(now, terms, {
        categories: market.categories().map((category) => category.id),
        calendars: [...CALENDARS.keys()],
      });
      if ('field' in next) return refuse('bad_request', { field: `terms.${next.field}` });
      return this.#replace(now, next, by);
    });
  }

  /** Refuses with `record_changed` when a category with this slug exists. */
  addCategory(slug: string): Promise<Answer<Category>> {
    const { queries, market } = this.#deps;
    return this.#oneAtATime.run(async () => {
      const category = await queries.addCategory(slug);
      if (category === undefined) return refuse('record_changed');
      market.relist({ categories: [...market.categories(), category], instruments: market.instruments() });
      return done(category);
    });
  }

  /** Refuses with `record_changed` when the category has instruments or doesn't exist. */
  removeCategory(id: number): Promise<Answer<Record<string, never>>> {
    const { queries, market } = this.#deps;
    return this.#oneAtATime.run(async () => {
      if (!(await queries.removeCategory(id))) return refuse('record_changed');
      market.relist({
        categories: market.categories().filter((category) => category.id !== id),
        instruments: market.instruments(),
      });
      return done({});
    });
  }

  async #replace(now: ListedInstrument, next: ListedInstrument, by: string): Promise<Answer<ListedInstrument>> {
    const { queries, market, trading } = this.#deps;
    const texts = { before: JSON.stringify(officeTerms(now)), after: JSON.stringify(officeTerms(next)), by };
    const restore = (): Promise<HostOutcome> => trading.submit({ type: 'defineInstrument', instrument: termsOf(now) });
    let told = false;
    try {
      await queries.change(next, texts, async () => {
        const outcome = await trading.submit({ type: 'defineInstrument', instrument: termsOf(next) });
        if (!outcome.ok) throw new RefusedTerms(outcome);
        told = true;
      });
    } catch (error) {
      if (error instanceof RefusedTerms) {
        // A shard may have accepted the terms before another one refused.
        await restore();
        return refuse(error.outcome.reason, error.outcome.detail);
      }
      // The transaction failed after the engine had accepted the terms: restores the stored ones there.
      if (told) await restore();
      throw error;
    }
    market.relist({
      categories: market.categories(),
      instruments: market.instruments().map((each) => (each.id === next.id ? next : each)),
    });
    return done(next);
  }
}
