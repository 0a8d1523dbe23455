import { money } from '@fairlot/domain';
import type { Pool } from 'pg';
import { pause } from '../../src/platform/pause.ts';
import type { CommandDraft, HostOutcome } from '../../src/trading/port.ts';
import { verifyShard } from '../../src/trading/verify/verify-shard.ts';
import { checkEpochs } from './former-epochs.ts';
import type { Holder } from './holder.ts';
import { buy, openAccount } from './test-host.ts';

/** Time after which a client asks another process. */
const PATIENCE_MS = 300;
/** Time between two rounds through all processes. */
const AGAIN_MS = 10;

export interface HolderLoadOptions {
  readonly holders: readonly Holder[];
  readonly accounts: readonly number[];
  /** Beginning of all keys. */
  readonly name: string;
  /** Rest of a client between two of its commands. */
  readonly pauseMs?: number;
}

const isAnswer = (outcome: HostOutcome): boolean => outcome.ok || !['not_ready', 'overloaded'].includes(outcome.reason);

/** Clients that repeat each command under its key at every process of a shard until one answers it. */
export class HolderLoad {
  /** Outcomes by account and key, also those that came late. */
  readonly answers = new Map<string, HostOutcome>();
  /** Two different outcomes of one command. */
  readonly contradictions: string[] = [];
  /** Commands that a process refused after it had stood still or had lost its shard. */
  refused = 0;
  readonly #options: HolderLoadOptions;
  readonly #done: Promise<void[]>;
  #ending = false;

  constructor(options: HolderLoadOptions) {
    this.#options = options;
    this.#done = Promise.all(options.accounts.map((account) => this.#trade(account)));
    // Avoids an unhandled rejection before `end` throws the error.
    this.#done.catch(() => undefined);
  }

  /** Waits for the outcomes of the commands under way. Throws when no process is left that could answer. */
  async end(): Promise<void> {
    this.#ending = true;
    await this.#done;
  }

  async #trade(account: number): Promise<void> {
    const { name, pauseMs = 0 } = this.#options;
    await this.#answered(openAccount(account));
    for (let turn = 0; !this.#ending; turn += 1) {
      const placed = await this.#answered(buy(account, `${name}-buy-${turn}`));
      const reference = turn;
      await this.#answered({ type: 'deposit', account, key: `${name}-in-${turn}`, amount: money('1'), reference });
      if (placed.ok && placed.order !== undefined)
        await this.#answered({ type: 'closePosition', account, key: `${name}-close-${turn}`, order: placed.order });
      if (pauseMs > 0) await pause(pauseMs);
    }
  }

  async #answered(draft: CommandDraft): Promise<HostOutcome> {
    for (;;) {
      for (const holder of this.#options.holders) {
        // A process that stands still answers when it goes on.
        const outcome = await Promise.race([this.#told(holder, draft), pause(PATIENCE_MS).then(() => undefined)]);
        if (outcome !== undefined && isAnswer(outcome)) return outcome;
      }
      if (!this.#options.holders.some(({ isRunning }) => isRunning)) throw new Error('no process of the shard is left');
      await pause(AGAIN_MS);
    }
  }

  async #told(holder: Holder, draft: CommandDraft): Promise<HostOutcome> {
    const outcome = await holder.submit(draft);
    if (!isAnswer(outcome)) {
      this.refused += 1;
      return outcome;
    }
    const command = `${draft.account}:${draft.key}`;
    const first = JSON.stringify(this.answers.get(command) ?? outcome);
    if (first !== JSON.stringify(outcome))
      this.contradictions.push(`${command} was answered ${first} and ${JSON.stringify(outcome)}`);
    this.answers.set(command, outcome);
    return outcome;
  }
}

/**
 * Compares the answers with the shard's journal, which must have each key once and no row under a former epoch, and
 * verifies the shard. Returns the problems.
 */
export async function problemsOf(load: HolderLoad, pool: Pool, shard: number): Promise<string[]> {
  // Clients may go on meanwhile.
  const answers = [...load.answers];
  const { rows } = await pool.query<{ name: string; outcome: string }>(
    `select account || ':' || key as name, outcome from journal where shard = $1 and key is not null`,
    [shard],
  );
  const journal = new Map(rows.map(({ name, outcome }) => [name, outcome]));
  const problems = [...load.contradictions];
  if (journal.size !== rows.length) problems.push(`shard ${shard} has ${rows.length - journal.size} keys twice`);
  for (const [name, outcome] of answers)
    if (journal.get(name) !== JSON.stringify(outcome))
      problems.push(`${name} was answered ${JSON.stringify(outcome)}; the journal has ${journal.get(name)}`);
  problems.push(...(await checkEpochs(pool, shard)));
  const { count, shown } = await verifyShard(pool, shard);
  if (count > 0) problems.push(`shard ${shard} does not verify: ${shown.join('; ')}`);
  return problems;
}
