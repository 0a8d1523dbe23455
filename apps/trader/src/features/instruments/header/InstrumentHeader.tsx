import type { ListedInstrument, QuoteView } from '@fairlot/client';
import { Change, Icon, Price } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FavouriteButton } from '../FavouriteButton.tsx';
import { usePercent, useText } from '../../../shared/language/language.ts';
import { SourceNote } from './SourceNote.tsx';
import { UserButton } from '../../../shared/layout/UserButton.tsx';

/** Attribute of the button that opens the picker. */
export const OPENS_PICKER = 'data-opens-picker';

export interface InstrumentHeaderProps {
  readonly instrument: ListedInstrument;
  readonly quote: QuoteView | undefined;
  /** `byKeys`: the button was pressed with the keyboard. */
  readonly onPick: (byKeys: boolean) => void;
  /** Opens the contract terms. */
  readonly onTerms: () => void;
}

/** The selected instrument (a tap opens the picker), its last price and the day's change. */
export function InstrumentHeader({ instrument, quote, onPick, onTerms }: InstrumentHeaderProps): ReactNode {
  const t = useText();
  return (
    <header className="flex min-h-15 shrink-0 flex-wrap items-center gap-1 ps-2.5 pe-2 crowded:pb-1">
      <h1 className="min-w-24 flex-1 crowded:basis-full">
        <button
          type="button"
          onClick={({ detail }) => onPick(detail === 0)}
          aria-haspopup="dialog"
          {...{ [OPENS_PICKER]: '' }}
          className="touch flex max-w-full items-center gap-2 rounded-control px-1.5 py-1 text-start transition pointed:bg-sunken"
        >
          <img src={instrument.logo} alt="" width={28} height={28} className="size-7 shrink-0" />
          <span className="min-w-0">
            <span className="flex items-center gap-1">
              <span className="figure truncate text-16 font-bold">{instrument.showCode}</span>
              <span className="shrink-0 text-quiet">
                <Icon name="down" size={16} />
              </span>
            </span>
            <span className="block truncate text-12 font-normal text-quiet crowded:whitespace-normal">
              {instrument.name}
              <SourceNote instrument={instrument} quote={quote} />
            </span>
            {/* After the visible texts, so that the accessible name starts with them. */}
            <span className="sr-only">{t('trade.pickInstrument')}</span>
          </span>
        </button>
      </h1>
      <span className="flex shrink-0">
        <FavouriteButton instrument={instrument} className="w-8" />
        <AlertLink instrument={instrument} />
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t('trade.info.open')}
          title={t('trade.info.open')}
          onClick={onTerms}
          className="inline-grid min-h-11 w-8 place-items-center rounded-control text-faint transition pointed:bg-sunken"
        >
          <Icon name="info" size={20} />
        </button>
      </span>
      <LastPrice instrument={instrument} quote={quote} />
      {/* Hidden on the narrowest phones, where the instrument's name needs the room; every other tab has the
          button. */}
      <span className="max-[22.5rem]:hidden">
        <UserButton />
      </span>
    </header>
  );
}

function AlertLink({ instrument }: { readonly instrument: ListedInstrument }): ReactNode {
  const t = useText();
  const label = t('alerts.add');
  return (
    <Link
      to={`/alerts?forex_id=${instrument.id}`}
      aria-label={label}
      title={label}
      className="inline-grid min-h-11 w-8 place-items-center rounded-control text-faint transition pointed:bg-sunken"
    >
      <Icon name="bell" size={20} />
    </Link>
  );
}

function LastPrice({ instrument, quote }: Pick<InstrumentHeaderProps, 'instrument' | 'quote'>): ReactNode {
  const { dealing } = instrument;
  const t = useText();
  const { change } = usePercent();
  const stale = quote?.freshness === 'stale';
  const hasNoSource =
    quote === undefined ? instrument.isOpen && instrument.doubt === 'source' : quote.doubt === 'source';
  return (
    <div className="ms-auto shrink-0 text-end">
      <span className="block leading-6">
        <FigureName name={t('trade.figure.last')} />
        <Price value={quote?.bid} size="row" stale={quote?.freshness !== 'current'} />
      </span>
      <span className="block text-12">
        {dealing !== 'normal' ? (
          <span className="text-notice">{t(`trade.dealing.${dealing}`)}</span>
        ) : hasNoSource && quote?.freshness !== 'closed' ? (
          <span className="text-notice">{t('trade.noSource')}</span>
        ) : stale ? (
          <span className="text-notice">{t('trade.stale')}</span>
        ) : quote?.freshness === 'doubt' ? (
          <span className="text-notice">{t('trade.inDoubt')}</span>
        ) : quote?.freshness === 'closed' ? (
          <span className="text-quiet">{t('trade.marketClosed')}</span>
        ) : (
          <>
            <FigureName name={t('trade.figure.change')} />
            <Change value={quote?.change === undefined ? undefined : change(quote.change)} />
          </>
        )}
      </span>
    </div>
  );
}

/** Name before a figure of the header: seen in a wide window, and read aloud on a phone, which has no room for it. */
function FigureName({ name }: { readonly name: string }): ReactNode {
  return <span className="me-2 text-12 text-quiet max-lg:sr-only">{name} </span>;
}
