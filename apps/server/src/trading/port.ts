import type { InstrumentId, Quote } from '@fairlot/domain';
import type {
  AccountId,
  AccountView,
  Applied,
  ClientCommand,
  DefineInstrument,
  Outcome,
  SetRules,
  TradingRules,
} from '@fairlot/engine';

/** A command as a feature makes it: the host stamps the market time. */
export type Wish = ClientCommand extends infer C ? (C extends ClientCommand ? Omit<C, 'time'> : never) : never;
/** A wish of the host's own start-up: reference data and rules. */
export type SystemWish = Omit<DefineInstrument, 'time'> | Omit<SetRules, 'time'>;

/** What the caller of the host is told: the engine's outcome, or that the host could not take the command. */
export type HostOutcome =
  Outcome | { readonly ok: false; readonly reason: 'overloaded' | 'not_ready'; readonly detail?: undefined };

/** The answer of a host that can't say more: whether the command took place is unknown, and its key will tell. */
export const REFUSED_NOT_READY = { ok: false, reason: 'not_ready' } as const satisfies HostOutcome;

/** The engine's host: one writer, bounded mailbox, group commit. The seam that a command transport may replace. */
export interface TradingHost {
  /** Applies a wish. Resolves after its commit, never before. Refusals are values; only a stopping process rejects. */
  submit(wish: Wish | SystemWish): Promise<HostOutcome>;
  /** Feeds a quote to the engine's triggers; what it fills is journalled like any command. */
  onQuote(quote: Quote): void;
  /** The session of an instrument opened or closed. */
  setOpen(instrument: InstrumentId, open: boolean): void;
  /** An account valued now. `uncommitted`: something of it is not committed yet, ask again after the next commit. */
  account(id: AccountId): AccountView | 'uncommitted' | undefined;
  readonly rules: TradingRules | undefined;
  /** Called after each commit with its rows, in journal order. Returns how to stop listening. */
  onCommitted(listener: (rows: readonly Applied[]) => void): () => void;
  /**
   * Called when a commit failed and the memory is thrown away, before the waiting callers are answered. Rows may be in the
   * journal that onCommitted was never told of: what a listener folded from rows is to be forgotten.
   */
  onForgotten(listener: () => void): () => void;
  /** Whether it holds the lease and takes commands. */
  readonly ready: boolean;
  /** Takes no more commands, commits what is waiting, gives the lease back. */
  stop(): Promise<void>;
}
