import { isTemporary } from '../../http/answer.ts';
import { type CommandDraft, type HostOutcome, REFUSED_NOT_READY } from '../../trading/port.ts';
import type { ShardRouter } from '../../trading/shard-router.ts';

export type FeeTrading = Pick<ShardRouter, 'submit' | 'shardOf'>;
type FeeCommand = Extract<CommandDraft, { readonly type: 'chargeCopyFee' | 'payCopyFee' }>;

/** Sends the fees of one round. A shard that takes no commands is asked once: each attempt may wait for seconds. */
export class FeeSender {
  readonly #trading: FeeTrading;
  /** Shards that take no commands in this round. */
  readonly #away = new Set<number | undefined>();

  constructor(trading: FeeTrading) {
    this.#trading = trading;
  }

  async submit(command: FeeCommand): Promise<HostOutcome> {
    const shard = this.#trading.shardOf(command.account);
    if (this.#away.has(shard)) return REFUSED_NOT_READY;
    const outcome = await this.#trading.submit(command);
    if (!outcome.ok && isTemporary(outcome.reason)) this.#away.add(shard);
    return outcome;
  }
}
