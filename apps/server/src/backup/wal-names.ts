import type { Lsn } from './lsn.ts';

/** A piece of the WAL archive: the bytes from `start` to `end`, within one segment. */
export interface WalPiece {
  readonly name: string;
  readonly start: Lsn;
  readonly end: Lsn;
  /** All commits before this time are in the archive up to `end`; 0 when that is not known. */
  readonly until: number;
}

/** A part of the archive without a gap. */
export interface WalChain {
  readonly pieces: readonly WalPiece[];
  readonly end: Lsn;
  /** Last moment that it can restore; 0 without one. */
  readonly until: number;
  /** True when more pieces follow after a gap. */
  readonly isBroken: boolean;
}

/** Object name of a piece, in the order of positions. */
export function walName({ start, end, until }: Omit<WalPiece, 'name'>): string {
  return `${hex16(start)}-${hex16(end)}-${until}`;
}

/** Reads names of pieces. Other names are left out. */
export function walPieces(names: readonly string[]): WalPiece[] {
  return names
    .flatMap((name) => {
      const [, start, end, until] = /^([0-9A-F]{16})-([0-9A-F]{16})-(\d{1,15})$/.exec(name) ?? [];
      return start === undefined || end === undefined
        ? []
        : [{ name, start: BigInt(`0x${start}`), end: BigInt(`0x${end}`), until: Number(until) }];
    })
    .sort((one, other) => compare(one.start, other.start) || compare(one.end, other.end));
}

/**
 * The pieces that follow each other from a position on, up to the first that covers `time`. After a crash a piece may be
 * stored twice with different ends; both contain the same bytes.
 */
export function walChain(pieces: readonly WalPiece[], from: Lsn, time?: number): WalChain {
  const chain: WalPiece[] = [];
  let end = from;
  let until = 0;
  for (const piece of pieces) {
    if (piece.end <= end) continue;
    if (piece.start > end) return { pieces: chain, end, until, isBroken: true };
    chain.push(piece);
    end = piece.end;
    until = Math.max(until, piece.until);
    if (time !== undefined && until >= time) break;
  }
  return { pieces: chain, end, until, isBroken: false };
}

function hex16(lsn: Lsn): string {
  return lsn.toString(16).toUpperCase().padStart(16, '0');
}

function compare(one: Lsn, other: Lsn): number {
  return one < other ? -1 : Number(one > other);
}
