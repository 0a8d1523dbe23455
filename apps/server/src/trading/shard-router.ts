import {
  type DealingMode,
  type Group,
  type GroupId,
  type InstrumentId,
  type Quote,
  addHoldings,
} from '@fairlot/domain';
import type {
  AccountId,
  AccountKind,
  AccountPositions,
  AccountView,
  Applied,
  GroupHoldings,
  TradingRules,
} from '@fairlot/engine';
import type { Pool } from 'pg';
import { pause } from '../platform/pause.ts';
import type { Tracing } from '../platform/tracing.ts';
import { AccountPlaces, type RoutedShard, readPlaces } from './account-places.ts';
import { LateShards } from './late-shards.ts';
import {
  type AnsweredWhen,
  type CommandDraft,
  type HostOutcome,
  REFUSED_NOT_READY,
  type SystemCommandDraft,
  type TradingHost,
} from './port.ts';
import { traced } from './traced-submit.ts';

/** Maximum wait for a demo shard that recovers or stalls. */
const RECOVERY_MS = 1000;

const NOT_READY: Promise<HostOutcome> = Promise.resolve(REFUSED_NOT_READY);
const UNKNOWN_ACCOUNT: Promise<HostOutcome> = Promise.resolve({ ok: false, reason: 'unknown_account' });

/** Opens a router over the hosts of all shards, by ascending number. Reads which shard each account is on. */
export async function openShardRouter(
  pool: Pool,
  shards: readonly RoutedShard[],
  tracing?: Tracing,
): Promise<ShardRouter> {
  const router = new ShardRouter(shards, tracing);
  await readPlaces(pool, router);
  return router;
}

/**
 * Passes each command to the host of its account's shard. Commands for unknown accounts are refused without a journal
 * row: a row on one shard would take the key from the account that another shard opens later.
 */
export class ShardRouter implements TradingHost {
  /** Shards of real accounts first, each kind by ascending number. */
  readonly #shards: readonly RoutedShard[];
  /** Shards that get no commands yet, and that nothing which all have alike is read from. None but in a new house. */
  readonly late = new LateShards();
  readonly #places: AccountPlaces;
  readonly #submit: TradingHost['submit'];

  constructor(shards: readonly RoutedShard[], tracing?: Tracing) {
    const sorted = shards.toSorted((one, other) => one.number - other.number);
    const of = (kind: AccountKind): RoutedShard[] => sorted.filter((shard) => shard.kind === kind);
    this.#shards = [...of('real'), ...of('demo')];
    this.#places = new AccountPlaces(this.#shards, this.late);
    const route: TradingHost['submit'] = (draft, until) => this.#route(draft, until);
    this.#submit = tracing === undefined ? route : traced(route, tracing, () => this.written());
    this.onShardCommitted((shard, rows) => this.#places.note(shard, rows));
  }

  /** Notes the shard of an existing account. */
  place(account: AccountId, shard: number): void {
    this.#places.place(account, shard);
  }

  /** The numbers of all shards, ascending. */
  get numbers(): readonly number[] {
    return this.#shards.map(({ number }) => number).sort((one, other) => one - other);
  }

  /** The host of each shard. */
  get hosts(): readonly Pick<RoutedShard, 'number' | 'kind' | 'host'>[] {
    return this.#shards;
  }

  submit(draft: CommandDraft | SystemCommandDraft, until?: AnsweredWhen): Promise<HostOutcome> {
    return this.#submit(draft, until);
  }

  #route(draft: CommandDraft | SystemCommandDraft, until: AnsweredWhen | undefined): Promise<HostOutcome> {
    if (!('account' in draft)) return this.#submitToAll(draft);
    let shard = this.#places.of(draft.account);
    if (shard === undefined) {
      if (draft.type !== 'openAccount') return UNKNOWN_ACCOUNT;
      shard = this.#places.placeNew(draft.account, draft.kind);
    }
    // A dead shard would be asked for ten seconds, by each unfinished decision that the start of the house completes.
    return shard === undefined || this.late.has(shard.number) ? NOT_READY : shard.host.submit(draft, until);
  }

