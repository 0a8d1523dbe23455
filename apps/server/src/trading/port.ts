import type { DealingMode, Group, GroupId, InstrumentId, Quote } from '@fairlot/domain';
import type {
  AccountId,
  AccountPositions,
  AccountView,
  AccountKind,
  Applied,
  ClientCommand,
  DefineGroup,
  DefineInstrument,
  EndRollover,
  GroupHoldings,
  RemoveGroup,
  RemoveInstrument,
  Outcome,
  Rollover,
  SetDealing,
  SetRules,
  TradingRules,
} from '@fairlot/engine';

/** A command from a feature. The host adds the market time. */
export type CommandDraft = ClientCommand extends infer C ? (C extends ClientCommand ? Omit<C, 'time'> : never) : never;
/** A command for a whole shard: reference data, rules, and what may be dealt in. */
export type SystemCommandDraft =
  | Omit<DefineInstrument, 'time'>
  | Omit<RemoveInstrument, 'time'>
  | Omit<DefineGroup, 'time'>
  | Omit<RemoveGroup, 'time'>
  | Omit<SetDealing, 'time'>
  | Omit<SetRules, 'time'>
  | Omit<EndRollover, 'time'>;

/** The answer to a caller: the engine's outcome, or a refusal of the host. */
export type HostOutcome =
  Outcome | { readonly ok: false; readonly reason: 'overloaded' | 'not_ready'; readonly detail?: undefined };

/**
 * The moment at which a command is answered. `committed`: its row of the journal is durable, but tables may be behind it;
 * its caller reads them only after `written`. `written`: its rows in the tables are committed as well.
 */
export type AnsweredWhen = 'committed' | 'written';

/** The answer when the result of a command is unknown. Repeating it with its key gives the outcome. */
export const REFUSED_NOT_READY = { ok: false, reason: 'not_ready' } as const satisfies HostOutcome;

/** The engine's host: one writer, bounded mailbox, group commit. A remote command transport could replace it. */
export interface TradingHost {
  /**
   * Applies a command. Resolves only after its commit, and by default after its rows in the tables are written. Refusals
   * are values; only a stopping process rejects.
   */
  submit(draft: CommandDraft | SystemCommandDraft, until?: AnsweredWhen): Promise<HostOutcome>;
  /**
   * Resolves when the tables have all that was committed before the call; at once when they are not behind. Throws
   * NotReadyError when that takes too long. With an account it waits for the shard of that account alone.
   */
  written(account?: AccountId): Promise<void>;
  /** Passes a quote to the engine. Its fills are journalled like commands. */
  onQuote(quote: Quote): void;
  /** Opens or closes the session of an instrument. */
  setOpen(instrument: InstrumentId, open: boolean): void;
  /** Tells that a newer price of an instrument is in doubt, or no longer (TradingEngine.setDoubt). */
  setDoubt(instrument: InstrumentId, doubt: boolean): void;
  /** An account, valued now. `uncommitted`: it has uncommitted changes; ask again after the next commit. */
  account(id: AccountId): AccountView | 'uncommitted' | undefined;
  /** The open positions of an account without its values, for callers that read many accounts (`uncommitted`: as above). */
  positions(id: AccountId): AccountPositions | 'uncommitted' | undefined;
  /**
   * The open positions of all accounts of a kind, summed by instrument and group (TradingEngine.exposure); undefined
   * while a shard of such accounts recovers.
   */
  exposure(kind: AccountKind): readonly GroupHoldings[] | undefined;
  readonly rules: TradingRules | undefined;
  /** Instruments that staff halted or restricted to closing; undefined while the host recovers. */
  readonly restricted: ReadonlyMap<InstrumentId, DealingMode> | undefined;
  /** Defined groups of accounts, by ascending number: a new list after every change. Undefined while the host recovers. */
  readonly groups: readonly Group[] | undefined;
  /** The group of an account; undefined for an unknown account. `uncommitted`: the host recovers; ask again. */
  groupOf(id: AccountId): GroupId | 'uncommitted' | undefined;
  /**
   * Calls the listener with committed rows, in journal order, after their rows in the tables are written. Returns a
   * function that removes it.
   */
  onCommitted(listener: (rows: readonly Applied[]) => void): () => void;
  /**
   * Calls the listener with rows at their commit, before anybody is answered and before the tables have them. It must not
   * read tables. Returns a function that removes it.
   */
  onJournalled(listener: (rows: readonly Applied[]) => void): () => void;
  /**
   * Calls the listener when a commit failed and memory is discarded, before waiting callers are answered, and once more
   * when the host has recovered. The journal may contain rows that onCommitted never reported, so listeners must discard
   * state derived from rows.
   */
  onRollback(listener: () => void): () => void;
  /** True when the host holds the lease and takes commands. */
  readonly ready: boolean;
  /** Refuses new commands, commits pending ones and releases the lease. */
  stop(): Promise<void>;
}

/** The host of one shard, for the jobs that belong to it. */
export interface TradingShard extends TradingHost {
  /** Number of uncommitted rows. */
  readonly uncommitted: number;
  /** Number of committed rows whose table rows are not written yet. */
  readonly unwritten: number;
  /**
   * Resolves when the tables have all that was decided before the call. Throws NotReadyError when a commit or write of it
   * fails.
   */
  settled(): Promise<void>;
  /**
   * Begins the rollovers that market time has passed, and ends the pending orders whose expiry it has passed. Returns the
   * rollovers that have begun and not ended, in time order. Commands and quotes do the same, so that none comes between.
   */
  beginRollovers(): readonly Rollover[];
}
