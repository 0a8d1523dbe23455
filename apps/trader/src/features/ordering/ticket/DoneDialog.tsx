import { formatLotsText, formatPriceText } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import type { Price } from '@fairlot/domain';
import { Button, Dialog, Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { orderNameKey } from '../../../shared/orders/order-words.ts';
import { useText } from '../../../shared/language/language.ts';

export interface DoneDialogProps {
  /** The confirmed order; undefined hides the dialog. */
  readonly order: Order | undefined;
  readonly onClose: () => void;
}

/** The dialog of the confirmation. */
export function DoneDialog({ order, onClose }: DoneDialogProps): ReactNode {
  const t = useText();
  return (
    <Dialog open={order !== undefined} onClose={onClose} title={<Title words={t('trade.done.title')} />} stays>
      {order === undefined ? null : <Confirmed order={order} onClose={onClose} />}
    </Dialog>
  );
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

function Confirmed({ order, onClose }: { readonly order: Order; readonly onClose: () => void }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const { pricePrecision: precision, showCode: code } = order.instrument;
  const pending = order.status === 'pending';
  const name = t(orderNameKey(order));
  const price = (value: Price | undefined): string => formatPriceText(value, precision);
  const toOrders = (): void => {
    onClose();
    void navigate(`/order?type=${pending ? 0 : 1}`);
  };
  return (
    <>
      <p className="mt-4 text-16 font-medium">
        <bdi>{name}</bdi>{' '}
        <span className="figure">
          {formatLotsText(order.lots)} {code}
        </span>
      </p>
      <p className="text-14 text-quiet">
        {pending
          ? t('trade.done.pending', { price: price(order.target) })
          : t('trade.done.filled', { price: price(order.openPrice) })}
      </p>
      {order.openQuote === null ? null : (
        <p className="mt-1 text-12 text-quiet">
          {t('trade.done.quote', {
            seq: order.openQuote.seq,
            bid: price(order.openQuote.bid),
            ask: price(order.openQuote.ask),
          })}
        </p>
      )}
      <div className="mt-5 flex flex-col gap-2">
        <Button wide onClick={toOrders}>
          {t('trade.done.toOrders')}
        </Button>
        <Button kind="plain" wide onClick={onClose}>
          {t('trade.done.stay')}
        </Button>
      </div>
    </>
  );
}
