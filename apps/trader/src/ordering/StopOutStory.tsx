import {
  createTimeFormat,
  formatAmount,
  formatLotsText,
  formatMoneyText,
  formatPriceText,
  formatRatio,
} from '@fairlot/client';
import type { CallOutput } from '@fairlot/client';
import { MONEY_SCALE, formatDecimal, parseMoney } from '@fairlot/domain';
import { isolate, isolateWords } from '@fairlot/i18n';
import { ErrorState, Skeleton, cx } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePercent } from '../shared/figures.ts';
import { useLanguageInfo } from '../shared/language.ts';
import { accountKey } from '../shared/query-client.ts';
import { api } from '../shared/services.ts';
import { useSession } from '../shared/session.ts';
import { useText } from '../shared/text.ts';

type StopOut = CallOutput<'stopOut'>;
type Close = StopOut['closed'][number];

/** Why a stop-out ended an order: when and on which figures it began, what went first, each forced close, what was left. */
export function StopOutStory({ order }: { readonly order: number }): ReactNode {
  const text = useText();
  const user = useSession((session) => session.user?.uid ?? '');
  const query = useQuery({
    // What has happened does not change.
    queryKey: accountKey(user, 'stop-out', order),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.call('stopOut', { id: order }, { quiet: true, signal }),
  });
  return (
    <section
      aria-label={text('stopOut.title')}
      aria-busy={query.isPending}
      className="mt-3 rounded-control bg-notice-soft px-3 py-2.5 text-14 text-notice"
      data-testid="stop-out"
    >
      <h3 className="font-semibold">{text('stopOut.title')}</h3>
      {query.data !== undefined ? (
        <Story stopOut={query.data} order={order} />
      ) : query.isError ? (
        <ErrorState
          title={text('stopOut.failed')}
          retryLabel={text('common.retry')}
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

function Story({ stopOut, order }: { readonly stopOut: StopOut; readonly order: number }): ReactNode {
  const text = useText();
  const { tag } = useLanguageInfo();
  const { before, after, cancelled, closed, level, cover } = stopOut;
  const freed = formatDecimal(
    cancelled.reduce((all, { released }) => all + (parseMoney(released) ?? 0n), 0n),
    MONEY_SCALE,
  );
  if (before === null || after === null || level === null)
    return <p className="mt-1">{text('stopOut.onlyCancelled', { amount: dollars(freed) })}</p>;
  const isLeft = after.ratio !== null;
  return (
    <>
      <p className="mt-1">
        {text('stopOut.what', {
          time: isolateWords(`${createTimeFormat(tag, 'UTC').dateTime(stopOut.time)} UTC`),
          ...figures(before),
          level,
        })}
      </p>
      <p className="mt-1.5">
        {cancelled.length === 0 ? text('stopOut.noPending') : text('stopOut.cancelled', { amount: dollars(freed) })}
      </p>
      <p className="mt-1.5">{text('stopOut.order', { level })}</p>
      <ol className="mt-2 flex flex-col gap-2">
        {closed.map((each, index) => (
          <Step key={each.id} close={each} place={index + 1} isThis={each.id === order} />
        ))}
      </ol>
      <p className="mt-2">{isLeft ? text('stopOut.after', figures(after)) : text('stopOut.afterFlat')}</p>
      {isLeft && Number(after.ratio) <= level ? <p className="mt-1.5">{text('stopOut.left')}</p> : null}
      {/[1-9]/.test(cover) ? (
        <p className="mt-1.5 font-medium">{text('stopOut.cover', { amount: dollars(cover) })}</p>
      ) : null}
      <p className="mt-2 text-12">{text('stopOut.journal', { seq: isolate(String(stopOut.seq)) })}</p>
    </>
  );
}

/** One forced close, with the figures that made it necessary. */
function Step({
  close,
  place,
  isThis,
}: {
  readonly close: Close;
  readonly place: number;
  readonly isThis: boolean;
}): ReactNode {
  const text = useText();
  const { percent } = usePercent();
  const precision = close.instrument.price_precision;
  const facts: readonly (readonly [name: string, value: string])[] = [
    [text('stopOut.ratio'), percent(close.before.ratio)],
    [text('stopOut.before'), `${formatMoneyText(close.before.equity)} / ${formatMoneyText(close.before.used_margin)}`],
    [text('stopOut.loss'), formatAmount(close.loss)],
    [text('stopOut.price'), formatPriceText(close.price, precision)],
    [
      text('stopOut.quote'),
      text('orders.quote', {
        seq: close.quote.Seq,
        bid: formatPriceText(close.quote.Bid, precision),
        ask: formatPriceText(close.quote.Ask, precision),
      }),
    ],
  ];
  return (
    <li className={cx('rounded-control bg-surface px-3 py-2 text-ink', isThis && 'outline-2 outline-notice')}>
      <p className="flex flex-wrap justify-between gap-x-3 font-medium">
        <span>
          {place}. <bdi>{close.instrument.show_code}</bdi> · {text(close.side === 'buy' ? 'orders.buy' : 'orders.sell')}{' '}
          <span className="figure">{formatLotsText(close.lots)}</span>
        </span>
        {isThis ? (
          <span className="text-12 text-notice">{text('stopOut.thisOne')}</span>
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

function figures({ equity, used_margin: margin, ratio }: NonNullable<StopOut['before']>): {
  readonly equity: string;
  readonly margin: string;
  readonly ratio: string;
} {
  return { equity: dollars(equity), margin: dollars(margin), ratio: formatRatio(ratio) };
}

function dollars(value: string): string {
  return isolate(formatAmount(value));
}
