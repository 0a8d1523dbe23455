import { formatLotsText, formatPriceText } from '@fairlot/client';
import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Dollars } from '../Dollars.tsx';
import { useAccount } from '../../../shared/account/live-account.ts';
import { useText } from '../../../shared/language/language.ts';
import { ordersOf } from '../lists/order-pages.ts';
import { useOrderPages } from '../lists/orders-query.ts';
import { CloseSeveral } from './CloseSeveral.tsx';
import { heldSums, profitOf } from './held.ts';
import type { HeldInstrument } from './held.ts';

/**
 * Instruments with several positions: their lots, average prices and result, and the close of several positions. Absent
 * with fewer than two positions. The averages wait until the whole list is loaded, because a part of it would mislead.
 */
export function HeldTotals(): ReactNode {
  const t = useText();
  const { data, hasNextPage } = useOrderPages('holding');
  const orders = ordersOf(data);
  const several = orders.length > 1;
  const sums = hasNextPage ? [] : heldSums(orders);
  return (
    <section className={several ? 'mx-4 mb-3 rounded-surface border border-line bg-surface px-4 py-2' : 'contents'}>
      {sums.map((held) => (
        <Held key={held.instrument.id} held={held} />
      ))}
      <div key="close" className={several ? 'flex items-center justify-between gap-3' : 'contents'}>
        <span className="text-12 text-quiet">{sums.length === 0 ? null : t('orders.average')}</span>
        <CloseSeveralButton shown={several} />
      </div>
    </section>
  );
}

/** Opens the close of several positions. The sheet outlives the positions that it closes, because it lists them. */
export function CloseSeveralButton({ shown }: { readonly shown: boolean }): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      {shown ? (
        <Button kind="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('orders.several.open')}
        </Button>
      ) : null}
      <CloseSeveral open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function Held({ held }: { readonly held: HeldInstrument }): ReactNode {
  const t = useText();
  const account = useAccount();
  const { showCode, pricePrecision } = held.instrument;
  return (
    <div data-testid="held" className="flex items-center justify-between gap-3 border-b border-line py-2">
      <span className="min-w-0">
        <span className="figure block text-14 font-medium">{showCode}</span>
        {held.sides.map(({ side, lots, average }) => (
          <span key={side} className="block text-12 text-quiet">
            {t(`orders.${side}`)} <span className="figure">{formatLotsText(lots)}</span> ·{' '}
            <span className="figure text-ink">⌀ {formatPriceText(average, pricePrecision)}</span>
          </span>
        ))}
      </span>
      <span className="text-14 font-medium">
        <Dollars
          value={account === undefined ? undefined : profitOf(account, held.ids)}
          result
          unit
          stale={account?.current !== true}
        />
      </span>
    </div>
  );
}
