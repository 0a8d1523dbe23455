import { formatLeverage } from '@fairlot/client';
import { Chip } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import type { Ticket } from './use-ticket.ts';

/** Selects the leverage; empty for an instrument without leverage. */
export function LeverageField({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const t = useText();
  const { leverages } = ticket.market.preview.instrument;
  if (leverages.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 items-center gap-3 lg:flex-col lg:items-stretch lg:gap-0">
      <legend className="sr-only">{t('trade.ticket.leverage')}</legend>
      <span aria-hidden="true" className="shrink-0 text-12 text-quiet">
        {t('trade.ticket.leverage')}
      </span>
      <div className="no-scrollbar -me-4 flex min-w-0 flex-1 gap-1.5 overflow-x-auto lg:max-xl:gap-1 pe-4 lg:me-0 lg:flex-wrap lg:pe-0">
        {leverages.map((leverage) => (
          <Chip
            key={leverage}
            narrow
            pressed={ticket.draft.leverage === leverage}
            onPress={() => ticket.change({ leverage })}
          >
            <span className="figure">{formatLeverage(leverage)}</span>
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
