import type { LeaderDeed } from '@fairlot/copying';

/** Fields of a deed that are scaled integers, and text in the table. */
const SCALED: ReadonlySet<string> = new Set(['lots', 'before', 'price', 'stopLoss', 'takeProfit', 'equity']);

/** Writes a deed for the table. */
export function deedText(deed: LeaderDeed): string {
  return JSON.stringify(deed, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Reads a deed from the table. */
export function readDeed(text: string): LeaderDeed {
  return JSON.parse(text, (name, value: unknown) =>
    SCALED.has(name) && typeof value === 'string' ? BigInt(value) : value,
  ) as LeaderDeed;
}
