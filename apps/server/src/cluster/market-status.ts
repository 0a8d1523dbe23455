import type { InstrumentId } from '@fairlot/domain';
import type { MarketStatus, PastStatus, SourceLine, SourceStatus } from '../market/port.ts';

/**
 * Last part of the subject of a status. It was `status` while each line had its sources in full; in an upgrade without a
 * stop, processes of both versions hear the markets of their own alone.
 */
export const STATUS = 'sources';

/**
 * Waiting pasts whose failure is told in words: what the office lists. Those that failed come first; of the others only
 * the words are left out, so that every figure stays right.
 */
const MOST_DETAILS = 50;

const UNKNOWN = 1;
const CONTRADICTED = 2;

/** A source of an instrument: its place among the sources, the symbol there, and flags. Absent: it is not used. */
type FlatPlace = [source: number, symbol: string | null, flags: number];
type FlatLine = [InstrumentId, since: number | null, places: FlatPlace[]];
type FlatStatus = Omit<MarketStatus, 'lines'> & { readonly lines: readonly FlatLine[] };

/**
 * A status as a message. The states of the sources, with their words, are in it once and not again for each instrument,
 * so that 500 instruments at five sources that all fail stay far below what a bus carries.
 */
export function writeStatus({ lines, past, ...status }: MarketStatus): Uint8Array {
  const names = status.sources.map(({ name }) => name);
  const flat: FlatStatus = {
    ...status,
    past: past === undefined ? undefined : withoutWords(past),
    lines: lines.map(([instrument, { since, sources }]) => [
      instrument,
      since ?? null,
      sources.flatMap(({ name, symbol, isUnknown, isContradicted }): FlatPlace[] => {
        const flags = (isUnknown ? UNKNOWN : 0) + (isContradicted ? CONTRADICTED : 0);
        return symbol === undefined && flags === 0 ? [] : [[names.indexOf(name), symbol ?? null, flags]];
      }),
    ]),
  };
  return Buffer.from(JSON.stringify(flat));
}

export function readStatus(data: Uint8Array): MarketStatus {
  const { lines, past, ...status } = JSON.parse(Buffer.from(data).toString()) as FlatStatus;
  return {
    ...status,
    past,
    lines: lines.map(([instrument, since, places]) => [
      instrument,
      { since: since ?? undefined, sources: status.sources.map((source, at) => placeOf(source, at, places)) },
    ]),
  };
}

function placeOf(
  { name, state }: SourceStatus,
  at: number,
  places: readonly FlatPlace[],
): SourceLine['sources'][number] {
  const [, symbol = null, flags = 0] = places.find(([source]) => source === at) ?? [];
  return {
    name,
    symbol: symbol ?? undefined,
    state,
    isUnknown: (flags & UNKNOWN) !== 0,
    isContradicted: (flags & CONTRADICTED) !== 0,
  };
}

function withoutWords({ waiting, ...figures }: PastStatus): PastStatus {
  return {
    ...figures,
    waiting: waiting.map((each, at) =>
      at < MOST_DETAILS || each.failure === undefined ? each : { ...each, failure: { ...each.failure, detail: '' } },
    ),
  };
}
