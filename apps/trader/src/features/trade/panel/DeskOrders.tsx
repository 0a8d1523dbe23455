import { cx } from '@fairlot/ui';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { OrderArea } from '../../../ordering/order-area.ts';
import { ordersOf } from '../../../ordering/order-pages.ts';
import { useOrderPages } from '../../../ordering/orders-query.ts';
import { OrderSheet } from '../../../ordering/sheet/OrderSheet.tsx';
import { useText } from '../../../shared/text.ts';
import { AccountLine } from './AccountLine.tsx';
import { DeskTable } from './DeskTable.tsx';

/** What is alive; what has ended is looked at on the orders screen. */
const LIVING = ['holding', 'pending'] as const satisfies readonly OrderArea[];
export type LivingArea = (typeof LIVING)[number];

/** Under the chart of a wide window: positions and pending orders at a glance, with the account's standing. */
export function DeskOrders(): ReactNode {
  const [area, setArea] = useState<LivingArea>('holding');
  const [opened, setOpened] = useState<number>();
  const { data } = useOrderPages(area);
  const order = opened === undefined ? undefined : ordersOf(data).find((one) => one.Id === opened);
  const change = (next: LivingArea): void => {
    setOpened(undefined);
    setArea(next);
  };
  return (
    <section className="@container flex h-[clamp(11rem,34%,21rem)] shrink-0 flex-col border-t border-line bg-surface">
      <div className="flex shrink-0 items-stretch justify-between gap-4 border-b border-line pe-4">
        <Areas area={area} onArea={change} />
        <AccountLine />
      </div>
      <DeskTable key={area} area={area} onOpen={setOpened} />
      <OrderSheet order={order} onClose={() => setOpened(undefined)} />
    </section>
  );
}

function Areas({ area, onArea }: { readonly area: LivingArea; readonly onArea: (area: LivingArea) => void }): ReactNode {
  const text = useText();
  const name = useId();
  return (
    <div role="radiogroup" aria-label={text('orders.tabs')} className="flex min-w-0 ps-1">
      {LIVING.map((each) => (
        <label
          key={each}
          className={cx(
            'relative flex min-h-10 min-w-0 cursor-pointer items-center gap-1.5 px-3 text-14 font-medium transition',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand',
            each === area ? 'text-brand' : 'text-quiet hover:text-ink',
          )}
        >
          <input type="radio" name={name} checked={each === area} onChange={() => onArea(each)} className="absolute inset-0 cursor-pointer opacity-0" />
          <span className="truncate">{text(`orders.tab.${each}`)}</span>
          <Count area={each} />
          {each === area ? <span aria-hidden="true" className="absolute inset-x-3 -bottom-px h-0.5 rounded-full bg-brand-fill" /> : null}
        </label>
      ))}
    </div>
  );
}

function Count({ area }: { readonly area: LivingArea }): ReactNode {
  const total = useOrderPages(area).data?.pages[0]?.total ?? 0;
  return total === 0 ? null : <span className="figure shrink-0 text-12 text-faint">{total}</span>;
}
