import { formatLeverage, formatLotsText } from '@fairlot/client';
import { Dollars, Figure, GroupLink, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import type { Text } from '../../shared/language/text.ts';
import type { Column } from '../list-types.ts';
import type { Order, Position } from './trade-actions.ts';

/** Columns that only the lists of all clients have. */
interface ClientColumns {
  readonly client?: boolean;
  readonly group?: boolean;
}

/** The columns of positions in a state. They fill the width, so the group is in the opened record alone. */
export function positionColumns(
  t: Text,
  state: 'open' | 'closed',
  { client = false }: Pick<ClientColumns, 'client'> = {},
): readonly Column<Position>[] {
  return [
    { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
    ...(client ? [CLIENT] : []),
    { head: 'instrument', render: (row) => <Traded t={t} row={row} /> },
    { head: 'lots', figure: true, render: (row) => <Figure>{formatLotsText(row.lots)}</Figure> },
    { head: 'open_price', figure: true, spare: true, render: (row) => <Figure>{row.price}</Figure> },
    {
      head: state === 'open' ? 'market_price' : 'close_price',
      figure: true,
      spare: true,
      render: (row) => <PriceText price={row.closePrice} />,
    },
    { head: 'result', figure: true, render: (row) => <Dollars value={row.profit} result /> },
    { head: 'swap', figure: true, spare: true, render: (row) => <Dollars value={row.swap} result /> },
    { head: 'opened_at', spare: true, render: (row) => <When at={row.openedAt} /> },
    ...(state === 'open' ? [] : [ENDED]),
  ];
}

/** The columns of orders. */
export function orderColumns(t: Text, { client = false, group = false }: ClientColumns = {}): readonly Column<Order>[] {
  return [
    { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
    ...(client ? [CLIENT] : []),
    ...(group ? [GROUP] : []),
    { head: 'instrument', render: (row) => <Traded t={t} row={row} /> },
    { head: 'kind', spare: true, render: (row) => t(`kind.${row.kind}`) },
    { head: 'lots', figure: true, render: (row) => <Figure>{formatLotsText(row.lots)}</Figure> },
    { head: 'target', figure: true, render: (row) => <PriceText price={row.target} /> },
    { head: 'market_price', figure: true, spare: true, render: (row) => <PriceText price={row.marketPrice} /> },
    { head: 'created_at', spare: true, render: (row) => <When at={row.createdAt} /> },
    { head: 'order_expiry', spare: true, render: (row) => <When at={row.expiresAt} /> },
    { head: 'state', render: (row) => <State value={row.state} /> },
  ];
}

/** Lines of a position or an order that both have. */
export function tradeFigures(t: Text, row: Position | Order) {
  return [
    { label: t('field.state'), value: <State value={row.state} /> },
    { label: t('field.user'), value: <UserLink id={row.userId}>{row.uid}</UserLink> },
    { label: t('field.accounts'), value: t(`kind.${row.accounts}`) },
    { label: t('field.group_id'), value: <GroupLink id={row.groupId} name={row.group} /> },
    { label: t('field.instrument'), value: row.code },
    { label: t('field.side'), value: t(`event.${row.side}`) },
    { label: t('field.lots'), value: <Figure>{formatLotsText(row.lots)}</Figure> },
    { label: t('field.leverage'), value: <Figure>{formatLeverage(row.leverage)}</Figure> },
  ];
}

/** Lines at the end of a position or an order: its levels and costs. */
export function levelFigures(t: Text, row: Position | Order) {
  return [
    {
      label: t('guaranteed' in row && row.guaranteed ? 'field.guarantee' : 'field.stop_loss'),
      value: <PriceText price={row.stopLoss} />,
    },
    ...(row.trailingDistance === null
      ? []
      : [{ label: t('field.trailing_distance'), value: <PriceText price={row.trailingDistance} /> }]),
    { label: t('field.take_profit'), value: <PriceText price={row.takeProfit} /> },
    ...('partialLevels' in row ? row.partialLevels : []).map(({ level, lots, price }) => ({
      label: `${t(`field.${level}`)} · ${formatLotsText(lots)}`,
      value: <PriceText price={price} />,
    })),
    { label: t('field.margin'), value: <Dollars value={row.margin} /> },
    { label: t('field.fee'), value: <Dollars value={row.fee} /> },
  ];
}

/** The premium of a guaranteed stop, and what the guarantee did at the close. */
export function guaranteeFigures(t: Text, row: Position) {
  return [
    ...(row.guaranteePremium === null
      ? []
      : [
          {
            label: t(row.state === 'open' ? 'field.guarantee_cost' : 'field.guarantee_paid'),
            value: <Dollars value={row.guaranteePremium} />,
          },
        ]),
    ...(row.guaranteeGap === null
      ? []
      : [
          { label: t('field.guarantee_gap'), value: <Dollars value={row.guaranteeGap} /> },
          { label: t('field.guarantee_market_price'), value: <PriceText price={row.guaranteeMarketPrice} /> },
        ]),
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

const GROUP = {
  head: 'group_id',
  spare: true,
  render: (row: Position | Order) => <Words>{row.group}</Words>,
} as const;

const ENDED = {
  head: 'ended_at',
  spare: true,
  render: (row: Position) => <When at={row.closedAt} />,
} as const;

/** The instrument with the side, so that a phone has both in one line. */
function Traded({ t, row }: { readonly t: Text; readonly row: Position | Order }) {
  return (
    <span className="whitespace-nowrap">
      <bdi>{row.code}</bdi> · {t(`event.${row.side}`)}
    </span>
  );
}
