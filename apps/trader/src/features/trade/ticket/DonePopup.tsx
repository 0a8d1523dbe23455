import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { OrderRecord } from '@fairlot/client';
import { Button, Dialog, Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { orderNameKey } from '../../../ordering/order-words.ts';
import { Spoken } from '../../../shared/Spoken.tsx';
import { useText } from '../../../shared/text.ts';
import type { Text } from '../../../shared/text.ts';

export interface DonePopupProps {
  /** The order that the server confirmed; undefined shows nothing. */
  readonly order: OrderRecord | undefined;
  readonly onClose: () => void;
}

/** Says that the order is confirmed, at which price and on which quote, and leads to it. */
export function DonePopup({ order, onClose }: DonePopupProps): ReactNode {
  const text = useText();
  return (
    <>
      <Dialog open={order !== undefined} onClose={onClose} title={<Title words={text('trade.done.title')} />}>
        {order === undefined ? null : <Confirmed order={order} onClose={onClose} />}
      </Dialog>
      <Spoken words={order === undefined ? '' : spokenOutcome(order, text)} />
    </>
  );
}

/** What the popup shows, for who hears it: the focus goes to its buttons, past the figures. */
function spokenOutcome(order: OrderRecord, text: Text): string {
  const { PricePrecision: precision, ShowCode: code } = order.ForexTradeLists;
  const name = text(orderNameKey(order));
  const outcome =
    order.Status === 0
      ? text('trade.done.pending', { price: formatPriceText(order.OriginPrice, precision) })
      : text('trade.done.filled', { price: formatPriceText(order.Price, precision) });
  return `${text('trade.done.title')}. ${name} ${formatLotsText(order.Quantity)} ${code}. ${outcome}.`;
}

function Title({ words }: { readonly words: string }): ReactNode {
  return (
    <span className="flex items-center gap-2">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-ink">
        <Icon name="check" size={20} />
      </span>
      {words}
    </span>
  );
}

function Confirmed({ order, onClose }: { readonly order: OrderRecord; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { PricePrecision: precision, ShowCode: code } = order.ForexTradeLists;
  const pending = order.Status === 0;
  const name = text(orderNameKey(order));
  const price = (value: string): string => formatPriceText(value, precision);
  const toOrders = (): void => {
    onClose();
    void navigate(`/order?type=${pending ? 0 : 1}`);
  };
  return (
    <>
      <p className="mt-4 text-16 font-medium">
        <bdi>{name}</bdi>{' '}
        <span className="figure">
          {formatLotsText(order.Quantity)} {code}
        </span>
      </p>
      <p className="text-14 text-quiet">
        {pending
          ? text('trade.done.pending', { price: price(order.OriginPrice) })
          : text('trade.done.filled', { price: price(order.Price) })}
      </p>
      {order.OpenQuote === null ? null : (
        <p className="mt-1 text-12 text-quiet">
          {text('trade.done.quote', {
            seq: order.OpenQuote.Seq,
            bid: price(order.OpenQuote.Bid),
            ask: price(order.OpenQuote.Ask),
          })}
        </p>
      )}
      <div className="mt-5 flex flex-col gap-2">
        <Button wide onClick={toOrders}>
          {text('trade.done.toOrders')}
        </Button>
        <Button kind="plain" wide onClick={onClose}>
          {text('trade.done.stay')}
        </Button>
      </div>
    </>
  );
}
