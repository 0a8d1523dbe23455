import type { Order } from '@fairlot/client';
import { useState } from 'react';
import type { Problem } from '../form/problem.ts';
import { sentTrailing, trailingOf, trailingProblem } from '../form/trailing.ts';
import type { TrailingDraft } from '../form/trailing.ts';

/** The trailing distance of an order in its form. */
export interface TrailingEdit {
  readonly draft: TrailingDraft;
  readonly onDraft: (draft: TrailingDraft) => void;
  readonly isChanged: boolean;
  readonly problem: Problem | undefined;
  /** The part of a change of levels that states it; empty if it is as before. */
  readonly change: { readonly trailing?: string | null };
}

/** Edits the trailing distance of an order. An unedited one follows the order. While `enabled` is false it stays. */
export function useTrailingDraft(order: Order, enabled = true): TrailingEdit {
  const [typed, setTyped] = useState<TrailingDraft>();
  const draft = typed ?? trailingOf(order);
  const distance = sentTrailing(draft);
  const isChanged = enabled && distance !== sentTrailing(trailingOf(order));
  return {
    draft,
    onDraft: setTyped,
    isChanged,
    problem: enabled ? trailingProblem(draft) : undefined,
    change: isChanged ? { trailing: distance ?? null } : {},
  };
}
