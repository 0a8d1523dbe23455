import type { CleanTick } from './clean-tick.ts';
import { PROOF_MS } from './feeds/live/source-choice.ts';
import type { SpikeLimits } from './port.ts';

/** Receives the filter's results, synchronously. */
export interface SpikeSink {
  accept(tick: CleanTick): void;
  /** A held tick is dropped. */
  drop(): void;
  /** True when a jump is held: the accepted price is in doubt. False before the accept that ends the doubt. */
  doubt(inDoubt: boolean): void;
}

/** Number of consecutive ticks that agree with each other, or go the same way, and thereby confirm a jump. */
const CONFIRMING_TICKS = 3;
/** Ticks beyond the limit on one side of the accepted price that time alone may release: one tick is no evidence. */
const TICKS_OF_A_MOVE = 2;
/** A source that two others outvote has been left by then: the proof and two beats. */
const VOTE_MS = PROOF_MS + 500;

/**
 * Holds the ticks of a jump of one instrument, because a single wild tick must not become a quote. A jump is released
 * when three ticks in a row agree with each other, when three in a row each go on in the direction of the jump (a fall in
 * which every tick jumps), or by time. The newest tick is then true. It ends without effect when a tick is near the
 * accepted price again.
 *
 * A jump that another source contradicts is contested. Its own source cannot confirm it, so it is released only by time,
 * and not before a vote of the sources could end it.
 */
export class SpikeFilter {
  #limits: SpikeLimits;
  /** Twice the mid of the last accepted tick; 0n before the first. */
  #accepted = 0n;
  /** The newest held ticks that agree with each other, in order. Never more than CONFIRMING_TICKS. */
  #run: CleanTick[] = [];
  /** Market time at the first held tick; undefined while nothing is held. */
  #since: number | undefined;
  /** Held ticks in a row on the same side of the accepted price. */
  #moved = 0;
  /** Held ticks in a row, each of which agrees with the one before or is farther away. */
  #trend = 0;
  #isAbove = false;
  /** True while the newest held tick is contested. */
  #isContested = false;

  constructor(limits: SpikeLimits) {
    this.#limits = limits;
  }

  set limits(limits: SpikeLimits) {
    this.#limits = limits;
  }

  /** Sets the price from which the first tick may not jump. */
  begin({ bid, ask }: Pick<CleanTick, 'bid' | 'ask'>): void {
    this.#accepted = bid + ask;
  }

  /** Accepts, holds or releases a tick. `now` is market time. `isContested`: another fresh source contradicts the tick. */
  take(tick: CleanTick, now: number, sink: SpikeSink, isContested = false): void {
    const twiceMid = tick.bid + tick.ask;
    if (this.#accepted === 0n || !this.#jumps(this.#accepted, twiceMid)) {
      this.#dropRun(sink);
      this.#end(sink);
      this.#accept(tick, sink);
      return;
    }
    if (this.#since === undefined) {
      this.#since = now;
      sink.doubt(true);
    }
    this.#hold(tick, twiceMid, sink);
    this.#isContested = isContested;
    if (this.#trend >= CONFIRMING_TICKS && !isContested) this.#release(sink);
    else this.advance(now, sink);
  }

  /** Releases the newest held ticks when their time is up. */
  advance(now: number, sink: SpikeSink): void {
    const holdMs = this.#isContested ? Math.max(this.#limits.holdMs, VOTE_MS) : this.#limits.holdMs;
    if (this.#since !== undefined && this.#moved >= TICKS_OF_A_MOVE && now - this.#since >= holdMs) this.#release(sink);
  }

  #hold(tick: CleanTick, twiceMid: bigint, sink: SpikeSink): void {
    const isAbove = twiceMid > this.#accepted;
    if (isAbove !== this.#isAbove) this.#moved = 0;
    this.#isAbove = isAbove;
    this.#moved += 1;
    const previous = this.#run.at(-1);
    if (previous === undefined) this.#trend = 1;
    else {
      const before = previous.bid + previous.ask;
      const inOrder = tick.time >= previous.time;
      const agrees = inOrder && !this.#jumps(before, twiceMid);
      const goesOn = inOrder && this.#moved > 1 && (isAbove ? twiceMid > before : twiceMid < before);
      this.#trend = agrees || goesOn ? this.#trend + 1 : 1;
      if (!agrees) this.#dropRun(sink);
    }
    this.#run.push(tick);
    // A contested jump may go on for seconds.
    if (this.#run.length <= CONFIRMING_TICKS) return;
    this.#run.shift();
    sink.drop();
  }

  #release(sink: SpikeSink): void {
    const run = this.#run;
    this.#run = [];
    this.#end(sink);
    for (const tick of run) this.#accept(tick, sink);
  }

  #end(sink: SpikeSink): void {
    if (this.#since === undefined) return;
    this.#since = undefined;
    this.#moved = 0;
    this.#trend = 0;
    sink.doubt(false);
  }

  #accept(tick: CleanTick, sink: SpikeSink): void {
    this.#accepted = tick.bid + tick.ask;
    sink.accept(tick);
  }

  #dropRun(sink: SpikeSink): void {
    for (let count = this.#run.length; count > 0; count -= 1) sink.drop();
    if (this.#run.length > 0) this.#run = [];
  }

  #jumps(from: bigint, to: bigint): boolean {
    const distance = to > from ? to - from : from - to;
    return distance * 1000n > from * BigInt(this.#limits.jumpPerMille);
  }
}
