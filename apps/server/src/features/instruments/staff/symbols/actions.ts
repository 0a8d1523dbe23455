import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../../http/answer.ts';
import type { ListedInstrument, MarketAdmin, SourceName } from '../../../../market/port.ts';
import type { ProposalHandler } from '../../../../staff/proposals/proposal-handler.ts';
import type { Proposals } from '../../../../staff/proposals/proposals.ts';
import type { StoredTerms } from '../../../../trading/stored-terms.ts';

/** The symbol of an instrument at a source; empty when the source is not used. */
export interface SymbolChange {
  readonly source: SourceName;
  readonly symbol: string;
  /** The symbol that the author read. */
  readonly seen: string;
}

export interface SymbolActionsDeps {
  readonly db: Kysely<Tables>;
  readonly market: MarketAdmin;
  readonly proposals: Proposals;
  readonly stored: StoredTerms;
}

/**
 * Changes the symbols of instruments at the live sources, one at a time and without a restart. While there are real
 * accounts a new symbol waits for a second person, because it may be that of another thing; taking one out does not.
 */
export class SymbolActions {
  readonly #deps: SymbolActionsDeps;

  constructor(deps: SymbolActionsDeps) {
    this.#deps = deps;
    deps.proposals.register('symbol', this.#handler());
  }

  /** Changes a symbol, or proposes the change: the answer is the proposal's number, or null. */
  async change(
    id: number,
    { source, symbol, seen }: SymbolChange,
    by: { readonly id: number; readonly name: string },
  ): Promise<Answer<number | null>> {
    const { market, proposals } = this.#deps;
    const now = market.instrument(id);
    if (now === undefined) return refuse('unknown_instrument');
    const before = symbolOf(now, source);
    if (before !== seen) return refuse('record_changed', { symbol: before });
    if (before === symbol) return done(null);
    if (symbol === '' || !(await proposals.areNeeded())) {
      const changed = await this.#deps.stored.run(() => this.#replace(id, { source, symbol, seen }, by.name));
      return changed.ok ? done(null) : changed;
    }
    const [old, next] = [recordOf(source, before), recordOf(source, symbol)];
    const proposed = await proposals.proposeAll([
      { kind: 'symbol', subject: id, before: old, after: next, baseVersion: 0, author: by.id },
    ]);
    return proposed.ok ? done(proposed.data[0] ?? null) : proposed;
  }

  /** Sets a symbol that has been approved. */
  setNow(id: number, change: SymbolChange, by: string): Promise<Answer<null>> {
    return this.#deps.stored.run(() => this.#replace(id, change, by));
  }

  #handler(): ProposalHandler {
    const { market } = this.#deps;
    const has = (id: number, json: string): boolean => {
      const instrument = market.instrument(id);
      const { source, symbol } = changeIn(json);
      return instrument !== undefined && symbolOf(instrument, source) === symbol;
    };
    return {
      isCurrent: ({ subject_id: id, before }) => Promise.resolve(has(Number(id), before)),
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) => Promise.resolve(subjects.map(({ id }) => market.instrument(id ?? 0)?.code)),
      apply: (row) =>
        this.#deps.stored.run(() => {
          const id = Number(row.subject_id);
          if (has(id, row.after)) return Promise.resolve(done(null));
          const name = [row.author, row.approver].filter((each) => each !== null).join(', ');
          return this.#replace(id, { ...changeIn(row.after), seen: changeIn(row.before).symbol }, name);
        }),
    };
  }

  /** Stores the symbol and its history, then asks the source for it. */
  async #replace(id: number, { source, symbol, seen }: SymbolChange, by: string): Promise<Answer<null>> {
    const { market, stored } = this.#deps;
    const now = market.instrument(id);
    // Others may have changed it while this one waited in the queue.
    if (now === undefined || symbolOf(now, source) !== seen) return refuse('record_changed');
    await stored.during(() => this.#store(id, { source, symbol, seen }, by));
    const { [source]: _, ...others } = market.instrument(id)?.symbols ?? {};
    const symbols = symbol === '' ? others : { ...others, [source]: symbol };
    market.relist({
      ...market.listing,
      instruments: market.instruments().map((each) => (each.id === id ? { ...each, symbols } : each)),
    });
    return done(null);
  }

  async #store(id: number, { source, symbol, seen }: SymbolChange, by: string): Promise<void> {
    await this.#deps.db.transaction().execute(async (db) => {
      await sql`insert into instrument_symbols (instrument, source, symbol) values (${id}, ${source}, ${symbol})
        on conflict (instrument, source) do update set symbol = excluded.symbol`.execute(db);
      await db
        .insertInto('instrument_changes')
        .values({
          staff_name: by,
          instrument_id: id,
          before: JSON.stringify(recordOf(source, seen)),
          after: JSON.stringify(recordOf(source, symbol)),
        })
        .execute();
    });
  }
}

/** The symbol of an instrument at a source; empty when it has none. */
export function symbolOf({ symbols }: ListedInstrument, source: SourceName): string {
  return symbols?.[source] ?? '';
}

/** A symbol in proposals and in the history: the source and its symbol, which has no blanks. */
function recordOf(source: SourceName, symbol: string): { readonly symbol: string } {
  return { symbol: `${source} ${symbol}` };
}

function changeIn(json: string): Pick<SymbolChange, 'source' | 'symbol'> {
  const [source = '', symbol = ''] = (JSON.parse(json) as { readonly symbol: string }).symbol.split(' ');
  return { source: source as SourceName, symbol };
}
