import { type InstrumentId, type Price, asPrice, pricePoint } from '@fairlot/domain';
import type { ListedInstrument } from '../../port.ts';
import { type ActivityPattern, MODELS, type Model, SERIES } from './models.ts';
import type { Random } from './random.ts';
import { type SeriesValues, activityAt } from './series-values.ts';

/** Width of the range around the value in which the quoted mid lies, in spreads. */
const STRAY_SHARE = 0.2;
/** Share by which the spread widens when there is no activity. */
const THIN_WIDENING = 0.5;

/** Bid and ask in whole price steps. */
export interface StepQuote {
  readonly bid: number;
  readonly ask: number;
}

/** Quotes one instrument from the values of the series. */
export class Dealer {
  readonly id: InstrumentId;
  readonly code: string;
  readonly model: Model;
  readonly #values: SeriesValues;
  readonly #random: Random;
  readonly #activity: ActivityPattern;
  readonly #point: bigint;
  readonly #stepsPerUnit: number;

  constructor(instrument: ListedInstrument, model: Model, values: SeriesValues, random: Random) {
    this.id = instrument.id;
    this.code = instrument.code;
    this.model = model;
    this.#values = values;
    this.#random = random;
    this.#point = pricePoint(instrument);
    this.#stepsPerUnit = 10 ** instrument.pricePrecision;
    const leading = model.base === 'USD' ? model.quote : model.base;
    const series = SERIES.find(({ name }) => name === leading);
    if (series === undefined) throw new Error(`simulation: ${model.code} uses an unknown series`);
    this.#activity = series.activity;
  }

  /** A quote at a moment. */
  quote(time: number): StepQuote {
    const { spreadSteps } = this.model;
    const thin = 1 + THIN_WIDENING * Math.max(0, 1 - activityAt(this.#activity, time));
    const spread = Math.max(1, Math.round(spreadSteps * thin * (0.8 + 0.4 * this.#random.next())));
    const mid = this.mid() * this.#stepsPerUnit + spreadSteps * STRAY_SHARE * (this.#random.next() - 0.5);
    const bid = Math.max(1, Math.round(mid - spread / 2));
    return { bid, ask: bid + spread };
  }

  /** Expected number of quotes in a span of time. */
  expectedQuotes(time: number, spanMs: number): number {
    return (this.model.ticksPerSecond * activityAt(this.#activity, time) * spanMs) / 1000;
  }

  /** The instrument's value, from its series. */
  mid(): number {
    const { base, quote } = this.model;
    return quote === null ? this.#values.value(base) : this.#values.value(base) / this.#values.value(quote);
  }

  price(steps: number): Price {
    return asPrice(BigInt(steps) * this.#point);
  }

  /** Sets a series to this instrument's last price. Crosses have no effect. */
  resume(bid: Price, ask: Price): void {
    const mid = Number(bid + ask) / 2 / Number(this.#point) / this.#stepsPerUnit;
    const { base, quote } = this.model;
    if (quote === null) this.#values.setValue(base, mid);
    else if (base === 'USD') this.#values.setValue(quote, 1 / mid);
  }

  /** The series whose only market this is; undefined for a cross. */
  get ownSeries(): string | undefined {
    const { base, quote } = this.model;
    if (quote === null) return base;
    return base === 'USD' ? quote : undefined;
  }
}

/** Spread of a pair without a model of its own, as a share of the price. */
const PAIR_SPREAD = 1 / 6000;
const PAIR_TICKS_PER_SECOND = 2;
const DOLLAR = 'USD';

/** The model of an instrument that staff added, if its base and its quote currency have series. */
function pairModel({ code, baseCurrency: base, quoteCurrency: quote, pricePrecision }: ListedInstrument) {
  const [above, below] = [anchorOf(base), anchorOf(quote)];
  if (base === quote || above === undefined || below === undefined) return undefined;
  const spreadSteps = Math.max(1, Math.round((above / below) * 10 ** pricePrecision * PAIR_SPREAD));
  return { code, base, quote: quote === DOLLAR ? null : quote, spreadSteps, ticksPerSecond: PAIR_TICKS_PER_SECOND };
}

function anchorOf(name: string): number | undefined {
  return name === DOLLAR ? 1 : SERIES.find((series) => series.name === name)?.anchor;
}

/**
 * Creates a dealer for each listed instrument that the simulation knows. Others get no quotes in a simulated market.
 */
export function makeDealers(
  instruments: readonly ListedInstrument[],
  values: SeriesValues,
  random: Random,
): readonly Dealer[] {
  return instruments.flatMap((instrument) => {
    const model = MODELS.find(({ code }) => code === instrument.code) ?? pairModel(instrument);
    return model === undefined ? [] : [new Dealer(instrument, model, values, random)];
  });
}
