import { formatLeverage, formatLotsText } from '@fairlot/client';
import { Dollars, Figure, State, UserLink, When } from '../../shared/cells/cells.tsx';
import type { Text } from '../../shared/language/text.ts';
import type { Column } from '../list-types.ts';
import type { Order, Position } from './trade-actions.ts';

/** The columns of positions; `user`: with the client, for the list of all clients. */
export function positionColumns(t: Text, user: boolean): readonly Column<Position>[] {
  return [
    { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
    ...(user ? [CLIENT] : []),
    { head: 'instrument', render: (row) => <Traded t={t} row={row} /> },
    { head: 'lots', figure: true, render: (row) => <Figure>{formatLotsText(row.lots)}</Figure> },
    { head: 'open_price', figure: true, spare: true, render: (row) => <Figure>{row.price}</Figure> },
    { head: 'close_price', figure: true, spare: true, render: (row) => <PriceText price={row.closePrice} /> },
    { head: 'result', figure: true, render: (row) => <Dollars value={row.profit} result /> },
    { head: 'swap', figure: true, spare: true, render: (row) => <Dollars value={row.swap} result /> },
    { head: 'opened_at', spare: true, render: (row) => <When at={row.openedAt} /> },
    { head: 'ended_at', spare: true, render: (row) => <When at={row.closedAt} /> },
  ];
}

/** The columns of orders; `user`: with the client, for the list of all clients. */
export function orderColumns(t: Text, user: boolean): readonly Column<Order>[] {
  return [
    { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
    ...(user ? [CLIENT] : []),
    { head: 'instrument', render: (row) => <Traded t={t} row={row} /> },
    { head: 'kind', spare: true, render: (row) => t(`kind.${row.kind}`) },
    { head: 'lots', figure: true, render: (row) => <Figure>{formatLotsText(row.lots)}</Figure> },
    { head: 'target', figure: true, render: (row) => <PriceText price={row.target} /> },
    { head: 'market_price', figure: true, spare: true, render: (row) => <PriceText price={row.marketPrice} /> },
    { head: 'created_at', spare: true, render: (row) => <When at={row.createdAt} /> },
    { head: 'state', render: (row) => <State value={row.state} /> },
  ];
}

/** Lines of a position or an order that both have. */
export function tradeFigures(t: Text, row: Position | Order) {
  return [
    { label: t('field.state'), value: <State value={row.state} /> },
    { label: t('field.user'), value: <UserLink id={row.userId}>{row.uid}</UserLink> },
    { label: t('field.accounts'), value: t(`kind.${row.accounts}`) },
    { label: t('field.instrument'), value: row.code },
    { label: t('field.side'), value: t(`event.${row.side}`) },
    { label: t('field.lots'), value: <Figure>{formatLotsText(row.lots)}</Figure> },
    { label: t('field.leverage'), value: <Figure>{formatLeverage(row.leverage)}</Figure> },
  ];
}

/** Lines at the end of a position or an order: its levels and costs. */
export function levelFigures(t: Text, row: Position | Order) {
  return [
    { label: t('field.stop_loss'), value: <PriceText price={row.stopLoss} /> },
    { label: t('field.take_profit'), value: <PriceText price={row.takeProfit} /> },
    { label: t('field.margin'), value: <Dollars value={row.margin} /> },
    { label: t('field.fee'), value: <Dollars value={row.fee} /> },
  ];
}

/** A price with the decimals of its instrument; a dash without one. */
export function PriceText({ price }: { readonly price: string | null }) {
  return <Figure>{price ?? '–'}</Figure>;
}

const CLIENT = {
  head: 'user',
  render: (row: Position | Order) => <Figure>{row.uid}</Figure>,
} as const;

/** The instrument with the side, so that a phone has both in one line. */
function Traded({ t, row }: { readonly t: Text; readonly row: Position | Order }) {
  return (
    <span className="whitespace-nowrap">
      <bdi>{row.code}</bdi> · {t(`event.${row.side}`)}
    </span>
  );
}
