import {
  createTimeFormat,
  formatAmount,
  formatLotsText,
  formatMoneyText,
  formatPriceText,
  formatRatio,
  readStopOut,
} from '@fairlot/client';
import type { StopOut } from '@fairlot/client';
import { MONEY_SCALE, formatDecimal, parseMoney } from '@fairlot/domain';
import { isolate, isolateWords } from '@fairlot/i18n';
import { ErrorState, Skeleton, cx } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePercent, useLanguageInfo, useText } from '../language/language.ts';
import { accountKey } from '../services/query-client.ts';
import { api } from '../services/services.ts';
import { useSession } from '../session/session.ts';

type Close = StopOut['closed'][number];

/**
 * Explains the stop-out that ended an order: its time and figures, cancelled orders, each forced close, and the figures
 * afterwards.
 */
export function StopOutReport({ order }: { readonly order: number }): ReactNode {
  const t = useText();
  const user = useSession((session) => session.user?.uid ?? '');
  const query = useQuery({
    // A past stop-out never changes.
    queryKey: accountKey(user, 'stop-out', order),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readStopOut(api, order, { quiet: true, signal }),
  });
  return (
    <section
      aria-label={t('stopOut.title')}
      aria-busy={query.isPending}
      className="mt-3 rounded-control bg-notice-soft px-3 py-2.5 text-14 text-notice"
      data-testid="stop-out"
    >
      <h3 className="font-semibold">{t('stopOut.title')}</h3>
      {query.data !== undefined ? (
        <Report stopOut={query.data} order={order} />
      ) : query.isError ? (
        <ErrorState
          title={t('stopOut.failed')}
          retryLabel={t('common.retry')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className="mt-2">
          <Skeleton shape="h-24 w-full" />
        </div>
      )}
    </section>
  );
}

function Report({ stopOut, order }: { readonly stopOut: StopOut; readonly order: number }): ReactNode {
  const t = useText();
  const { tag } = useLanguageInfo();
  const { before, after, cancelled, closed, level, cover } = stopOut;
  const freed = formatDecimal(
    cancelled.reduce((all, { released }) => all + (parseMoney(released) ?? 0n), 0n),
    MONEY_SCALE,
  );
  if (before === null || after === null || level === null)
    return <p className="mt-1">{t('stopOut.onlyCancelled', { amount: dollars(freed) })}</p>;
  const isLeft = after.ratio !== null;
  return (
    <>
      <p className="mt-1">
        {t('stopOut.what', {
          time: isolateWords(`${createTimeFormat(tag, 'UTC').dateTime(stopOut.time)} UTC`),
          ...figures(before),
          level,
        })}
      </p>
      <p className="mt-1.5">
        {cancelled.length === 0 ? t('stopOut.noPending') : t('stopOut.cancelled', { amount: dollars(freed) })}
      </p>
      <p className="mt-1.5">{t('stopOut.order', { level })}</p>
      <ol className="mt-2 flex flex-col gap-2">
        {closed.map((each, index) => (
          <Step key={each.id} close={each} place={index + 1} isThis={each.id === order} />
        ))}
      </ol>
      <p className="mt-2">{isLeft ? t('stopOut.after', figures(after)) : t('stopOut.afterFlat')}</p>
      {isLeft && Number(after.ratio) <= level ? <p className="mt-1.5">{t('stopOut.left')}</p> : null}
      {/[1-9]/.test(cover) ? (
        <p className="mt-1.5 font-medium">{t('stopOut.cover', { amount: dollars(cover) })}</p>
      ) : null}
      <p className="mt-2 text-12">{t('stopOut.journal', { seq: isolate(String(stopOut.seq)) })}</p>
    </>
  );
}

/** One forced close, with the figures that led to it. */
function Step({
  close,
  place,
  isThis,
}: {
  readonly close: Close;
  readonly place: number;
  readonly isThis: boolean;
}): ReactNode {
  const t = useText();
  const { percent } = usePercent();
  const precision = close.instrument.pricePrecision;
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('stopOut.ratio'), percent(close.before.ratio)],
    [t('stopOut.before'), `${formatMoneyText(close.before.equity)} / ${formatMoneyText(close.before.usedMargin)}`],
    [t('stopOut.loss'), formatAmount(close.loss)],
    [t('stopOut.price'), formatPriceText(close.price, precision)],
    [
      t('stopOut.quote'),
      t('orders.quote', {
        seq: close.quote.seq,
        bid: formatPriceText(close.quote.bid, precision),
        ask: formatPriceText(close.quote.ask, precision),
      }),
    ],
  ];
  return (
    <li className={cx('rounded-control bg-surface px-3 py-2 text-ink', isThis && 'outline-2 outline-notice')}>
      <p className="flex flex-wrap justify-between gap-x-3 font-medium">
        <span>
          {place}. <bdi>{close.instrument.showCode}</bdi> · {t(close.side === 'buy' ? 'orders.buy' : 'orders.sell')}{' '}
          <span className="figure">{formatLotsText(close.lots)}</span>
        </span>
        {isThis ? (
          <span className="text-12 text-notice">{t('stopOut.thisOne')}</span>
        ) : (
          <span className="figure text-12 text-quiet">{close.id}</span>
        )}
      </p>
      <dl className="mt-1 text-12">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-3 py-0.5">
            <dt className="text-quiet">{name}</dt>
            <dd>
              <span className="figure">{value}</span>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function figures({ equity, usedMargin: margin, ratio }: NonNullable<StopOut['before']>): {
  readonly equity: string;
  readonly margin: string;
  readonly ratio: string;
} {
  return { equity: dollars(equity), margin: dollars(margin), ratio: formatRatio(ratio) };
}

function dollars(value: string): string {
  return isolate(formatAmount(value));
}
