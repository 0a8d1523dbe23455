import { formatPrice } from '@fairlot/domain';
import type { Money, Price, PriceTerms } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { Switch } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { Dollars } from '../Dollars.tsx';

export interface GuaranteeFieldProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  /** Dollars that it costs if it is used; undefined while they are not known. */
  readonly premium: Money | undefined;
  /** The least distance from the price; undefined for a guarantee that is not offered any more. */
  readonly distance: Price | undefined;
  readonly terms: PriceTerms;
}

/** Switches the guarantee of a stop-loss, and states its price before it is sent. */
export function GuaranteeField({ on, onChange, premium, distance, terms }: GuaranteeFieldProps): ReactNode {
  const t = useText();
  return (
    <div data-testid="guarantee">
      <Switch checked={on} label={t('trade.ticket.guarantee.title')} onChange={onChange} />
      {on ? (
        <div className="pb-2 text-12 text-quiet">
          <p className="flex justify-between gap-3">
            <span>{t('trade.ticket.guarantee.premium')}</span>
            <span className="text-ink" data-testid="guarantee-premium">
              <Dollars value={premium} unit />
            </span>
          </p>
          {distance === undefined || distance === 0n ? null : (
            <p>{t('trade.ticket.guarantee.least', { distance: isolate(formatPrice(distance, terms)) })}</p>
          )}
          <p className="mt-0.5 text-faint">{t('trade.ticket.guarantee.hint')}</p>
        </div>
      ) : null}
    </div>
  );
}
