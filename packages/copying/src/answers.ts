import type { DeedResult, SkipReason } from './model.ts';
import type { CommandAnswer } from './port.ts';

type Refused = Extract<CommandAnswer, { readonly ok: false }>;

/** The engine's refusals that a copy names in words of its own. */
const SKIP_OF: Readonly<Record<string, SkipReason>> = {
  price_worse_than_accepted: 'price_moved',
  stop_loss_wrong_side: 'price_moved',
  take_profit_wrong_side: 'price_moved',
  order_not_open: 'already_closed',
  unknown_order: 'already_closed',
};

/** The result of a deed whose command has an answer that stands. */
export function resultOf(answer: CommandAnswer): DeedResult {
  if (answer.ok) {
    const { order, lots, price, time } = answer;
    return { type: 'done', order, lots, price, time };
  }
  const { reason } = answer;
  if (isTemporary(reason)) throw new Error(`${reason} is no result`);
  return { type: 'skipped', reason: SKIP_OF[reason] ?? 'refused', refusal: reason };
}

/** True for refusals that say nothing about the command: the same one may succeed soon. */
export function isTemporary(reason: Refused['reason']): reason is 'overloaded' | 'not_ready' {
  return reason === 'overloaded' || reason === 'not_ready';
}

/** True when the position that a command names has ended. */
export function isAlreadyClosed(reason: Refused['reason']): boolean {
  return SKIP_OF[reason] === 'already_closed';
}
