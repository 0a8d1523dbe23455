import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { ListedInstrument, MarketAdmin } from '../../../market/port.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import { termsOf } from '../../../trading/define-terms.ts';
import type { TradingHost } from '../../../trading/port.ts';
import type { StoredTerms } from '../../../trading/stored-terms.ts';
import type { CatalogueQueries } from './catalogue-queries.ts';
import { type Definition, MOST_INSTRUMENTS, instrumentFrom } from './definition.ts';
import type { InstrumentGroups } from './instrument-groups.ts';
import { choicesOf, officeTerms } from './terms.ts';

export interface CatalogueActionsDeps {
  readonly queries: CatalogueQueries;
  readonly market: MarketAdmin;
  readonly trading: TradingHost;
  readonly proposals: Proposals;
  readonly groups: InstrumentGroups;
  readonly stored: StoredTerms;
}

interface Author {
  readonly id: number;
  readonly name: string;
}

/** The new instrument, or the number of the proposal for it. */
export type Addition =
  | { readonly instrument: ListedInstrument; readonly proposal: null }
  | { readonly instrument: null; readonly proposal: number };

/** Adds and delists instruments at run time, one at a time, in the database, in every shard and in the market. */
export class CatalogueActions {
  readonly #deps: CatalogueActionsDeps;

  constructor(deps: CatalogueActionsDeps) {
    this.#deps = deps;
    deps.proposals.register('listing', this.#handler());
  }

  /** Adds an instrument, or proposes it while there are real accounts. */
  async add(definition: Definition, by: Author): Promise<Answer<Addition>> {
    const { proposals, stored } = this.#deps;
    const added = await stored.run(async (): Promise<Answer<ListedInstrument | undefined>> => {
      const read = await this.#read(definition);
      if (!read.ok) return read;
      return (await proposals.areNeeded()) ? done(undefined) : this.#list(read.data, by.name);
    });
    if (!added.ok) return added;
    if (added.data !== undefined) return done({ instrument: added.data, proposal: null });
    // Outside of the queue, which a proposal waits for while it is applied.
    const draft = {
      kind: 'listing',
      subject: null,
      before: {},
      after: definition,
      baseVersion: 0,
      author: by.id,
    } as const;
    const proposed = await proposals.propose(draft);
    return proposed.ok ? done({ instrument: null, proposal: proposed.data }) : proposed;
  }

  /** Adds an instrument that has been approved. */
  addNow(definition: Definition, by: string): Promise<Answer<ListedInstrument>> {
    return this.#deps.stored.run(async () => {
      const read = await this.#read(definition);
      return read.ok ? this.#list(read.data, by) : read;
    });
  }

  /** Delists an instrument that is restricted and in which nothing is open. */
  delist(id: number, reason: string, by: Author): Promise<Answer<Record<string, never>>> {
    const { queries, market, trading, groups, stored } = this.#deps;
    return stored.run(async () => {
      const listed = market.instruments().find((each) => each.id === id);
      if (listed === undefined) return refuse('unknown_instrument');
      // The engine decides; these refusals only spare it commands.
      if ((trading.restricted?.get(id) ?? 'normal') === 'normal') return refuse('instrument_not_restricted');
      if (await queries.isOpen(id)) return refuse('instrument_has_orders');
      if (groups.hasRuleOf(id)) return refuse('instrument_in_group');
      const freed = await groups.without(id);
      const removed = freed.ok ? await trading.submit({ type: 'removeInstrument', instrument: id }) : freed;
      if (!removed.ok) {
        // A shard may have removed it before another one refused.
        await stored.restore();
        return refuse(removed.reason, removed.detail);
      }
      await stored.during(() => queries.delist(id, reason, by.name));
      // The listing may have changed while trading removed the instrument.
      const { instruments, former = [] } = market.listing;
      const last = instruments.find((each) => each.id === id) ?? listed;
      market.relist({
        ...market.listing,
        instruments: instruments.filter((each) => each.id !== id),
        former: [...former, { ...last, isDelisted: true }],
      });
      return done({});
    });
  }

  async #read(definition: Definition): Promise<Answer<ListedInstrument>> {
    const { market, queries } = this.#deps;
    const { instruments } = market.listing;
    if (instruments.length >= MOST_INSTRUMENTS) return refuse('too_many_instruments');
    if (instruments.some(({ code }) => code === definition.code)) return refuse('code_taken', { field: 'code' });
    const made = instrumentFrom(definition, await queries.nextId(), instruments, choicesOf(market));
    return 'field' in made ? refuse('bad_request', { field: made.field }) : done(made);
  }

  /** Stores an instrument, then tells it to every shard and to the market. A start repeats what is missing of that. */
  async #list(instrument: ListedInstrument, by: string): Promise<Answer<ListedInstrument>> {
    const { queries, market, trading, stored } = this.#deps;
    const after = JSON.stringify(officeTerms(instrument));
    await stored.during(() => queries.add(instrument, { after, by }));
    const defined = await trading.submit({ type: 'defineInstrument', instrument: termsOf(instrument) });
    if (!defined.ok) {
      await stored.during(() => queries.delist(instrument.id, defined.reason, by));
      // A shard may have accepted it before another one refused.
      await stored.restore();
      return refuse(defined.reason, defined.detail);
    }
    const { instruments } = market.listing;
    market.relist({ ...market.listing, instruments: [...instruments, instrument] });
    await this.#deps.groups.restore();
    return done(instrument);
  }

  #handler(): ProposalHandler {
    const { market, stored } = this.#deps;
    return {
      isCurrent: (row) => Promise.resolve(market.instruments().every(({ code }) => code !== definitionOf(row).code)),
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) => Promise.resolve(subjects.map(({ after }) => String(after['code']))),
      apply: (row) =>
        stored.run(async () => {
          const definition = definitionOf(row);
          // A crash may have followed the change: it is recognised by its code, which is unique.
          const isListed = market.instruments().some(({ code }) => code === definition.code);
          if (isListed) return done(null);
          const read = await this.#read(definition);
          const name = [row.author, row.approver].filter((each) => each !== null).join(', ');
          return read.ok ? this.#list(read.data, name) : read;
        }),
    };
  }
}

function definitionOf({ after }: ProposalRow): Definition {
  return JSON.parse(after) as Definition;
}
