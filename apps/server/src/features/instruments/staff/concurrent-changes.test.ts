import { lots, rate } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import type { ListedInstrument, Listing, MarketAdmin, SourceSymbols } from '../../../market/port.ts';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { InstrumentActions, type InstrumentActionsDeps } from './actions.ts';
import { CatalogueActions, type CatalogueActionsDeps } from './catalogue-actions.ts';
import { SymbolActions, type SymbolActionsDeps } from './symbols/actions.ts';

const BY = { id: 1, name: 'deal.one' };

const instrument = (id: number, code: string): ListedInstrument =>
  ({
    id,
    code,
    displayCode: code,
    categoryId: 1,
    logo: '/logos/eurusd.svg',
    calendar: 'forex',
    minLots: lots('0.01'),
    maxLots: lots('50'),
    lotStep: lots('0.01'),
    leverages: [100],
    feeMode: 'perLot',
    feeRate: rate('2'),
    swap: { mode: 'points', long: rate('0'), short: rate('0'), tripleWeekday: 3 },
    staleAfterMs: 10_000,
    spike: { jumpPerMille: 10, holdMs: 2000 },
    conversion: null,
    symbols: { oanda: `${code}-old` },
  }) as Partial<ListedInstrument> as ListedInstrument;

/** A promise and its resolver. */
class Signal {
  give: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => (this.give = resolve));
}

/** A market of two instruments, and trading that answers no command before `answer`. */
function actionsOnMarket() {
  let listing: Listing = {
    instruments: [instrument(1, 'EURUSD'), instrument(2, 'GBPUSD')],
    categories: [{ id: 1, slug: 'forex' }],
  };
  const market = {
    get listing() {
      return listing;
    },
    relist: (next: Listing) => (listing = next),
    instruments: () => listing.instruments,
    instrument: (id: number) => listing.instruments.find((each) => each.id === id),
    categories: () => listing.categories,
    calendars: { all: () => [{ calendar: { name: 'forex' } }] },
    now: () => 0,
  } as unknown as MarketAdmin;
  const [answered, asked] = [new Signal(), new Signal()];
  const trading = {
    restricted: new Map([[2, 'closeOnly']]),
    submit: async () => {
      asked.give();
      await answered.given;
      return { ok: true };
    },
  };
  const db = { transaction: () => ({ execute: () => Promise.resolve() }) };
  const queries = {
    change: (_next: unknown, _texts: unknown, tell: () => Promise<void>) => tell(),
    isOpen: () => Promise.resolve(false),
    delist: () => Promise.resolve(),
  };
  const queue = new ConcurrencyLimit(1, 5);
  const deps = {
    db,
    market,
    trading,
    queries,
    proposals: { register: () => undefined, areNeeded: () => Promise.resolve(false) },
    announced: { applyTo: (terms: unknown) => terms, of: () => undefined },
    groups: { restore: () => Promise.resolve(), hasRuleOf: () => false, without: () => Promise.resolve({ ok: true }) },
    stored: {
      run: (work: () => Promise<unknown>) => queue.run(work),
      during: (change: () => Promise<unknown>) => change(),
      restore: () => Promise.resolve(),
    },
  } as unknown;
  /** Gives an instrument a symbol, as another change does. */
  const rename = (id: number, symbols: SourceSymbols) =>
    market.relist({
      ...listing,
      instruments: listing.instruments.map((each) => (each.id === id ? { ...each, symbols } : each)),
    });
  return {
    market,
    asked: asked.given,
    rename,
    answer: () => answered.give(),
    instruments: new InstrumentActions(deps as InstrumentActionsDeps),
    catalogue: new CatalogueActions(deps as CatalogueActionsDeps),
    symbols: new SymbolActions(deps as SymbolActionsDeps),
  };
}

describe('a symbol that is changed while trading takes other terms', () => {
  it('waits for the change of terms, and both are in the market', async () => {
    const { market, asked, answer, instruments, symbols } = actionsOnMarket();
    const terms = instruments.changeTerms(1, { terms: { display_code: 'EUR/USD' }, seen: {} }, BY);
    await Promise.race([asked, terms]);
    const symbol = symbols.change(1, { source: 'oanda', symbol: 'EUR_USD', seen: 'EURUSD-old' }, BY);
    // Enough turns for a change that waits for nothing.
    await new Promise(setImmediate);
    expect(market.instrument(1)?.symbols).toEqual({ oanda: 'EURUSD-old' });
    answer();
    expect([(await terms).ok, (await symbol).ok]).toEqual([true, true]);
    expect(market.instrument(1)).toMatchObject({ displayCode: 'EUR/USD', symbols: { oanda: 'EUR_USD' } });
  });

  it('is not taken back by the change of terms', async () => {
    const { market, asked, answer, rename, instruments } = actionsOnMarket();
    const terms = instruments.changeTerms(1, { terms: { display_code: 'EUR/USD' }, seen: {} }, BY);
    await Promise.race([asked, terms]);
    rename(1, { oanda: 'EUR_USD' });
    answer();
    expect(await terms).toMatchObject({ ok: true, data: { instrument: { symbols: { oanda: 'EUR_USD' } } } });
    expect(market.instrument(1)).toMatchObject({ displayCode: 'EUR/USD', symbols: { oanda: 'EUR_USD' } });
  });

  it('is not taken back by terms that were approved with an older symbol', async () => {
    const { market, answer, rename, instruments } = actionsOnMarket();
    const read = market.instrument(1) as ListedInstrument;
    rename(1, { oanda: 'EUR_USD' });
    answer();
    expect((await instruments.applyTerms(read, { ...read, displayCode: 'EUR/USD' }, BY.name)).ok).toBe(true);
    expect(market.instrument(1)).toMatchObject({ displayCode: 'EUR/USD', symbols: { oanda: 'EUR_USD' } });
  });

  it('is not taken back by the delisting of another instrument, and a delisted one keeps its own', async () => {
    const { market, asked, answer, rename, catalogue } = actionsOnMarket();
    const delisted = catalogue.delist(2, 'no longer offered', BY);
    await Promise.race([asked, delisted]);
    rename(1, { oanda: 'EUR_USD' });
    rename(2, { oanda: 'GBP_USD' });
    answer();
    expect((await delisted).ok).toBe(true);
    expect(market.instruments()).toMatchObject([{ id: 1, symbols: { oanda: 'EUR_USD' } }]);
    expect(market.listing.former).toMatchObject([{ id: 2, isDelisted: true, symbols: { oanda: 'GBP_USD' } }]);
  });
});
