import type { ListedInstrument } from '@fairlot/client';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { InstrumentHeader } from '../../features/instruments/header/InstrumentHeader.tsx';
import type { OrderMarket } from '../../features/ordering/form/order-market.ts';

const TermsSheet = lazy(async () => ({ default: (await import('./TermsSheet.tsx')).TermsSheet }));

export interface TradeHeaderProps {
  readonly instrument: ListedInstrument;
  readonly market: OrderMarket;
  readonly onPick: (byKeys: boolean) => void;
}

/** The instrument's header with its contract terms, which are loaded when they are first opened. */
export function TradeHeader({ instrument, market, onPick }: TradeHeaderProps): ReactNode {
  // undefined before the first opening.
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <InstrumentHeader instrument={instrument} quote={market.quote} onPick={onPick} onTerms={() => setOpen(true)} />
      {open === undefined ? null : (
        <Suspense>
          <TermsSheet open={open} instrument={instrument} market={market.preview} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
