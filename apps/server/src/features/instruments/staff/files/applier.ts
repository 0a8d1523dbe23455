import { PRICE_SOURCES } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../../http/answer.ts';
import type { MarketAdmin } from '../../../../market/port.ts';
import type { InstrumentActions } from '../actions.ts';
import type { CalendarActions } from '../calendars/actions.ts';
import type { CatalogueActions } from '../catalogue-actions.ts';
import { type SymbolActions, symbolOf } from '../symbols/actions.ts';
import { choicesOf } from '../terms.ts';
import { type PlannedRow, changedInstrument, definitionOf } from './plan.ts';

export interface FileApplierDeps {
  readonly market: MarketAdmin;
  readonly instruments: Pick<InstrumentActions, 'applyTerms'>;
  readonly catalogue: Pick<CatalogueActions, 'addNow'>;
  readonly symbols: Pick<SymbolActions, 'setNow'>;
  readonly calendars: Pick<CalendarActions, 'saveNow'>;
}

interface Change {
  readonly reason: string;
  /** Names of the author and of the second person. */
  readonly by: string;
}

/** Applies one row of a file by the deeds of the screens: first the calendar or the instrument, then its symbols. */
export class FileApplier {
  readonly #deps: FileApplierDeps;

  constructor(deps: FileApplierDeps) {
    this.#deps = deps;
  }

  async apply(row: Exclude<PlannedRow, { readonly state: 'refused' }>, change: Change): Promise<Answer<unknown>> {
    if (row.kind === 'calendar') return this.#deps.calendars.saveNow(row.target, change.reason, change.by);
    const changed = await this.#instrument(row, change.by);
    return changed.ok ? this.#symbols(row, change.by) : changed;
  }

  #instrument(row: Extract<PlannedRow, { readonly kind: 'instrument'; readonly target: unknown }>, by: string) {
    const { market, instruments, catalogue } = this.#deps;
    const listed = market.instruments().find(({ code }) => code === row.name);
    if (listed === undefined) {
      const definition = definitionOf(row.target, market);
      return definition === undefined ? Promise.resolve(refuse('record_changed')) : catalogue.addNow(definition, by);
    }
    const next = changedInstrument(listed, row.target, market, choicesOf(market));
    if (next === undefined || 'field' in next) return Promise.resolve(refuse('record_changed'));
    return instruments.applyTerms(listed, next, by);
  }

  async #symbols(
    { name, target }: Extract<PlannedRow, { readonly kind: 'instrument'; readonly target: unknown }>,
    by: string,
  ): Promise<Answer<unknown>> {
    const { market, symbols } = this.#deps;
    for (const source of PRICE_SOURCES) {
      const listed = market.instruments().find(({ code }) => code === name);
      const symbol = target.symbols[source] ?? '';
      if (listed === undefined) return refuse('record_changed');
      const seen = symbolOf(listed, source);
      if (seen === symbol) continue;
      const set = await symbols.setNow(listed.id, { source, symbol, seen }, by);
      if (!set.ok) return set;
    }
    return done(null);
  }
}
