import { ErrorState, Skeleton } from '@fairlot/ui';
import { Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { OpenIntents } from '../../features/ordering/intents/OpenIntents.tsx';
import { useClosedToast } from '../../features/ordering/lists/use-closed-toast.ts';
import { useInstruments, useSelectedInstrument } from '../../shared/market/market.ts';
import { useRouteActive } from '../../shared/layout/route-active.ts';
import { instrumentOfAddress } from '../../shared/market/instrument-link.ts';
import { selectInstrument } from '../../shared/market/selected-instrument.ts';
import { useText } from '../../shared/language/language.ts';
import { TradeView } from './TradeView.tsx';

const PickerDrawer = lazy(async () => ({ default: (await import('./PickerDrawer.tsx')).PickerDrawer }));

/** Chart and ticket of the selected instrument. The picker is loaded at first use. */
export function TradeScreen(): ReactNode {
  const [picking, setPicking] = useState<'keys' | 'hand'>();
  const [needed, setNeeded] = useState(false);
  // Stays mounted after the first opening, so that the closing animation can run.
  if (picking !== undefined && !needed) setNeeded(true);
  const instrument = useSelectedInstrument();
  useClosedToast();
  useLinkedInstrument();
  const pick = (id: number): void => {
    selectInstrument(id);
    setPicking(undefined);
  };
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <OpenIntents />
      {instrument === undefined ? (
        <NoInstrument />
      ) : (
        <TradeView instrument={instrument} onPick={(byKeys) => setPicking(byKeys ? 'keys' : 'hand')} />
      )}
      {needed ? (
        <Suspense>
          <PickerDrawer
            open={picking !== undefined}
            byKeys={picking === 'keys'}
            chosen={instrument?.id}
            onPick={pick}
            onClose={() => setPicking(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/**
 * Selects the instrument that the address names, once its list is loaded, and removes it from the address, which would name
 * the wrong one after the next choice. A hidden screen ignores the address, which belongs to another screen.
 */
function useLinkedInstrument(): void {
  const active = useRouteActive();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { list } = useInstruments();
  useEffect(() => {
    if (!active || pathname !== '/trade' || search === '' || list.length === 0) return;
    const linked = instrumentOfAddress(search, list);
    if (linked !== undefined) selectInstrument(linked.id);
    void navigate('/trade', { replace: true });
  }, [active, pathname, search, list, navigate]);
}

function NoInstrument(): ReactNode {
  const t = useText();
  const { failed, refreshing, refresh } = useInstruments();
  if (failed)
    return (
      <ErrorState title={t('trade.listFailed')} retryLabel={t('common.retry')} busy={refreshing} onRetry={refresh} />
    );
  return (
    <div className="flex h-full flex-col gap-3 p-4" aria-busy="true">
      <div className="flex items-center gap-3">
        <Skeleton shape="size-8 rounded-full" />
        <Skeleton shape="h-6 w-32" />
        <Skeleton shape="ms-auto h-6 w-24" />
      </div>
      <Skeleton shape="h-10 w-full" />
      <Skeleton shape="min-h-0 w-full flex-1" />
      <Skeleton shape="h-14 w-full" />
    </div>
  );
}
