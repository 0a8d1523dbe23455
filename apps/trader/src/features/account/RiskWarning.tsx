import { Icon } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { AnnouncedLevels } from '../../shared/account/AnnouncedLevels.tsx';
import { statedIn, useSite } from '../../shared/site/site.ts';
import { useText } from '../../shared/language/language.ts';

/** The level that the start page states. In pages that the build renders, the place where the server writes it. */
const statedLevel = (): string | undefined =>
  import.meta.env.SSR ? '{{stop_out_ratio}}' : statedIn('fairlot-stop-out');

/** The risk warning for leveraged trading, a note if the market is simulated or replayed, and `children` below. */
export function RiskWarning({ children }: { readonly children?: ReactNode }): ReactNode {
  const t = useText();
  const id = useId();
  const site = useSite();
  const stopOut = site?.stopOutLevel ?? statedLevel();
  return (
    <section aria-labelledby={id} className="rounded-surface border border-line bg-surface p-4 text-14">
      <h2 id={id} className="flex items-center gap-2 font-semibold">
        <span className="text-notice">
          <Icon name="warning" size={20} />
        </span>
        {t('risk.title')}
      </h2>
      <p className="mt-2 text-quiet">{stopOut === undefined ? t('risk.short') : t('risk.text', { ratio: stopOut })}</p>
      <AnnouncedLevels />
      <p className="mt-2 text-quiet">{t('risk.negativeBalance')}</p>
      {site === undefined || site.market === 'live' ? null : (
        <p className="mt-2 text-quiet">
          {t(site.market === 'simulated' ? 'market.simulatedNotice' : 'market.replayNotice')}
        </p>
      )}
      {children}
    </section>
  );
}
