import type { ListedInstrument, QuoteView } from '@fairlot/client';
import type { Quote, Side } from '@fairlot/domain';
import { cx, priceParts } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { spreadText } from '../../../shared/market/spread.ts';
import { useOpening } from '../../../shared/market/opening.ts';

export interface PriceButtonsProps {
  readonly quote: QuoteView | undefined;
  readonly exact: Quote | undefined;
  readonly instrument: ListedInstrument;
  /** The market is closed: both buttons are disabled, and a line says when it opens. */
  readonly closed: boolean;
  /** The selected side; undefined highlights both equally. */
  readonly chosen?: Side;
  /** One above the other, in narrow places. */
  readonly stacked?: boolean;
  readonly onSide: (side: Side) => void;
}

/** Sell and buy buttons with their prices and the spread between them; below, when a closed market opens. */
export function PriceButtons({
  quote,
  exact,
  instrument,
  closed,
  chosen,
  stacked = false,
  onSide,
}: PriceButtonsProps): ReactNode {
  const t = useText();
  const current = quote?.freshness === 'current';
  const spread = exact === undefined ? '–' : spreadText(instrument, exact, t);
  const button = (side: Side): ReactNode => (
    <PriceButton
      side={side}
      price={side === 'buy' ? quote?.ask : quote?.bid}
      current={current}
      disabled={closed}
      look={chosen === undefined || chosen === side ? 'full' : 'soft'}
      pressed={chosen === undefined ? undefined : chosen === side}
      onPress={() => onSide(side)}
    />
  );
  return (
    <div className={cx('flex flex-col gap-1.5', stacked && 'h-full')}>
      <div className={cx('relative grid gap-1.5', stacked ? 'min-h-0 flex-1 grid-rows-2' : 'grid-cols-2')}>
        {button('sell')}
        {button('buy')}
        <span
          className="figure pointer-events-none absolute top-1/2 left-1/2 min-w-9 -translate-x-1/2 -translate-y-1/2 rounded-full border border-line bg-surface px-1.5 text-center text-12 font-medium text-quiet"
          title={t('trade.spread')}
        >
          <span className="sr-only">{t('trade.spread')} </span>
          {spread}
        </span>
      </div>
      {closed ? <ClosedNote instrument={instrument} /> : null}
    </div>
  );
}

/** "Market closed · opens Mon 00:05", or the first half alone while the moment is not known. */
function ClosedNote({ instrument }: { readonly instrument: ListedInstrument }): ReactNode {
  const t = useText();
  const opening = useOpening(instrument, true);
  return (
    <p className="text-center text-12 text-quiet" data-testid="market-closed">
      {opening === undefined ? t('market.closed') : `${t('market.closed')} · ${opening}`}
    </p>
  );
}

interface PriceButtonProps {
  readonly side: Side;
  readonly price: string | undefined;
  readonly current: boolean;
  readonly disabled: boolean;
  readonly look: 'full' | 'soft';
  readonly pressed: boolean | undefined;
  readonly onPress: () => void;
}

const LOOKS = {
  full: { buy: 'bg-up-fill text-on-fill', sell: 'bg-down-fill text-on-fill' },
  soft: { buy: 'bg-up-soft text-up', sell: 'bg-down-soft text-down' },
} as const;

function PriceButton({ side, price, current, disabled, look, pressed, onPress }: PriceButtonProps): ReactNode {
  const t = useText();
  const grey = disabled || !current;
  return (
    <button
      type="button"
      data-side={side}
      disabled={disabled}
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'flex min-h-14 flex-col justify-center rounded-control px-3 py-1 transition pointed:brightness-90',
        side === 'sell' ? 'items-start text-start' : 'items-end text-end',
        grey ? 'bg-sunken text-faint' : LOOKS[look][side],
      )}
    >
      <span className="text-12 font-semibold">{t(`trade.side.${side}`)}</span>
      <DealtPrice price={price} />
    </button>
  );
}

function DealtPrice({ price }: { readonly price: string | undefined }): ReactNode {
  if (price === undefined) return <span className="figure text-16">–</span>;
  const { head, big, tail } = priceParts(price);
  return (
    <span className="figure text-16 leading-6 font-medium whitespace-nowrap">
      {head}
      <span className="text-20 font-bold">{big}</span>
      <span className="text-tail">{tail}</span>
    </span>
  );
}
