import type { InputOf, forexCalls } from '@fairlot/contract';
import { type PartialLevel, type PriceTerms, parseLots } from '@fairlot/domain';
import type { SetPartialLevels } from '@fairlot/engine';
import { type Answer, done, refuse } from '../../http/answer.ts';
import { readPrice } from './command-drafts.ts';

export type PartialLevelsDraft = Omit<SetPartialLevels, 'time' | 'account' | 'key'>;

const LEVELS = { stop_loss: 'stopLoss', take_profit: 'takeProfit' } as const;

/** Parses new partial levels of a position. Unlike a stop-loss, a level has no price that means off: it is left out. */
export function readPartialLevels(
  { id, levels }: InputOf<typeof forexCalls.setPartialLevels>,
  terms: PriceTerms,
): Answer<PartialLevelsDraft> {
  const read: PartialLevel[] = [];
  for (const { type, cont, price: text } of levels) {
    const lots = parseLots(cont);
    if (lots === undefined) return refuse('lots_invalid', { field: 'cont' });
    const price = readPrice(text, 'price', terms);
    if (!price.ok) return price;
    if (price.data === undefined) return refuse('price_required', { field: 'price' });
    read.push({ level: LEVELS[type], lots, price: price.data });
  }
  return done({ type: 'setPartialLevels', order: id, levels: read });
}
