import { readFigure } from '@fairlot/client';
import type { LevelChange, Order } from '@fairlot/client';
import { formatPrice, isOnPriceGrid, minus, parsePrice, plus } from '@fairlot/domain';
import type { LevelUnit, Price, PriceTerms, Side } from '@fairlot/domain';
import { proposedDistance } from '../../../shared/forms/steps.ts';

/** A stop-loss or take-profit being typed; the text survives switching it off and on. */
export interface LevelDraft {
  readonly on: boolean;
  /** Its price. */
  readonly text: string;
  /** The unit in which it is entered; absent for the price. */
  readonly unit?: Exclude<LevelUnit, 'price'>;
  /** The typed distance in that unit; absent while it follows from the price. */
  readonly amount?: string;
}

export type LevelName = 'stopLoss' | 'takeProfit';

export const LEVEL_NAMES: readonly LevelName[] = ['stopLoss', 'takeProfit'];

/** Both levels of an order. */
export type Levels = Readonly<Record<LevelName, LevelDraft>>;

export const LEVEL_OFF: LevelDraft = { on: false, text: '' };
export const NO_LEVELS: Levels = { stopLoss: LEVEL_OFF, takeProfit: LEVEL_OFF };

/** Normalises a typed figure to a plain decimal. Other text stays as it is and fails validation later. */
export function figure(typed: string): string {
  return readFigure(typed) ?? typed.trim();
}

/** The level for previews and calls; undefined is off. */
export function levelText({ on, text }: LevelDraft): string | undefined {
  return on ? figure(text) : undefined;
}

/** The level for an order: a decimal, or null for off; a typed "0" means off too. */
export function levelValue(level: LevelDraft): string | null {
  const text = levelText(level);
  return text === undefined || text === '0' ? null : text;
}

/** Names of the levels that differ. */
export function changedLevels(before: Levels, after: Levels): readonly LevelName[] {
  return LEVEL_NAMES.filter((name) => levelValue(before[name]) !== levelValue(after[name]));
}

/** Builds a change of only the named levels, so that it does not undo another device's change of the other one. */
export function levelChange(id: number, levels: Levels, names: readonly LevelName[]): LevelChange {
  return {
    id,
    ...(names.includes('stopLoss') && { stopLoss: levelValue(levels.stopLoss) }),
    ...(names.includes('takeProfit') && { takeProfit: levelValue(levels.takeProfit) }),
  };
}

/** An editable draft of an order's level. */
export function levelDraft(at: Price | undefined, terms: PriceTerms): LevelDraft {
  return at === undefined ? LEVEL_OFF : { on: true, text: formatPrice(at, terms) };
}

/** Editable drafts of both levels of an order. */
export function levelsOf({ stopLoss, takeProfit, instrument }: Pick<Order, LevelName | 'instrument'>): Levels {
  return { stopLoss: levelDraft(stopLoss, instrument), takeProfit: levelDraft(takeProfit, instrument) };
}

/** Editable drafts of a pending order's levels at the same distance from a new target, as the engine moves them. */
export function movedLevels(order: Pick<Order, LevelName | 'target' | 'instrument'>, target: Price): Levels {
  const by = minus(target, order.target ?? target);
  const move = (level: Price | undefined): Price | undefined => level && plus(level, by);
  return levelsOf({ ...order, stopLoss: move(order.stopLoss), takeProfit: move(order.takeProfit) });
}

/** Switches a level on or off. Switched on without a price, it gets a proposal on the correct side of the reference. */
export function toggled(
  level: LevelDraft,
  name: LevelName,
  on: boolean,
  at: {
    readonly side: Side;
    readonly reference: Price | undefined;
    readonly spread: Price;
    readonly terms: PriceTerms;
  },
): LevelDraft {
  if (!on || level.text !== '' || at.reference === undefined) return { ...level, on };
  const distance = proposedDistance(at.reference, at.spread, at.terms);
  const above = (name === 'takeProfit') === (at.side === 'buy');
  const proposal = above ? plus(at.reference, distance) : minus(at.reference, distance);
  return { ...level, on, text: proposal > 0n ? formatPrice(proposal, at.terms) : '' };
}

/** Mirrors the level at the reference price, so that a ticket keeps its distances when its side changes. */
export function mirrored(level: LevelDraft, reference: Price | undefined, terms: PriceTerms): LevelDraft {
  // A distance has no side.
  if (level.amount !== undefined) return level;
  const at = parsePrice(figure(level.text), terms);
  if (at === undefined || reference === undefined) return { ...level, text: '' };
  const across = minus(plus(reference, reference), at);
  return { ...level, text: across > 0n ? formatPrice(across, terms) : '' };
}

/** Checks that a text is a price, and that it has no more decimals than the instrument. */
export function priceFault(text: string, terms: PriceTerms): 'invalid' | 'offGrid' | undefined {
  const at = parsePrice(figure(text), terms);
  if (at === undefined) return 'invalid';
  return isOnPriceGrid(terms, at) ? undefined : 'offGrid';
}
