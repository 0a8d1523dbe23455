import type { Instrument } from '@fairlot/domain';
import type { Outcome, PlaceOrder } from '../../index.ts';
import type { AuditedOrder } from './books.ts';
import { shown, wrongLevel } from './dealing.ts';
import type { Ledger } from './ledger.ts';
import { no } from './outcomes.ts';
import { cancel } from './waiting.ts';

/** The second order of a pair as the auditor keeps it. */
export type OtherLeg = Pick<AuditedOrder, 'side' | 'stop' | 'take'> & {
  readonly target: bigint;
  readonly kind: 'limit' | 'stop';
};

/** The second order of a pair, or its refusal. Both must wait: `waits` is the target of the first. */
export function otherLeg(
  ledger: Ledger,
  { account, oco }: PlaceOrder,
  terms: Instrument,
  waits: bigint | undefined,
): OtherLeg | Outcome | undefined {
  if (oco === undefined) return undefined;
  const { side, target, stopLoss: stop, takeProfit: take } = oco;
  const market = ledger.opening(terms.id, side, ledger.distance(account, terms.id));
  const better = side === 'buy' ? target < market : target > market;
  if (better && oco.kind === 'stop') return no('stop_passed', { market: shown(terms, market) });
  if (target === market || (!better && oco.kind === 'limit') || waits === undefined) return no('oco_at_market');
  return wrongLevel(terms, side, target, stop, take) ?? { side, target, kind: better ? 'limit' : 'stop', stop, take };
}

/** Ends the order that one is linked with, if it still waits. */
export function cancelOther(ledger: Ledger, { other }: AuditedOrder): void {
  const linked = ledger.books.orders.find(({ id, open }) => id === other && !open);
  if (linked !== undefined) cancel(ledger, linked, 'oco');
}
