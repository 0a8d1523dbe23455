import type { AccountId, AccountPositions, Applied, OrderId } from '@fairlot/engine';
import type { MarketData } from '../market/port.ts';
import type { OpenSpan, Tracing } from '../platform/tracing.ts';
import type { TradingHost } from '../trading/port.ts';
import { commitName } from '../trading/traced-submit.ts';
import { type MarginCallOf, presentAccount, presentCall } from './account-presenter.ts';
import { PACE_TICKS } from './limits.ts';
import { Stream } from './stream.ts';

interface Watched {
  readonly trade: Stream;
  readonly closed: Stream;
  /** Text of the last update of `trade`. */
  shown: string | undefined;
  /** Number of the last journal row that changed the account, as far as commits told it and at the begin. */
  changedBy: number;
}

export interface AccountStreamsDeps {
  readonly trading: TradingHost;
  readonly market: MarketData;
  readonly marginCall: MarginCallOf;
  readonly tracing?: Tracing | undefined;
}

/** FOREX_TRADE and FOREX_CLOSED of watched accounts. Only committed figures are shown. */
export class AccountStreams {
  readonly #watched = new Map<AccountId, Watched>();
  #ticksUntilShown = PACE_TICKS;
  readonly #trading: TradingHost;
  readonly #market: MarketData;
  readonly #marginCall: MarginCallOf;
  readonly #tracing: Tracing | undefined;

  constructor({ trading, market, marginCall, tracing }: AccountStreamsDeps) {
    this.#trading = trading;
    this.#market = market;
    this.#marginCall = marginCall;
    this.#tracing = tracing;
  }

  /** Starts to follow commits. Returns a function that stops it. */
  follow(): () => void {
    const stops = [
      this.#trading.onCommitted((rows) => this.#onCommitted(rows)),
      this.#trading.onRollback(() => this.#onRollback()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  find(account: AccountId, topic: string): Stream | undefined {
    if (topic !== 'FOREX_TRADE' && topic !== 'FOREX_CLOSED') return undefined;
    const streams = this.#watched.get(account) ?? this.#create(account);
    return topic === 'FOREX_TRADE' ? streams.trade : streams.closed;
  }

  /** Sends figures that changed with the market. Returns the number of subscriptions that wait for a snapshot. */
  tick(ticks: number): number {
    this.#ticksUntilShown -= ticks;
    const isDue = this.#ticksUntilShown <= 0;
    if (isDue) this.#ticksUntilShown = PACE_TICKS;
    let behind = 0;
    for (const [account, streams] of this.#watched) {
      if (!streams.trade.isWatched && !streams.closed.isWatched) {
        this.#watched.delete(account);
        continue;
      }
      if (isDue) this.#show(account, streams);
      behind += streams.trade.catchUpAll() + streams.closed.catchUpAll();
    }
    return behind;
  }

  #create(account: AccountId): Watched {
    const streams: Watched = {
      trade: new Stream('FOREX_TRADE', 'replaceable', () => {
        // The snapshot may be newer than the last update, so the next update must be sent even if it equals the last.
        streams.shown = undefined;
        return this.#text(account, streams);
      }),
      // A snapshot lets the client read its lists, which are not complete before the shard has recovered.
      closed: new Stream('FOREX_CLOSED', 'complete', () =>
        this.#trading.positions(account) === 'uncommitted' ? undefined : '[]',
      ),
      shown: undefined,
      changedBy: changeOf(this.#trading.positions(account)),
    };
    this.#watched.set(account, streams);
    return streams;
  }

  #onCommitted(rows: readonly Applied[]): void {
    if (this.#watched.size === 0) return;
    const touched = new Set<AccountId>();
    const spans = new Map<AccountId, OpenSpan>();
    const closed = new Map<AccountId, OrderId[]>();
    for (const { seq, command, events } of rows) {
      if ('account' in command && this.#watched.has(command.account)) {
        touched.add(command.account);
        const span = this.#tracing?.committing(commitName(command) ?? '')?.child('socket');
        if (span !== undefined) spans.set(command.account, span);
      }
      for (const event of events) {
        const streams = 'account' in event ? this.#watched.get(event.account) : undefined;
        if (!('account' in event) || streams === undefined) continue;
        streams.changedBy = seq;
        touched.add(event.account);
        if (event.type === 'positionClosed')
          closed.set(event.account, [...(closed.get(event.account) ?? []), event.order]);
      }
    }
    for (const account of touched) {
      const streams = this.#watched.get(account);
      if (streams === undefined) continue;
      const ended = closed.get(account);
      if (ended !== undefined) streams.closed.publish(JSON.stringify(ended));
      this.#show(account, streams);
      spans.get(account)?.end();
    }
  }

  /**
   * The journal may have closed positions in rows that are never reported. Accounts whose shard recovers, and those that
   * have changed by an unreported row, begin again with a snapshot, at which clients read their lists.
   */
  #onRollback(): void {
    for (const [account, streams] of this.#watched) {
      const held = this.#trading.positions(account);
      const changedBy = changeOf(held);
      if (held === 'uncommitted' || changedBy > streams.changedBy) streams.closed.restart();
      else streams.closed.catchUpAll();
      streams.changedBy = Math.max(streams.changedBy, changedBy);
    }
  }

  #show(account: AccountId, streams: Watched): void {
    if (!streams.trade.isWatched) return;
    const text = this.#text(account, streams);
    if (text === undefined || text === streams.shown) return;
    streams.shown = text;
    streams.trade.publish(text);
  }

  #text(account: AccountId, { changedBy }: Watched): string | undefined {
    const view = this.#trading.account(account);
    return view === undefined || view === 'uncommitted'
      ? undefined
      : JSON.stringify({
          // New stops don't count as a change of the account's worth.
          Version: Math.max(view.changedBy, changedBy),
          ...presentAccount(view, this.#market),
          ...presentCall(this.#marginCall(view)),
        });
  }
}

/** Number of the last row that changed an account, as far as it is known. */
function changeOf(held: AccountPositions | 'uncommitted' | undefined): number {
  return typeof held === 'object' ? held.changedBy : 0;
}
