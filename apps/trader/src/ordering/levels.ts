import { readFigure } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { formatPrice, isOnPriceGrid, minus, parsePrice, plus } from '@fairlot/domain';
import type { Instrument, Price, Side } from '@fairlot/domain';
import { proposedDistance } from './steps.ts';

type Terms = Pick<Instrument, 'pricePrecision'>;

/** A stop or target as it is being typed; the text outlives the toggle. */
export interface LevelDraft {
  readonly on: boolean;
  readonly text: string;
}

export type LevelName = 'stopLoss' | 'takeProfit';

export const LEVEL_NAMES: readonly LevelName[] = ['stopLoss', 'takeProfit'];

/** Both levels of an order. */
export type Levels = Readonly<Record<LevelName, LevelDraft>>;

export const LEVEL_OFF: LevelDraft = { on: false, text: '' };

/** A typed figure as a plain decimal; what is no figure stays as it is and is refused as such. */
export function figure(typed: string): string {
  return readFigure(typed) ?? typed.trim();
}

/** The level as previews and calls read it; undefined is off. */
export function levelText({ on, text }: LevelDraft): string | undefined {
  return on ? figure(text) : undefined;
}

/** The level as the contract writes it: "0" is off. */
export function levelOnWire(level: LevelDraft): string {
  return levelText(level) ?? '0';
}

/** The levels in which two differ. */
export function changedLevels(before: Levels, after: Levels): readonly LevelName[] {
  return LEVEL_NAMES.filter((name) => levelOnWire(before[name]) !== levelOnWire(after[name]));
}

/** The fields of a call that changes these levels and leaves the others as they are, also as another device has set them meanwhile. */
export function levelFields(
  levels: Levels,
  names: readonly LevelName[],
): { readonly stop_loss_price?: string; readonly target_profit_price?: string } {
  return {
    ...(names.includes('stopLoss') && { stop_loss_price: levelOnWire(levels.stopLoss) }),
    ...(names.includes('takeProfit') && { target_profit_price: levelOnWire(levels.takeProfit) }),
  };
}

/** A level from a record, where "0" is off. */
export function levelFromWire(price: string, precision: number): LevelDraft {
  const at = parsePrice(price);
  return at === undefined ? LEVEL_OFF : { on: true, text: formatPrice(at, precision) };
}

/** Both levels of an order as its record has them. */
export function levelsOf(
  order: Pick<OrderRecord, 'TargetLossPrice' | 'TargetProfitPrice' | 'ForexTradeLists'>,
): Levels {
  const precision = order.ForexTradeLists.PricePrecision;
  return {
    stopLoss: levelFromWire(order.TargetLossPrice, precision),
    takeProfit: levelFromWire(order.TargetProfitPrice, precision),
  };
}

/** A level turned on or off. Turned on without a price, it gets a proposal on the right side of the reference. */
export function toggled(
  level: LevelDraft,
  name: LevelName,
  on: boolean,
  at: { readonly side: Side; readonly reference: Price | undefined; readonly spread: Price; readonly terms: Terms },
): LevelDraft {
  if (!on || level.text !== '' || at.reference === undefined) return { on, text: level.text };
  const distance = proposedDistance(at.reference, at.spread, at.terms);
  const above = (name === 'takeProfit') === (at.side === 'buy');
  const proposal = above ? plus(at.reference, distance) : minus(at.reference, distance);
  return { on, text: proposal > 0n ? formatPrice(proposal, at.terms.pricePrecision) : '' };
}

/** The level on the other side of a price, as far away: a ticket that is turned round keeps its distances. */
export function mirrored(level: LevelDraft, reference: Price | undefined, terms: Terms): LevelDraft {
  const at = parsePrice(figure(level.text));
  if (at === undefined || reference === undefined) return { ...level, text: '' };
  const across = minus(plus(reference, reference), at);
  return { ...level, text: across > 0n ? formatPrice(across, terms.pricePrecision) : '' };
}

/** Whether a text is a price at all, and whether it has no more decimals than the instrument quotes. */
export function priceFault(text: string, terms: Terms): 'invalid' | 'offGrid' | undefined {
  const at = parsePrice(figure(text));
  if (at === undefined) return 'invalid';
  return isOnPriceGrid(terms, at) ? undefined : 'offGrid';
}
