import type { ListedInstrument, QuoteView } from '@fairlot/client';
import { Change, Price, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { FavouriteButton } from '../FavouriteButton.tsx';
import { usePercent, useText } from '../../../shared/language/language.ts';
import { useQuote } from '../../../shared/market/market.ts';
import { PICK } from './move-focus.ts';

export interface PickerRowProps {
  readonly instrument: ListedInstrument;
  readonly chosen: boolean;
  readonly onPick: (id: number) => void;
}

/** A row of the picker: instrument, last price and the day's change. */
export function PickerRow({ instrument, chosen, onPick }: PickerRowProps): ReactNode {
  const quote = useQuote(instrument.id);
  return (
    <div className={cx('flex items-stretch', chosen && 'bg-brand-soft')}>
      <FavouriteButton instrument={instrument} />
      <button
        type="button"
        aria-current={chosen}
        onClick={() => onPick(instrument.id)}
        {...{ [PICK]: '' }}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 pe-4 text-start -outline-offset-2 transition pointed:bg-sunken"
      >
        <img src={instrument.logo} alt="" width={28} height={28} loading="lazy" className="size-7 shrink-0" />
        <span className="min-w-0 flex-1">
          <span
            className={cx(
              'block truncate text-14 font-semibold crowded:whitespace-normal',
              chosen ? 'text-brand' : 'text-ink',
            )}
          >
            <bdi dir="ltr">{instrument.showCode}</bdi>
          </span>
          <span className="block truncate text-12 text-quiet crowded:whitespace-normal">{instrument.name}</span>
        </span>
        <RowFigures quote={quote} />
      </button>
    </div>
  );
}

function RowFigures({ quote }: { readonly quote: QuoteView | undefined }): ReactNode {
  const t = useText();
  const { change } = usePercent();
  const stale = quote?.freshness !== 'current';
  return (
    <span className="shrink-0 text-end">
      <span className="block">
        <Price value={quote?.bid} stale={stale} />
      </span>
      <span className="block text-12">
        {quote?.freshness === 'closed' ? (
          <span className="text-quiet">{t('trade.marketClosed')}</span>
        ) : (
          <Change value={quote?.change === undefined ? undefined : change(quote.change)} stale={stale} />
        )}
      </span>
    </span>
  );
}
