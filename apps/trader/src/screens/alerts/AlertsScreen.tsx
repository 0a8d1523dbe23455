import type { PriceAlerts } from '@fairlot/client';
import { Button, EmptyState, ErrorState, IconButton, Skeleton } from '@fairlot/ui';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { PushSwitch } from '../../features/alerts/push/PushSwitch.tsx';
import { useInstruments, useSelectedInstrument } from '../../shared/market/market.ts';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { useText } from '../../shared/language/language.ts';
import { useAlerts } from '../../features/alerts/alerts-query.ts';
import { AlertRow } from '../../features/alerts/AlertRow.tsx';
import { AlertSheet } from '../../features/alerts/AlertSheet.tsx';

/**
 * The user's price alerts: active and fired ones, and the form for a new one. `?forex_id=` opens the form for that
 * instrument.
 */
export function AlertsScreen(): ReactNode {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const wanted = Number(query.get('forex_id') ?? 0);
  const [asked, setAsked] = useState(wanted);
  const [writing, setWriting] = useState(wanted > 0);
  if (wanted > 0 && wanted !== asked) {
    setAsked(wanted);
    setWriting(true);
  }
  const { byId } = useInstruments();
  const selected = useSelectedInstrument();
  const alerts = useAlerts();
  useEffect(() => {
    // Before the sheet adds its own entry to the history: replaced after it, the entry below would keep `forex_id` and
    // the user would have to go back twice.
    if (wanted > 0) setQuery({}, { replace: true });
  }, [wanted, setQuery]);
  const close = (): void => setWriting(false);
  const add = (): void => setWriting(true);
  return (
    <Screen title={t('title.alerts')} back actions={<IconButton icon="plus" label={t('alerts.add')} onClick={add} />}>
      <ScreenBody>
        <div className="flex flex-col gap-4 p-4">
          <PushSwitch />
          {alerts.data === undefined && !alerts.isError ? (
            <div aria-busy="true">
              <Skeleton shape="h-48 w-full" />
            </div>
          ) : null}
          {alerts.data === undefined && alerts.isError ? (
            <ErrorState
              title={t('alerts.failed')}
              retryLabel={t('common.retry')}
              busy={alerts.isFetching}
              onRetry={() => void alerts.refetch()}
            />
          ) : null}
          {alerts.data === undefined ? null : <Lists lists={alerts.data} onAdd={add} />}
        </div>
      </ScreenBody>
      <AlertSheet open={writing} first={byId.get(asked) ?? selected} onClose={close} />
    </Screen>
  );
}

function Lists({
  lists: { waiting, fired, limit },
  onAdd,
}: {
  readonly lists: PriceAlerts;
  readonly onAdd: () => void;
}): ReactNode {
  const t = useText();
  return (
    <>
      {waiting.length === 0 ? (
        <EmptyState
          art="alerts"
          title={t('alerts.empty')}
          text={t('alerts.emptyHint')}
          action={<Button onClick={onAdd}>{t('alerts.add')}</Button>}
        />
      ) : (
        <Section title={t('alerts.waiting')} note={t('alerts.ofLimit', { count: waiting.length, limit })}>
          {waiting.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </Section>
      )}
      {fired.length === 0 ? null : (
        <Section title={t('alerts.fired')}>
          {fired.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </Section>
      )}
    </>
  );
}

function Section({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-16 font-semibold">{title}</h2>
        {note === undefined ? null : <p className="text-12 text-quiet">{note}</p>}
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-surface border border-line bg-surface">{children}</ul>
    </section>
  );
}
