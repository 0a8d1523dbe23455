import { HOUR_MS } from '@fairlot/domain';
import { type ActivityPattern, FACTORS, SERIES, type Series } from './models.ts';
import type { Random } from './random.ts';

const YEAR_MS = 365 * 24 * HOUR_MS;
/** Duration of volatile and quiet periods, and their size (deviation of the logarithm). */
const SPELL_MS = 6 * HOUR_MS;
const SPELL_SIZE = 0.4;
/** Duration of a trend, and its size relative to the random movement of the same time. */
const TREND_MS = 8 * HOUR_MS;
const TREND_SHARE = 0.4;
/** Time constant of the reversion to the anchor. It keeps prices plausible for years. */
const RETURN_MS = 0.4 * YEAR_MS;
/** Share of a series' movement while its market is closed, so that weekend gaps are small. */
const QUIET_SHARE = 0.12;
/** Probability and factor of large movements, which make fat tails. */
const SHOCK_CHANCE = 0.015;
const SHOCK_SIZE = 3.2;

interface State {
  readonly series: Series;
  readonly anchor: number;
  /** Share of each factor, in the order of FACTORS. */
  readonly shares: readonly number[];
  readonly own: number;
  readonly volatility: number;
  /** Logarithm of the value. */
  level: number;
  /** The series' own trend, in deviations, around zero. */
  trend: number;
  quiet: boolean;
}

/**
 * The values of all series over time, in steps of any length. Common factors move the series. A cross rate is the ratio
 * of two series, so it agrees with its legs by construction.
 */
export class SeriesValues {
  readonly #random: Random;
  readonly #states: readonly State[];
  readonly #byName: ReadonlyMap<string, State>;
  readonly #spells: number[] = SERIES.map(() => 0);
  #commonSpell = 0;
  /** Trends of the factors, in deviations, around zero. */
  readonly #trends: number[] = FACTORS.map(() => 0);

  constructor(random: Random) {
    this.#random = random;
    this.#states = SERIES.map((series) => {
      const shares = FACTORS.map((factor) => series.follows[factor] ?? 0);
      const common = shares.reduce((sum, share) => sum + share * share, 0);
      if (common > 1) throw new Error(`simulation: ${series.name} has factor shares of more than 1`);
      const anchor = Math.log(series.anchor);
      return {
        series,
        anchor,
        shares,
        own: Math.sqrt(1 - common),
        volatility: series.volatility * activityScale(series.activity),
        level: anchor,
        trend: 0,
        quiet: false,
      };
    });
    this.#byName = new Map(this.#states.map((state) => [state.series.name, state]));
  }

  /** The value of a series; the dollar is 1. */
  value(name: string): number {
    return name === 'USD' ? 1 : Math.exp(this.#state(name).level);
  }

  /** Sets the value of a series. */
  setValue(name: string, value: number): void {
    this.#state(name).level = Math.log(value);
  }

  /** Marks a series as not traded for now. */
  setQuiet(name: string, quiet: boolean): void {
    this.#state(name).quiet = quiet;
  }

  /** Advances all series by a step that ends at `time`. */
  step(time: number, stepMs: number): void {
    const random = this.#random;
    const keepSpell = Math.exp(-stepMs / SPELL_MS);
    const spellNoise = SPELL_SIZE * Math.sqrt(1 - keepSpell * keepSpell);
    const keepTrend = Math.exp(-stepMs / TREND_MS);
    const trendNoise = Math.sqrt(1 - keepTrend * keepTrend);
    const keepDistance = Math.exp(-stepMs / RETURN_MS);
    const deviation = Math.sqrt(stepMs / YEAR_MS);
    const trendStep = (TREND_SHARE * stepMs) / Math.sqrt(TREND_MS * YEAR_MS);
    // Factors and series move by a random part and a trend.
    const causes = this.#trends.map((before, index) => {
      const trend = before * keepTrend + trendNoise * random.normal();
      this.#trends[index] = trend;
      return this.#shock() * deviation + trend * trendStep;
    });
    this.#commonSpell = this.#commonSpell * keepSpell + spellNoise * random.normal();
    for (let index = 0; index < this.#states.length; index += 1) {
      const state = this.#states[index];
      if (state === undefined) continue;
      const spell = (this.#spells[index] ?? 0) * keepSpell + spellNoise * random.normal();
      this.#spells[index] = spell;
      const pace = state.quiet ? QUIET_SHARE : 1;
      const size =
        pace *
        state.volatility *
        activityAt(state.series.activity, time) *
        Math.exp(0.6 * spell + 0.6 * this.#commonSpell - 0.72 * SPELL_SIZE * SPELL_SIZE);
      state.trend = state.trend * keepTrend + trendNoise * random.normal();
      let movement = state.own * (this.#shock() * deviation + state.trend * trendStep);
      for (let factor = 0; factor < causes.length; factor += 1)
        movement += (state.shares[factor] ?? 0) * (causes[factor] ?? 0);
      const moved = state.level + size * movement;
      state.level = state.anchor + (moved - state.anchor) * keepDistance;
    }
  }

  #shock(): number {
    const size = this.#random.normal();
    return this.#random.next() < SHOCK_CHANCE ? size * SHOCK_SIZE : size;
  }

  #state(name: string): State {
    const state = this.#byName.get(name);
    if (state === undefined) throw new Error(`simulation: there is no series ${name}`);
    return state;
  }
}

/** Activity at a moment, interpolated linearly between the hours' figures. */
export function activityAt(activity: ActivityPattern, time: number): number {
  const hour = (time / HOUR_MS) % 24;
  const whole = Math.floor(hour);
  const here = activity[whole] ?? 1;
  const there = activity[(whole + 1) % 24] ?? 1;
  return here + (there - here) * (hour - whole);
}

/** Scales a pattern to a mean square of 1, so that a whole day moves by the series' volatility. */
function activityScale(activity: ActivityPattern): number {
  const square = activity.reduce((sum, figure) => sum + figure * figure, 0) / activity.length;
  return 1 / Math.sqrt(square);
}
