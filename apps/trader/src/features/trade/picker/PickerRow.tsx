import { formatChange } from '@fairlot/client';
import type { QuoteView } from '@fairlot/client';
import { Change, Price, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useQuote } from '../../../shared/market.ts';
import type { Instrument } from '../../../shared/market.ts';
import { useText } from '../../../shared/text.ts';

export interface PickerRowProps {
  readonly instrument: Instrument;
  readonly chosen: boolean;
  readonly onPick: (id: number) => void;
}

/** One instrument of the picker: what it is, its last price and how its day goes. */
export function PickerRow({ instrument, chosen, onPick }: PickerRowProps): ReactNode {
  const quote = useQuote(instrument.Id);
  return (
    <button
      type="button" aria-current={chosen} onClick={() => onPick(instrument.Id)}
      className={cx('flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start transition active:bg-sunken', chosen && 'bg-brand-soft')}
    >
      <img src={instrument.Logo} alt="" width={28} height={28} loading="lazy" className="size-7 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className={cx('block truncate text-14 font-semibold', chosen ? 'text-brand' : 'text-ink')}><bdi dir="ltr">{instrument.ShowCode}</bdi></span>
        <span className="block truncate text-12 text-quiet">{instrument.Name}</span>
      </span>
      <RowFigures quote={quote} />
    </button>
  );
}

function RowFigures({ quote }: { readonly quote: QuoteView | undefined }): ReactNode {
  const text = useText();
  const stale = quote?.freshness !== 'current';
  return (
    <span className="shrink-0 text-end">
      <span className="block"><Price value={quote?.bid} stale={stale} /></span>
      <span className="block text-12">
        {quote?.freshness === 'closed' ? <span className="text-quiet">{text('trade.marketClosed')}</span> : <Change value={quote?.change === undefined ? undefined : formatChange(quote.change)} unit="" stale={stale} />}
      </span>
    </span>
  );
}
