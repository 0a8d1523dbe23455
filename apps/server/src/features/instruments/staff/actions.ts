import { type DealingMode, type Instrument, isWeaker } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { Category, ListedInstrument, MarketAdmin } from '../../../market/port.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalDraft, ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import { NOTICE_MS, type Proposals } from '../../../staff/proposals/proposals.ts';
import { rolloverFrom } from '../../../staff/proposals/rollover-notice.ts';
import type { AnnouncedSwaps } from '../../../trading/announced-swaps.ts';
import { termsOf } from '../../../trading/define-terms.ts';
import type { HostOutcome, TradingHost } from '../../../trading/port.ts';
import type { StoredTerms } from '../../../trading/stored-terms.ts';
import { announcedSwaps } from '../announced.ts';
import type { CategoryTerms, InstrumentGroups } from './instrument-groups.ts';
import type { InstrumentStaffQueries } from './queries.ts';
import { changeOf, differingTerms, draftsOf, hasTerms } from './terms-change.ts';
import { type GivenTerms, choicesOf, officeTerms, withTerms } from './terms.ts';

export interface InstrumentActionsDeps {
  readonly queries: InstrumentStaffQueries;
  readonly market: MarketAdmin;
  readonly trading: TradingHost;
  readonly proposals: Proposals;
  readonly announced: AnnouncedSwaps;
  readonly groups: InstrumentGroups;
  readonly categories: CategoryTerms;
  readonly stored: StoredTerms;
}

/** Thrown to roll back the transaction when the engine refuses the terms. */
class RefusedTerms extends Error {
  readonly outcome: Extract<HostOutcome, { ok: false }>;

  constructor(outcome: Extract<HostOutcome, { ok: false }>) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

/** The terms to change, and the values of them that the author read. */
interface ReadChange {
  readonly terms: GivenTerms;
  readonly seen: GivenTerms;
}

/** A change of terms: the instrument as it is now, and the numbers of the proposals of the parts that wait. */
export interface TermsChange {
  readonly instrument: ListedInstrument;
  readonly proposals: readonly number[];
}

/**
 * Changes instruments and categories, one at a time. While there are real accounts, changes of terms that move money
 * wait for a second person; other changes take effect at once.
 */
export class InstrumentActions {
  readonly #deps: InstrumentActionsDeps;

  constructor(deps: InstrumentActionsDeps) {
    this.#deps = deps;
    for (const kind of ['instrument', 'swap'] as const) deps.proposals.register(kind, this.#handler(kind));
  }

  /** Changes terms, or proposes the change. Refuses with `record_changed` when its author read others. */
  async changeTerms(
    id: number,
    change: ReadChange,
    by: { readonly id: number; readonly name: string },
  ): Promise<Answer<TermsChange>> {
    const { proposals } = this.#deps;
    const changed = await this.#deps.stored.run(() => this.#changeTerms(id, change, by));
    if (!changed.ok) return changed;
    const { instrument, drafts } = changed.data;
    // Outside of the queue, which a proposal waits for while it is applied.
    const proposed = drafts.length === 0 ? done([]) : await proposals.proposeAll(drafts);
    return proposed.ok ? done({ instrument, proposals: proposed.data }) : proposed;
  }

  /** Gives an instrument terms that have been approved. Refuses with `record_changed` when it is no longer as it was read. */
  applyTerms(read: ListedInstrument, next: ListedInstrument, by: string): Promise<Answer<ListedInstrument>> {
    return this.#deps.stored.run(async () => {
      const now = this.#listed(read.id);
      if (now === undefined || changeOf(now, read).names.length > 0) return refuse('record_changed');
      return changeOf(now, next).names.length === 0 ? done(now) : this.#replace(now, next, by);
    });
  }

