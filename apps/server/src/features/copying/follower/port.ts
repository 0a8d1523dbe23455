import type {
  BegunDeed,
  CommandAnswer,
  CopierMarket,
  CopyCommand,
  CopyId,
  CopyPort,
  CopyResult,
  CopySituation,
  LeaderDeed,
  LeaderPosition,
} from '@fairlot/copying';
import { type Lots, ZERO, equity } from '@fairlot/domain';
import type { AccountId, OrderId } from '@fairlot/engine';
import type { MarketData } from '../../../market/port.ts';
import type { Clock } from '../../../platform/clock.ts';
import { pause } from '../../../platform/pause.ts';
import { committedAccount } from '../../../trading/committed-account.ts';
import type { CurrentTerms } from '../../../trading/current-terms.ts';
import type { ShardRouter } from '../../../trading/shard-router.ts';
import type { CopyRegistry } from '../registry.ts';
import { CopierCommands } from './copier-commands.ts';
import { copierMarket } from './copier-market.ts';
import type { JournalRows } from './journal-rows.ts';
import { noteResult } from './note-result.ts';
import { positionsOf } from './positions-of.ts';
import type { ResultRow } from './record-results.ts';
import { NOTHING, NO_BOUNDS, boundsOf, differenceOf, endedCopy, followedBy } from './situation.ts';
import type { FollowerStore } from './store.ts';

export interface PortDeps {
  readonly store: FollowerStore;
  readonly journal: JournalRows;
  readonly registry: CopyRegistry;
  readonly trading: ShardRouter;
  readonly market: MarketData;
  readonly terms: Pick<CurrentTerms, 'groupOf'>;
  /** Copiers who open nothing: frozen accounts. */
  readonly frozen: (copiers: readonly AccountId[]) => Promise<ReadonlySet<AccountId>>;
  /** False while the site has copying switched off. */
  readonly isOn: () => boolean;
  /** Resolves when no copy of the leader is about to begin. */
  readonly whenStarted: (leader: AccountId) => Promise<void>;
  /** The positions that the rows up to one have changed. */
  readonly changesThrough: (shard: number, seq: number) => ReadonlyMap<OrderId, LeaderPosition | undefined>;
  readonly advanced: (shard: number, seq: number) => void;
  /** Told of copies with a new result, whose sums have to be computed again. */
  readonly recorded: (copy: CopyId) => void;
  /** Ends a copy whose positions are closed. */
  readonly end: (copy: CopyId) => Promise<void>;
  readonly clock: Clock;
}

/** Connects CopyRun with the tables and the trading host. */
export class ServerCopyPort implements CopyPort {
  readonly #deps: PortDeps;
  readonly #commands: CopierCommands;
  readonly #openings = new WeakMap<LeaderDeed, CopyId>();
  readonly #frozen = new Set<AccountId>();

  constructor(deps: PortDeps) {
    this.#deps = deps;
    this.#commands = new CopierCommands(deps.trading, deps.journal);
  }

  /** Stops listening to commits. */
  close(): void {
    this.#commands.close();
  }

