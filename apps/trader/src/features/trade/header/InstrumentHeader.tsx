import type { QuoteView } from '@fairlot/client';
import { Change, Icon, Price } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FavouriteButton } from '../../../instruments/FavouriteButton.tsx';
import { usePercent } from '../../../shared/figures.ts';
import type { Instrument } from '../../../shared/market.ts';
import { useText } from '../../../shared/text.ts';
import { UserButton } from '../../../shared/UserButton.tsx';

/** Marks the button that opens the picker. */
export const OPENS_PICKER = 'data-opens-picker';

export interface InstrumentHeaderProps {
  readonly instrument: Instrument;
  readonly quote: QuoteView | undefined;
  /** `byKeys`: it was pressed by the keyboard. */
  readonly onPick: (byKeys: boolean) => void;
}

/** Which instrument this is (a tap chooses another), its last price and how its day goes. */
export function InstrumentHeader({ instrument, quote, onPick }: InstrumentHeaderProps): ReactNode {
  const text = useText();
  return (
    <header className="flex min-h-15 shrink-0 items-center gap-1 ps-2.5 pe-2 crowded:flex-wrap crowded:pb-1">
      <h1 className="min-w-0 flex-1 crowded:basis-full">
        <button
          type="button"
          onClick={({ detail }) => onPick(detail === 0)}
          aria-haspopup="dialog"
          {...{ [OPENS_PICKER]: '' }}
          className="touch flex max-w-full items-center gap-2 rounded-control px-1.5 py-1 text-start transition pointed:bg-sunken"
        >
          <img src={instrument.Logo} alt="" width={28} height={28} className="size-7 shrink-0" />
          <span className="min-w-0">
            <span className="flex items-center gap-1">
              <span className="figure truncate text-16 font-bold">{instrument.ShowCode}</span>
              <span className="shrink-0 text-quiet">
                <Icon name="down" size={16} />
              </span>
            </span>
            <span className="block truncate text-12 font-normal text-quiet crowded:whitespace-normal">
              {instrument.Name}
            </span>
            {/* Said after what is seen, so that the name holds the visible words. */}
            <span className="sr-only">{text('trade.pickInstrument')}</span>
          </span>
        </button>
      </h1>
      <span className="flex shrink-0">
        <FavouriteButton instrument={instrument} className="w-8" />
        <AlertLink instrument={instrument} />
      </span>
      <LastPrice quote={quote} />
      {/* On the narrowest phones the instrument's name needs the room; every other tab has the button. */}
      <span className="max-[22.5rem]:hidden">
        <UserButton />
      </span>
    </header>
  );
}

function AlertLink({ instrument }: { readonly instrument: Instrument }): ReactNode {
  const text = useText();
  const label = text('alerts.add');
  return (
    <Link
      to={`/alerts?forex_id=${instrument.Id}`}
      aria-label={label}
      title={label}
      className="inline-grid min-h-11 w-8 place-items-center rounded-control text-faint transition pointed:bg-sunken"
    >
      <Icon name="bell" size={20} />
    </Link>
  );
}

function LastPrice({ quote }: { readonly quote: QuoteView | undefined }): ReactNode {
  const text = useText();
  const { change } = usePercent();
  const stale = quote?.freshness === 'stale';
  return (
    <div className="ms-auto shrink-0 text-end">
      <span className="block leading-6">
        <Price value={quote?.bid} size="row" stale={quote?.freshness !== 'current'} />
      </span>
      <span className="block text-12">
        {stale ? (
          <span className="text-notice">{text('trade.stale')}</span>
        ) : quote?.freshness === 'closed' ? (
          <span className="text-quiet">{text('trade.marketClosed')}</span>
        ) : (
          <Change value={quote?.change === undefined ? undefined : change(quote.change)} />
        )}
      </span>
    </div>
  );
}
