import { useState } from 'react';
import type { ReactNode } from 'react';
import { OrderListChoice } from '../lists/OrderListChoice.tsx';
import { LIVING_LISTS } from '../lists/order-list.ts';
import type { LivingList } from '../lists/order-list.ts';
import { ordersOf } from '../lists/order-pages.ts';
import { useOrderPages } from '../lists/orders-query.ts';
import { CloseSeveralButton } from '../several/HeldTotals.tsx';
import { OrderSheet } from '../sheet/OrderSheet.tsx';
import { AccountLine } from './AccountLine.tsx';
import { WideOrderTable } from './WideOrderTable.tsx';

/** Panel below the chart on wide windows: positions and pending orders, with the account's figures. */
export function WideOrders(): ReactNode {
  const [list, setList] = useState<LivingList>('holding');
  const [opened, setOpened] = useState<number>();
  const { data } = useOrderPages(list);
  const order = opened === undefined ? undefined : ordersOf(data).find((one) => one.id === opened);
  const change = (next: LivingList): void => {
    setOpened(undefined);
    setList(next);
  };
  return (
    <section className="@container flex h-[clamp(11rem,34%,21rem)] shrink-0 flex-col border-t border-line bg-surface">
      <div className="flex shrink-0 items-stretch justify-between gap-4 border-b border-line pe-4">
        <OrderListChoice lists={LIVING_LISTS} list={list} onList={change} className="min-w-0 ps-1" />
        <span className="flex min-w-0 items-center gap-2">
          <AccountLine />
          <CloseSeveralButton shown={list === 'holding' && ordersOf(data).length > 1} />
        </span>
      </div>
      <WideOrderTable key={list} list={list} onOpen={setOpened} />
      <OrderSheet order={order} onClose={() => setOpened(undefined)} />
    </section>
  );
}