  onQuote(quote: Quote): void {
    for (const { host } of this.#shards) host.onQuote(quote);
  }

  setOpen(instrument: InstrumentId, open: boolean): void {
    for (const { host } of this.#shards) host.setOpen(instrument, open);
  }

  setDoubt(instrument: InstrumentId, doubt: boolean): void {
    for (const { host } of this.#shards) host.setDoubt(instrument, doubt);
  }

  account(id: AccountId): AccountView | 'uncommitted' | undefined {
    return this.#places.of(id)?.host.account(id);
  }

  positions(id: AccountId): AccountPositions | 'uncommitted' | undefined {
    return this.#places.of(id)?.host.positions(id);
  }

  /** No real account is on a shard of demo accounts, so its recovery hides no real exposure. */
  exposure(kind: AccountKind): readonly GroupHoldings[] | undefined {
    const sums = new Map<string, GroupHoldings>();
    for (const { kind: kindOfShard, host } of this.#shards) {
      if (kind === 'real' && kindOfShard === 'demo') continue;
      const rows = host.exposure(kind);
      if (rows === undefined) return undefined;
      for (const row of rows) {
        const key = `${row.instrument} ${row.group}`;
        const before = sums.get(key);
        sums.set(key, before === undefined ? row : { ...row, holdings: addHoldings(before.holdings, row.holdings) });
      }
    }
    return [...sums.values()];
  }

  get rules(): TradingRules | undefined {
    return this.#first((host) => host.rules);
  }

  get restricted(): ReadonlyMap<InstrumentId, DealingMode> | undefined {
    return this.#first((host) => host.restricted);
  }

  get groups(): readonly Group[] | undefined {
    return this.#first((host) => host.groups);
  }

  groupOf(id: AccountId): GroupId | 'uncommitted' | undefined {
    return this.#places.of(id)?.host.groupOf(id);
  }

  /** Calls the listener after each commit of any shard. Rows are in journal order within their shard. */
  onCommitted(listener: (rows: readonly Applied[]) => void): () => void {
    return removal(this.#shards.map(({ host }) => host.onCommitted(listener)));
  }

  /** A demo shard that recovers or stalls must not keep real accounts from their lists for longer than a second. */
  async written(account?: AccountId): Promise<void> {
    if (account !== undefined) return this.#places.of(account)?.host.written();
    await Promise.all(
      this.#shards.map(({ kind, host }) =>
        kind === 'real' ? host.written() : Promise.race([host.written().catch(() => undefined), pause(RECOVERY_MS)]),
      ),
    );
  }

  onJournalled(listener: (rows: readonly Applied[]) => void): () => void {
    return removal(this.#shards.map(({ host }) => host.onJournalled(listener)));
  }

  /** Calls the listener after each commit with the shard and its rows, in journal order. */
  onShardCommitted(listener: (shard: number, rows: readonly Applied[]) => void): () => void {
    return removal(this.#shards.map(({ number, host }) => host.onCommitted((rows) => listener(number, rows))));
  }

  /** The shard of an account; undefined for an unknown one. */
  shardOf(id: AccountId): number | undefined {
    return this.#places.of(id)?.number;
  }

  /** False while the shard of an account takes no commands. */
  isReadyFor(id: AccountId): boolean {
    const shard = this.#places.of(id);
    return shard === undefined || (shard.host.ready && !this.late.has(shard.number));
  }

  onRollback(listener: () => void): () => void {
    return removal(this.#shards.map(({ host }) => host.onRollback(listener)));
  }

  /** True when real accounts of some shard can trade: one that recovers must not keep the others from trading. */
  get ready(): boolean {
    return this.#shards.some(({ number, kind, host }) => kind === 'real' && host.ready && !this.late.has(number));
  }

  /** The kind of each shard, and whether it takes commands. */
  states(): readonly { readonly number: number; readonly kind: AccountKind; readonly ready: boolean }[] {
    return this.#shards.map(({ number, kind, host }) => ({
      number,
      kind,
      ready: host.ready && !this.late.has(number),
    }));
  }

  /** The number of accounts on each shard. */
  accountsByShard(): ReadonlyMap<number, number> {
    return this.#places.counts();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#shards.map(({ host }) => host.stop()));
  }

  /**
   * Submits rules or terms to all shards, to the first one of real accounts last, so that `rules` has changed only when
   * all have them. Stops at the first refusal; the caller must then bring all to what is stored. What may be dealt in
   * goes to all at once: a shard that recovers must not delay a halt of the others. Its refusal is the answer, so that
   * staff repeat it. A late shard would refuse rules and terms that the others have already taken, so none gets them.
   */
  async #submitToAll(draft: SystemCommandDraft): Promise<HostOutcome> {
    if (draft.type === 'setDealing') {
      const tell = ({ number, host }: RoutedShard): Promise<HostOutcome> =>
        this.late.has(number) ? NOT_READY : host.submit(draft);
      const outcomes = await Promise.all(this.#shards.map(tell));
      return outcomes.find(({ ok }) => !ok) ?? { ok: true };
    }
    if (this.late.size > 0) return REFUSED_NOT_READY;
    let outcome: HostOutcome = { ok: true };
    for (const { host } of this.#shards.toReversed()) {
      outcome = await host.submit(draft);
      if (!outcome.ok) break;
    }
    return outcome;
  }

  /**
   * The rules and terms that all shards share, from the first shard of real accounts that neither recovers nor is late.
   * They change there last, so they have changed only when all have them.
   */
  #first<T>(read: (host: TradingHost) => T | undefined): T | undefined {
    for (const { kind, number, host } of this.#shards) {
      const found = kind === 'real' && !this.late.has(number) ? read(host) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function removal(removals: readonly (() => void)[]): () => void {
  return () => {
    for (const remove of removals) remove();
  };
}
