import type { Lots } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { isAlreadyClosed, isTemporary, resultOf } from './answers.ts';
import { type CopyCommand, decide, rotate } from './decide.ts';
import { copyKey, endKey } from './key.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import type { DeedResult, LeaderDeed } from './model.ts';
import type { BegunDeed, CommandAnswer, CopyPort, EndingCopy, FollowingCopy } from './port.ts';
import { type Recorded, ResultBatch } from './result-batch.ts';

/** Commands in flight for the deeds of one shard. */
const IN_FLIGHT = 256;
/** Results that wait for their commit before no more commands are sent. */
const MOST_UNRECORDED = 4096;
/** Attempts at a command that a burst of its instrument refuses. */
const ATTEMPTS = 6;
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2000;
/** Longest wait of a result for others to be recorded with, while some commands have no answer. */
const LINGER_MS = 100;

/** The refusal of a moment: a burst of the instrument, or a price that is not confirmed yet. */
const PASSING = 'price_in_doubt';

/** The pure decisions of a run. Only the simulator's tests break one of them. */
export interface CopyRules {
  readonly decide: typeof decide;
  readonly rotate: typeof rotate;
  readonly copyKey: typeof copyKey;
}

const RULES: CopyRules = { decide, rotate, copyKey };

/** Settings of a run. */
export interface CopyRunOptions {
  /** Commands in flight for each shard. */
  readonly inFlight?: number;
  readonly rules?: CopyRules;
}

interface Task {
  readonly begun: BegunDeed;
  readonly following: FollowingCopy;
}

/**
 * Carries leaders' deeds to their copies: each deed ends in one command or one recorded skip per copy, whatever crashes. A
 * rejection of the port ends the run; a new run over the same store goes on.
 */
export class CopyRun {
  readonly #port: CopyPort;
  readonly #inFlight: number;
  readonly #rules: CopyRules;
  readonly #results: ResultBatch;
  /** A copier's deeds and ends follow each other. */
  readonly #copiers = new KeyedMutex<AccountId>();
  /** Deeds of copies that are being settled. */
  #settling = 0;
  #failed = false;
  #failure: unknown;