  async begin(deeds: readonly LeaderDeed[]): Promise<readonly BegunDeed[]> {
    const [first] = deeds;
    const taking = first && this.#openings.get(first);
    if (taking !== undefined) return this.#openingsOf(deeds, taking);
    const { store, registry, clock } = this.#deps;
    const leaders = [...new Set(deeds.map(({ leader }) => leader))];
    await Promise.all(leaders.map((leader) => this.#deps.whenStarted(leader)));
    const copiesOf = new Map(leaders.map((leader) => [leader, registry.ofLeader(leader)]));
    await this.readFrozen([...copiesOf.values()].flat().map(({ copier }) => copier));
    const filled = await Promise.all(deeds.map((deed) => this.#withEquity(deed)));
    const stored = await store.begin(
      filled.map((deed) => ({
        deed,
        copy: 0,
        copies: (copiesOf.get(deed.leader) ?? []).filter(({ since }) => since < deed.seq).map(({ id }) => id),
      })),
      new Date(clock()),
    );
    const begun: BegunDeed[] = [];
    for (const { number, deed, copies, isNew } of stored) begun.push(await this.#begun(number, deed, copies, isNew));
    return begun;
  }

  /** Names deeds as the positions that one copy takes over at its start. They were stored with it. */
  takeOver(deeds: readonly LeaderDeed[], copy: CopyId): void {
    for (const deed of deeds) this.#openings.set(deed, copy);
  }

  async #openingsOf(deeds: readonly LeaderDeed[], copy: CopyId): Promise<readonly BegunDeed[]> {
    const given = deeds.map((deed) => ({ deed, copy, copies: [copy] }));
    const stored = await this.#deps.store.begin(given, new Date(this.#deps.clock()));
    await this.readFrozen([this.#deps.registry.get(copy)?.copier ?? 0]);
    const begun: BegunDeed[] = [];
    // A crash may have come after their first commands.
    for (const { number, deed, copies } of stored) begun.push(await this.#begun(number, deed, copies, false));
    return begun;
  }

  async situation(id: CopyId, deed: LeaderDeed): Promise<CopySituation | undefined> {
    const { registry, trading, market, terms, isOn } = this.#deps;
    const copy = registry.get(id);
    if (copy === undefined) return { copy: endedCopy(id, deed), situation: NOTHING };
    // Each command would wait for seconds, and positions of a shard without a holder may be old.
    if (!trading.isReadyFor(copy.copier)) return undefined;
    const held = await positionsOf(trading, copy.copier);
    if (held === 'uncommitted') return undefined;
    const positions = held?.positions ?? [];
    const opens = copy.state === 'active' && isOn() && !this.#frozen.has(copy.copier);
    return {
      copy: copy.state === 'active' && !opens ? { ...copy, state: 'paused' } : copy,
      situation: {
        followed: followedBy(registry.followed(id, deed.order), positions),
        // Bounds of openings alone.
        ...(deed.change.type === 'open' ? boundsOf(registry.positions(id), positions, deed) : NO_BOUNDS),
        market: copierMarket(market, terms, copy.copier, deed.instrument),
      },
    };
  }

  find(copier: AccountId, key: string): Promise<CommandAnswer | undefined> {
    return this.#deps.journal.answer(copier, key);
  }

  submit(command: CopyCommand, key: string, held?: Lots): Promise<CommandAnswer> {
    return this.#commands.submit(command, key, held);
  }

  async record(results: readonly CopyResult[]): Promise<void> {
    const { store } = this.#deps;
    const markets = new Map<LeaderDeed, CopierMarket | undefined>();
    const rows = results.map((result): ResultRow => {
      const { event } = result;
      if (!markets.has(event)) markets.set(event, this.#marketOf(event));
      return { difference: differenceOf(event, result, markets.get(event)), ...result };
    });
    await store.record(rows);
    for (const { copy, result, event } of rows)
      noteResult(this.#deps, event, copy, result.type === 'done' ? result.order : null);
  }

  async advance(shard: number, seq: number, done: readonly number[]): Promise<void> {
    const { store, changesThrough, advanced } = this.#deps;
    await store.advance(shard, seq, changesThrough(shard, seq), done);
    advanced(shard, seq);
  }

  finish(deeds: readonly number[]): Promise<void> {
    return this.#deps.store.finish(deeds);
  }

  shardOf(copier: AccountId): number | undefined {
    return this.#deps.trading.shardOf(copier);
  }

  ended(copy: CopyId): Promise<void> {
    return this.#deps.end(copy);
  }

  pause(ms: number): Promise<void> {
    return pause(ms);
  }

  async #begun(number: number, deed: LeaderDeed, copies: readonly number[], isNew: boolean): Promise<BegunDeed> {
    const { registry, store } = this.#deps;
    const settled = isNew ? undefined : await store.settled(number);
    // The answer to their commit may have been lost.
    for (const [copy, order] of settled ?? []) noteResult(this.#deps, deed, copy, order);
    const missing = copies.filter((id) => settled?.has(id) !== true);
    const copiers = await store.copiers(missing.filter((id) => registry.get(id) === undefined));
    const following = missing.flatMap((id) => {
      const copier = registry.get(id)?.copier ?? copiers.get(id);
      return copier === undefined ? [] : [{ id, copier }];
    });
    return { number, deed, copies: following, repeated: !isNew };
  }

  /** Reads which copiers are frozen, before deeds that are older are decided for them. */
  async readFrozen(copiers: readonly AccountId[]): Promise<void> {
    const frozen = await this.#deps.frozen(copiers);
    for (const copier of copiers)
      if (frozen.has(copier)) this.#frozen.add(copier);
      else this.#frozen.delete(copier);
  }

  /** The equity of an opening is read after its row, and stored with it. */
  async #withEquity(deed: LeaderDeed): Promise<LeaderDeed> {
    if (deed.change.type !== 'open') return deed;
    const view = await committedAccount(this.#deps.trading, deed.leader);
    return { ...deed, change: { ...deed.change, equity: view === undefined ? ZERO : equity(view.standing) } };
  }

  /** The market by which differences between a leader and the copiers become dollars. */
  #marketOf({ leader, instrument }: LeaderDeed): CopierMarket | undefined {
    return copierMarket(this.#deps.market, { groupOf: () => undefined }, leader, instrument);
  }
}
