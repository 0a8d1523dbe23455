import type { InstrumentId } from '@fairlot/domain';
import type { ListedInstrument, Listing } from './port.ts';

/** The present listing, by numbers and codes. */
export class ListedInstruments {
  #listing: Listing;
  #listed: ReadonlyMap<InstrumentId, ListedInstrument>;
  #former: ReadonlyMap<InstrumentId, ListedInstrument>;
  #idOf: ReadonlyMap<string, InstrumentId>;

  constructor(listing: Listing) {
    this.#listing = listing;
    this.#listed = byId(listing.instruments);
    this.#former = byId(listing.former ?? []);
    this.#idOf = idsOf(listing.instruments);
  }

  get listing(): Listing {
    return this.#listing;
  }

  /** A listed instrument. */
  get(id: InstrumentId): ListedInstrument | undefined {
    return this.#listed.get(id);
  }

  /** A listed or a delisted instrument. */
  known(id: InstrumentId): ListedInstrument | undefined {
    return this.#listed.get(id) ?? this.#former.get(id);
  }

  has(id: InstrumentId): boolean {
    return this.#listed.has(id);
  }

  idOf(code: string): InstrumentId | undefined {
    return this.#idOf.get(code);
  }

  /** Replaces the listing, and returns the instruments that are no longer listed, and those that are new. */
  replace(listing: Listing): { readonly removed: readonly InstrumentId[]; readonly added: readonly InstrumentId[] } {
    const before = this.#listed;
    for (const next of listing.instruments) requireSamePrices(before.get(next.id), next);
    this.#listing = listing;
    this.#listed = byId(listing.instruments);
    this.#former = byId(listing.former ?? []);
    this.#idOf = idsOf(listing.instruments);
    return {
      removed: [...before.keys()].filter((id) => !this.#listed.has(id)),
      added: [...this.#listed.keys()].filter((id) => !before.has(id)),
    };
  }
}

function byId(instruments: readonly ListedInstrument[]): ReadonlyMap<InstrumentId, ListedInstrument> {
  return new Map(instruments.map((instrument) => [instrument.id, instrument]));
}

function idsOf(instruments: readonly ListedInstrument[]): ReadonlyMap<string, InstrumentId> {
  return new Map(instruments.map(({ id, code }) => [code, id]));
}

/** Bars, quotes and ticks would be read at another scale. */
function requireSamePrices(before: ListedInstrument | undefined, next: ListedInstrument): void {
  const isSame = before?.pricePrecision === next.pricePrecision && before.priceScale === next.priceScale;
  if (before !== undefined && !(isSame && before.code === next.code))
    throw new Error(
      'market: relisting must not change the code of an instrument or the precision and scale of its prices',
    );
}
