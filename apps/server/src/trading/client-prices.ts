import { type InstrumentId, type Markup, NO_MARKUP, type PriceTerms, type Quote, markedUp } from '@fairlot/domain';
import type { AccountId, Applied } from '@fairlot/engine';
import type { CurrentTerms } from './current-terms.ts';
import { markupOf } from './markup-profile.ts';

/** Commands after which an account may have other prices and terms. */
const GROUP_COMMANDS: ReadonlySet<string> = new Set(['assignGroup', 'defineGroup', 'removeGroup']);

/** True when a commit has changed a group, or the group of an account. */
export function changesGroups(rows: readonly Applied[]): boolean {
  return rows.some(({ command }) => GROUP_COMMANDS.has(command.type));
}

interface InstrumentLookup {
  instrument(id: InstrumentId): PriceTerms | undefined;
}

/** The prices that an account sees: the market's, shifted by the markup of its group. */
export class ClientPrices {
  readonly #terms: Pick<CurrentTerms, 'groupOf'>;
  readonly #market: InstrumentLookup;

  constructor(terms: Pick<CurrentTerms, 'groupOf'>, market: InstrumentLookup) {
    this.#terms = terms;
    this.#market = market;
  }

  /** The markup of an account; undefined while its group is not known, because its host recovers. */
  markupOf(account: AccountId, instrument: InstrumentId): Markup | undefined {
    const group = this.#terms.groupOf(account);
    return group === 'uncommitted' ? undefined : markupOf(group, instrument);
  }

  /** A quote of the market as an account with a markup sees it. */
  shown(quote: Quote, markup: Markup = NO_MARKUP): Quote {
    const instrument = this.#market.instrument(quote.instrument);
    return instrument === undefined ? quote : markedUp(instrument, quote, markup);
  }
}
