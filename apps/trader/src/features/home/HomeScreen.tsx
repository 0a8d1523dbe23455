import { PULL_TO_REFRESH_MS } from '@fairlot/contract';
import { Button, EmptyState, ErrorState, IconButton, PullToRefresh, TextField } from '@fairlot/ui';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useInstruments } from '../../shared/market.ts';
import { Screen } from '../../shared/Screen.tsx';
import { useText } from '../../shared/text.ts';
import { UserButton } from '../../shared/UserButton.tsx';
import { CategoryChips } from './CategoryChips.tsx';
import { filtered } from './filter.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { MarketList } from './MarketList.tsx';

/** A field that was just asked for takes the typing. */
function focus(field: HTMLInputElement | null): void {
  field?.focus();
}

/** The market: every instrument with its price, filtered by category and search. */
export function HomeScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [category, setCategory] = useState<number | null>(null);
  const [search, setSearch] = useState<string | null>(null);
  const { list, loading, failed, refreshing, refresh } = useInstruments();
  const rows = filtered(list, { category, search: search ?? '' });
  const clear = (): void => {
    setCategory(null);
    setSearch(null);
  };
  return (
    <Screen
      title={t('tab.market')}
      actions={(
        <>
          <IconButton icon="search" label={t('nav.search')} aria-expanded={search !== null} onClick={() => setSearch(search === null ? '' : null)} />
          <IconButton icon="language" label={t('title.language')} onClick={() => void navigate('/language')} />
          <UserButton />
        </>
      )}
    >
      {search === null ? null : (
        <div className="gutter shrink-0 border-b border-line bg-surface py-2">
          <TextField
            label={t('common.search')} labelHidden icon="search" type="search" ref={focus} autoComplete="off" enterKeyHint="search"
            placeholder={t('trade.search')} value={search} onValue={setSearch}
            end={<IconButton icon="close" label={t('common.clear')} quiet onClick={() => setSearch(null)} />}
          />
        </div>
      )}
      <CategoryChips active={category} onChange={setCategory} refreshing={refreshing} onRefresh={refresh} />
      <PullToRefresh
        onRefresh={refresh} scroller={scroller} shownMs={PULL_TO_REFRESH_MS}
        pullLabel={t('common.pullToRefresh')} releaseLabel={t('common.releaseToRefresh')} refreshingLabel={t('common.refreshing')}
      >
        {loading ? <ListSkeleton /> : null}
        {failed ? <ErrorState title={t('home.failed')} retryLabel={t('common.retry')} onRetry={refresh} busy={refreshing} /> : null}
        {!loading && !failed && rows.length === 0
          ? <EmptyState icon="search" title={t('trade.noMatch')} text={t('trade.noMatchHint')} action={<Button kind="secondary" onClick={clear}>{t('trade.showAll')}</Button>} />
          : null}
        <MarketList rows={rows} scroller={scroller} />
      </PullToRefresh>
    </Screen>
  );
}
