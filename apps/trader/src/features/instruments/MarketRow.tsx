import type { ListedInstrument } from '@fairlot/client';
import { Change, Price, cx } from '@fairlot/ui';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePercent, useText } from '../../shared/language/language.ts';
import { useQuote } from '../../shared/market/market.ts';
import { useOpening } from '../../shared/market/opening.ts';
import { selectInstrument } from '../../shared/market/selected-instrument.ts';
import { useSite } from '../../shared/site/site.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import { RowChart } from './RowChart.tsx';

export interface MarketRowProps {
  readonly instrument: ListedInstrument;
  /** The trade screen shows this instrument; marked on wide windows. */
  readonly selected: boolean;
}

/** Hover and press styles of the whole row, triggered by its link only; the star has its own. */
const POINTED = 'has-[a:active]:bg-sunken [@media(hover:hover)]:has-[a:hover]:bg-sunken';

/**
 * A row of the market list: star, logo, code, name, chart of the day, price and change. A closed market shows its next
 * opening instead.
 */
export const MarketRow = memo(function MarketRow({ instrument, selected }: MarketRowProps): ReactNode {
  const { id, showCode, name, logo } = instrument;
  const t = useText();
  // A market that is simulated as a whole says so above.
  const isSimulated = useSite()?.market === 'live' && instrument.source === 'simulated';
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
        onClick={() => selectInstrument(id)}
        data-testid={`row-${instrument.code}`}
        className="@container flex min-w-0 flex-1 items-center gap-3 pe-4 lg:max-xl:gap-2 lg:max-xl:pe-3 -outline-offset-2"
      >
        <img src={logo} alt="" width="40" height="40" loading="lazy" className="size-10 shrink-0 @max-[15rem]:size-7" />
        <span className="min-w-0 flex-1">
          {/* Cut at the end of the text, also if its direction is opposite to the page's. */}
          <span className="flex">
            <bdi className="truncate text-16 font-semibold crowded:whitespace-normal">{showCode}</bdi>
          </span>
          <span className="flex">
            <bdi className="truncate text-12 text-quiet crowded:whitespace-normal">
              {isSimulated ? `${t('market.simulated')} · ${name}` : name}
            </bdi>
          </span>
        </span>
        <RowFigures instrument={instrument} />
      </Link>
    </div>
  );
});

function RowFigures({ instrument }: { readonly instrument: ListedInstrument }): ReactNode {
  const t = useText();
  const { change } = usePercent();
  const quote = useQuote(instrument.id);
  const closed = quote === undefined ? !instrument.isOpen : quote.freshness === 'closed';
  const opening = useOpening(instrument, closed);
  if (closed) {
    return (
      // The rest of the row is for logo, gaps and the code, which must not be cut.
      <span className="max-w-[calc(100%-9rem)] shrink-0 rounded-control bg-sunken px-2 py-1 text-end text-12 text-quiet @max-[20rem]:bg-transparent @max-[20rem]:p-0">
        <span className="block font-medium">{t('market.closed')}</span>
        {opening === undefined ? null : <span className="block">{opening}</span>}
      </span>
    );
  }
  if ((quote === undefined ? instrument.doubt : quote.doubt) === 'source')
    return (
      <span className="max-w-[calc(100%-9rem)] shrink-0 rounded-control bg-notice-soft px-2 py-1 text-end text-12 font-medium text-notice @max-[20rem]:bg-transparent @max-[20rem]:p-0">
        {t('trade.noSource')}
      </span>
    );
  const stale = quote?.freshness !== 'current';
  return (
    <>
      {quote === undefined ? (
        <span className="w-16 shrink-0 @max-[21rem]:w-10 @max-[17rem]:hidden" />
      ) : (
        <RowChart quote={quote} />
      )}
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
