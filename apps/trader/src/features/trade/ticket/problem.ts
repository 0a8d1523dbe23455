import { formatMoneyText } from '@fairlot/client';
import type { OrderPreview } from '@fairlot/client';
import type { Reason } from '@fairlot/contract';
import { formatLots, formatMoney, negate } from '@fairlot/domain';
import type { Instrument } from '@fairlot/domain';
import { levelProblem } from '../../../ordering/problem.ts';
import type { Problem } from '../../../ordering/problem.ts';
import type { TicketDraft } from './draft.ts';

type Terms = Pick<Instrument, 'pricePrecision' | 'minLots' | 'maxLots' | 'lotStep'>;

/** The first thing that keeps the ticket from being sent, named so that a trader can mend it; undefined when nothing does. */
export function findProblem(draft: TicketDraft, preview: OrderPreview, terms: Terms): Problem | undefined {
  const { reason } = preview;
  if (reason === undefined) return undefined;
  return lotsProblem(reason, draft, terms)
    ?? levelProblem(preview, draft.side, draft, terms)
    ?? targetProblem(reason, terms)
    ?? marketProblem(reason, preview);
}

function lotsProblem(reason: Reason, draft: TicketDraft, terms: Terms): Problem | undefined {
  if (reason === 'lots_invalid') return { key: draft.lots.trim() === '' ? 'lots_missing' : 'lots_invalid', field: 'lots' };
  if (reason === 'lots_below_minimum') return { key: reason, value: formatLots(terms.minLots), field: 'lots' };
  if (reason === 'lots_above_maximum') return { key: reason, value: formatLots(terms.maxLots), field: 'lots' };
  if (reason === 'lots_off_step') return { key: reason, value: formatLots(terms.lotStep), field: 'lots' };
  return undefined;
}

/** A price that is wrong and is neither stop nor target is the price of the pending order. */
function targetProblem(reason: Reason, terms: Terms): Problem | undefined {
  if (reason === 'price_required' || reason === 'price_invalid') return { key: reason, field: 'target' };
  if (reason === 'price_off_grid') return { key: reason, value: String(terms.pricePrecision), field: 'target' };
  return undefined;
}

function marketProblem(reason: Reason, preview: OrderPreview): Problem {
  if (reason === 'market_closed' || reason === 'market_data_stale' || reason === 'leverage_not_configured' || reason === 'price_out_of_range') return { key: reason };
  if (reason === 'leverage_not_listed') return { key: 'leverage_not_configured' };
  if (reason !== 'insufficient_margin') return { key: 'market_data_missing' };
  const after = preview.freeMarginAfter;
  return { key: reason, ...(after === undefined ? {} : { value: `${formatMoneyText(formatMoney(negate(after)))} USD` }) };
}
