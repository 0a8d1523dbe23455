import { Segmented } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { LevelField } from '../../../ordering/LevelField.tsx';
import type { LevelName } from '../../../ordering/levels.ts';
import { useText } from '../../../shared/text.ts';
import { LeverageField } from './LeverageField.tsx';
import { LotsField } from './LotsField.tsx';
import { PriceButtons } from './PriceButtons.tsx';
import { SubmitArea } from './SubmitArea.tsx';
import { TargetField } from './TargetField.tsx';
import { TicketFigures } from './TicketFigures.tsx';
import type { Ticket } from './use-ticket.ts';

const LEVELS: readonly LevelName[] = ['stopLoss', 'takeProfit'];

/** The whole ticket: the fields scroll where room is short, figures and button stay. */
export function TicketForm({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const text = useText();
  const { market, draft } = ticket;
  const { preview } = market;
  return (
    <form
      aria-label={text('trade.ticket.title', { code: ticket.instrument.ShowCode })} noValidate className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="min-h-0 flex-1 space-y-3 overflow-y-auto overscroll-contain px-4 pb-3">
        <Segmented
          label={text('trade.ticket.mode')} value={draft.mode} onChange={ticket.setMode}
          options={[{ value: 'market', label: text('trade.ticket.market') }, { value: 'pending', label: text('trade.ticket.pending') }]}
        />
        <PriceButtons quote={market.quote} exact={preview.quote} terms={preview.instrument} closed={!preview.open} chosen={draft.side} onSide={ticket.setSide} />
        {draft.mode === 'pending' ? <TargetField ticket={ticket} /> : null}
        <LotsField ticket={ticket} />
        <LeverageField ticket={ticket} />
        <div>
          {LEVELS.map((name) => (
            <LevelField
              key={name} name={name} level={draft[name]} onLevel={(level) => ticket.change({ [name]: level })} reference={ticket.reference}
              spread={ticket.spread} side={draft.side} terms={preview.instrument} meaning={ticket.preview[name]} problem={ticket.problem}
            />
          ))}
        </div>
      </div>
      <div className="shrink-0 space-y-2 border-t border-line bg-surface px-4 pt-2 pb-3">
        <TicketFigures ticket={ticket} />
        <SubmitArea ticket={ticket} />
      </div>
    </form>
  );
}
