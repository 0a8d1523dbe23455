import type { InstrumentId, Money, Quote, Standing } from '@fairlot/domain';
import type {
  AccountId,
  AccountKind,
  ClientCommand,
  DefineInstrument,
  MarketView,
  OrderId,
  SetRules,
  TradingRules,
} from './command.ts';
import type { EngineImage, OrderRecord } from './image.ts';
import type { Applied, Outcome } from './outcome.ts';

/** What became of a command that was handed to the engine. */
export type Submission =
  /** It was new. The first row is the command itself, the others what followed from it at once (a stop-out). */
  | { readonly kind: 'applied'; readonly rows: readonly [Applied, ...Applied[]] }
  /** Its key and payload are those of an earlier command, whose outcome this is; or the key belongs to another payload. */
  | { readonly kind: 'repeated'; readonly outcome: Outcome }
  /** Its key may be in the journal, beyond what memory holds: the host looks there and, if it is not, submits with `fresh`. */
  | { readonly kind: 'archived' };

/** An account at this moment, valued at the engine's last quotes. */
export interface AccountView {
  readonly id: AccountId;
  readonly kind: AccountKind;
  readonly standing: Standing;
  /** cash book, and what is frozen. */
  readonly cash: Money;
  readonly orderReserve: Money;
  readonly withdrawalHold: Money;
  /** Journal row that last changed it; what is not committed yet must not be shown. */
  readonly changedBy: number;
  readonly positions: readonly PositionView[];
}

/** An open position with its floating profit at the closing side of the market. */
export interface PositionView {
  readonly order: OrderRecord;
  readonly closing: Quote;
  readonly profit: Money;
}

/**
 * The engine of one shard, as its host sees it. Deterministic: no clock, no chance, no I/O.
 * A broken invariant throws InvariantError; the host must stop then.
 */
export interface TradingEngine {
  /** Applies a command. `fresh` states that the journal was searched for its key in vain. */
  submit(command: ClientCommand | DefineInstrument | SetRules, fresh?: boolean): Submission;
  /**
   * Takes a quote; when it fills or stops something, returns the rows to be journalled, in order.
   * Costs O(1) when it touches nothing.
   */
  onQuote(quote: Quote): readonly Applied[];
  /** The session of an instrument opened or closed. */
  setOpen(instrument: InstrumentId, open: boolean): void;
  /** Applies a journal row again, in order, and returns what came of it now; verification compares the two. */
  replay(row: Applied): Applied;
  market(instrument: InstrumentId): MarketView | undefined;
  account(id: AccountId): AccountView | undefined;
  order(id: OrderId): OrderRecord | undefined;
  readonly rules: TradingRules | undefined;
  /** Seq of the last row. */
  readonly seq: number;
  /** Everything but markets and keys, in a canonical order: two engines are alike when their digests are. */
  image(): EngineImage;
  /** SHA-256 like digest (hex) of image(), computed without I/O. */
  stateHash(): string;
}
