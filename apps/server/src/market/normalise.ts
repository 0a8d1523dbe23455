import { PRICE_LIMIT, asPrice, pricePoint } from '@fairlot/domain';
import type { InstrumentId, Price } from '@fairlot/domain';
import type { RawTick } from './feeds/feed.ts';
import type { ListedInstrument } from './port.ts';

/** Why a tick is dropped. */
export type Rejection =
  | 'malformed'
  | 'unknown_instrument'
  /** Zero, negative, or too large to be a price. */
  | 'not_a_price'
  /** Bid above ask. */
  | 'crossed'
  /** A spread of more than a tenth of the price. */
  | 'absurd_spread'
  /** Older than a tick of the same instrument that was taken. */
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

export interface NormaliserSettings {
  /** A tick this far behind the market clock is no news. */
  readonly lateAfterMs: number;
  /** A tick may be this far ahead of the market clock, as clocks differ. */
  readonly aheadLimitMs: number;
  /** By category: the relative jump between two ticks, in per mille, that has to be confirmed. */
  readonly jumpPerMille: Readonly<Record<number, number>>;
  /** For categories without an entry. */
  readonly defaultJumpPerMille: number;
}

export const NORMALISER_DEFAULTS: NormaliserSettings = {
  lateAfterMs: 60_000,
  aheadLimitMs: 2_000,
  jumpPerMille: { 1: 10, 2: 20, 3: 40, 4: 25, 5: 80 },
  defaultJumpPerMille: 50,
};

/** A jump is believed when this many ticks in a row agree on it; they are then all taken. */
const CONFIRMING_TICKS = 3;
const SPREAD_SHARE = 10n;

interface State {
  readonly id: InstrumentId;
  readonly point: bigint;
  readonly jumpPerMille: bigint;
  lastTime: number;
  /** Twice the mid of the last tick taken; 0n before the first. */
  lastTwiceMid: bigint;
  /** Ticks that jumped and wait for confirmation, in their order. */
  held: CleanTick[];
}

/**
 * Lets through what may become a quote and counts the rest by reason. Prices finer than the instrument quotes are widened
 * to its grid (bid down, ask up), so that nobody deals at a price that was never quoted.
 */
export class Normaliser {
  private readonly states = new Map<string, State>();
  private readonly counts = new Map<Rejection, number>();
  private readonly settings: NormaliserSettings;

  constructor(instruments: readonly ListedInstrument[], settings: NormaliserSettings = NORMALISER_DEFAULTS) {
    this.settings = settings;
    for (const instrument of instruments) {
      this.states.set(instrument.code, {
        id: instrument.id,
        point: pricePoint(instrument),
        jumpPerMille: BigInt(settings.jumpPerMille[instrument.categoryId] ?? settings.defaultJumpPerMille),
        lastTime: Number.NEGATIVE_INFINITY,
        lastTwiceMid: 0n,
        held: [],
      });
    }
  }

  /** States that an instrument's past reaches up to a moment: older ticks come too late for its bars. */
  begin(code: string, time: number): void {
    const state = this.states.get(code);
    if (state !== undefined) state.lastTime = Math.max(state.lastTime, time);
  }

  /** Passes on, in order, the ticks that this one lets through: none, itself, or those that it confirms and itself. */
  take(raw: RawTick, now: number, accept: (tick: CleanTick) => void): void {
    const state = this.states.get(raw.code);
    if (state === undefined) {
      this.reject('unknown_instrument');
      return;
    }
    const reason = this.refusal(raw, state, now);
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
    // A bid below one step of the grid has no place on it.
    if (tick.bid === 0n) this.reject('not_a_price');
    else this.takeUnlessSpike(state, tick, accept);
  }

  reject(reason: Rejection): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1);
  }

  rejected(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.counts);
  }

  private refusal({ time, bid, ask }: RawTick, state: State, now: number): Rejection | undefined {
    if (!Number.isSafeInteger(time)) return 'malformed';
    if (bid <= 0n || ask <= 0n || bid >= PRICE_LIMIT || ask >= PRICE_LIMIT) return 'not_a_price';
    if (bid > ask) return 'crossed';
    if ((ask - bid) * SPREAD_SHARE > bid) return 'absurd_spread';
    if (time < state.lastTime) return 'out_of_order';
    if (time < now - this.settings.lateAfterMs) return 'late';
    if (time > now + this.settings.aheadLimitMs) return 'ahead';
    return undefined;
  }

  private takeUnlessSpike(state: State, tick: CleanTick, accept: (tick: CleanTick) => void): void {
    const twiceMid = tick.bid + tick.ask;
    if (state.lastTwiceMid === 0n || !jumps(state, state.lastTwiceMid, twiceMid)) {
      this.dropHeld(state);
      pass(state, tick, accept);
      return;
    }
    const previous = state.held.at(-1);
    if (previous !== undefined && (tick.time < previous.time || jumps(state, previous.bid + previous.ask, twiceMid)))
      this.dropHeld(state);
    state.held.push(tick);
    if (state.held.length < CONFIRMING_TICKS) return;
    const confirmed = state.held;
    state.held = [];
    for (const one of confirmed) pass(state, one, accept);
  }

  private dropHeld(state: State): void {
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
