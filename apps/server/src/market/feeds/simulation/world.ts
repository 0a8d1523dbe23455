import { FACTORS, SERIES } from './models.ts';
import type { Rhythm, Series } from './models.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
/** How long a lively or quiet spell lasts, and how far it goes (deviation of the logarithm). */
const SPELL_MS = 6 * HOUR_MS;
const SPELL_SIZE = 0.4;
/** How long a trend lasts, and its size next to the random movement of the same time. */
const TREND_MS = 8 * HOUR_MS;
const TREND_SHARE = 0.4;
/** A level that has run away is drawn back to its anchor in this time: prices stay plausible for years. */
const RETURN_MS = 0.4 * YEAR_MS;
/** What is left of a series' movement while nobody trades it: the gap over a weekend is small. */
const QUIET_SHARE = 0.12;
/** One movement in so many is several times as large: fat tails. */
const SHOCK_CHANCE = 0.015;
const SHOCK_SIZE = 3.2;

interface State {
  readonly series: Series;
  readonly anchor: number;
  /** Share of each factor in order, then the series' own. */
  readonly shares: readonly number[];
  readonly own: number;
  readonly volatility: number;
  /** Logarithm of the value. */
  level: number;
  /** Its own trend, in deviations; wanders around zero. */
  trend: number;
  quiet: boolean;
}

/**
 * The values of all series as time goes on, in steps of any length. Series are drawn by common factors; a cross rate is the
 * ratio of two series, so that it agrees with its legs by construction.
 */
export class World {
  private readonly random: Random;
  private readonly states: readonly State[];
  private readonly byName: ReadonlyMap<string, State>;
  private readonly spells: number[] = SERIES.map(() => 0);
  private commonSpell = 0;
  /** Trends of the factors, in deviations; they wander around zero. */
  private readonly trends: number[] = FACTORS.map(() => 0);

  constructor(random: Random) {
    this.random = random;
    this.states = SERIES.map((series) => {
      const shares = FACTORS.map((factor) => series.follows[factor] ?? 0);
      const common = shares.reduce((sum, share) => sum + share * share, 0);
      if (common > 1) throw new Error(`simulation: ${series.name} follows its factors by more than it moves`);
      const anchor = Math.log(series.anchor);
      return {
        series,
        anchor,
        shares,
        own: Math.sqrt(1 - common),
        volatility: series.volatility * restlessness(series.rhythm),
        level: anchor,
        trend: 0,
        quiet: false,
      };
    });
    this.byName = new Map(this.states.map((state) => [state.series.name, state]));
  }

  /** The value of a series; the dollar is 1. */
  value(name: string): number {
    return name === 'USD' ? 1 : Math.exp(this.state(name).level);
  }

  /** Puts a series where it was, to go on from there. */
  setValue(name: string, value: number): void {
    this.state(name).level = Math.log(value);
  }

  /** Whether nobody trades a series for now. */
  setQuiet(name: string, quiet: boolean): void {
    this.state(name).quiet = quiet;
  }

  /** Moves everything on by a step that ends at `time`. */
  step(time: number, stepMs: number): void {
    const { random } = this;
    const keepSpell = Math.exp(-stepMs / SPELL_MS);
    const spellNoise = SPELL_SIZE * Math.sqrt(1 - keepSpell * keepSpell);
    const keepTrend = Math.exp(-stepMs / TREND_MS);
    const trendNoise = Math.sqrt(1 - keepTrend * keepTrend);
    const keepDistance = Math.exp(-stepMs / RETURN_MS);
    const deviation = Math.sqrt(stepMs / YEAR_MS);
    const trendStep = (TREND_SHARE * stepMs) / Math.sqrt(TREND_MS * YEAR_MS);
    // A factor moves its followers by chance and by its trend alike, and so does a series itself.
    const causes = this.trends.map((before, index) => {
      const trend = before * keepTrend + trendNoise * random.normal();
      this.trends[index] = trend;
      return this.shock() * deviation + trend * trendStep;
    });
    this.commonSpell = this.commonSpell * keepSpell + spellNoise * random.normal();
    for (let index = 0; index < this.states.length; index += 1) {
      const state = this.states[index];
      if (state === undefined) continue;
      const spell = (this.spells[index] ?? 0) * keepSpell + spellNoise * random.normal();
      this.spells[index] = spell;
      const pace = state.quiet ? QUIET_SHARE : 1;
      const size =
        pace *
        state.volatility *
        rhythmAt(state.series.rhythm, time) *
        Math.exp(0.6 * spell + 0.6 * this.commonSpell - 0.72 * SPELL_SIZE * SPELL_SIZE);
      state.trend = state.trend * keepTrend + trendNoise * random.normal();
      let movement = state.own * (this.shock() * deviation + state.trend * trendStep);
      for (let factor = 0; factor < causes.length; factor += 1)
        movement += (state.shares[factor] ?? 0) * (causes[factor] ?? 0);
      const moved = state.level + size * movement;
      state.level = state.anchor + (moved - state.anchor) * keepDistance;
    }
  }

  private shock(): number {
    const size = this.random.normal();
    return this.random.next() < SHOCK_CHANCE ? size * SHOCK_SIZE : size;
  }

  private state(name: string): State {
    const state = this.byName.get(name);
    if (state === undefined) throw new Error(`simulation: there is no series ${name}`);
    return state;
  }
}

/** How lively a moment is: the hours' figures joined by straight lines. */
export function rhythmAt(rhythm: Rhythm, time: number): number {
  const hour = (time / HOUR_MS) % 24;
  const whole = Math.floor(hour);
  const here = rhythm[whole] ?? 1;
  const there = rhythm[(whole + 1) % 24] ?? 1;
  return here + (there - here) * (hour - whole);
}

/** Brings a rhythm's figures to a mean square of 1, so that a day as a whole moves by the series' volatility. */
function restlessness(rhythm: Rhythm): number {
  const square = rhythm.reduce((sum, figure) => sum + figure * figure, 0) / rhythm.length;
  return 1 / Math.sqrt(square);
}
