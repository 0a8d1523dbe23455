import {
  type DealingMode,
  type Group,
  type GroupId,
  type InstrumentId,
  type Quote,
  addHoldings,
} from '@fairlot/domain';
import type { AccountId, AccountKind, AccountView, Applied, GroupHoldings, TradingRules } from '@fairlot/engine';
import type { Pool } from 'pg';
import { pause } from '../platform/pause.ts';
import type { Tracing } from '../platform/tracing.ts';
import type { AnsweredWhen, CommandDraft, HostOutcome, SystemCommandDraft, TradingHost } from './port.ts';
import { traced } from './traced-submit.ts';

/** Shard of real accounts, and of demo accounts from before demo accounts had a shard of their own. */
export const REAL_SHARD = 0;
/** Shard of new demo accounts. Its journal and house accounts are separate, so an operator may drop it. */
export const DEMO_SHARD = 1;
/** The shards of a server. */
export const SHARDS: readonly number[] = [REAL_SHARD, DEMO_SHARD];

/** Maximum wait for a demo shard that recovers. */
const RECOVERY_MS = 1000;

const UNKNOWN_ACCOUNT: Promise<HostOutcome> = Promise.resolve({ ok: false, reason: 'unknown_account' });

/** Opens a router over the hosts of all shards, by shard number. Reads which shard each account is on. */
export async function openShardRouter(
  pool: Pool,
  hosts: readonly TradingHost[],
  tracing?: Tracing,
): Promise<ShardRouter> {
  const router = new ShardRouter(hosts, tracing);
  // Packed into one value per shard, because a million rows would delay the start.
  const { rows } = await pool.query<{ shard: number; ids: Buffer }>(
    `select shard, string_agg(int8send(id), '') as ids from accounts where retired_at is null group by shard`,
  );
  for (const { shard, ids } of rows)
    for (let at = 0; at < ids.length; at += 8) router.place(Number(ids.readBigInt64BE(at)), shard);
  return router;
}

/**
 * Passes each command to the host of its account's shard. An account never changes its shard; a new one is placed by
 * its kind. Commands for unknown accounts are refused without a journal row: a row on one shard would take the key from
 * the account that another shard opens later.
 */
export class ShardRouter implements TradingHost {
  readonly #hosts: readonly TradingHost[];
  readonly #hostOf = new Map<AccountId, TradingHost>();

  readonly #submit: TradingHost['submit'];

