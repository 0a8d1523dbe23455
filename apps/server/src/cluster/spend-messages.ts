/** Spends of one message at most: far below what a bus carries. */
export const MOST_SPENDS = 1000;
/** Characters of a key at most: a kind of work and an IPv6 network. */
const MOST_KEY = 100;
/** Tokens of one spend at most. No debt reaches it. */
const MOST_AMOUNT = 1_000_000_000;

/** Tokens that a process has given: the budget, its key, and how many. */
export type Spend = readonly [budget: string, key: string | number, amount: number];

export interface SpendMessage {
  /** Name of the process. */
  readonly from: string;
  readonly spends: readonly Spend[];
  /** Number of entries that are no spend. */
  readonly malformed: number;
}

export function writeSpends(from: string, spends: readonly Spend[]): Uint8Array {
  return Buffer.from(JSON.stringify([from, spends]));
}

/** Reads a message, and leaves out entries that are no spend. Undefined: it is no message of spends. */
export function readSpends(data: Uint8Array): SpendMessage | undefined {
  const message = parsed(data);
  if (!Array.isArray(message) || message.length !== 2) return undefined;
  const [from, entries] = message as readonly unknown[];
  if (typeof from !== 'string' || !Array.isArray(entries) || entries.length > MOST_SPENDS) return undefined;
  const spends = entries.filter(isSpend);
  return { from, spends, malformed: entries.length - spends.length };
}

function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return undefined;
  }
}

function isSpend(entry: unknown): entry is Spend {
  if (!Array.isArray(entry) || entry.length !== 3) return false;
  const [budget, key, amount] = entry as readonly unknown[];
  return (
    typeof budget === 'string' &&
    (typeof key === 'string' ? key.length <= MOST_KEY : Number.isSafeInteger(key)) &&
    Number.isSafeInteger(amount) &&
    Number(amount) > 0 &&
    Number(amount) <= MOST_AMOUNT
  );
}
