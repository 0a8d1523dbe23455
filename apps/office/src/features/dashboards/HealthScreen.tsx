import { formatCount } from '@fairlot/client';
import { ErrorState, Skeleton, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../lists/list-calls.ts';
import { Figure } from '../../shared/cells.tsx';
import { FigureList } from '../../shared/FigureList.tsx';
import { problemText } from '../../shared/problem.ts';
import { ScreenHead } from '../../shared/ScreenHead.tsx';
import { useText, wordOf } from '../../shared/text.ts';

const EVERY_MS = 5_000;

/** Whether trading is open and quotes arrive, in one line. */
export function HealthSummary(): ReactNode {
  const t = useText();
  const { data, error } = useRead('officeHealth', {}, { every: EVERY_MS });
  if (data === undefined)
    return error === null ? (
      <Skeleton shape="h-12 w-full" />
    ) : (
      <p role="alert" className="text-14 text-critical">
        {problemText(t, error)}
      </p>
    );
  const troubles = [
    ...(data.trading_ready ? [] : [t('health.notReady')]),
    ...(data.stale.length === 0 ? [] : [t('health.stale', { codes: data.stale.join(', ') })]),
    ...(data.outbox.failed === 0 ? [] : [t('health.failed', { messages: data.outbox.failed })]),
    ...(data.without_quote.length === 0 ? [] : [t('health.without', { codes: data.without_quote.join(', ') })]),
  ];
  return (
    <p
      data-testid="health"
      className={cx(
        'rounded-surface border p-4 text-14',
        troubles.length === 0 ? 'border-line bg-surface' : 'border-critical bg-critical-soft text-critical',
      )}
    >
      {troubles.length === 0
        ? t('health.well', { instruments: data.instruments, source: wordOf(t, 'kind', data.source) })
        : troubles.join(' · ')}
    </p>
  );
}

/** The state of feed, trading and sockets. */
export function HealthScreen(): ReactNode {
  const t = useText();
  const { data, error, refetch } = useRead('officeHealth', {}, { every: EVERY_MS });
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead title={t('menu.health')} />
      <div className="gutter grid gap-4 pb-8 lg:max-w-200">
        <HealthSummary />
        {data === undefined && error !== null ? (
          <ErrorState
            title={t('error.title')}
            text={problemText(t, error)}
            retryLabel={t('error.retry')}
            onRetry={() => void refetch()}
          />
        ) : null}
        {data === undefined ? null : (
          <>
            <section className="rounded-surface border border-line bg-surface p-4">
              <FigureList
                figures={(
                  [
                    ['source', wordOf(t, 'kind', data.source)],
                    ['instruments', data.instruments],
                    ['quotes_taken', data.quotes_taken],
                    ['quote_lag_ms', Math.round(data.quote_lag_ms)],
                    ['bars_waiting', data.bars_waiting],
                    ['sockets', data.sockets],
                    ['signed_in_sockets', data.signed_in_sockets],
                    ['uptime_s', data.uptime_s],
                    ['memory_mb', data.memory_mb],
                    ['outbox_waiting', data.outbox.waiting],
                    ['outbox_held', data.outbox.held],
                    ['outbox_failed', data.outbox.failed],
                  ] as const
                ).map(([name, value]) => ({
                  label: t(`field.${name}`),
                  value: typeof value === 'number' ? <Figure>{formatCount(value)}</Figure> : value,
                }))}
              />
            </section>
            <section className="rounded-surface border border-line bg-surface p-4">
              <h2 className="mb-1 text-14 font-semibold">{t('health.rejected')}</h2>
              {Object.keys(data.quotes_rejected).length === 0 ? (
                <p className="text-14 text-quiet">{t('health.noneRejected')}</p>
              ) : (
                <FigureList
                  figures={Object.entries(data.quotes_rejected).map(([reason, count]) => ({
                    label: reason,
                    value: <Figure>{formatCount(count)}</Figure>,
                  }))}
                />
              )}
            </section>
          </>
        )}
      </div>
    </div>
  );
}