  constructor(port: CopyPort, { inFlight = IN_FLIGHT, rules = RULES }: CopyRunOptions = {}) {
    this.#port = port;
    this.#inFlight = inFlight;
    this.#rules = rules;
    this.#results = new ResultBatch(
      (results) => port.record(results),
      () => port.pause(LINGER_MS),
    );
  }

  /**
   * Follows the deeds of a shard's rows up to row `through`, and moves the watermark when all have their results. The
   * caller awaits it before it hands over later rows of the same shard; shards run side by side.
   */
  async follow(shard: number, deeds: readonly LeaderDeed[], through: number): Promise<void> {
    this.#assertRunning();
    if (deeds.length > 0) {
      const begun = await this.#port.begin(deeds);
      const tasks = begun.flatMap((one) =>
        this.#rules.rotate(one.copies, one.number).map((following): Task => ({ begun: one, following })),
      );
      await this.#work(tasks);
    }
    this.#assertRunning();
    await this.#port.advance(shard, through);
  }

  /**
   * Closes the positions of a copy that ends, in one attempt. Returns true when none is left and the copy has ended; a
   * position that its market keeps open, or whose shard takes no command now, waits for the next attempt. That one may have
   * other keys, because a close that has happened leaves nothing to close.
   */
  async end(ending: EndingCopy): Promise<boolean> {
    const { copier } = ending;
    await this.#copiers.acquire(copier);
    try {
      this.#assertRunning();
      let isLeft = false;
      for (const order of ending.positions) {
        const command = { type: 'closePosition', account: copier, order } as const;
        const answer = await this.#port.submit(command, endKey(ending.id, order, ending.time));
        this.#assertRunning();
        if (answer.ok || isAlreadyClosed(answer.reason)) continue;
        isLeft = true;
        // Each further command could wait as long for the same shard.
        if (isTemporary(answer.reason)) break;
      }
      if (!isLeft) await this.#port.ended(ending.id);
      return !isLeft;
    } catch (error) {
      this.#fail(error);
      throw error;
    } finally {
      this.#copiers.release(copier);
    }
  }

  /** Ends the run: waiting retries reject. Commands that are under way keep their answers in the journal. */
  stop(): void {
    this.#fail(new Error('copying has stopped'));
  }

  /** Works through tasks in their order, at most `#inFlight` at once, and resolves when every result is committed. */
  #work(tasks: readonly Task[]): Promise<void> {
    if (tasks.length === 0) return Promise.resolve();
    return new Promise((done, failed) => {
      let next = 0;
      let left = tasks.length;
      const recorded: Recorded = (error) => {
        left -= 1;
        if (error !== undefined) failed(error);
        else if (left === 0) done();
      };
      const worker = async (): Promise<void> => {
        for (let task = tasks[next]; task !== undefined; task = tasks[next]) {
          next += 1;
          await this.#carry(task, recorded);
          if (this.#results.unrecorded > MOST_UNRECORDED) await this.#results.written();
        }
      };
      for (let count = Math.min(this.#inFlight, tasks.length); count > 0; count -= 1) worker().catch(failed);
    });
  }

  /**
   * Settles a deed in a copy, and resolves when only the record is left to wait for. A failure ends the run, so that nothing
   * is done out of its order.
   */
  async #carry({ begun: { number, deed, repeated }, following }: Task, recorded: Recorded): Promise<void> {
    const { id: copy, copier } = following;
    const held = this.#copiers.acquire(copier);
    if (held !== undefined) await held;
    this.#settling += 1;
    try {
      this.#assertRunning();
      const result = await this.#settle(deed, following, repeated);
      this.#results.add({ deed: number, copy, result }, (error) => {
        if (error !== undefined) this.#fail(error);
        this.#copiers.release(copier);
        recorded(error);
      });
    } catch (error) {
      this.#fail(error);
      this.#copiers.release(copier);
      throw error;
    } finally {
      this.#settling -= 1;
      // No answer is under way that could bring more results.
      if (this.#settling === 0) this.#results.flush();
    }
  }

  async #settle(deed: LeaderDeed, following: FollowingCopy, repeated: boolean): Promise<DeedResult> {
    for (let attempt = 0; ; attempt += 1) {
      const key = this.#rules.copyKey(following.id, deed, attempt);
      // Other figures would be another command, so a deed that may have been done is looked for first.
      const found = repeated ? await this.#port.find(following.copier, key) : undefined;
      const answer = found ?? (await this.#act(following, deed, key));
      if ('type' in answer) return answer;
      const passes = !answer.ok && answer.reason === PASSING && attempt + 1 < ATTEMPTS;
      if (!passes) return resultOf(answer);
      if (found === undefined) await this.#port.pause(PAUSE_MS * 2 ** attempt);
      this.#assertRunning();
    }
  }

  /** Decides, and submits the command if there is one. Waits while the copier's figures can't be read. */
  async #act({ id }: FollowingCopy, deed: LeaderDeed, key: string): Promise<DeedResult | CommandAnswer> {
    let asked = await this.#port.situation(id, deed);
    while (asked === undefined) {
      await this.#port.pause(PAUSE_MS);
      this.#assertRunning();
      asked = await this.#port.situation(id, deed);
    }
    const { copy, situation } = asked;
    const decision = this.#rules.decide(copy, deed, situation);
    if (decision.type === 'skip') return { ...decision, type: 'skipped' };
    const { followed } = situation;
    return this.#submit(decision.command, key, followed.state === 'open' ? followed.lots : undefined);
  }

  /** Submits a command until it has an answer that stands. */
  async #submit(command: CopyCommand, key: string, held?: Lots): Promise<CommandAnswer> {
    for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      this.#assertRunning();
      const answer = await this.#port.submit(command, key, held);
      if (answer.ok) return answer;
      if (answer.reason === 'key_reused') {
        // A former run has sent other figures under the key; its commit may still be under way.
        const found = await this.#port.find(command.account, key);
        if (found !== undefined) return found;
      } else if (!isTemporary(answer.reason)) return answer;
      await this.#port.pause(pause);
    }
  }

  #fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#failure = error;
  }

  #assertRunning(): void {
    if (this.#failed) throw this.#failure;
  }
}
