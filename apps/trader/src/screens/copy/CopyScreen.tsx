import { formatCount } from '@fairlot/client';
import type { Copy } from '@fairlot/client';
import { asMoney } from '@fairlot/domain';
import { isolateWords } from '@fairlot/i18n';
import { Button, EmptyState, ErrorState, Skeleton, Tag } from '@fairlot/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Card, DollarResult, Fact, FactGrid, Sum } from '../../features/copying/Facts.tsx';
import { FeePercent } from '../../features/copying/FeePercent.tsx';
import { useCopies } from '../../features/copying/copying-query.ts';
import { recordNumber } from '../../shared/lists/record-number.ts';
import { Screen } from '../../shared/layout/Screen.tsx';
import { recordsOf } from '../../shared/lists/records.ts';
import { useText } from '../../shared/language/language.ts';
import { CopyActions } from './CopyActions.tsx';
import { CopyTermsCard } from './CopyTermsCard.tsx';
import { DeedList } from './DeedList.tsx';

/** One of the user's copies: result, terms, and what the leader did. */
export function CopyScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const id = recordNumber(query.get('id'));
  const scroller = useRef<HTMLDivElement>(null);
  const copies = useCopies();
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = copies;
  const copy = recordsOf(data, (record) => record.id).find((record) => record.id === id);
  const searching = copy === undefined && hasNextPage && id !== undefined;
  useEffect(() => {
    // An old copy may be on a later page of the list.
    if (searching && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [searching, isFetching, isError, fetchNextPage]);
  const waiting = id !== undefined && copy === undefined && (data === undefined || searching) && !isError;
  return (
    <Screen
      title={copy === undefined ? t('title.copy') : t('copying.copy.title', { name: isolateWords(copy.trader.name) })}
      back
    >
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
        <div className="mx-auto w-full max-w-180">
          {copy === undefined ? null : <Body copy={copy} scroller={scroller} />}
          {waiting ? (
            <div aria-busy="true" className="flex flex-col gap-4 p-4">
              <Skeleton shape="h-32 w-full" />
              <Skeleton shape="h-48 w-full" />
            </div>
          ) : null}
          {copy === undefined && isError ? (
            <ErrorState
              title={t('copying.own.failed')}
              retryLabel={t('common.retry')}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ) : null}
          {copy === undefined && !waiting && !isError ? (
            <EmptyState
              art="missing"
              title={t('copying.copy.gone')}
              text=""
              action={
                <Button kind="secondary" onClick={() => void navigate('/rank?view=copy', { replace: true })}>
                  {t('copying.own.title')}
                </Button>
              }
            />
          ) : null}
        </div>
      </div>
    </Screen>
  );
}

function Body({
  copy,
  scroller,
}: {
  readonly copy: Copy;
  readonly scroller: RefObject<HTMLDivElement | null>;
}): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2 text-14">
        <Tag>{t(`copying.state.${copy.state}`)}</Tag>
        <Tag>{t(copy.trader.isDemo ? 'rank.demoAccount' : 'rank.realAccount')}</Tag>
        <StateNote copy={copy} />
      </div>
      <Figures copy={copy} />
      <CopyActions copy={copy} />
      <CopyTermsCard copy={copy} />
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" onClick={() => void navigate(`/trader?id=${String(copy.trader.id)}`)}>
          {t('copying.copy.trader')}
        </Button>
        <Button kind="secondary" onClick={() => void navigate('/order?type=1')}>
          {t('copying.copy.toOrders')}
        </Button>
      </div>
      <section className="flex flex-col gap-2">
        <h2 className="text-16 font-semibold">{t('copying.copy.deeds')}</h2>
        <DeedList id={copy.id} scroller={scroller} />
      </section>
    </div>
  );
}

/** Result, costs, delay and price difference of a copy. */
function Figures({ copy }: { readonly copy: Copy }): ReactNode {
  const t = useText();
  const { figures } = copy;
  return (
    <Card title={t('copying.copy.result')}>
      <p className="text-28 font-semibold">
        <DollarResult value={asMoney(figures.realised + figures.floating - figures.fees)} />
        <span className="ms-1 text-12 font-medium text-quiet">USD</span>
      </p>
      <div className="mt-3">
        <FactGrid>
          <Fact name={t('copying.copy.realised')}>
            <DollarResult value={figures.realised} />
          </Fact>
          <Fact name={t('copying.copy.floating')}>
            <DollarResult value={figures.floating} />
          </Fact>
          <Fact name={t('copying.copy.fees')}>
            <Sum value={figures.fees} />
          </Fact>
          <Fact name={t('copying.copy.margin')}>
            <Sum value={figures.margin} />
          </Fact>
          <Fact name={t('copying.copy.open')}>{formatCount(figures.open)}</Fact>
          <Fact name={t('copying.copy.closed')}>{formatCount(figures.closed)}</Fact>
          <Fact name={t('copying.copy.skipped')}>{formatCount(figures.skipped)}</Fact>
          <Fact name={t('copying.leader.fee')}>
            {copy.feePercent === 0 ? t('copying.leader.feeNone') : <FeePercent value={copy.feePercent} />}
          </Fact>
          <Fact name={t('copying.copy.delay')}>
            {figures.delayMean === null || figures.delayWorst === null ? (
              '–'
            ) : (
              <>
                <bdi className="block">{t('copying.copy.milliseconds', { count: formatCount(figures.delayMean) })}</bdi>
                <bdi className="block">
                  {t('copying.copy.milliseconds', { count: formatCount(figures.delayWorst) })}
                </bdi>
              </>
            )}
          </Fact>
          <Fact name={t('copying.copy.difference')}>
            <Sum value={figures.difference} />
          </Fact>
        </FactGrid>
      </div>
      <p className="mt-3 text-12 text-quiet">{t('copying.copy.differenceHint')}</p>
    </Card>
  );
}

function StateNote({ copy }: { readonly copy: Copy }): ReactNode {
  const t = useText();
  if (copy.state === 'paused') return <span className="text-quiet">{t('copying.copy.pausedHint')}</span>;
  if (copy.ended === null) return null;
  return (
    <span className="text-quiet wrap-anywhere">
      {copy.ended === 'staff' ? t('copying.ended.staff', { reason: copy.reason }) : t(`copying.ended.${copy.ended}`)}
    </span>
  );
}