  constructor(hosts: readonly TradingHost[], tracing?: Tracing) {
    this.#hosts = hosts;
    this.#submit =
      tracing === undefined
        ? (draft, until) => this.#route(draft, until)
        : traced((draft, until) => this.#route(draft, until), tracing);
    this.onCommitted((rows) => this.#forgetRetired(rows));
  }

  /** Notes the shard of an existing account. */
  place(account: AccountId, shard: number): void {
    this.#hostOf.set(account, this.#host(shard));
  }

  submit(draft: CommandDraft | SystemCommandDraft, until?: AnsweredWhen): Promise<HostOutcome> {
    return this.#submit(draft, until);
  }

  #route(draft: CommandDraft | SystemCommandDraft, until: AnsweredWhen | undefined): Promise<HostOutcome> {
    if (!('account' in draft)) return this.#submitToAll(draft);
    const host = this.#hostOf.get(draft.account);
    if (host !== undefined) return host.submit(draft, until);
    if (draft.type !== 'openAccount') return UNKNOWN_ACCOUNT;
    this.place(draft.account, draft.kind === 'demo' ? DEMO_SHARD : REAL_SHARD);
    return this.#route(draft, until);
  }

  onQuote(quote: Quote): void {
    for (const host of this.#hosts) host.onQuote(quote);
  }

  setOpen(instrument: InstrumentId, open: boolean): void {
    for (const host of this.#hosts) host.setOpen(instrument, open);
  }

  setDoubt(instrument: InstrumentId, doubt: boolean): void {
    for (const host of this.#hosts) host.setDoubt(instrument, doubt);
  }

  account(id: AccountId): AccountView | 'uncommitted' | undefined {
    return this.#hostOf.get(id)?.account(id);
  }

  /** No real account is on the demo shard, so its recovery hides no real exposure. */
  exposure(kind: AccountKind): readonly GroupHoldings[] | undefined {
    const sums = new Map<string, GroupHoldings>();
    for (const [shard, host] of this.#hosts.entries()) {
      if (kind === 'real' && shard === DEMO_SHARD) continue;
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
    return this.#host(REAL_SHARD).rules;
  }

  get restricted(): ReadonlyMap<InstrumentId, DealingMode> | undefined {
    return this.#host(REAL_SHARD).restricted;
  }

  get groups(): readonly Group[] | undefined {
    return this.#host(REAL_SHARD).groups;
  }

  groupOf(id: AccountId): GroupId | 'uncommitted' | undefined {
    return this.#hostOf.get(id)?.groupOf(id);
  }

  /** Calls the listener after each commit of any shard. Rows are in journal order within their shard. */
  onCommitted(listener: (rows: readonly Applied[]) => void): () => void {
    return removal(this.#hosts.map((host) => host.onCommitted(listener)));
  }

  /** A demo shard that recovers must not keep real accounts from their lists for longer than a second. */
  async written(): Promise<void> {
    await Promise.all(
      this.#hosts.map((host, shard) =>
        shard === REAL_SHARD || host.ready
          ? host.written()
          : Promise.race([host.written().catch(() => undefined), pause(RECOVERY_MS)]),
      ),
    );
  }

  onJournalled(listener: (rows: readonly Applied[]) => void): () => void {
    return removal(this.#hosts.map((host) => host.onJournalled(listener)));
  }

  /** Calls the listener after each commit with the shard and its rows, in journal order. */
  onShardCommitted(listener: (shard: number, rows: readonly Applied[]) => void): () => void {
    return removal(this.#hosts.map((host, shard) => host.onCommitted((rows) => listener(shard, rows))));
  }

  /** The shard of an account; undefined for an unknown one. */
  shardOf(id: AccountId): number | undefined {
    const host = this.#hostOf.get(id);
    return host === undefined ? undefined : this.#hosts.indexOf(host);
  }

  onRollback(listener: () => void): () => void {
    return removal(this.#hosts.map((host) => host.onRollback(listener)));
  }

  /** True when real accounts can trade. A demo shard that recovers must not keep them from it. */
  get ready(): boolean {
    return this.#host(REAL_SHARD).ready;
  }

  /** For each shard by its number, 1 when it takes commands and 0 when not. */
  readiness(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#hosts.map((host, shard) => [shard, host.ready ? 1 : 0]));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.stop()));
  }

  /**
   * Submits rules or terms to all shards, to that of real accounts last, so that `rules` has changed only when all have
   * them. Stops at the first refusal; the caller must then submit the former ones again. What may be dealt in goes to
   * real accounts first: a demo shard that recovers must not delay a halt.
   */
  async #submitToAll(draft: SystemCommandDraft): Promise<HostOutcome> {
    let outcome: HostOutcome = { ok: true };
    for (const host of draft.type === 'setDealing' ? this.#hosts : this.#hosts.toReversed()) {
      outcome = await host.submit(draft);
      if (!outcome.ok) break;
    }
    return outcome;
  }

  #forgetRetired(rows: readonly Applied[]): void {
    for (const { command, outcome } of rows)
      if (command.type === 'retireAccount' && outcome.ok) this.#hostOf.delete(command.account);
  }

  #host(shard: number): TradingHost {
    const host = this.#hosts[shard];
    if (host === undefined) throw new Error(`this server has no shard ${shard}`);
    return host;
  }
}

function removal(removals: readonly (() => void)[]): () => void {
  return () => {
    for (const remove of removals) remove();
  };
}
