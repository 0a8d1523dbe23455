import { conversionOf } from '@fairlot/client';
import { parseLots } from '@fairlot/domain';
import type { ReactNode } from 'react';
import { figure } from '../form/levels.ts';
import { TrailingField } from '../form/TrailingField.tsx';
import type { Ticket } from './use-ticket.ts';

/** The trailing stop of the order in the ticket. */
export function TicketTrailing({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const { market, draft, reference, spread } = ticket;
  return (
    <TrailingField
      draft={draft.trailing}
      onDraft={(trailing) => ticket.change({ trailing })}
      scene={{
        terms: market.preview.instrument,
        reference,
        lots: parseLots(figure(draft.lots)),
        conversion: conversionOf(market.preview),
      }}
      spread={spread}
    />
  );
}
