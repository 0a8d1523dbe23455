import { useState } from 'react';
import type { ReactNode } from 'react';
import { AreaChoice } from '../../../ordering/AreaChoice.tsx';
import type { OrderArea } from '../../../ordering/order-area.ts';
import { ordersOf } from '../../../ordering/order-pages.ts';
import { useOrderPages } from '../../../ordering/orders-query.ts';
import { OrderSheet } from '../../../ordering/sheet/OrderSheet.tsx';
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
        <AreaChoice areas={LIVING} area={area} onArea={change} className="min-w-0 ps-1" />
        <AccountLine />
      </div>
      <DeskTable key={area} area={area} onOpen={setOpened} />
      <OrderSheet order={order} onClose={() => setOpened(undefined)} />
    </section>
  );
}
