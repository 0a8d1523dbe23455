import type { Order } from '@fairlot/client';
import type { Price } from '@fairlot/domain';
import { useState } from 'react';
import { changedLevels, levelsOf, movedLevels } from '../form/levels.ts';
import type { LevelDraft, LevelName, Levels } from '../form/levels.ts';

/** The levels of a pending order in its form. */
export interface PendingLevels {
  readonly levels: Levels;
  /** Levels to send. None while they move along, because the engine moves them. */
  readonly changed: readonly LevelName[];
  /** They keep their distance from the new target. */
  readonly along: boolean;
  /** undefined: the order has no levels, or it does not move. */
  readonly onAlong: ((along: boolean) => void) | undefined;
  readonly edit: (name: LevelName, level: LevelDraft) => void;
}

/** The levels of a pending order that is moved to a target; undefined while the target is no price. */
export function usePendingLevels(order: Order, target: Price | undefined): PendingLevels {
  const before = levelsOf(order);
  // Unedited levels follow the order, so that saving does not undo another device's change.
  const [edited, setEdited] = useState<Partial<Levels>>({});
  const [wanted, setWanted] = useState(false);
  const canMove = target !== undefined && target !== order.target && (before.stopLoss.on || before.takeProfit.on);
  const along = wanted && canMove;
  const levels = along ? movedLevels(order, target) : { ...before, ...edited };
  return {
    levels,
    changed: along ? [] : changedLevels(before, levels),
    along,
    onAlong: canMove
      ? (next) => {
          setWanted(next);
          setEdited({});
        }
      : undefined,
    edit: (name, level) => {
      // Levels can't both move along and be typed: the moved ones stay as a start.
      setEdited({ ...(along ? levels : edited), [name]: level });
      setWanted(false);
    },
  };
}
