import type { AccountId } from '@fairlot/engine';
import { isAlreadyClosed, isTemporary } from './answers.ts';
import { endKey } from './key.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { LeftDeeds, type Task } from './left-deeds.ts';
import type { LeaderDeed } from './model.ts';
import type { CopyPort, EndingCopy } from './port.ts';
import { type Recorded, ResultBatch } from './result-batch.ts';
import { type CopyRules, RULES } from './rules.ts';
import { Settler } from './settler.ts';
import { workThrough } from './work-through.ts';

/** Commands in flight for the deeds of one shard. */
const IN_FLIGHT = 256;
/** Results that wait for their commit before no more commands are sent. */
const MOST_UNRECORDED = 4096;
/** Deeds that copies have left, before those of all copies wait for them. A deed of one copy takes about 200 bytes. */
const MOST_LEFT = 500_000;
const PAUSE_MS = 1000;
/** Longest wait of a result for others to be recorded with, while some commands have no answer. */
const LINGER_MS = 100;

/** Settings of a run. */
export interface CopyRunOptions {
  /** Commands in flight for each shard. */
  readonly inFlight?: number;
  /** Deeds of copies in memory that wait for their shards. */
  readonly mostLeft?: number;
  readonly rules?: CopyRules;
}

/**
 * Carries leaders' deeds to their copies: each deed ends in one command or one recorded skip per copy, whatever crashes. A
 * rejection of the port ends the run; a new run over the same store goes on. Copies whose shard takes no command leave their
 * deeds until it does, so that they keep no other copy waiting.
 */
export class CopyRun {
  readonly #port: CopyPort;
  readonly #inFlight: number;
  readonly #mostLeft: number;
  readonly #rules: CopyRules;
  readonly #settler: Settler;
  readonly #results: ResultBatch;
  readonly #left: LeftDeeds;
  /** A copier's deeds and ends follow each other. */
  readonly #copiers = new KeyedMutex<AccountId>();
  /** Deeds of copies that are being settled. */
  #settling = 0;
  /** The attempts at what copies have left, by shard. */
  readonly #attempts = new Map<number | undefined, Promise<void>>();
  #failed = false;
  #failure: unknown;

