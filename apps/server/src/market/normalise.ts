import { type InstrumentId, MINUTE_MS, PRICE_LIMIT, type Price, asPrice, pricePoint } from '@fairlot/domain';
import type { RawTick } from './feeds/feed.ts';
import type { ListedInstrument } from './port.ts';

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

/** A tick that may become a quote. */
export interface CleanTick {
  readonly instrument: InstrumentId;
  readonly time: number;
  readonly bid: Price;
  readonly ask: Price;
}

/** Thresholds of the normaliser. */
export interface NormaliserSettings {
  /** Maximum delay of a tick behind the market clock. */
  readonly lateAfterMs: number;
  /** Maximum lead of a tick over the market clock, because clocks differ. */
  readonly aheadLimitMs: number;
  /** By category: the relative jump between two ticks, in per mille, that needs confirmation. */
  readonly jumpPerMille: Readonly<Record<number, number>>;
  /** For categories without an entry. */
  readonly defaultJumpPerMille: number;
}

export const NORMALISER_DEFAULTS: NormaliserSettings = {
  lateAfterMs: MINUTE_MS,
  aheadLimitMs: 2_000,
  jumpPerMille: { 1: 10, 2: 20, 3: 40, 4: 25, 5: 80 },
  defaultJumpPerMille: 50,
};

/** Number of consecutive ticks that confirm a jump. All of them are then accepted. */
const CONFIRMING_TICKS = 3;
const SPREAD_SHARE = 10n;

interface State {
  readonly id: InstrumentId;
  readonly point: bigint;
  readonly jumpPerMille: bigint;
  lastTime: number;
  /** Twice the mid of the last accepted tick; 0n before the first. */
  lastTwiceMid: bigint;
  /** Ticks of a jump that wait for confirmation, in order. */
  held: CleanTick[];
}

/**
 * Passes valid ticks on and counts the others by reason. Prices finer than the instrument's grid are widened to it (bid
 * down, ask up), so that no price is better than the quoted one.
 */
export class Normaliser {
  readonly #states = new Map<string, State>();
  readonly #counts = new Map<Rejection, number>();
  readonly #settings: NormaliserSettings;

  constructor(instruments: readonly ListedInstrument[], settings: NormaliserSettings = NORMALISER_DEFAULTS) {
    this.#settings = settings;
    for (const instrument of instruments) {
      this.#states.set(instrument.code, {
        id: instrument.id,
        point: pricePoint(instrument),
        jumpPerMille: BigInt(settings.jumpPerMille[instrument.categoryId] ?? settings.defaultJumpPerMille),
        lastTime: Number.NEGATIVE_INFINITY,
        lastTwiceMid: 0n,
        held: [],
      });
    }
  }

  /** Sets the time up to which bars exist. Older ticks are rejected. */
  begin(code: string, time: number): void {
    const state = this.#states.get(code);
    if (state !== undefined) state.lastTime = Math.max(state.lastTime, time);
  }

  /**
   * Passes on the ticks that this one releases, in order: none, itself, or the held ticks that it confirms and itself.
   */
  take(raw: RawTick, now: number, accept: (tick: CleanTick) => void): void {
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
    };
    // The bid is below one step of the grid.
    if (tick.bid === 0n) this.reject('not_a_price');
    else this.#takeUnlessSpike(state, tick, accept);
  }

  reject(reason: Rejection): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  rejected(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  #refusal({ time, bid, ask }: RawTick, state: State, now: number): Rejection | undefined {
    if (!Number.isSafeInteger(time)) return 'malformed';
    if (bid <= 0n || ask <= 0n || bid >= PRICE_LIMIT || ask >= PRICE_LIMIT) return 'not_a_price';
    if (bid > ask) return 'crossed';
    if ((ask - bid) * SPREAD_SHARE > bid) return 'absurd_spread';
    if (time < state.lastTime) return 'out_of_order';
    if (time < now - this.#settings.lateAfterMs) return 'late';
    if (time > now + this.#settings.aheadLimitMs) return 'ahead';
    return undefined;
  }

  #takeUnlessSpike(state: State, tick: CleanTick, accept: (tick: CleanTick) => void): void {
    const twiceMid = tick.bid + tick.ask;
    if (state.lastTwiceMid === 0n || !jumps(state, state.lastTwiceMid, twiceMid)) {
      this.#dropHeld(state);
      pass(state, tick, accept);
      return;
    }
    const previous = state.held.at(-1);
    if (previous !== undefined && (tick.time < previous.time || jumps(state, previous.bid + previous.ask, twiceMid)))
      this.#dropHeld(state);
    state.held.push(tick);
    if (state.held.length < CONFIRMING_TICKS) return;
    const confirmed = state.held;
    state.held = [];
    for (const one of confirmed) pass(state, one, accept);
  }

  #dropHeld(state: State): void {
    for (let count = state.held.length; count > 0; count -= 1) this.reject('spike');
    if (state.held.length > 0) state.held = [];
  }
}

function jumps(state: State, from: bigint, to: bigint): boolean {
  const distance = to > from ? to - from : from - to;
  return distance * 1000n > from * state.jumpPerMille;
}

function pass(state: State, tick: CleanTick, accept: (tick: CleanTick) => void): void {
  state.lastTime = tick.time;
  state.lastTwiceMid = tick.bid + tick.ask;
  accept(tick);
}
