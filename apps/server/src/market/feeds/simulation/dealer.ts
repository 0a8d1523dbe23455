import { asPrice, pricePoint } from '@fairlot/domain';
import type { InstrumentId, Price } from '@fairlot/domain';
import type { ListedInstrument } from '../../port.ts';
import { MODELS, SERIES } from './models.ts';
import type { Model, Rhythm } from './models.ts';
import type { Random } from './random.ts';
import { rhythmAt } from './world.ts';
import type { World } from './world.ts';

/** How far a quoted mid strays from the value, in spreads. */
const STRAY_SHARE = 0.2;
/** How much wider the spread gets when nothing moves: quiet hours are thin hours. */
const THIN_WIDENING = 0.5;

/** Bid and ask in whole price steps. */
export interface StepQuote {
  readonly bid: number;
  readonly ask: number;
}

/** Quotes one instrument from the values of the world. */
export class Dealer {
  readonly id: InstrumentId;
  readonly code: string;
  readonly model: Model;
  private readonly world: World;
  private readonly random: Random;
  private readonly rhythm: Rhythm;
  private readonly point: bigint;
  private readonly stepsPerUnit: number;

  constructor(instrument: ListedInstrument, model: Model, world: World, random: Random) {
    this.id = instrument.id;
    this.code = instrument.code;
    this.model = model;
    this.world = world;
    this.random = random;
    this.point = pricePoint(instrument);
    this.stepsPerUnit = 10 ** instrument.pricePrecision;
    const leading = model.base === 'USD' ? model.quote : model.base;
    const series = SERIES.find(({ name }) => name === leading);
    if (series === undefined) throw new Error(`simulation: ${model.code} is made of unknown series`);
    this.rhythm = series.rhythm;
  }

  /** What it quotes at a moment. */
  quote(time: number): StepQuote {
    const { spreadSteps } = this.model;
    const thin = 1 + THIN_WIDENING * Math.max(0, 1 - rhythmAt(this.rhythm, time));
    const spread = Math.max(1, Math.round(spreadSteps * thin * (0.8 + 0.4 * this.random.next())));
    const mid = this.mid() * this.stepsPerUnit + spreadSteps * STRAY_SHARE * (this.random.next() - 0.5);
    const bid = Math.max(1, Math.round(mid - spread / 2));
    return { bid, ask: bid + spread };
  }

  /** Expected quotes in a time. */
  expectedQuotes(time: number, spanMs: number): number {
    return (this.model.ticksPerSecond * rhythmAt(this.rhythm, time) * spanMs) / 1000;
  }

  /** The instrument's value as the world has it. */
  mid(): number {
    const { base, quote } = this.model;
    return quote === null ? this.world.value(base) : this.world.value(base) / this.world.value(quote);
  }

  price(steps: number): Price {
    return asPrice(BigInt(steps) * this.point);
  }

  /** Puts the world where this instrument's last price says; only the instruments that a series is quoted by do. */
  resume(bid: Price, ask: Price): void {
    const mid = Number(bid + ask) / 2 / Number(this.point) / this.stepsPerUnit;
    const { base, quote } = this.model;
    if (quote === null) this.world.setValue(base, mid);
    else if (base === 'USD') this.world.setValue(quote, 1 / mid);
  }

  /** The series whose only market this is; undefined for a cross of two others. */
  get ownSeries(): string | undefined {
    const { base, quote } = this.model;
    if (quote === null) return base;
    return base === 'USD' ? quote : undefined;
  }
}

/** A dealer for each listed instrument that the simulation knows. Others have no quotes in a simulated market. */
export function makeDealers(instruments: readonly ListedInstrument[], world: World, random: Random): readonly Dealer[] {
  return instruments.flatMap((instrument) => {
    const model = MODELS.find(({ code }) => code === instrument.code);
    return model === undefined ? [] : [new Dealer(instrument, model, world, random)];
  });
}
