/** An instrument with its price at the beginning. */
export interface Tradable {
  readonly id: number;
  readonly price: number;
}

/** Orders to the crowd, given once at its start. */
export interface CrowdOrder {
  readonly base: string;
  readonly instruments: readonly Tradable[];
  /** Sessions of its own real accounts. */
  readonly tokens: readonly string[];
  /** Accounts whose passwords it guesses. */
  readonly victims: readonly string[];
}

/** Answers of each attack, by status and reason. */
export type Tally = Record<string, Record<string, number>>;
