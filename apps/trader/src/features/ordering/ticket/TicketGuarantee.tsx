import { parseLots } from '@fairlot/domain';
import type { ReactNode } from 'react';
import { GuaranteeField } from '../form/GuaranteeField.tsx';
import { hasStop, premiumNow } from '../form/guarantee.ts';
import { figure } from '../form/levels.ts';
import type { Ticket } from './use-ticket.ts';

/** The guaranteed stop of a market order with a stop-loss, where it is offered. */
export function TicketGuarantee({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const { draft, instrument, market } = ticket;
  const { guarantee } = instrument;
  if (guarantee === undefined || draft.mode !== 'market' || !hasStop(draft, market.preview)) return null;
  return (
    <GuaranteeField
      on={draft.guaranteed === true}
      onChange={(guaranteed) => ticket.change({ guaranteed })}
      premium={premiumNow(guarantee.premium, parseLots(figure(draft.lots)), market.preview)}
      distance={guarantee.distance}
      terms={instrument}
    />
  );
}
