import { pipsText } from '@fairlot/client';
import type { QuoteView } from '@fairlot/client';
import { pricePoint } from '@fairlot/domain';
import type { Instrument, Quote, Side } from '@fairlot/domain';
import { cx, priceParts } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/text.ts';

export interface PriceButtonsProps {
  readonly quote: QuoteView | undefined;
  readonly exact: Quote | undefined;
  readonly terms: Pick<Instrument, 'pricePrecision'>;
  /** The market is closed: neither side can be dealt. */
  readonly closed: boolean;
  /** The chosen side, when one is being chosen; both sides stand equal without it. */
  readonly chosen?: Side;
  /** One above the other, where there is little width. */
  readonly stacked?: boolean;
  readonly onSide: (side: Side) => void;
}

/** The two prices, each on the button that deals on it, with the spread between them. */
export function PriceButtons({
  quote,
  exact,
  terms,
  closed,
  chosen,
  stacked = false,
  onSide,
}: PriceButtonsProps): ReactNode {
  const text = useText();
  const current = quote?.freshness === 'current';
  const spread =
    exact === undefined ? '–' : pipsText((exact.ask - exact.bid) / pricePoint(terms), terms.pricePrecision);
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
    <div className={cx('relative grid gap-1.5', stacked ? 'h-full grid-rows-2' : 'grid-cols-2')}>
      {button('sell')}
      {button('buy')}
      <span
        className="figure pointer-events-none absolute top-1/2 left-1/2 min-w-9 -translate-x-1/2 -translate-y-1/2 rounded-full border border-line bg-surface px-1.5 text-center text-12 font-medium text-quiet"
        title={text('trade.spread')}
      >
        <span className="sr-only">{text('trade.spread')} </span>
        {spread}
      </span>
    </div>
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
  const text = useText();
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
      <span className="text-12 font-semibold">{text(`trade.side.${side}`)}</span>
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
