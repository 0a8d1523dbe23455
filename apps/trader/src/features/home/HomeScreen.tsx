import { PULL_TO_REFRESH_MS } from '@fairlot/contract';
import { Button, EmptyState, ErrorState, IconButton, PullToRefresh } from '@fairlot/ui';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { filtered } from '../../instruments/filter.ts';
import { ListSkeleton } from '../../instruments/ListSkeleton.tsx';
import { MarketList } from '../../instruments/MarketList.tsx';
import { useInstruments } from '../../shared/market.ts';
import { Screen } from '../../shared/Screen.tsx';
import { useText } from '../../shared/text.ts';
import { UserButton } from '../../shared/UserButton.tsx';
import { CategoryChips } from './CategoryChips.tsx';

/** The market: every instrument with its price, filtered by category. */
export function HomeScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [category, setCategory] = useState<number | null>(null);
  const { list, loading, failed, refreshing, refresh } = useInstruments();
  const rows = filtered(list, { category, search: '' });
  return (
    <Screen
      title={t('tab.market')}
      actions={(
        <>
          <IconButton icon="news" label={t('title.news')} onClick={() => void navigate('/news')} />
          <IconButton icon="search" label={t('nav.search')} onClick={() => void navigate('/product')} />
          <IconButton icon="language" label={t('title.language')} onClick={() => void navigate('/language')} />
          <UserButton />
        </>
      )}
    >
      <CategoryChips active={category} onChange={setCategory} refreshing={refreshing} onRefresh={refresh} />
      <PullToRefresh
        onRefresh={refresh} scroller={scroller} shownMs={PULL_TO_REFRESH_MS}
        pullLabel={t('common.pullToRefresh')} releaseLabel={t('common.releaseToRefresh')} refreshingLabel={t('common.refreshing')}
      >
        {loading ? <ListSkeleton /> : null}
        {failed ? <ErrorState title={t('home.failed')} retryLabel={t('common.retry')} onRetry={refresh} busy={refreshing} /> : null}
        {!loading && !failed && rows.length === 0
          ? <EmptyState icon="search" title={t('trade.noMatch')} action={<Button kind="secondary" onClick={() => setCategory(null)}>{t('trade.showAll')}</Button>} />
          : null}
        <MarketList rows={rows} scroller={scroller} />
      </PullToRefresh>
    </Screen>
  );
}
