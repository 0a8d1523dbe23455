import { Change, Price, cx } from '@fairlot/ui';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePercent } from '../shared/figures.ts';
import { useQuote } from '../shared/market.ts';
import type { Instrument } from '../shared/market.ts';
import { selectInstrument } from '../shared/selected-instrument.ts';
import { useText } from '../shared/text.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import { RowChart } from './RowChart.tsx';

export interface MarketRowProps {
  readonly instrument: Instrument;
  /** The trade screen shows it; seen where both stand side by side. */
  readonly selected: boolean;
}

/** The whole row answers a finger or a mouse on its link; the star answers for itself. */
const POINTED = 'has-[a:active]:bg-sunken [@media(hover:hover)]:has-[a:hover]:bg-sunken';

/** One instrument: star, logo, code and name, the day's chart, price over change. A closed market says so instead. */
export const MarketRow = memo(function MarketRow({ instrument, selected }: MarketRowProps): ReactNode {
  const { Id, ShowCode, Name, Logo } = instrument;
  return (
    <div
      className={cx(
        'flex min-h-17 items-stretch border-b border-line bg-surface transition-colors',
        POINTED,
        selected && 'lg:bg-brand-soft',
      )}
    >
      <FavouriteButton instrument={instrument} className="w-11 lg:max-xl:w-9" />
      <Link
        to="/trade"
        onClick={() => selectInstrument(Id)}
        data-testid={`row-${instrument.Code}`}
        className="@container flex min-w-0 flex-1 items-center gap-3 pe-4 lg:max-xl:gap-2 lg:max-xl:pe-3 -outline-offset-2"
      >
        <img src={Logo} alt="" width="40" height="40" loading="lazy" className="size-10 shrink-0 @max-[15rem]:size-7" />
        <span className="min-w-0 flex-1">
          {/* A text that runs against the page loses its end, not its beginning, when there is no room. */}
          <span className="flex">
            <bdi className="truncate text-16 font-semibold crowded:whitespace-normal">{ShowCode}</bdi>
          </span>
          <span className="flex">
            <bdi className="truncate text-12 text-quiet crowded:whitespace-normal">{Name}</bdi>
          </span>
        </span>
        <RowFigures instrument={instrument} />
      </Link>
    </div>
  );
});

function RowFigures({ instrument }: { readonly instrument: Instrument }): ReactNode {
  const t = useText();
  const { change } = usePercent();
  const quote = useQuote(instrument.Id);
  const closed = quote === undefined ? instrument.MarketStatus !== 1 : quote.freshness === 'closed';
  if (closed) {
    return (
      <span className="shrink-0 rounded-control bg-sunken px-2 py-1 text-12 font-medium text-quiet">
        {t('market.closed')}
      </span>
    );
  }
  const stale = quote?.freshness !== 'current';
  return (
    <>
      <RowChart id={instrument.Id} change={stale ? undefined : quote.change} />
      <span className="min-w-21 shrink-0 text-end @max-[15rem]:min-w-18">
        <span className="block">
          <Price value={quote?.bid} stale={stale} />
        </span>
        <span className="block text-12">
          <Change value={quote?.change === undefined ? undefined : change(quote.change)} stale={stale} />
        </span>
      </span>
    </>
  );
}
