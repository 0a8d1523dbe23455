import type { Order, PartialLevelsChange } from '@fairlot/client';
import { formatLots, formatPrice, lotsOfLevels, minus } from '@fairlot/domain';
import type { Lots, PartialLevel } from '@fairlot/domain';

type Changed = Pick<Order, 'id' | 'levels' | 'instrument'>;

/** The partial levels of a position with another one. */
export function withLevel(order: Changed, level: PartialLevel): PartialLevelsChange {
  return changeTo(order, [...(order.levels ?? []), level]);
}

/** The partial levels of a position without one of them. */
export function withoutLevel(order: Changed, at: number): PartialLevelsChange {
  return changeTo(
    order,
    (order.levels ?? []).filter((_level, index) => index !== at),
  );
}

/** The lots of a position that no partial stop, or no partial target, closes. */
export function lotsWithoutLevel({ lots, levels }: Pick<Order, 'lots' | 'levels'>, name: PartialLevel['level']): Lots {
  return minus(lots, lotsOfLevels(levels ?? [], name));
}

function changeTo({ id, instrument }: Changed, levels: readonly PartialLevel[]): PartialLevelsChange {
  return {
    id,
    levels: levels.map(({ level, lots, price }) => ({
      level,
      lots: formatLots(lots),
      price: formatPrice(price, instrument),
    })),
  };
}
