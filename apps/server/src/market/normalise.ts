import { type InstrumentId, MINUTE_MS, asPrice, pricePoint } from '@fairlot/domain';
import type { CleanTick } from './clean-tick.ts';
import type { RawTick } from './feeds/feed.ts';
import type { ListedInstrument } from './port.ts';
import { figuresProblem } from './quote-figures.ts';
import { SpikeFilter, type SpikeSink } from './spike-filter.ts';

/** The reasons for dropping a tick. */
export type Rejection =
  | 'malformed'
  | 'unknown_instrument'
  /** Zero, negative, or too large for a price. */
  | 'not_a_price'
  /** Bid above ask. */
  | 'crossed'
  /** The spread is more than a tenth of the price. */
  | 'absurd_spread'
  /** Older than an accepted tick of the same instrument. */
  | 'out_of_order'
  /** Too far behind the market clock. */
  | 'late'
  /** Ahead of the market clock. */
  | 'ahead'
  /** A jump that the next ticks did not confirm. */
  | 'spike';

/** Thresholds of the normaliser that hold for all instruments. */
export interface NormaliserSettings {
  /** Maximum delay of a tick behind the market clock, where the instrument's prices grow stale sooner. */
  readonly lateAfterMs: number;
  /** Maximum lead of a tick over the market clock, because clocks differ. */
  readonly aheadLimitMs: number;
}

export const NORMALISER_DEFAULTS: NormaliserSettings = { lateAfterMs: MINUTE_MS, aheadLimitMs: 2_000 };

/** Receives the valid ticks, synchronously. */
export interface TickSink {
  accept(tick: CleanTick): void;
  /** The last accepted price of an instrument is in doubt because of a newer one that jumps, or no longer is. */
  doubt(instrument: InstrumentId, inDoubt: boolean): void;
}

interface State {
  readonly id: InstrumentId;
  readonly point: bigint;
  readonly spikes: SpikeFilter;
  readonly sink: SpikeSink;
  /** The doubt about a source ends with a quote of this age or less, so such a quote must not be late. */
  staleAfterMs: number;
  lastTime: number;
}

/**
 * Passes valid ticks on and counts the others by reason. Prices finer than the instrument's grid are widened to it (bid
 * down, ask up), so that no price is better than the quoted one.
 */
export class Normaliser {
  readonly #states = new Map<string, State>();
  /** The instruments whose price is in doubt. */
  readonly #doubted = new Set<State>();
  readonly #counts = new Map<Rejection, number>();
  readonly #settings: NormaliserSettings;
  readonly #sink: TickSink;

  constructor(
    instruments: readonly ListedInstrument[],
    sink: TickSink,
    settings: NormaliserSettings = NORMALISER_DEFAULTS,
  ) {
    this.#settings = settings;
    this.#sink = sink;
    for (const instrument of instruments) this.#states.set(instrument.code, this.#stateOf(instrument));
  }

  /** Applies the instruments and their limits to the ticks after this one. Held ticks of a removed one are dropped. */
  relist(instruments: readonly ListedInstrument[]): void {
    const listed = new Map(instruments.map((instrument) => [instrument.code, instrument]));
    for (const [code, state] of this.#states) {
      if (listed.get(code)?.id === state.id) continue;
      this.#states.delete(code);
      this.#doubted.delete(state);
    }
    for (const [code, instrument] of listed) {
      const state = this.#states.get(code);
      if (state === undefined) this.#states.set(code, this.#stateOf(instrument));
      else {
        state.spikes.limits = instrument.spike;
        state.staleAfterMs = instrument.staleAfterMs;
      }
    }
  }

  /** Continues from the last tick of an earlier run: older ticks are rejected, and a jump from its price is held. */
  begin(code: string, last: Omit<CleanTick, 'instrument'>): void {
    const state = this.#states.get(code);
    if (state === undefined) return;
    state.lastTime = Math.max(state.lastTime, last.time);
    state.spikes.begin(last);
  }

  /** Passes on the ticks that this one releases, in order: none, itself, or the held ticks that it confirms and itself. */
  take(raw: RawTick, now: number): void {
    const state = this.#states.get(raw.code);
    if (state === undefined) {
      this.reject('unknown_instrument');
      return;
    }
    const reason = this.#refusal(raw, state, now);
    if (reason !== undefined) {
      this.reject(reason);
      return;
    }
    const tick: CleanTick = {
      instrument: state.id,
      time: raw.time,
      bid: asPrice(raw.bid - (raw.bid % state.point)),
      ask: asPrice(raw.ask + ((state.point - (raw.ask % state.point)) % state.point)),
      ...(raw.source !== undefined && { source: raw.source }),
    };
    // The bid is below one step of the grid.
    if (tick.bid === 0n) this.reject('not_a_price');
    else state.spikes.take(tick, now, state.sink, raw.isContested);
  }

  /** Releases held ticks whose time is up. Costs nothing while no price is in doubt. */
  advance(now: number): void {
    for (const state of this.#doubted) state.spikes.advance(now, state.sink);
  }

  reject(reason: Rejection): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  rejected(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  #refusal({ time, bid, ask }: RawTick, state: State, now: number): Rejection | undefined {
    if (!Number.isSafeInteger(time)) return 'malformed';
    const problem = figuresProblem(bid, ask);
    if (problem !== undefined) return problem;
    if (time < state.lastTime) return 'out_of_order';
    if (time < now - Math.max(this.#settings.lateAfterMs, state.staleAfterMs)) return 'late';
    if (time > now + this.#settings.aheadLimitMs) return 'ahead';
    return undefined;
  }

  #stateOf(instrument: ListedInstrument): State {
    const state: State = {
      id: instrument.id,
      point: pricePoint(instrument),
      spikes: new SpikeFilter(instrument.spike),
      staleAfterMs: instrument.staleAfterMs,
      lastTime: Number.NEGATIVE_INFINITY,
      sink: {
        accept: (tick) => {
          state.lastTime = tick.time;
          this.#sink.accept(tick);
        },
        drop: () => this.reject('spike'),
        doubt: (inDoubt) => {
          if (inDoubt) this.#doubted.add(state);
          else this.#doubted.delete(state);
          this.#sink.doubt(state.id, inDoubt);
        },
      },
    };
    return state;
  }
}
