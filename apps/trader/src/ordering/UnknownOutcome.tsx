import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import type { OrderAction } from './use-order-action.ts';

/** Says that an instruction was not answered, and what goes on about it; nothing while all is well. */
export function UnknownOutcome({ action }: { readonly action: OrderAction }): ReactNode {
  const text = useText();
  const { state } = action;
  if (state?.phase !== 'unknown') return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-2 rounded-control bg-notice-soft px-3 py-2 text-14 text-notice"
    >
      <p className="min-w-0 flex-1 basis-50">{text(state.asking ? 'trade.ticket.unknown' : 'orders.noAnswer')}</p>
      {state.asking ? null : (
        <>
          <Button kind="plain" onClick={action.putAside}>
            {text('trade.ticket.putAside')}
          </Button>
          <Button kind="plain" onClick={action.askAgain}>
            {text('trade.ticket.askAgain')}
          </Button>
        </>
      )}
    </div>
  );
}
