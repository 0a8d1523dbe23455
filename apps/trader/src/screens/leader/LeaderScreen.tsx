import { CallError, formatCount, formatDuration, formatLeverage } from '@fairlot/client';
import type { Leader } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import { Button, Change, EmptyState, ErrorState, Skeleton, Tag } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FeePercent } from '../../features/copying/FeePercent.tsx';
import { Card, DollarResult, Fact, FactGrid, Sum } from '../../features/copying/Facts.tsx';
import { useLeader } from '../../features/copying/copying-query.ts';
import { recordNumber } from '../../shared/lists/record-number.ts';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { useLanguageInfo, usePercent, useText, useTimes } from '../../shared/language/language.ts';
import { FollowBar } from './FollowBar.tsx';
import { GrowthCurve } from './GrowthCurve.tsx';

/** The page of a trader or sample strategy that can be followed. */
export function LeaderScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const id = recordNumber(query.get('id'));
  const { data, isError, error, isFetching, refetch } = useLeader(id);
  const gone = id === undefined || (error instanceof CallError && error.kind === 'refused');
  return (
    <Screen title={data === undefined ? t('title.leader') : <bdi>{data.trader.name}</bdi>} back>
      {data === undefined || id === undefined ? (
        <ScreenBody>
          {gone ? (
            <EmptyState
              art="missing"
              title={t('copying.leader.gone')}
              text={t('copying.leader.goneText')}
              action={
                <Button kind="secondary" onClick={() => void navigate('/rank', { replace: true })}>
                  {t('copying.leader.toList')}
                </Button>
              }
            />
          ) : null}
          {!gone && isError ? (
            <ErrorState
              title={t('copying.leader.failed')}
              retryLabel={t('common.retry')}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ) : null}
          {!gone && !isError ? <Waiting /> : null}
        </ScreenBody>
      ) : (
        <>
          <ScreenBody label={t('title.leader')}>
            <LeaderPage leader={data} />
          </ScreenBody>
          <FollowBar id={id} leader={data} />
        </>
      )}
    </Screen>
  );
}

function LeaderPage({ leader }: { readonly leader: Leader }): ReactNode {
  const t = useText();
  const times = useTimes();
  const { percent, change } = usePercent();
  const { tag } = useLanguageInfo();
  const last = leader.curve.at(-1);
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="flex flex-wrap items-center gap-2 text-12 text-quiet">
        <Tag>{t(leader.trader.isDemo ? 'rank.demoAccount' : 'rank.realAccount')}</Tag>
        {leader.trader.strategy === null ? null : <Tag>{t('copying.leader.strategy')}</Tag>}
        <span>{t('copying.leader.since', { date: isolateWords(times.date(leader.since)) })}</span>
      </p>
      <Card title={t('copying.leader.followersTitle')} note={t('copying.leader.followersHint')}>
        {leader.followersCopies === 0 ? (
          <p className="text-14 text-quiet">{t('copying.leader.followersNone')}</p>
        ) : (
          <>
            <p className="mb-3 text-28 font-semibold">
              <DollarResult value={leader.followersResult} />
              <span className="ms-1 text-12 font-medium text-quiet">USD</span>
            </p>
            <FactGrid>
              <Fact name={t('copying.leader.followers')}>{formatCount(leader.followers)}</Fact>
              <Fact name={t('copying.leader.allocated')}>
                <Sum value={leader.allocated} />
              </Fact>
              <Fact name={t('copying.leader.copies')}>{formatCount(leader.followersCopies)}</Fact>
              <Fact name={t('copying.leader.followersWin')}>{percent(leader.followersWin)}</Fact>
            </FactGrid>
          </>
        )}
      </Card>
      <Card title={t('copying.leader.growth')}>
        {last === undefined ? null : (
          <p className="mb-2 text-20 font-semibold">
            <Change value={change(last.growth)} />
          </p>
        )}
        <GrowthCurve curve={leader.curve} />
      </Card>
      <Card>
        <FactGrid>
          <Fact name={t('copying.leader.drawdown')}>{percent(leader.drawdown)}</Fact>
          <Fact name={t('copying.leader.worstDay')}>
            {leader.worstDay === null ? '–' : <Change value={change(leader.worstDay.growth)} />}
          </Fact>
          <Fact name={t('copying.leader.trades')}>{formatCount(leader.trades)}</Fact>
          <Fact name={t('copying.leader.win')}>{percent(leader.win)}</Fact>
          <Fact name={t('copying.leader.holding')}>
            {leader.holding === null ? '–' : formatDuration(leader.holding, tag)}
          </Fact>
          <Fact name={t('copying.leader.leverage')}>
            {leader.leverage === null ? '–' : formatLeverage(leader.leverage)}
          </Fact>
          <Fact name={t('copying.leader.fee')}>
            {leader.feePercent === 0 ? t('copying.leader.feeNone') : <FeePercent value={leader.feePercent} />}
          </Fact>
        </FactGrid>
      </Card>
      <Instruments leader={leader} />
      <p className="text-12 text-quiet">{t('copying.leader.past')}</p>
    </div>
  );
}

function Instruments({ leader: { instruments } }: { readonly leader: Leader }): ReactNode {
  const t = useText();
  return (
    <Card title={t('copying.leader.instruments')}>
      {instruments.length === 0 ? (
        <p className="text-14 text-quiet">{t('copying.leader.noTrades')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {instruments.map(({ code, trades, result }) => (
            <li key={code} className="flex items-baseline gap-3 py-2 text-14 first:pt-0 last:pb-0">
              <span className="figure font-semibold">{code}</span>
              <span className="min-w-0 flex-1 text-12 text-quiet">
                {t('copying.leader.instrumentTrades', { count: trades })}
              </span>
              <DollarResult value={result} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Waiting(): ReactNode {
  return (
    <div aria-busy="true" className="flex flex-col gap-4 p-4">
      <Skeleton shape="h-6 w-48" />
      <Skeleton shape="h-40 w-full" />
      <Skeleton shape="h-48 w-full" />
    </div>
  );
}
