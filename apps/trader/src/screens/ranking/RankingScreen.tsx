import { PULL_TO_REFRESH_MS } from '@fairlot/contract';
import type { RankingAccounts, RankingSort } from '@fairlot/contract';
import { IconButton, PullToRefresh } from '@fairlot/ui';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useIsCopyingOffered } from '../../features/copying/copying-query.ts';
import { useRouteActive } from '../../shared/layout/route-active.ts';
import { Screen } from '../../shared/layout/Screen.tsx';
import { useText } from '../../shared/language/language.ts';
import { UserButton } from '../../shared/layout/UserButton.tsx';
import { Choices } from './Choices.tsx';
import { FormulaSheet } from './FormulaSheet.tsx';
import { OwnCopies } from './OwnCopies.tsx';
import { OwnPlace } from './OwnPlace.tsx';
import { RankingList } from './RankingList.tsx';
import { useOwnRanking, useRanking } from './ranking-query.ts';

type View = 'ranking' | 'documentary';

/** The ranking or, with `view=copy`, the same traders with follow buttons. */
export function RankingScreen(): ReactNode {
  const t = useText();
  const view = useView();
  const [sort, setSort] = useState<RankingSort>('three_week_rate');
  const [account, setAccount] = useState<RankingAccounts>('all');
  const [explained, setExplained] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const ranking = useRanking(sort, account);
  const own = useOwnRanking();
  const offered = useIsCopyingOffered();
  const lead = view === 'ranking' ? 'rank.lead' : offered ? 'rank.copyLead' : 'copying.own.notOffered';
  const refresh = (): void => {
    void ranking.refetch();
    void own.refetch();
  };
  return (
    <Screen
      title={t(`title.${view}`)}
      actions={
        <>
          <IconButton icon="info" label={t('rank.formulas')} quiet onClick={() => setExplained(true)} />
          <IconButton
            icon="refresh"
            label={t('common.refresh')}
            quiet
            disabled={ranking.isRefetching}
            onClick={refresh}
          />
          <UserButton />
        </>
      }
    >
      <PullToRefresh
        scroller={scroller}
        onRefresh={refresh}
        shownMs={PULL_TO_REFRESH_MS}
        pullLabel={t('common.pullToRefresh')}
        releaseLabel={t('common.releaseToRefresh')}
        refreshingLabel={t('common.refreshing')}
      >
        <div className="mx-auto w-full max-w-240">
          <p className="gutter pt-4 text-14 text-quiet">{t(lead)}</p>
          {view === 'ranking' ? <OwnPlace /> : <OwnCopies scroller={scroller} offered={offered} />}
          <Choices sort={sort} account={account} onSort={setSort} onAccount={setAccount} />
          <RankingList
            ranking={ranking}
            sort={sort}
            following={view === 'documentary' && offered}
            scroller={scroller}
            ownId={own.data?.entry?.trader.id}
          />
        </div>
      </PullToRefresh>
      <FormulaSheet open={explained} onClose={() => setExplained(false)} />
    </Screen>
  );
}

/** The address's view. A hidden screen keeps its view, because the address belongs to another screen. */
function useView(): View {
  const { search } = useLocation();
  const active = useRouteActive();
  const asked: View = search === '?view=copy' ? 'documentary' : 'ranking';
  const [view, setView] = useState<View>(asked);
  if (active && view !== asked) setView(asked);
  return view;
}
