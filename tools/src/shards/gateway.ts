import type { AccountId } from '@fairlot/engine';
import type { Bus } from '../../../apps/server/src/bus/bus.ts';
import type { Subjects } from '../../../apps/server/src/bus/subjects.ts';
import { pause } from '../../../apps/server/src/platform/pause.ts';
import { readRows } from '../../../apps/server/src/trading/remote/messages.ts';
import { type HostOutcome, REFUSED_NOT_READY } from '../../../apps/server/src/trading/port.ts';
import { hostSink } from '../../../apps/server/src/cluster/host-sink.ts';
import { MarketFollower } from '../../../apps/server/src/cluster/market-follower.ts';
import { RemoteShard } from '../../../apps/server/src/trading/remote/remote-shard.ts';
import { ShardReplica } from '../../../apps/server/src/trading/remote/replica.ts';
import type { ShardReads } from '../../../apps/server/src/trading/remote/shard-reads.ts';
import type { ShardEntry } from '../../../apps/server/src/trading/shard-directory.ts';
import { ShardRouter } from '../../../apps/server/src/trading/shard-router.ts';
import type { AnyDraft, Reading } from './answer.ts';
import type { ShardsAuditor } from './auditor.ts';
import type { SimStorage } from './sim-storage.ts';

const RETRY_MS = 100;

export interface GatewayOptions {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly reads: ShardReads;
  readonly placeOf: SimStorage['placeOf'];
  readonly readPlaces: SimStorage['readPlaces'];
  readonly shards: readonly ShardEntry[];
  readonly auditor: ShardsAuditor;
  readonly log: { info(message: string): void; warn(message: string): void; error(message: string): void };
}

/** A process that clients call: a router over shards that other processes host, and a replica of each that is compared. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #remotes: readonly RemoteShard[];
  readonly #replicas: readonly ShardReplica[];
  readonly #router: ShardRouter;
  isServing = false;

  constructor(options: GatewayOptions) {
    const { shards, bus, subjects, log, auditor, reads } = options;
    this.#options = options;
    this.#remotes = shards.map(({ number }) => new RemoteShard({ bus, subjects, reads, shard: number, log }));
    this.#router = new ShardRouter(shards.map((shard, at) => ({ ...shard, host: this.#remotes[at]! })));
    this.#replicas = shards.map(({ number }) => this.#replicaOf(number));
    // A row that a replica has loaded is not reported, so the accounts are read again.
    this.#router.onRollback(() => void this.#place());
    this.#router.onShardCommitted((shard, rows) => {
      auditor.reported(shard, rows);
      for (const { events } of rows)
        for (const event of events) if (event.type === 'accountOpened') this.#router.place(event.account, shard);
    });
  }

  /** Follows all shards, and serves clients once it has read where each account is. */
  async start(): Promise<void> {
    const { bus, subjects, log } = this.#options;
    new MarketFollower({ bus, subjects, sinks: [hostSink(this.#router)], log }).start();
    await Promise.all([...this.#remotes, ...this.#replicas].map((part) => part.start()));
    await this.#place();
    this.isServing = true;
  }

  /**
   * Places a new account before its opening is sent. A router that places by its memory alone is not enough here: one that
   * is replaced while an opening is under way would choose another shard.
   */
  async submit(draft: AnyDraft): Promise<HostOutcome> {
    if (draft.type === 'openAccount') {
      const among = this.#options.shards.filter(({ kind }) => kind === draft.kind).map(({ number }) => number);
      try {
        this.#router.place(draft.account, await this.#options.placeOf(draft.account, among));
      } catch {
        return REFUSED_NOT_READY;
      }
    }
    return this.#router.submit(draft);
  }

  account(id: AccountId): Reading {
    return this.#router.account(id);
  }

  /** True when all shards are followed up to their last rows. Compares every state with its journal. */
  isAt(seqOf: (shard: number) => number): boolean {
    return this.#options.shards.every(({ number }, at) => {
      const replica = this.#replicas[at]!;
      if (replica.engine === undefined) return false;
      this.#options.auditor.follows(number, replica.seq, replica.engine.stateHash());
      return replica.seq === seqOf(number) && this.#router.states().every(({ ready }) => ready);
    });
  }

  #replicaOf(shard: number): ShardReplica {
    const { bus, subjects, log, auditor, reads } = this.#options;
    let next: number | undefined;
    const replica: ShardReplica = new ShardReplica({
      reads,
      shard,
      log,
      onRows: (rows) => {
        const first = rows[0];
        if (first === undefined) return;
        if (next !== undefined && first.seq !== next)
          auditor.disagree(`a follower of shard ${shard} is told of row ${first.seq} after ${next - 1}`);
        next = rows.at(-1)!.seq + 1;
        auditor.follows(shard, replica.seq, replica.engine!.stateHash());
      },
      onReload: () => {
        next = replica.seq + 1;
        auditor.follows(shard, replica.seq, replica.engine!.stateHash());
      },
    });
    bus.subscribe(subjects('shard', shard, 'rows'), (data) => replica.take(readRows(data)), {
      onDropped: () => replica.catchUp(),
    });
    return replica;
  }

  /** Reads which shard each account is on, until the database answers. */
  async #place(): Promise<void> {
    const { readPlaces, log } = this.#options;
    for (let places: ReadonlyMap<number, number> | undefined; places === undefined;) {
      try {
        places = await readPlaces();
        for (const [account, shard] of places) this.#router.place(account, shard);
      } catch (error) {
        log.warn(`the places of accounts could not be read (${String(error)}); trying again`);
        await pause(RETRY_MS);
      }
    }
  }
}
