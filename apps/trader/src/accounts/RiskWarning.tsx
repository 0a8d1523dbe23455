import { Icon } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useSite } from '../shared/site.ts';
import { useText } from '../shared/text.ts';

/** What leverage can do, in words that can be read; `children` stand below them. */
export function RiskWarning({ children }: { readonly children?: ReactNode }): ReactNode {
  const t = useText();
  const id = useId();
  const stopOut = useSite()?.stop_out_ratio;
  return (
    <section aria-labelledby={id} className="rounded-surface border border-line bg-surface p-4 text-14">
      <h2 id={id} className="flex items-center gap-2 font-semibold">
        <span className="text-notice">
          <Icon name="warning" size={20} />
        </span>
        {t('risk.title')}
      </h2>
      <p className="mt-2 text-quiet">{stopOut === undefined ? t('risk.short') : t('risk.text', { ratio: stopOut })}</p>
      <p className="mt-2 text-quiet">{t('risk.negativeBalance')}</p>
      {children}
    </section>
  );
}
