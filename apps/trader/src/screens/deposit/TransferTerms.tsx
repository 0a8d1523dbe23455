import type { ReceivingAccount } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../../shared/language/language.ts';
import { useCopy } from '../../shared/messages/copy.ts';

/** The reference for the transfer, and the exchange rate of another currency than dollars. */
export function TransferTerms({ account }: { readonly account: ReceivingAccount }): ReactNode {
  const t = useText();
  const times = useTimes();
  const copy = useCopy();
  const { reference, usdPrice, usdPriceAt, currency } = account;
  return (
    <section className="rounded-surface border border-line bg-surface p-4">
      <p className="text-12 text-quiet">{t('charge.reference')}</p>
      <p className="text-16 font-medium">
        <bdi dir="ltr" className="tabular-nums">
          {reference.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </bdi>
      </p>
      <p className="mt-1 text-12 text-quiet">{t('charge.referenceHint')}</p>
      <div className="-mx-3 -mb-2">
        <Button kind="plain" onClick={() => copy(reference)}>
          {t('charge.copyReference')}
        </Button>
      </div>
      {usdPrice === '1' ? null : (
        <p className="mt-3 border-t border-line pt-3 text-14">
          {t('charge.rate', { rate: usdPrice, currency, time: times.dateTime(usdPriceAt) })}
        </p>
      )}
    </section>
  );
}
