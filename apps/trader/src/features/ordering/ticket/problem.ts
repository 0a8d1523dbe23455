import type { OrderPreview, PreviewMarket } from '@fairlot/client';
import type { Reason } from '@fairlot/contract';
import { formatLots } from '@fairlot/domain';
import type { Instrument } from '@fairlot/domain';
import { levelProblem, marketProblem, targetProblem } from '../form/problem.ts';
import type { Problem } from '../form/problem.ts';
import { trailingProblem } from '../form/trailing.ts';
import type { TicketDraft } from './draft.ts';

type Terms = Pick<Instrument, 'pricePrecision' | 'minLots' | 'maxLots' | 'lotStep'>;

/** Returns the first problem that blocks the ticket, in the fields' terms; undefined if it can be sent. */
export function findProblem(
  draft: TicketDraft,
  preview: OrderPreview,
  terms: Terms,
  doubt?: PreviewMarket['doubt'],
): Problem | undefined {
  const { reason } = preview;
  if (reason === undefined) return trailingProblem(draft.trailing);
  return (
    lotsProblem(reason, draft, terms) ??
    levelProblem(preview, draft.side, draft, terms) ??
    targetProblem(preview, draft.target, terms) ??
    marketProblem(reason, preview, doubt)
  );
}

function lotsProblem(reason: Reason, draft: TicketDraft, terms: Terms): Problem | undefined {
  if (reason === 'lots_invalid')
    return { key: draft.lots.trim() === '' ? 'lots_missing' : 'lots_invalid', field: 'lots' };
  if (reason === 'lots_below_minimum') return { key: reason, value: formatLots(terms.minLots), field: 'lots' };
  if (reason === 'lots_above_maximum') return { key: reason, value: formatLots(terms.maxLots), field: 'lots' };
  if (reason === 'lots_off_step') return { key: reason, value: formatLots(terms.lotStep), field: 'lots' };
  return undefined;
}
