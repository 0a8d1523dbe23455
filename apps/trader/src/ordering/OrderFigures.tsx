import { formatMoneyText } from '@fairlot/client';
import type { OrderPreview } from '@fairlot/client';
import { formatMoney } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../shared/text.ts';
import { Dollars } from './Dollars.tsx';
import type { OrderMarket } from './order-market.ts';

/** Margin, fee and what is left, live while an order is typed; from the functions that the engine uses. */
export function OrderFigures({
  preview,
  market,
}: {
  readonly preview: OrderPreview;
  readonly market: OrderMarket;
}): ReactNode {
  const text = useText();
  const [fee, after] = market.feeKnown ? [preview.fee, preview.freeMarginAfter] : [];
  return (
    <dl className="flex justify-between gap-3 crowded:flex-wrap">
      <Figure name={text('trade.ticket.margin')}>
        <Dollars value={written(preview.margin)} />
      </Figure>
      <Figure name={text('trade.ticket.fee')}>
        <Dollars value={written(fee)} />
      </Figure>
      <Figure name={text('trade.ticket.freeAfter')} bad={after !== undefined && after < 0n}>
        <span className="figure">{formatMoneyText(written(after))}</span>
      </Figure>
    </dl>
  );
}

function Figure({
  name,
  bad = false,
  children,
}: {
  readonly name: string;
  readonly bad?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-12 leading-4 text-quiet">{name}</dt>
      <dd className={cx('text-14 font-medium', bad ? 'text-critical' : 'text-ink')}>{children}</dd>
    </div>
  );
}

function written(value: Money | undefined): string | undefined {
  return value === undefined ? undefined : formatMoney(value);
}
