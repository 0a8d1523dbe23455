import { formatCount } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { useRead } from '../../lists/list-calls.ts';
import { Figure, When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { useText } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { ChartFilling, Figures, Sources } from './HealthSources.tsx';
import { NewsSources } from './NewsSources.tsx';
import { HEALTH_EVERY_MS, HealthSummary } from './HealthSummary.tsx';

/** The state of feed, trading and sockets. */
export function HealthScreen(): ReactNode {
  const t = useText();
  const query = useRead('officeHealth', {}, { every: HEALTH_EVERY_MS });
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead title={t('menu.health')} />
      <div className="gutter grid gap-4 pb-8 lg:max-w-200">
        <HealthSummary />
        {(query.data?.clockOffMs ?? null) === null ? null : <AcceptClock />}
        <Loaded query={query} skeleton={null}>
          {(health) => <HealthFigures health={health} />}
        </Loaded>
      </div>
    </div>
  );
}

/** Opens the dialog that accepts a jump of the server's clock. */
function AcceptClock(): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  if (!mayCall(roles, 'officeAcceptClock')) return null;
  return (
    <div>
      <Button
        kind="secondary"
        onClick={() =>
          startAction<'officeAcceptClock'>({
            call: 'officeAcceptClock',
            title: t('health.acceptClock'),
            text: t('health.acceptClockText'),
            critical: true,
            confirmLabel: t('health.acceptClock'),
            input: () => ({}),
          })
        }
      >
        {t('health.acceptClock')}
      </Button>
    </div>
  );
}

function HealthFigures({ health }: { readonly health: StaffOutput<'officeHealth'> }): ReactNode {
  const t = useText();
  const figures = [
    ['source', wordOf(t, 'kind', health.source)],
    ['instruments', health.instruments],
    ['quotes_taken', health.quotesTaken],
    ['quote_lag_ms', Math.round(health.quoteLagMs)],
    ['bars_waiting', health.barsWaiting],
    ['sockets', health.sockets],
    ['signed_in_sockets', health.signedInSockets],
    ['uptime_s', health.uptimeS],
    ['memory_mb', health.memoryMb],
    ['outbox_waiting', health.outbox.waiting],
    ['outbox_held', health.outbox.held],
    ['outbox_failed', health.outbox.failed],
  ] as const;
  const rejected = Object.entries(health.quotesRejected);
  return (
    <>
      <StuckRecords stuck={health.stuck} />
      <Figures>
        <FigureList
          figures={figures.map(([name, value]) => ({
            label: t(`field.${name}`),
            value: typeof value === 'number' ? <Figure>{formatCount(value)}</Figure> : value,
          }))}
        />
      </Figures>
      <Sources sources={health.sources} />
      <ChartFilling past={health.past} />
      <NewsSources sources={health.newsSources} />
      <Figures title={t('health.rejected')}>
        {rejected.length === 0 ? (
          <p className="rounded-control border border-line px-3 py-2 text-14 text-quiet">{t('health.noneRejected')}</p>
        ) : (
          <FigureList
            figures={rejected.map(([reason, count]) => ({
              label: wordOf(t, 'rejection', reason),
              value: <Figure>{formatCount(count)}</Figure>,
            }))}
          />
        )}
      </Figures>
    </>
  );
}

/** Decided records that could not be completed, with the reason and the time of the first failure. */
function StuckRecords({ stuck }: { readonly stuck: StaffOutput<'officeHealth'>['stuck'] }): ReactNode {
  const t = useText();
  if (stuck.total === 0) return null;
  return (
    <div data-testid="stuck">
      <Figures title={wordOf(t, 'queue', 'stuck')}>
        <FigureList
          figures={stuck.list.map(({ kind, id, text, since }) => ({
            label: t(`${kind}.one`, { id }),
            value: <When at={since} />,
            note: text,
          }))}
        />
      </Figures>
    </div>
  );
}