  constructor(port: CopyPort, { inFlight = IN_FLIGHT, mostLeft = MOST_LEFT, rules = RULES }: CopyRunOptions = {}) {
    this.#port = port;
    this.#inFlight = inFlight;
    this.#mostLeft = mostLeft;
    this.#rules = rules;
    this.#settler = new Settler({ port, rules, assertRunning: () => this.#assertRunning() });
    this.#left = new LeftDeeds((copier) => port.shardOf(copier), rules.isFree);
    this.#results = new ResultBatch(
      (results) => port.record(results),
      () => port.pause(LINGER_MS),
    );
  }

  /** Deeds that wait for the shards of their copiers, each counted once for every copy. */
  get left(): number {
    return this.#left.size;
  }

  /** The copiers of these deeds on one shard. `undefined` stands for copiers without an account. */
  leftCopiers(shard: number | undefined): readonly AccountId[] {
    return this.#left.copiersOf(shard);
  }

  /** True for a deed that was followed, and that only copies lack whose shards take no command. */
  hasLeft(deed: number): boolean {
    return this.#left.has(deed);
  }

  /**
   * Follows the deeds of a shard's rows up to row `through`, and moves the watermark when all have their results or are left.
   * The caller awaits it before it hands over later rows of the same shard; shards run side by side.
   */
  async follow(shard: number, deeds: readonly LeaderDeed[], through: number): Promise<void> {
    this.#assertRunning();
    const begun = deeds.length === 0 ? [] : await this.#port.begin(deeds);
    const tasks = begun.flatMap(({ number, deed, copies, repeated }) =>
      this.#rules.rotate(copies, number).map((following): Task => ({ number, deed, following, repeated })),
    );
    await workThrough(tasks, this.#inFlight, (task, recorded) => this.#carryBounded(task, recorded));
    this.#assertRunning();
    const done = this.#left.followed(begun.map(({ number }) => number));
    await this.#port.advance(shard, through, done);
  }

  /**
   * Settles what the copies of a shard have left, in one attempt. Asks the shard by one copy until it answers. The host
   * calls it again and again, for each shard on its own, while it follows other deeds. A second call for the shard meanwhile
   * gets the promise of the first.
   */
  settleLeft(shard: number | undefined): Promise<void> {
    const attempt =
      this.#attempts.get(shard) ??
      this.#settleShard(this.leftCopiers(shard))
        .catch((error: unknown) => {
          this.#fail(error);
          throw error;
        })
        .finally(() => this.#attempts.delete(shard));
    this.#attempts.set(shard, attempt);
    return attempt;
  }

  /**
   * Closes the positions of a copy that ends, in one attempt. Returns true when none is left and the copy has ended; a
   * position that its market keeps open, or whose shard takes no command now, waits for the next attempt. That one may have
   * other keys, because a close that has happened leaves nothing to close. A copier who has left deeds may still open what
   * would stay open, and ends later.
   */
  async end(ending: EndingCopy): Promise<boolean> {
    const { copier } = ending;
    if (this.#left.takes(copier)) return false;
    await this.#copiers.acquire(copier);
    try {
      this.#assertRunning();
      if (this.#left.takes(copier)) return false;
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

  async #carryBounded(task: Task, recorded: Recorded): Promise<void> {
    while (this.#left.size >= this.#mostLeft) {
      await this.#port.pause(PAUSE_MS);
      this.#assertRunning();
    }
    await this.#carry(task, recorded);
    if (this.#results.unrecorded > MOST_UNRECORDED) await this.#results.written();
  }

  /** Settles or leaves a deed in a copy, and resolves when only the record is left to wait for. */
  async #carry(task: Task, recorded: Recorded): Promise<void> {
    const { copier } = task.following;
    const held = this.#copiers.acquire(copier);
    if (held !== undefined) await held;
    const ended: Recorded = (error) => {
      recorded(error);
      this.#copiers.release(copier);
    };
    try {
      if (!this.#left.takes(copier) && (await this.#attempt(task, ended))) return;
    } catch (error) {
      this.#copiers.release(copier);
      throw error;
    }
    this.#left.add(task);
    ended();
  }

  /**
   * Settles a deed in a copy; false when the copier's shard takes no command, so that there is nothing to record. A failure
   * ends the run, so that nothing is done out of its order.
   */
  async #attempt(task: Task, recorded: Recorded): Promise<boolean> {
    const { number, deed, following } = task;
    this.#settling += 1;
    try {
      this.#assertRunning();
      const result = await this.#settler.settle(task);
      this.#left.note(following.copier, result !== undefined);
      if (result === undefined) return false;
      this.#results.add({ deed: number, event: deed, copy: following.id, result }, (error) => {
        if (error !== undefined) this.#fail(error);
        recorded(error);
      });
      return true;
    } catch (error) {
      this.#fail(error);
      throw error;
    } finally {
      this.#settling -= 1;
      // No answer is under way that could bring more results.
      if (this.#settling === 0) this.#results.flush();
    }
  }

  /** Settles what the copiers of a shard have left, until it does not answer. The first attempt asks it alone. */
  async #settleShard(copiers: readonly AccountId[]): Promise<void> {
    let [next, answers] = [0, true];
    const worker = async (): Promise<void> => {
      for (let copier = copiers[next]; answers && copier !== undefined; copier = copiers[next]) {
        next += 1;
        while (answers && this.#left.first(copier) !== undefined)
          if (!(await this.#settleFirst(copier))) answers = false;
      }
    };
    const [first] = copiers;
    if (first === undefined || !(await this.#settleFirst(first))) return;
    await Promise.all(Array.from({ length: Math.min(this.#inFlight, copiers.length) }, worker));
  }

  /**
   * Settles the first deed that a copier has left. Returns false when its shard does not answer. Needs no mutex: nothing else
   * is done for a copier who has left deeds, and one that were held here would keep the next deeds waiting.
   */
  async #settleFirst(copier: AccountId): Promise<boolean> {
    const task = this.#left.first(copier);
    if (task === undefined) return true;
    let recorded: Recorded = nothing;
    const isFinished = new Promise<boolean>((done, failed) => {
      recorded = (error) => (error === undefined ? done(this.#left.settled(task)) : failed(error));
    });
    if (!(await this.#attempt(task, recorded))) return false;
    if (await isFinished) await this.#port.finish([task.number]);
    return true;
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

function nothing(): void {
  // There is nothing to do.
}
