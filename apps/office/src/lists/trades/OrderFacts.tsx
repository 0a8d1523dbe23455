import type { StaffOutput } from '@fairlot/client';
import { formatLotsText } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { useRead } from '../list-calls.ts';
import { Dollars, Figure, State, UserLink } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { problemText } from '../../shared/messages/problem.ts';

const EVERY_MS = 2000;

/** An order or a position of a client as it is now, below the dialog that ends it. */
export function OrderFacts({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const { data: order, error } = useRead('deskOrder', { order_id: id }, { every: EVERY_MS });
  if (order === undefined)
    return error === null ? null : (
      <p role="alert" className="text-14 text-critical">
        {problemText(t, error)}
      </p>
    );
  return (
    <div data-testid="order-facts" className="grid gap-2">
      <FigureList
        figures={[
          { label: t('kind.order'), value: <bdi>{nameOf(t, order)}</bdi> },
          { label: t('field.state'), value: <State value={order.status} /> },
          {
            label: t('field.user'),
            value: (
              <>
                <UserLink id={order.userId}>{order.uid}</UserLink> · {t(`kind.${order.account}`)}
              </>
            ),
          },
          ...(order.openPrice === null
            ? []
            : [{ label: t('field.open_price'), value: <Figure>{order.openPrice}</Figure> }]),
          ...(order.closePrice === null
            ? []
            : [
                {
                  label: t(order.status === 'open' ? 'field.market_price' : 'field.close_price'),
                  value: <Figure>{order.closePrice}</Figure>,
                },
              ]),
          ...(order.profit === null
            ? []
            : [{ label: t('field.result'), value: <Dollars value={order.profit} result /> }]),
        ]}
      />
      {order.needsApproval ? (
        <p role="note" className="text-14 text-notice">
          {t('desk.second')}
        </p>
      ) : null}
    </div>
  );
}

/** Side, lots, instrument, and the target of a pending order. */
function nameOf(t: Text, { side, lots, code, targetPrice, status }: StaffOutput<'deskOrder'>): string {
  const target = status === 'pending' && targetPrice !== null ? ` · ${isolate(targetPrice)}` : '';
  return `${t(`event.${side}`)} ${isolate(formatLotsText(lots))} ${isolate(code)}${target}`;
}
