import { formatMoneyText, formatPriceText } from '@fairlot/client';
import type { Statement, StatementTrade } from '@fairlot/client';
import type { ReactNode } from 'react';
import { type Text, useText } from '../../shared/language/language.ts';
import { sumOf } from './Amount.tsx';
import { orderRules } from './order-rules.ts';
import { FigureCell, FillCell, OrderCell, useUtc } from './paper-cells.tsx';

/** The first trades of a statement, and the number of all. */
export interface TradePage {
  readonly list: readonly StatementTrade[];
  readonly total: number;
}

/** Closed trades, one row each, and their sums. */
export function PaperTrades({ trades: { list, total } }: { readonly trades: TradePage }): ReactNode {
  const t = useText();
  const utc = useUtc();
  const figures = paperFigures(list, t);
  return (
    <>
      <h2>{t('statement.results')}</h2>
      {list.length === 0 ? (
        <p>{t('statement.empty.trades')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('statement.filter.instrument')}</th>
              <th scope="col">{t('statement.opened')}</th>
              <th scope="col">{t('statement.closed')}</th>
              {figures.map(({ key, name }) => (
                <th key={key} scope="col" className="amount">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((trade) => (
              <tr key={trade.id}>
                <OrderCell of={trade} />
                <FillCell
                  at={utc.dateTime(trade.openedAt)}
                  price={trade.openPrice}
                  quote={trade.openQuote?.seq}
                  precision={trade.instrument.pricePrecision}
                />
                <FillCell
                  at={utc.dateTime(trade.closedAt)}
                  price={trade.closePrice}
                  quote={trade.closeQuote?.seq}
                  precision={trade.instrument.pricePrecision}
                />
                {figures.map(({ key }) => (
                  <FigureCell key={key}>{formatMoneyText(trade[key])}</FigureCell>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t('statement.total')}
              </th>
              {figures.map(({ key }) => (
                <FigureCell key={key}>{formatMoneyText(sumOf(...list.map((trade) => trade[key])))}</FigureCell>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
      {list.length < total ? (
        <p className="mt-1 text-quiet">{t('statement.print.first', { shown: list.length, total })}</p>
      ) : null}
    </>
  );
}

/** The amounts of a trade that add up to its net result. Premiums are rare, so they have a column only where one was paid. */
function paperFigures(list: readonly StatementTrade[], t: Text) {
  const figures = [
    { key: 'profit', name: t('statement.gross') },
    { key: 'fee', name: t('statement.stat.fees') },
    { key: 'swap', name: t('statement.stat.swaps') },
    { key: 'premium', name: t('orders.field.premiumPaid') },
    { key: 'net', name: t('statement.stat.net') },
  ] as const;
  return figures.filter(({ key }) => key !== 'premium' || list.some(({ premium }) => /[1-9]/.test(premium)));
}

/** Positions that are open at the end of the statement. */
export function PaperPositions({ statement: { positions } }: { readonly statement: Statement }): ReactNode {
  const t = useText();
  const utc = useUtc();
  if (positions.length === 0) return null;
  return (
    <>
      <h2>{t('statement.positions')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('statement.filter.instrument')}</th>
            <th scope="col">{t('statement.opened')}</th>
            {[t('orders.field.marketPrice'), t('orders.field.margin'), t('orders.field.result')].map((name) => (
              <th key={name} scope="col" className="amount">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {positions.map((each) => (
            <tr key={each.id}>
              <OrderCell of={each} rules={orderRules(each, t, utc)} />
              <FillCell
                at={utc.dateTime(each.openedAt)}
                price={each.openPrice}
                precision={each.instrument.pricePrecision}
              />
              <FigureCell>
                {each.price === null ? '–' : formatPriceText(each.price, each.instrument.pricePrecision)}
              </FigureCell>
              <FigureCell>{formatMoneyText(each.margin)}</FigureCell>
              <FigureCell>{formatMoneyText(each.profit)}</FigureCell>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Orders that are pending at the time of the statement. */
export function PaperPending({ statement: { pending } }: { readonly statement: Statement }): ReactNode {
  const t = useText();
  const utc = useUtc();
  if (pending === null || pending.length === 0) return null;
  return (
    <>
      <h2>{t('statement.pending')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('statement.filter.instrument')}</th>
            <th scope="col">{t('orders.field.placed')}</th>
            {[t('orders.field.targetPrice'), t('statement.reserved')].map((name) => (
              <th key={name} scope="col" className="amount">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pending.map((each) => (
            <tr key={each.id}>
              <OrderCell of={each} rules={orderRules(each, t, utc)} />
              <td>
                <bdi className="tabular-nums">{utc.dateTime(each.placedAt)}</bdi>
              </td>
              <FigureCell>{formatPriceText(each.target, each.instrument.pricePrecision)}</FigureCell>
              <FigureCell>{formatMoneyText(each.reserved)}</FigureCell>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
