import type { Clock, MachineClocks } from './clock.ts';

/** A wall clock that differs by more than this from the time that has passed has jumped. */
export const JUMP_MS = 2_000;
/** A fault ends when the clock has agreed for this long. */
export const AGREED_MS = 5_000;
/** Share of the time passed by which time runs slower, after a jump back, until the wall clock has caught up. */
const SLOWER_SHARE = 0.05;
/** Share of the time passed by which the reference follows the wall clock: crystals differ by less. */
const FOLLOW_SHARE = 0.001;

/** Reports of a steady clock. */
export interface SteadyClockListener {
  /** The wall clock has jumped by `offMs` (negative: back). Time continues as if it had not. */
  jumped(offMs: number): void;
  /** The wall clock can be trusted again: `acceptedMs` is the jump that was accepted, or 0. */
  trusted(acceptedMs: number): void;
}

/**
 * The wall clock while it moves with the monotonic clock, and the monotonic clock's time after a jump, until the wall
 * clock agrees again or its jump is accepted. Its time never runs backwards: when a jump back is accepted, time runs
 * slower until the wall clock has caught up.
 */
export class SteadyClock {
  readonly #clocks: MachineClocks;
  readonly #listener: SteadyClockListener;
  /** Wall time at monotonic zero. */
  #base: number;
  /** Monotonic time of the last reading. */
  #read: number;
  /** Uptime minus monotonic time at the last beat: it grows with each suspension. */
  #slept: number;
  #latest: number;
  #isJumped = false;
  /** Time minus wall time after an accepted jump back. */
  #lead = 0;
  /** Monotonic time since which the wall clock has agreed again. */
  #agreedSince: number | undefined;

  /** `notBefore` is a time that was reached by an earlier clock: a wall clock that is behind it has jumped back. */
  constructor(clocks: MachineClocks, listener: SteadyClockListener, notBefore = Number.NEGATIVE_INFINITY) {
    this.#clocks = clocks;
    this.#listener = listener;
    this.#read = clocks.monotonic();
    this.#base = Math.max(clocks.wall(), notBefore) - this.#read;
    this.#latest = notBefore;
    this.#slept = clocks.uptime() - this.#read;
  }

  readonly now: Clock = () => {
    const { wall, monotonic } = this.#clocks;
    const passed = monotonic();
    const time = wall();
    const off = time - this.#base - passed;
    if (this.#isJumped) this.#review(off, passed);
    else if (Math.abs(off) <= JUMP_MS) this.#follow(off, passed);
    else this.#suspect(off, passed);
    this.#lead = Math.max(0, this.#lead - Math.max(0, passed - this.#read) * SLOWER_SHARE);
    this.#read = passed;
    this.#latest = Math.max(this.#latest, Math.floor((this.#isJumped ? this.#base + passed : time) + this.#lead));
    return this.#latest;
  };

  /** Milliseconds by which the wall clock is off after a jump; undefined while it can be trusted. */
  get offMs(): number | undefined {
    this.now();
    return this.#isJumped ? Math.round(this.#off()) : undefined;
  }

  /** Checks the clock. To be called regularly, so that a jump is noticed without a reading. */
  beat(): void {
    this.now();
    if (!this.#isJumped) this.#slept = this.#clocks.uptime() - this.#clocks.monotonic();
  }

  /**
   * Takes the wall clock as it is for the true time. After a jump forward time moves to it, after a jump back it
   * approaches it. Returns false when it is trusted anyway.
   */
  accept(): boolean {
    if (this.offMs === undefined) return false;
    const off = this.#off();
    this.#base += off;
    this.#lead = Math.max(0, this.#lead - off);
    this.#end(off);
    return true;
  }

  #off(): number {
    return this.#clocks.wall() - this.#base - this.#clocks.monotonic();
  }

  #follow(off: number, passed: number): void {
    const most = Math.max(0, passed - this.#read) * FOLLOW_SHARE;
    this.#base += Math.max(-most, Math.min(most, off));
  }

  /** Tells a suspended machine, whose clocks are right, from a clock that jumped. */
  #suspect(off: number, passed: number): void {
    const slept = this.#clocks.uptime() - passed - this.#slept;
    if (Math.abs(off - slept) <= JUMP_MS) {
      this.#base += slept;
      this.#slept += slept;
      return;
    }
    this.#isJumped = true;
    this.#agreedSince = undefined;
    this.#listener.jumped(Math.round(off));
  }

  #review(off: number, passed: number): void {
    if (Math.abs(off) > JUMP_MS) this.#agreedSince = undefined;
    else if (this.#agreedSince === undefined) this.#agreedSince = passed;
    else if (passed - this.#agreedSince >= AGREED_MS) this.#end(0);
  }

  #end(accepted: number): void {
    this.#isJumped = false;
    this.#slept = this.#clocks.uptime() - this.#clocks.monotonic();
    this.#listener.trusted(Math.round(accepted));
  }
}
