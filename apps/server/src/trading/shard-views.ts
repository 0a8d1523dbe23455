import type { DealingMode, Group, GroupId, InstrumentId } from '@fairlot/domain';
import type {
  AccountId,
  AccountKind,
  AccountPositions,
  AccountView,
  GroupHoldings,
  TradingRules,
} from '@fairlot/engine';
import { committedView } from './committed-view.ts';
import type { OpenShard } from './open-shard.ts';

/** The part of a shard's host that reads the engine. */
export class ShardViews {
  readonly #running: () => OpenShard | undefined;

  /** `running` returns undefined while the host recovers. */
  constructor(running: () => OpenShard | undefined) {
    this.#running = running;
  }

  get rules(): TradingRules | undefined {
    return this.#running()?.engine.rules;
  }

  get restricted(): ReadonlyMap<InstrumentId, DealingMode> | undefined {
    return this.#running()?.engine.restricted;
  }

  get groups(): readonly Group[] | undefined {
    return this.#running()?.engine.groups;
  }

  groupOf(id: AccountId): GroupId | 'uncommitted' | undefined {
    const running = this.#running();
    return running === undefined ? 'uncommitted' : running.engine.groupOf(id);
  }

  get uncommitted(): number {
    return this.#running()?.commits.uncommitted ?? 0;
  }

  get unwritten(): number {
    return this.#running()?.commits.unwritten ?? 0;
  }

  account(id: AccountId): AccountView | 'uncommitted' | undefined {
    return committedView(this.#running(), ({ engine }) => engine.account(id));
  }

  positions(id: AccountId): AccountPositions | 'uncommitted' | undefined {
    return committedView(this.#running(), ({ engine }) => engine.positions(id));
  }

  exposure(kind: AccountKind): readonly GroupHoldings[] | undefined {
    return this.#running()?.engine.exposure(kind);
  }
}
