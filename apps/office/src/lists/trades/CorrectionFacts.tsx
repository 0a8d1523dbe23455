import type { ReactNode } from 'react';
import { Dollars, Figure, UserLink, When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { isPlainFigure } from '../../shared/forms/typed-figure.ts';
import { useText } from '../../shared/language/language.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { useRead } from '../list-calls.ts';

interface CorrectionFactsProps {
  readonly id: number;
  readonly fill: 'open' | 'close';
  /** The entered price as it would be sent, perhaps incomplete. */
  readonly price: string;
}

/** The fill that is corrected, with its quote, its earlier corrections, and the value of the entered price. */
export function CorrectionFacts({ id, fill, price }: CorrectionFactsProps): ReactNode {
  const t = useText();
  const { data: order, error } = useRead('deskOrder', { order_id: id });
  if (order === undefined)
    return error === null ? null : (
      <p role="alert" className="text-14 text-critical">
        {problemText(t, error)}
      </p>
    );
  const [filled, quote] = fill === 'open' ? [order.openPrice, order.openQuote] : [order.closePrice, order.closeQuote];
  return (
    <div data-testid="correction-facts" className="grid gap-2">
      <FigureList
        figures={[
          { label: t('field.code'), value: <bdi>{order.code}</bdi> },
          { label: t('field.user'), value: <UserLink id={order.userId}>{order.uid}</UserLink> },
          {
            label: t(fill === 'open' ? 'field.open_price' : 'field.close_price'),
            value: <Figure>{filled ?? '–'}</Figure>,
          },
          ...(quote === null
            ? []
            : [{ label: t('field.market_price'), value: <Figure>{`${quote.bid} / ${quote.ask}`}</Figure> }]),
          ...order.corrections.map((made) => ({
            label: `${t('terms.correct')} ${made.number}`,
            value: (
              <>
                <Figure>{`${made.fromPrice} → ${made.price}`}</Figure> · <Dollars value={made.amount} result /> ·{' '}
                <When at={made.time} />
              </>
            ),
          })),
        ]}
      />
      {isPlainFigure(price) ? <Value id={id} fill={fill} price={price} /> : null}
    </div>
  );
}

function Value({ id, fill, price }: CorrectionFactsProps): ReactNode {
  const t = useText();
  const { data: worth, error } = useRead('deskCorrection', { order_id: id, fill, price });
  if (worth === undefined)
    return error === null ? null : (
      <p role="alert" className="text-14 text-critical">
        {problemText(t, error)}
      </p>
    );
  return (
    <>
      <FigureList
        figures={[
          { label: t('field.difference'), value: <Dollars value={worth.difference} result /> },
          { label: t('field.booked'), value: <Dollars value={worth.amount} result /> },
        ]}
      />
      {worth.needsApproval ? (
        <p role="note" className="text-14 text-notice">
          {t('desk.correctSecond')}
        </p>
      ) : null}
    </>
  );
}
