import type { CommandAnswer, CopyCommand } from '@fairlot/copying';
import { type Lots, asLots } from '@fairlot/domain';
import type { AccountId, Applied, OrderId } from '@fairlot/engine';
import { type HostOutcome, REFUSED_NOT_READY } from '../../../trading/port.ts';
import type { ShardRouter } from '../../../trading/shard-router.ts';
import { type JournalRows, answerOf } from './journal-rows.ts';

type Trading = Pick<ShardRouter, 'submit' | 'positions' | 'isReadyFor' | 'onCommitted' | 'onRollback'>;

/** A command under way. */
interface SentCommand {
  readonly account: AccountId;
  /** Its row, once that is committed. */
  row: Applied | undefined;
  /** Answers that the outcome is unknown. */
  giveUp: () => void;
}

/** Sends commands of copiers, and finds the rows that answer them. */
export class CopierCommands {
  readonly #trading: Trading;
  readonly #journal: Pick<JournalRows, 'answer'>;
  /** Commands under way, by key. */
  readonly #sent = new Map<string, SentCommand>();
  readonly #stops: readonly (() => void)[];

  constructor(trading: Trading, journal: Pick<JournalRows, 'answer'>) {
    this.#trading = trading;
    this.#journal = journal;
    this.#stops = [trading.onCommitted((rows) => this.#catch(rows)), trading.onRollback(() => this.#giveUp())];
  }

  /** Stops listening to commits, and gives up the commands under way: a shard that recovers could keep their callers waiting. */
  close(): void {
    for (const stop of this.#stops) stop();
    for (const { giveUp } of this.#sent.values()) giveUp();
  }

  /** `held`: lots of the position that the command names, if they were just read. */
  async submit(command: CopyCommand, key: string, held?: Lots): Promise<CommandAnswer> {
    const lots = 'order' in command ? (held ?? this.#lotsOf(command.account, command.order)) : asLots(0n);
    const sent: SentCommand = { account: command.account, row: undefined, giveUp: nothing };
    this.#sent.set(key, sent);
    try {
      const outcome = await new Promise<HostOutcome>((answer, fail) => {
        sent.giveUp = () => answer(REFUSED_NOT_READY);
        this.#trading.submit({ key, ...command }).then(answer, fail);
      });
      const { row } = sent;
      if (row !== undefined && lots !== undefined) return answerOf(row, lots);
      if (!outcome.ok) return { ok: false, reason: outcome.reason };
      const found = await this.#journal.answer(command.account, key);
      if (found === undefined) throw new Error(`a copier's command was accepted but is not in the journal: ${key}`);
      return found;
    } finally {
      this.#sent.delete(key);
    }
  }

  #lotsOf(account: AccountId, order: OrderId): Lots | undefined {
    const held = this.#trading.positions(account);
    return held === 'uncommitted' ? undefined : held?.positions.find(({ id }) => id === order)?.lots;
  }

  /** Keeps the rows of the commands that are under way: their fills are the results. */
  #catch(rows: readonly Applied[]): void {
    if (this.#sent.size === 0) return;
    for (const row of rows) {
      const { command } = row;
      const sent = 'key' in command ? this.#sent.get(command.key) : undefined;
      // Anyone may send an order under any key.
      if (sent !== undefined && 'account' in command && sent.account === command.account) sent.row = row;
    }
  }

  /** A shard that recovers keeps its callers waiting until it has. */
  #giveUp(): void {
    for (const { account, giveUp } of this.#sent.values()) if (!this.#trading.isReadyFor(account)) giveUp();
  }
}

function nothing(): void {
  // No caller waits yet.
}
