import { resultOf } from './answers.ts';
import type { SentCommand, Task } from './left-deeds.ts';
import type { DeedResult } from './model.ts';
import type { CommandAnswer, CopyPort } from './port.ts';
import type { CopyRules } from './rules.ts';

/** Attempts at a command that a burst of its instrument, or of its shard, refuses. */
const ATTEMPTS = 6;
const PAUSE_MS = 50;

/** The refusal of a moment: a burst of the instrument, or a price that is not confirmed yet. */
const PASSING = 'price_in_doubt';

export interface SettlerDeps {
  readonly port: CopyPort;
  readonly rules: CopyRules;
  readonly assertRunning: () => void;
}

/** Settles deeds in copies: finds, decides and submits. */
export class Settler {
  readonly #deps: SettlerDeps;

  constructor(deps: SettlerDeps) {
    this.#deps = deps;
  }

  /** The result of a deed in a copy; undefined while the copier's shard takes no command. */
  async settle(task: Task): Promise<DeedResult | undefined> {
    const { port, rules, assertRunning } = this.#deps;
    const { deed, following, repeated } = task;
    for (let attempt = task.sent?.attempt ?? 0; ; attempt += 1) {
      const key = rules.copyKey(following.id, deed, attempt);
      // Other figures would be another command, so a deed that may have been done is looked for first.
      const found = repeated ? await port.find(following.copier, key) : undefined;
      const answer = found ?? (await this.#act(task, key, attempt));
      if (answer === undefined || 'type' in answer) return answer;
      task.sent = undefined;
      const passes = !answer.ok && answer.reason === PASSING && attempt + 1 < ATTEMPTS;
      if (!passes) return resultOf(answer);
      if (found === undefined) await port.pause(PAUSE_MS * 2 ** attempt);
      assertRunning();
    }
  }

  /** Decides, and submits the command if there is one. */
  async #act(task: Task, key: string, attempt: number): Promise<DeedResult | CommandAnswer | undefined> {
    const { port, rules } = this.#deps;
    if (task.sent !== undefined) return this.#submit(task, task.sent);
    const asked = await port.situation(task.following.id, task.deed);
    if (asked === undefined) return undefined;
    const { copy, situation } = asked;
    const decision = rules.decide(copy, task.deed, situation);
    if (decision.type === 'skip') return { ...decision, type: 'skipped' };
    const held = situation.followed.state === 'open' ? situation.followed.lots : undefined;
    return this.#submit(task, { attempt, key, command: decision.command, held });
  }

  /** Submits a command for its answer; undefined when none stands soon. */
  async #submit(task: Task, sent: SentCommand): Promise<CommandAnswer | undefined> {
    const { port, assertRunning } = this.#deps;
    const { key, command, held } = sent;
    // Until an answer stands, an earlier attempt of it may have happened.
    task.sent = sent;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      assertRunning();
      const answer = await port.submit(command, key, held);
      if (answer.ok) return answer;
      if (answer.reason === 'not_ready') return undefined;
      if (answer.reason === 'key_reused') {
        // A former run has sent other figures under the key; its commit may still be under way.
        const found = await port.find(command.account, key);
        if (found !== undefined) return found;
      } else if (answer.reason !== 'overloaded') return answer;
      await port.pause(PAUSE_MS * 2 ** attempt);
    }
    return undefined;
  }
}
