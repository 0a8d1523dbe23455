import { type Price, asPrice } from '@fairlot/domain';
import type { Random } from '@fairlot/engine/sim';

/** A part of the scenario, for the report. */
export type Phase = 'calm' | 'crash' | 'aftermath' | 'weekend' | 'gap' | 'reconnect';

/** Something that happens at a moment: a tick from the source, or a change of the session. */
export interface TapeEntry {
  /** Market time at which it arrives. */
  readonly at: number;
  readonly phase: Phase;
  readonly tick?: { readonly time: number; readonly bid: Price; readonly ask: Price };
  readonly open?: boolean;
}

/** Friday 20:50 UTC in November, ten minutes before the end of the week at 21:00 in this scenario. */
export const BEGIN = Date.UTC(2026, 10, 20, 20, 50);
const SECOND = 1000;
const CALM_MS = 60 * SECOND;
const CRASH_MS = 3 * SECOND;
const AFTERMATH_MS = 120 * SECOND;
const WEEKEND_MS = 49 * 3600 * SECOND;
const GAP_MS = 60 * SECOND;
const SILENCE_MS = 60 * SECOND;
const START = 1.2;
const FALL = 0.3;
const GAP = 0.04;
/** A tick jumps by about this much in the crash, more than the spike filter lets through. */
const CRASH_STEP = 0.0145;

/**
 * The tape of a market crash: calm trading, a fall of 30 % in 3 s in which every tick jumps beyond the spike limit, a
 * wild recovery, a weekend with a gap of 4 % at the opening, a silent minute whose ticks arrive late and all at once, and
 * a last minute of trading.
 */
export class Tape {
  readonly entries: TapeEntry[] = [];
  readonly #random: Random;
  #level = START;
  #now = BEGIN;

  constructor(random: Random) {
    this.#random = random;
    this.#walk('calm', CALM_MS, 200, 0.000_02);
    this.#crash();
    this.#walk('aftermath', AFTERMATH_MS, 50, 0.0015);
    this.#session('weekend', false);
    this.#now += WEEKEND_MS;
    this.#level *= 1 - GAP;
    this.#session('gap', true);
    this.#walk('gap', GAP_MS, 100, 0.0003);
    this.#reconnect();
    this.#walk('reconnect', GAP_MS, 200, 0.000_05);
  }

  /** Falls in jumps, each seen two or three times, so that no three ticks in a row agree for long. */
  #crash(): void {
    const steps = Math.ceil(Math.log(1 - FALL) / Math.log(1 - CRASH_STEP));
    const end = this.#now + CRASH_MS;
    const pace = CRASH_MS / steps;
    for (let step = 0; step < steps; step += 1) {
      this.#level *= 1 - CRASH_STEP * (0.9 + 0.2 * this.#random.next());
      this.#tick('crash', this.#now, this.#now, 40);
      if (this.#random.chance(0.5)) this.#tick('crash', this.#now + 5, this.#now + 5, 40);
      this.#now = Math.min(end, this.#now + pace);
    }
    this.#now = end;
  }

  /** The source is silent for a minute, and then delivers the minute at once, with its old times. */
  #reconnect(): void {
    const silentFrom = this.#now;
    const arrival = silentFrom + SILENCE_MS;
    for (let time = silentFrom; time < arrival; time += 250) {
      this.#step(0.0004);
      this.#tick('reconnect', arrival, time, 4);
    }
    this.#now = arrival;
  }

  #walk(phase: Phase, span: number, pace: number, size: number): void {
    for (const end = this.#now + span; this.#now < end; this.#now += pace) {
      this.#step(size);
      this.#tick(phase, this.#now, this.#now, phase === 'calm' ? 1 : 6);
    }
  }

  #step(size: number): void {
    this.#level *= 1 + (this.#random.next() - 0.5) * 2 * size;
  }

  #session(phase: Phase, open: boolean): void {
    this.entries.push({ at: this.#now, phase, open });
  }

  /** Adds a tick with a spread in points of 0.00001, times ten. */
  #tick(phase: Phase, at: number, time: number, spread: number): void {
    const point = 1000n;
    const bid = BigInt(Math.round(this.#level * 100_000)) * point;
    this.entries.push({
      at: Math.round(at),
      phase,
      tick: { time: Math.round(time), bid: asPrice(bid), ask: asPrice(bid + BigInt(spread) * 10n * point) },
    });
  }
}
