import { PULL_TO_REFRESH_MS } from '@fairlot/contract';
import { ErrorState, IconButton, PullToRefresh } from '@fairlot/ui';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ChoiceChips } from '../../features/instruments/ChoiceChips.tsx';
import { EVERYTHING } from '../../features/instruments/filter.ts';
import type { Choice } from '../../features/instruments/filter.ts';
import { ListSkeleton } from '../../features/instruments/ListSkeleton.tsx';
import { MarketList } from '../../features/instruments/MarketList.tsx';
import { NoMatch } from '../../features/instruments/NoMatch.tsx';
import { useFiltered } from '../../features/instruments/use-filtered.ts';
import { useInstruments, useSelectedInstrument } from '../../shared/market/market.ts';
import { Screen } from '../../shared/layout/Screen.tsx';
import { useText } from '../../shared/language/language.ts';
import { UserButton } from '../../shared/layout/UserButton.tsx';
import { HomeBlock } from './HomeBlock.tsx';

/** The market: all instruments with live prices, filtered by favourites or category. */
export function MarketScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useState<Choice>(null);
  const { loading, failed, refreshing, refresh } = useInstruments();
  const filter = { ...EVERYTHING, choice };
  const rows = useFiltered(filter);
  const chosen = useSelectedInstrument()?.id;
  return (
    <Screen
      title={t('tab.market')}
      actions={
        <>
          <IconButton icon="news" label={t('title.news')} onClick={() => void navigate('/news')} />
          <IconButton icon="search" label={t('nav.search')} onClick={() => void navigate('/product')} />
          <IconButton icon="language" label={t('title.language')} onClick={() => void navigate('/language')} />
          <UserButton />
        </>
      }
    >
      <div className="flex shrink-0 items-center border-b border-line bg-surface">
        <ChoiceChips active={choice} onChange={setChoice} />
        <span className="shrink-0 pe-2">
          <IconButton icon="refresh" label={t('common.refresh')} quiet disabled={refreshing} onClick={refresh} />
        </span>
      </div>
      <p className="gutter flex shrink-0 flex-wrap justify-between gap-x-4 border-b border-line bg-surface py-1 text-12 text-quiet">
        <span>{t('wide.instrument')}</span>
        <span>
          {t('trade.figure.last')} · {t('trade.figure.change')}
        </span>
      </p>
      <PullToRefresh
        onRefresh={refresh}
        scroller={scroller}
        shownMs={PULL_TO_REFRESH_MS}
        pullLabel={t('common.pullToRefresh')}
        releaseLabel={t('common.releaseToRefresh')}
        refreshingLabel={t('common.refreshing')}
      >
        <HomeBlock />
        {loading ? <ListSkeleton /> : null}
        {failed ? (
          <ErrorState title={t('home.failed')} retryLabel={t('common.retry')} onRetry={refresh} busy={refreshing} />
        ) : null}
        {!loading && !failed && rows.length === 0 ? (
          <NoMatch filter={filter} onShowAll={() => setChoice(null)} />
        ) : null}
        <MarketList rows={rows} scroller={scroller} chosenId={chosen} />
      </PullToRefresh>
    </Screen>
  );
}