  /**
   * Halts an instrument, restricts it to closing, or releases it, at once and for all accounts. Refuses with
   * `record_changed` what weakens a mode that its author did not see: a colleague may have halted a wrong price.
   */
  setDealing(
    id: number,
    { mode, seen }: { readonly mode: DealingMode; readonly seen?: DealingMode | undefined },
    by: { readonly reason: string; readonly staff: number; readonly name: string },
  ): Promise<Answer<null>> {
    const { queries, trading } = this.#deps;
    return this.#deps.stored.run(async () => {
      const modeNow = (): DealingMode => trading.restricted?.get(id) ?? 'normal';
      const before = modeNow();
      if (seen !== undefined && mode !== 'halted') {
        if (trading.restricted === undefined) return refuse('not_ready');
        if (seen !== before && isWeaker(mode, before)) return refuse('record_changed', { dealing: before });
      }
      const memo = by.reason;
      const outcome = await trading.submit({ type: 'setDealing', instrument: id, mode, staff: by.staff, memo });
      // Real accounts come first, so their mode may have changed although demo accounts were refused.
      const hasChanged = before !== mode && (outcome.ok || (trading.restricted !== undefined && modeNow() === mode));
      const after = { dealing: mode, reason: memo };
      if (hasChanged) await queries.noteChange(id, { dealing: before }, after, by.name);
      return outcome.ok ? done(null) : refuse(outcome.reason, outcome.detail);
    });
  }

  /** Refuses with `record_changed` when a category with this slug exists. */
  addCategory(slug: string): Promise<Answer<Category>> {
    const { queries, market, stored } = this.#deps;
    return this.#deps.stored.run(async () => {
      const category = await stored.during(() => queries.addCategory(slug));
      if (category === undefined) return refuse('record_changed');
      market.relist({ ...market.listing, categories: [...market.categories(), category] });
      return done(category);
    });
  }

  /** Refuses with `record_changed` when the category has instruments or doesn't exist. */
  removeCategory(id: number): Promise<Answer<Record<string, never>>> {
    const { queries, market, stored } = this.#deps;
    return this.#deps.stored.run(async () => {
      if (!(await stored.during(() => queries.removeCategory(id)))) return refuse('record_changed');
      const categories = market.categories().filter((category) => category.id !== id);
      market.relist({ ...market.listing, categories });
      return done({});
    });
  }

  /** Changes in database, engine and market together what needs no second person, and drafts proposals of the rest. */
  async #changeTerms(
    id: number,
    { terms, seen }: ReadChange,
    by: { readonly id: number; readonly name: string },
  ): Promise<Answer<{ readonly instrument: ListedInstrument; readonly drafts: readonly ProposalDraft[] }>> {
    const { proposals, announced } = this.#deps;
    const now = this.#listed(id);
    if (now === undefined) return refuse('unknown_instrument');
    const stale = differingTerms(now, seen);
    if (stale !== undefined) return refuse('record_changed', stale);
    const next = this.#withTerms(now, terms);
    if (!next.ok) return next;
    const change = changeOf(now, next.data, this.#deps.categories);
    if (change.names.length === 0) return done({ instrument: now, drafts: [] });
    const refusal = await this.#categoryRefusal(now, next.data);
    if (refusal !== undefined) return refusal;
    const waits = change.isGuarded && (await proposals.areNeeded());
    if (waits && change.isSwap && announced.of(id) !== undefined) return refuse('change_announced');
    const { drafts, atOnce } = waits ? draftsOf(change, by.id) : { drafts: [], atOnce: undefined };
    for (const { after } of drafts) {
      const allowed = this.#withTerms(now, after);
      if (!allowed.ok) return allowed;
    }
    const rest = atOnce === undefined ? next : this.#withTerms(now, atOnce);
    if (!rest.ok) return rest;
    if (changeOf(now, rest.data).names.length === 0) return done({ instrument: now, drafts });
    const replaced = await this.#replace(now, rest.data, by.name);
    return replaced.ok ? done({ instrument: replaced.data, drafts }) : replaced;
  }

  #listed(id: number): ListedInstrument | undefined {
    return this.#deps.market.instruments().find((each) => each.id === id);
  }

  #withTerms(now: ListedInstrument, terms: GivenTerms): Answer<ListedInstrument> {
    const next = withTerms(now, terms, choicesOf(this.#deps.market));
    return 'field' in next ? refuse('bad_request', { field: `terms.${next.field}` }) : done(next);
  }

  /** Positions may have been opened since a change was proposed, so this is asked again when it takes effect. */
  #categoryRefusal(now: ListedInstrument, { categoryId }: ListedInstrument): Promise<Answer<never> | undefined> {
    return categoryId === now.categoryId ? Promise.resolve(undefined) : this.#deps.categories.refusal(now, categoryId);
  }

  #handler(kind: 'instrument' | 'swap'): ProposalHandler {
    const { market, announced } = this.#deps;
    const subjectOf = (row: ProposalRow): ListedInstrument | undefined => this.#listed(Number(row.subject_id));
    const isCurrent = (row: ProposalRow): boolean => {
      const now = subjectOf(row);
      return now !== undefined && hasTerms(now, row.before);
    };
    const common: Omit<ProposalHandler, 'noticeMs'> = {
      isCurrent: (row) => Promise.resolve(isCurrent(row)),
      subjectNames: (subjects) => Promise.resolve(subjects.map(({ id }) => market.instrument(id ?? 0)?.code)),
      apply: (row) =>
        this.#deps.stored.run(async () => {
          const now = subjectOf(row);
          if (now !== undefined && hasTerms(now, row.after)) return done(null);
          if (now === undefined || !isCurrent(row)) return refuse('record_changed');
          const next = this.#withTerms(now, JSON.parse(row.after) as GivenTerms);
          const name = [row.author, row.approver].filter((each) => each !== null).join(', ');
          return next.ok ? this.#replace(now, next.data, name) : next;
        }),
    };
    if (kind === 'instrument') return { ...common, noticeMs: () => Promise.resolve(0) };
    return {
      ...common,
      isCurrent: (row) => {
        const other = announced.of(Number(row.subject_id));
        return Promise.resolve(isCurrent(row) && (other === undefined || other.id === Number(row.id)));
      },
      refusal: ({ subject }) => (announced.of(Number(subject)) === undefined ? undefined : 'change_announced'),
      noticeMs: () => Promise.resolve(NOTICE_MS),
      effect: { now: () => market.now(), from: (time) => rolloverFrom(time + announced.leadMs) },
      onScheduled: (rows) => announced.replace(announcedSwaps(rows)),
      callOff: (row) => announced.callOff(Number(row.id), market.now()),
    };
  }

  async #replace(now: ListedInstrument, next: ListedInstrument, by: string): Promise<Answer<ListedInstrument>> {
    const { queries, market, trading, announced, stored } = this.#deps;
    const refusal = await this.#categoryRefusal(now, next);
    if (refusal !== undefined) return refusal;
    // A rollover may have passed a moment ago: the engine has its announced swap, the listing not yet.
    const inForce = (terms: ListedInstrument): Instrument => termsOf(announced.applyTo(terms, market.now()));
    const texts = { before: JSON.stringify(officeTerms(now)), after: JSON.stringify(officeTerms(next)), by };
    try {
      await stored.during(() =>
        queries.change(next, texts, async () => {
          const outcome = await trading.submit({ type: 'defineInstrument', instrument: inForce(next) });
          if (!outcome.ok) throw new RefusedTerms(outcome);
        }),
      );
    } catch (error) {
      if (error instanceof RefusedTerms) return refuse(error.outcome.reason, error.outcome.detail);
      throw error;
    }
    // Terms have no symbols: those of the market may be newer than the ones that the author read.
    const relisted = { ...next, symbols: market.instrument(next.id)?.symbols };
    market.relist({
      ...market.listing,
      instruments: market.instruments().map((each) => (each.id === next.id ? relisted : each)),
    });
    await this.#deps.groups.restore();
    return done(relisted);
  }
}
