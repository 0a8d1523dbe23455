import { formatMoneyText } from '@fairlot/client';
import type { OrderPreview } from '@fairlot/client';
import { formatMoney } from '@fairlot/domain';
import type { Money } from '@fairlot/domain';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { useMasked } from '../../../shared/account/hidden-balance.ts';
import { Dollars } from '../Dollars.tsx';

/** Live margin, fee and remaining free margin of an order being typed, computed with the engine's functions. */
export function OrderFigures({
  preview,
}: {
  readonly preview: Pick<OrderPreview, 'margin' | 'fee' | 'freeMarginAfter'>;
}): ReactNode {
  const t = useText();
  const masked = useMasked();
  const { fee, freeMarginAfter: after } = preview;
  return (
    <dl className="flex flex-wrap justify-between gap-x-3">
      <Figure name={t('trade.ticket.margin')}>
        <Dollars value={written(preview.margin)} />
      </Figure>
      <Figure name={t('trade.ticket.fee')}>
        <Dollars value={written(fee)} />
      </Figure>
      <Figure name={t('trade.ticket.freeAfter')} bad={after !== undefined && after < 0n}>
        <span className="figure">{masked(formatMoneyText(written(after)))}</span>
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
