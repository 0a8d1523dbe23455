import type { ReactNode } from 'react';
import { Dollars, Figure, When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import { type Text, wordOf } from '../../shared/language/text.ts';
import { useSelf } from '../../shared/session/session.ts';
import { Actions } from '../Actions.tsx';
import { PriceText, guaranteeFigures, levelFigures, tradeFigures } from './columns.tsx';
import { type Order, type Position, orderActions, positionActions } from './trade-actions.ts';

/** One position: its result, what may be done, and all its figures. */
export function PositionDetail({ row }: { readonly row: Position }): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">
        {t('kind.position')} <Figure>{row.id}</Figure>
      </h2>
      <p className="text-28 font-semibold">
        <Dollars value={row.profit} result />
      </p>
      <Actions actions={positionActions(t, self, row)} />
      <FigureList
        figures={[
          ...tradeFigures(t, row),
          { label: t('field.open_price'), value: <PriceText price={row.price} /> },
          {
            label: t(row.state === 'open' ? 'field.market_price' : 'field.close_price'),
            value: <PriceText price={row.closePrice} />,
          },
          ...levelFigures(t, row),
          { label: t('field.swap'), value: <Dollars value={row.swap} result /> },
          ...guaranteeFigures(t, row),
          { label: t('field.opened_at'), value: <When at={row.openedAt} /> },
          ...(row.state === 'open'
            ? []
            : [
                { label: t('field.ended_at'), value: <When at={row.closedAt} /> },
                { label: t('field.reason'), value: reasonText(t, row.reason) },
              ]),
        ]}
      />
    </div>
  );
}

/** One order: what may be done, and all its figures. */
export function OrderDetail({ row }: { readonly row: Order }): ReactNode {
  const t = useText();
  const self = useSelf();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">
        {t('kind.order')} <Figure>{row.id}</Figure>
      </h2>
      <Actions actions={orderActions(t, self, row)} />
      <FigureList
        figures={[
          ...tradeFigures(t, row),
          { label: t('field.kind'), value: t(`kind.${row.kind}`) },
          { label: t('field.target'), value: <PriceText price={row.target} /> },
          ...(row.limitPrice === null
            ? []
            : [{ label: t('field.limit_price'), value: <PriceText price={row.limitPrice} /> }]),
          { label: t('field.market_price'), value: <PriceText price={row.marketPrice} /> },
          ...levelFigures(t, row),
          { label: t('field.created_at'), value: <When at={row.createdAt} /> },
          { label: t('field.order_expiry'), value: <When at={row.expiresAt} /> },
          { label: t('field.ended_at'), value: <When at={row.endedAt} /> },
          { label: t('field.reason'), value: reasonText(t, row.reason) },
        ]}
      />
    </div>
  );
}

function reasonText(t: Text, reason: string | null): string {
  if (reason === null) return '–';
  return reason === 'client' ? t('field.user') : wordOf(t, 'event', reason);
}
