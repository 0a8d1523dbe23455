import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { ListedInstrument, MarketAdmin } from '../../../market/port.ts';
import type { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import type { AnnouncedSwaps } from '../../../trading/announced-swaps.ts';
import { removeUnlisted, termsOf } from '../../../trading/define-terms.ts';
import type { TradingHost } from '../../../trading/port.ts';
import type { CatalogueQueries } from './catalogue-queries.ts';
import { type Definition, MOST_INSTRUMENTS, instrumentFrom } from './definition.ts';
import type { InstrumentGroups } from './instrument-groups.ts';
import { choicesOf, officeTerms } from './terms.ts';

export interface CatalogueActionsDeps {
  readonly queries: CatalogueQueries;
  readonly market: MarketAdmin;
  readonly trading: TradingHost;
  readonly proposals: Proposals;
  readonly announced: AnnouncedSwaps;
  readonly groups: InstrumentGroups;
  /** One change of groups and instruments at a time. */
  readonly queue: ConcurrencyLimit;
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
    const { proposals, queue } = this.#deps;
    const added = await queue.run(async (): Promise<Answer<ListedInstrument | undefined>> => {
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
    return this.#deps.queue.run(async () => {
      const read = await this.#read(definition);
      return read.ok ? this.#list(read.data, by) : read;
    });
  }

  /** Delists an instrument that is restricted and in which nothing is open. */
  delist(id: number, reason: string, by: Author): Promise<Answer<Record<string, never>>> {
    const { queries, market, trading, announced, groups, queue } = this.#deps;
    return queue.run(async () => {
      const listed = market.instruments().find((each) => each.id === id);
      if (listed === undefined) return refuse('unknown_instrument');
      // The engine decides; these refusals only spare it commands.
      if ((trading.restricted?.get(id) ?? 'normal') === 'normal') return refuse('instrument_not_restricted');
      if (await queries.isOpen(id)) return refuse('instrument_has_orders');
      if (groups.hasRuleOf(id)) return refuse('instrument_in_group');
      // A shard may have removed it before another refused, or before the process failed to store it.
      const terms = termsOf(announced.applyTo(listed, market.now()));
      const restore = async () => {
        await trading.submit({ type: 'defineInstrument', instrument: terms });
        await groups.restore();
      };
      const freed = await groups.without(id);
      const removed = freed.ok ? await trading.submit({ type: 'removeInstrument', instrument: id }) : freed;
      if (!removed.ok) {
        await restore();
        return refuse(removed.reason, removed.detail);
      }
      try {
        await queries.delist(id, reason, by.name);
      } catch (error) {
        await restore();
        throw error;
      }
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
    const { queries, market, trading } = this.#deps;
    await queries.add(instrument, { after: JSON.stringify(officeTerms(instrument)), by });
    const defined = await trading.submit({ type: 'defineInstrument', instrument: termsOf(instrument) });
    if (!defined.ok) {
      // A shard that has it already removes it, now or at its next start.
      await removeUnlisted(trading, instrument.id);
      await queries.delist(instrument.id, defined.reason, by);
      return refuse(defined.reason, defined.detail);
    }
    const { instruments } = market.listing;
    market.relist({ ...market.listing, instruments: [...instruments, instrument] });
    await this.#deps.groups.restore();
    return done(instrument);
  }

  #handler(): ProposalHandler {
    const { market, queue } = this.#deps;
    return {
      isCurrent: (row) => Promise.resolve(market.instruments().every(({ code }) => code !== definitionOf(row).code)),
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) => Promise.resolve(subjects.map(({ after }) => String(after['code']))),
      apply: (row) =>
        queue.run(async () => {
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
