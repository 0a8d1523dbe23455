import { marketOfOrder } from '@fairlot/client';
import type { ListedInstrument, Order, PreviewMarket } from '@fairlot/client';
import type { Money, Price } from '@fairlot/domain';
import { useState } from 'react';
import { guaranteeProblem, hasStop, premiumNow } from '../form/guarantee.ts';
import type { Levels } from '../form/levels.ts';
import type { Problem } from '../form/problem.ts';
import type { TrailingDraft } from '../form/trailing.ts';

/** The guarantee of a position's stop-loss in its form. */
export interface GuaranteeEdit {
  /** False where there is nothing to choose. */
  readonly isShown: boolean;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly premium: Money | undefined;
  readonly distance: Price | undefined;
  readonly isChanged: boolean;
  readonly problem: Problem | undefined;
  /** The part of a change of levels that states it; empty if it is as before. */
  readonly change: { readonly guaranteed?: boolean };
}

/** Edits the guarantee of a position. `movesStop`: the form has another stop-loss than the position. */
export function useGuaranteeDraft(
  order: Order,
  { guarantee }: ListedInstrument,
  shown: PreviewMarket,
  levels: Levels & { readonly trailing: TrailingDraft },
  movesStop: boolean,
): GuaranteeEdit {
  const [chosen, setChosen] = useState<boolean>();
  const had = order.premium !== undefined;
  const market = marketOfOrder(shown, order.markup);
  const isShown = (had || guarantee !== undefined) && hasStop(levels, market);
  const on = isShown && (chosen ?? had);
  const isNew = on && (!had || movesStop);
  const premium = isNew ? guarantee?.premium : order.premium;
  const isChanged = isShown && on !== had;
  return {
    isShown,
    on,
    onChange: setChosen,
    premium: premium === undefined ? undefined : premiumNow(premium, order.lots, market),
    distance: guarantee?.distance,
    isChanged,
    problem: isNew && guarantee !== undefined ? guaranteeProblem(levels, order.side, guarantee, market) : undefined,
    change: isChanged ? { guaranteed: on } : {},
  };
}
