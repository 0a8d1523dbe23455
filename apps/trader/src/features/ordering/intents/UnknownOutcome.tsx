import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import type { OrderAction } from './use-order-action.ts';

/** Warns that a command was not answered, and offers a retry once the automatic retries have ended. */
export function UnknownOutcome({ action }: { readonly action: OrderAction }): ReactNode {
  const t = useText();
  const { state } = action;
  if (state?.phase !== 'unknown') return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-2 rounded-control bg-notice-soft px-3 py-2 text-14 text-notice"
    >
      <p className="min-w-0 flex-1 basis-50">{t(state.asking ? 'trade.ticket.unknown' : 'orders.noAnswer')}</p>
      {state.asking ? null : (
        <>
          <Button kind="plain" onClick={action.putAside}>
            {t('trade.ticket.putAside')}
          </Button>
          <Button kind="plain" onClick={action.askAgain}>
            {t('trade.ticket.askAgain')}
          </Button>
        </>
      )}
    </div>
  );
}
