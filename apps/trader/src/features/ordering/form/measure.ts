import {
  absolute,
  asPrice,
  distanceOfMoney,
  distanceOfPercent,
  distanceOfPips,
  formatMoney,
  formatPrice,
  formatRate,
  levelAt,
  moneyOfDistance,
  parseMoney,
  parsePrice,
  parseRate,
  percentOfDistance,
  pipsOfDistance,
} from '@fairlot/domain';
import type { Conversion, Instrument, LevelUnit, Lots, Price, Side } from '@fairlot/domain';
import { figure } from './levels.ts';
import type { LevelDraft, LevelName } from './levels.ts';

/** The position that the distances of its levels are measured on. */
export interface LevelMeasure {
  readonly side: Side;
  readonly open: Price | undefined;
  /** undefined while the size follows from the stop, which can't be money then. */
  readonly volume: Lots | undefined;
  readonly instrument: Instrument;
  readonly conversion: Conversion | undefined;
}

/** The price of a level that is entered as a distance, as text; empty if there is none. */
export function priceOfAmount(unit: LevelUnit, amount: string, name: LevelName, measure: LevelMeasure): string {
  const { side, open, instrument } = measure;
  const distance = open && distanceOf(unit, figure(amount), name, { ...measure, open });
  const at = open && distance && levelAt(side, name, open, distance);
  return at === undefined || at === 0n ? '' : formatPrice(at, instrument);
}

function distanceOf(
  unit: LevelUnit,
  amount: string,
  name: LevelName,
  { open, volume, instrument, conversion }: LevelMeasure & { readonly open: Price },
): Price | undefined {
  if (unit === 'money') {
    const money = parseMoney(amount);
    if (money === undefined || volume === undefined || volume <= 0n || conversion === undefined) return undefined;
    return distanceOfMoney(instrument, name, volume, money, conversion);
  }
  const rate = parseRate(amount);
  if (rate === undefined) return undefined;
  return unit === 'pips' ? distanceOfPips(instrument, name, rate) : distanceOfPercent(instrument, name, open, rate);
}

/** The distance of a price in a unit, as text; empty on the other side of the opening price, or if it is unknown. */
export function amountOfPrice(unit: LevelUnit, text: string, name: LevelName, measure: LevelMeasure): string {
  const { side, open, volume, instrument, conversion } = measure;
  const at = parsePrice(figure(text), instrument);
  if (open === undefined || at === undefined || at > open !== ((name === 'takeProfit') === (side === 'buy'))) return '';
  const distance = asPrice(absolute(at - open));
  if (unit === 'pips') return trimmed(formatRate(pipsOfDistance(instrument, distance)), 0);
  if (unit === 'percent') return trimmed(formatRate(percentOfDistance(instrument, name, open, distance)), 2);
  if (volume === undefined || volume <= 0n || conversion === undefined) return '';
  return trimmed(formatMoney(moneyOfDistance(instrument, name, volume, distance, conversion)), 2);
}

/** The text of the field: the typed amount, or that of the price. */
export function amountShown(level: LevelDraft, name: LevelName, measure: LevelMeasure): string {
  if (level.unit === undefined) return level.text;
  return level.amount ?? amountOfPrice(level.unit, level.text, name, measure);
}

/** Enters a level in another unit; its price stays. */
export function withUnit(
  { on, text }: LevelDraft,
  unit: LevelUnit,
  name: LevelName,
  measure: LevelMeasure,
): LevelDraft {
  return unit === 'price' ? { on, text } : settled({ on, text, unit }, name, measure);
}

/** A typed distance, with the price that it gives. */
export function withAmount(level: LevelDraft, amount: string, name: LevelName, measure: LevelMeasure): LevelDraft {
  if (level.unit === undefined) return { on: true, text: amount };
  return { on: true, text: priceOfAmount(level.unit, amount, name, measure), unit: level.unit, amount };
}

/** A level with another price, such as that of its dragged line. It keeps its unit. */
export function withPrice({ unit }: LevelDraft, text: string): LevelDraft {
  return { on: true, text, ...(unit !== undefined && { unit }) };
}

/** Gives a level that was moved by its price the amount of its unit, which it then keeps as the market moves. */
export function settled(level: LevelDraft, name: LevelName, measure: LevelMeasure): LevelDraft {
  if (level.unit === undefined || level.amount !== undefined || level.text === '') return level;
  const amount = amountOfPrice(level.unit, level.text, name, measure);
  return amount === '' ? level : { ...level, amount };
}

/** A level at its distance from the present opening price. One that was entered as a price stays there. */
export function followed(level: LevelDraft, name: LevelName, measure: LevelMeasure): LevelDraft {
  if (level.unit === undefined || level.amount === undefined) return level;
  return { ...level, text: priceOfAmount(level.unit, level.amount, name, measure) };
}

/** A decimal without zeros at its end, with at least so many decimals. */
export function trimmed(text: string, least: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}
