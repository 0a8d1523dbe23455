import { formatMoneyText } from '@fairlot/client';
import { formatMoney } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/text.ts';
import type { Ticket } from './use-ticket.ts';

/** Margin, fee and what is left, live while the ticket is typed; from the functions that the engine uses. */
export function TicketFigures({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const text = useText();
  const { preview, market, draft, worst } = ticket;
  const after = preview.freeMarginAfter;
  return (
    <dl className="grid grid-cols-3 gap-x-3 gap-y-1">
      <Figure name={text('trade.ticket.margin')} value={dollars(preview.margin)} />
      <Figure name={text('trade.ticket.fee')} value={market.feeKnown ? dollars(preview.fee) : '–'} />
      <Figure name={text('trade.ticket.freeAfter')} value={market.feeKnown ? dollars(after) : '–'} bad={after !== undefined && after < 0n} />
      {draft.mode === 'market' ? (
        <div className="col-span-3 flex items-baseline justify-between gap-3" title={text('trade.ticket.worstHint')}>
          <dt className="min-w-0 text-12 text-quiet">{text('trade.ticket.worst')}</dt>
          <dd className="figure text-12 text-quiet">{worst ?? '–'}</dd>
        </div>
      ) : null}
    </dl>
  );
}

function Figure({ name, value, bad = false }: { readonly name: string; readonly value: string; readonly bad?: boolean }): ReactNode {
  return (
    <div className="flex min-w-0 flex-col justify-between last:text-end">
      <dt className="text-12 leading-4 text-quiet">{name}</dt>
      <dd className={cx('figure text-start text-14 font-medium', bad ? 'text-critical' : 'text-ink')}>{value}</dd>
    </div>
  );
}

function dollars(value: Money | undefined): string {
  return value === undefined ? '–' : formatMoneyText(formatMoney(value));
}
