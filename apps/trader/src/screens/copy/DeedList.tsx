import { formatCount, formatLotsText, formatResultAmount } from '@fairlot/client';
import type { CopyDeed } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { ReactNode, RefObject } from 'react';
import { useCopyDeeds } from '../../features/copying/copying-query.ts';
import { skipText } from '../../features/copying/skip-text.ts';
import { Records } from '../../shared/lists/Records.tsx';
import { useText, useTimes } from '../../shared/language/language.ts';

export interface DeedListProps {
  readonly id: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The leader's deeds in a copy: the order that each became, with its delay and price difference, or why it became none. */
export function DeedList({ id, scroller }: DeedListProps): ReactNode {
  const t = useText();
  return (
    <Records
      query={useCopyDeeds(id)}
      scroller={scroller}
      idOf={(deed) => deed.id}
      emptyTitle={t('copying.copy.noDeeds')}
      emptyHint=""
    >
      {(deed) => <Deed deed={deed} />}
    </Records>
  );
}

function Deed({ deed }: { readonly deed: CopyDeed }): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <div data-testid="deed" className="px-4 py-3 text-14">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{t(`copying.deed.${deed.deed}`)}</span>
        <span className="figure">{deed.code}</span>
        <span>{t(`trade.side.${deed.side}`)}</span>
        {deed.lots === null ? null : <span className="figure">{formatLotsText(deed.lots)}</span>}
      </p>
      <p className="mt-0.5 text-12 text-quiet wrap-anywhere">
        <bdi>
          <time dateTime={deed.at}>{times.dateTime(deed.at)}</time>
        </bdi>
        {' · '}
        {deed.skip === null ? <Done deed={deed} /> : skipText(t, deed.skip, deed.detail)}
      </p>
    </div>
  );
}

function Done({ deed }: { readonly deed: CopyDeed }): ReactNode {
  const t = useText();
  const parts = [
    deed.order === null ? undefined : t('copying.deed.order', { id: deed.order }),
    deed.delayMs === null ? undefined : t('copying.deed.later', { count: formatCount(deed.delayMs) }),
    deed.leaderPrice === null || deed.price === null
      ? undefined
      : t('copying.deed.prices', { leader: isolate(deed.leaderPrice), price: isolate(deed.price) }),
    deed.difference === null
      ? undefined
      : `${t('copying.copy.difference')} ${isolate(formatResultAmount(deed.difference))}`,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
