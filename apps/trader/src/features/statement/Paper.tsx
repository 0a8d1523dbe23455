import { formatCount, formatLotsText, formatMoneyText, formatResult } from '@fairlot/client';
import type { ReactNode } from 'react';
import { usePercent, useText } from '../../shared/language/language.ts';
import { useInstruments } from '../../shared/market/market.ts';
import { useSession } from '../../shared/session/session.ts';
import { useSiteTitle } from '../../shared/site/site-title.ts';
import { sumOf } from './Amount.tsx';
import { Days } from './Days.tsx';
import { instrumentCosts, movedOf } from './figures.ts';
import { FigureCell, useUtc } from './paper-cells.tsx';
import { PaperPending, PaperPositions, PaperTrades } from './PaperOrders.tsx';
import type { TradePage } from './PaperOrders.tsx';
import { dollars } from './Summary.tsx';
import type { Statement } from '@fairlot/client';
import type { StatementFilter } from './statement-filter.ts';

export interface PaperProps {
  readonly statement: Statement;
  readonly trades: TradePage;
  readonly filter: StatementFilter;
}

/**
 * A printable statement: account, period, balances, results by instrument, trades, open positions and pending orders. Times are in UTC.
 */
export function Paper({ statement, trades, filter }: PaperProps): ReactNode {
  const t = useText();
  return (
    <article className="paper">
      <Head statement={statement} filter={filter} />
      <Balances statement={statement} />
      <Instruments statement={statement} whole={filter.instrument === undefined && filter.side === undefined} />
      <PaperTrades trades={trades} />
      <PaperPositions statement={statement} />
      <PaperPending statement={statement} />
      <p className="mt-4 text-quiet">{t('statement.print.foot')}</p>
    </article>
  );
}

/** Account, days and filter of the statement. */
function Head({ statement, filter }: Pick<PaperProps, 'statement' | 'filter'>): ReactNode {
  const t = useText();
  const utc = useUtc();
  const { byId } = useInstruments();
  const user = useSession((session) => session.user);
  const site = useSiteTitle();
  const number = `${user?.uid ?? statement.account}${statement.isDemo ? ` (${t('statement.print.demo')})` : ''}`;
  return (
    <header>
      <p className="text-quiet">
        <bdi>{site}</bdi>
      </p>
      <h1>{t('title.statement')}</h1>
      <div className="pair mt-1">
        <Line name={t('statement.print.account')} value={number} />
        <Line name={t('statement.print.currency')} value={statement.currency} />
        <Line name={t('statement.period.label')} value={<Days statement={statement} />} />
        <Line name={t('statement.print.made')} value={`${utc.dateTime(statement.asOf)} UTC`} />
        {filter.instrument === undefined ? null : (
          <Line
            name={t('statement.filter.instrument')}
            value={byId.get(filter.instrument)?.showCode ?? filter.instrument}
          />
        )}
        {filter.side === undefined ? null : (
          <Line name={t('statement.filter.side')} value={t(filter.side === 'buy' ? 'orders.buy' : 'orders.sell')} />
        )}
      </div>
      {filter.instrument === undefined && filter.side === undefined ? null : (
        <p className="mt-1 text-quiet">{t('statement.filter.note')}</p>
      )}
    </header>
  );
}

/** Opening balance, changes and closing balance. */
function Balances({ statement }: { readonly statement: Statement }): ReactNode {
  const t = useText();
  const { opening, closing, netValue, positions } = statement;
  return (
    <>
      <div className="sums mt-4">
        <Line name={t('statement.opening')} value={formatMoneyText(opening.total)} />
        {movedOf(statement, t).map(({ name, value }) => (
          <Line key={name} name={name} value={formatResult(value)} />
        ))}
        <Line name={t('statement.closing')} value={formatMoneyText(closing.total)} strong />
      </div>
      {/[1-9]/.test(closing.frozen) ? (
        <p className="mt-1 text-quiet">{t('statement.frozen', { amount: dollars(closing.frozen) })}</p>
      ) : null}
      {netValue === null || positions.length === 0 ? null : (
        <p className="mt-1 text-quiet">{t('statement.netValue', { amount: dollars(netValue) })}</p>
      )}
    </>
  );
}

function Line({
  name,
  value,
  strong = false,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly strong?: boolean;
}): ReactNode {
  return (
    <div className={strong ? 'font-semibold' : ''}>
      <span className={strong ? '' : 'text-quiet'}>{name}</span>
      <span className="text-end tabular-nums">
        <bdi>{value}</bdi>
      </span>
    </div>
  );
}

function Instruments({ statement, whole }: { readonly statement: Statement; readonly whole: boolean }): ReactNode {
  const t = useText();
  const { percent } = usePercent();
  const { instruments, unassigned, movements } = statement;
  if (instruments.length === 0) return null;
  const costs = instrumentCosts(instruments, t);
  const beforeNet = 6 + costs.length;
  return (
    <>
      <h2>{t('statement.byInstrument')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('statement.filter.instrument')}</th>
            {[
              ...(['trades', 'lots', 'winRate', 'grossProfit', 'grossLoss'] as const).map((key) =>
                t(`statement.stat.${key}`),
              ),
              ...costs.map(({ name }) => name),
              t('statement.stat.net'),
            ].map((name) => (
              <th key={name} scope="col" className="amount">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instruments.map((each) => (
            <tr key={each.instrument.id}>
              <th scope="row">
                <bdi>{each.instrument.showCode}</bdi>
              </th>
              <FigureCell>{formatCount(each.trades)}</FigureCell>
              <FigureCell>{formatLotsText(each.lots)}</FigureCell>
              <FigureCell>{percent(each.winRate)}</FigureCell>
              <FigureCell>{formatMoneyText(each.grossProfit)}</FigureCell>
              <FigureCell>{formatMoneyText(each.grossLoss)}</FigureCell>
              {costs.map(({ key }) => (
                <FigureCell key={key}>{formatMoneyText(each[key])}</FigureCell>
              ))}
              <FigureCell>{formatMoneyText(each.net)}</FigureCell>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {whole && /[1-9]/.test(unassigned) ? (
            <tr className="part">
              <th scope="row" colSpan={beforeNet}>
                {t('statement.unassigned')}
              </th>
              <FigureCell>{formatMoneyText(unassigned)}</FigureCell>
            </tr>
          ) : null}
          <tr>
            <th scope="row" colSpan={beforeNet}>
              {t('statement.total')}
            </th>
            <FigureCell>
              {formatMoneyText(whole ? movements.total : sumOf(...instruments.map(({ net }) => net)))}
            </FigureCell>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
