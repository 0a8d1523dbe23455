import type { InstrumentId } from '@fairlot/domain';
import type { ListedInstrument, SourceSymbols } from '../../port.ts';
import type { SourceLine, SourceStatus } from './live-status.ts';
import type { LiveSource } from './source.ts';
import type { ChoiceLimits, SourceChoice } from './source-choice.ts';
import type { SourceCounts } from './source-counts.ts';

/** A source in the list, with the instruments by its symbols. */
export interface Connected {
  readonly source: LiveSource;
  readonly counts: SourceCounts;
  bySymbol: ReadonlyMap<string, readonly Followed[]>;
}

/** An instrument that has live sources, or none at the moment. */
export interface Followed {
  readonly id: InstrumentId;
  readonly code: string;
  readonly scale: number;
  readonly choice: SourceChoice;
  symbols: SourceSymbols;
  /** Since when it has its present source, or none. */
  since: number;
  /** True when the last quote is one of the present source. Until then nothing is dealt. */
  isPriced: boolean;
}

/** Two sources are apart at a tenth of the jump that needs confirmation. */
export function limitsOf({ staleAfterMs, spike }: ListedInstrument): ChoiceLimits {
  return { staleAfterMs, apartPerTenThousand: spike.jumpPerMille };
}

/** The instruments by their symbols at a source. */
export function bySymbolAt(
  { source }: Pick<Connected, 'source'>,
  all: Iterable<Followed>,
): ReadonlyMap<string, readonly Followed[]> {
  const bySymbol = new Map<string, Followed[]>();
  for (const followed of all) {
    const symbol = followed.symbols[source.name];
    if (symbol === undefined) continue;
    const there = bySymbol.get(symbol);
    if (there === undefined) bySymbol.set(symbol, [followed]);
    else there.push(followed);
  }
  return bySymbol;
}

/** A source as staff and metrics see it. `index`: its place in the order of preference. */
export function statusOf(
  { source, counts }: Connected,
  index: number,
  all: readonly Followed[],
  now: number,
): SourceStatus {
  return {
    name: source.name,
    state: counts.state,
    stampsOnArrival: source.stampsOnArrival,
    quotesPerSecond: counts.perSecond(now),
    quotes: counts.quotes,
    malformed: counts.malformed,
    refused: counts.refused,
    unknownSymbols: [...counts.unknown],
    instruments: all.filter(({ choice, isPriced }) => isPriced && choice.present === index).length,
    contradicted: all.filter(({ choice }) => choice.isWrong(index)).map(({ code }) => code),
  };
}

/** The sources of an instrument. */
export function lineOf(connected: readonly Connected[], followed: Followed | undefined): SourceLine {
  return {
    since: followed?.since,
    sources: connected.map(({ source, counts }, index) => {
      const symbol = followed?.symbols[source.name];
      return {
        name: source.name,
        symbol,
        state: counts.state,
        isUnknown: symbol !== undefined && counts.unknown.has(symbol),
        isContradicted: followed?.choice.isWrong(index) === true,
      };
    }),
  };
}
