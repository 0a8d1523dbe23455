import {
  createTimeFormat,
  formatCount,
  formatLotsText,
  formatMoneyText,
  formatPriceText,
  formatResult,
} from '@fairlot/client';
import type { ReactNode } from 'react';
import { usePercent } from '../../shared/figures.ts';
import { useLanguageInfo } from '../../shared/language.ts';
import { useInstruments } from '../../shared/market.ts';
import { useSession } from '../../shared/session.ts';
import { useSiteTitle } from '../../shared/site-title.ts';
import { useText } from '../../shared/text.ts';
import { sumOf } from './Amount.tsx';
import { Days } from './Days.tsx';
import { movedOf } from './figures.ts';
import { dollars } from './Summary.tsx';
import type { Statement, Trade, Wish } from './wish.ts';

export interface PaperProps {
  readonly statement: Statement;
  readonly trades: { readonly list: readonly Trade[]; readonly total: number };
  readonly wish: Wish;
}

/** A statement as a document: who, when, what it came to, by instrument, trade by trade, what is open. Times are UTC. */
export function Paper({ statement, trades, wish }: PaperProps): ReactNode {
  const text = useText();
  return (
    <article className="paper">
      <Head statement={statement} wish={wish} />
      <Balances statement={statement} />
      <Instruments statement={statement} whole={wish.instrument === undefined && wish.side === undefined} />
      <Trades trades={trades} />
      <Positions statement={statement} />
      <p className="mt-4 text-quiet">{text('statement.print.foot')}</p>
    </article>
  );
}

/** Whose statement it is, of which days, and what it was narrowed to. */
function Head({ statement, wish }: Pick<PaperProps, 'statement' | 'wish'>): ReactNode {
  const text = useText();
  const utc = useUtc();
  const { byId } = useInstruments();
  const user = useSession((session) => session.user);
  const site = useSiteTitle();
  const number = `${user?.uid ?? statement.account}${statement.is_demo ? ` (${text('statement.print.demo')})` : ''}`;
  return (
    <header>
      <p className="text-quiet">
        <bdi>{site}</bdi>
      </p>
      <h1>{text('title.statement')}</h1>
      <div className="pair mt-1">
        <Line name={text('statement.print.account')} value={number} />
        <Line name={text('statement.print.currency')} value={statement.currency} />
        <Line name={text('statement.period.label')} value={<Days statement={statement} />} />
        <Line name={text('statement.print.made')} value={`${utc.dateTime(statement.as_of)} UTC`} />
        {wish.instrument === undefined ? null : (
          <Line
            name={text('statement.filter.instrument')}
            value={byId.get(wish.instrument)?.ShowCode ?? wish.instrument}
          />
        )}
        {wish.side === undefined ? null : (
          <Line name={text('statement.filter.side')} value={text(wish.side === 'buy' ? 'orders.buy' : 'orders.sell')} />
        )}
      </div>
      {wish.instrument === undefined && wish.side === undefined ? null : (
        <p className="mt-1 text-quiet">{text('statement.filter.note')}</p>
      )}
    </header>
  );
}

/** From the opening balance, line by line, to the closing balance. */
function Balances({ statement }: { readonly statement: Statement }): ReactNode {
  const text = useText();
  const { opening, closing, floating, positions } = statement;
  return (
    <>
      <div className="sums mt-4">
        <Line name={text('statement.opening')} value={formatMoneyText(opening.total)} />
        {movedOf(statement, text).map(({ name, value }) => (
          <Line key={name} name={name} value={formatResult(value)} />
        ))}
        <Line name={text('statement.closing')} value={formatMoneyText(closing.total)} strong />
      </div>
      {/[1-9]/.test(closing.frozen) ? (
        <p className="mt-1 text-quiet">{text('statement.frozen', { amount: dollars(closing.frozen) })}</p>
      ) : null}
      {floating === null || positions.length === 0 ? null : (
        <p className="mt-1 text-quiet">
          {text('statement.netValue', { amount: dollars(sumOf(closing.total, floating)) })}
        </p>
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
  const text = useText();
  const { percent } = usePercent();
  const { instruments, unassigned, movements } = statement;
  if (instruments.length === 0) return null;
  return (
    <>
      <h2>{text('statement.byInstrument')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('statement.filter.instrument')}</th>
            {(['trades', 'lots', 'winRate', 'grossProfit', 'grossLoss', 'fees', 'swaps', 'net'] as const).map(
              (name) => (
                <th key={name} scope="col" className="amount">
                  {text(`statement.stat.${name}`)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {instruments.map((each) => (
            <tr key={each.instrument.id}>
              <th scope="row">
                <bdi>{each.instrument.show_code}</bdi>
              </th>
              <Cell>{formatCount(each.trades)}</Cell>
              <Cell>{formatLotsText(each.lots)}</Cell>
              <Cell>{percent(each.win_rate)}</Cell>
              <Cell>{formatMoneyText(each.gross_profit)}</Cell>
              <Cell>{formatMoneyText(each.gross_loss)}</Cell>
              <Cell>{formatMoneyText(each.fees)}</Cell>
              <Cell>{formatMoneyText(each.swaps)}</Cell>
              <Cell>{formatMoneyText(each.net)}</Cell>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {whole && /[1-9]/.test(unassigned) ? (
            <tr className="part">
              <th scope="row" colSpan={8}>
                {text('statement.unassigned')}
              </th>
              <Cell>{formatMoneyText(unassigned)}</Cell>
            </tr>
          ) : null}
          <tr>
            <th scope="row" colSpan={8}>
              {text('statement.total')}
            </th>
            <Cell>{formatMoneyText(whole ? movements.total : sumOf(...instruments.map(({ net }) => net)))}</Cell>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

function Trades({ trades: { list, total } }: Pick<PaperProps, 'trades'>): ReactNode {
  const text = useText();
  const utc = useUtc();
  return (
    <>
      <h2>{text('statement.results')}</h2>
      {list.length === 0 ? (
        <p>{text('statement.empty.trades')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{text('statement.filter.instrument')}</th>
              <th scope="col">{text('statement.opened')}</th>
              <th scope="col">{text('statement.closed')}</th>
              {[
                text('statement.gross'),
                text('statement.stat.fees'),
                text('statement.stat.swaps'),
                text('statement.stat.net'),
              ].map((name) => (
                <th key={name} scope="col" className="amount">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((trade) => (
              <tr key={trade.id}>
                <What of={trade} />
                <Fill
                  at={utc.dateTime(trade.opened_at)}
                  price={trade.open_price}
                  quote={trade.open_quote?.Seq}
                  precision={trade.instrument.price_precision}
                />
                <Fill
                  at={utc.dateTime(trade.closed_at)}
                  price={trade.close_price}
                  quote={trade.close_quote?.Seq}
                  precision={trade.instrument.price_precision}
                />
                <Cell>{formatMoneyText(trade.profit)}</Cell>
                <Cell>{formatMoneyText(trade.fee)}</Cell>
                <Cell>{formatMoneyText(trade.swap)}</Cell>
                <Cell>{formatMoneyText(trade.net)}</Cell>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {text('statement.total')}
              </th>
              {(['profit', 'fee', 'swap', 'net'] as const).map((name) => (
                <Cell key={name}>{formatMoneyText(sumOf(...list.map((trade) => trade[name])))}</Cell>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
      {list.length < total ? (
        <p className="mt-1 text-quiet">{text('statement.print.first', { shown: list.length, total })}</p>
      ) : null}
    </>
  );
}

function Positions({ statement: { positions } }: { readonly statement: Statement }): ReactNode {
  const text = useText();
  const utc = useUtc();
  if (positions.length === 0) return null;
  return (
    <>
      <h2>{text('statement.positions')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('statement.filter.instrument')}</th>
            <th scope="col">{text('statement.opened')}</th>
            {[text('orders.field.marketPrice'), text('orders.field.margin'), text('orders.field.result')].map(
              (name) => (
                <th key={name} scope="col" className="amount">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {positions.map((each) => (
            <tr key={each.id}>
              <What of={each} />
              <Fill
                at={utc.dateTime(each.opened_at)}
                price={each.open_price}
                precision={each.instrument.price_precision}
              />
              <Cell>{each.price === null ? '–' : formatPriceText(each.price, each.instrument.price_precision)}</Cell>
              <Cell>{formatMoneyText(each.margin)}</Cell>
              <Cell>{formatMoneyText(each.profit)}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** What it was: instrument, side, lots, and the order's number. */
function What({ of }: { readonly of: Pick<Trade, 'id' | 'instrument' | 'side' | 'lots'> }): ReactNode {
  const text = useText();
  return (
    <th scope="row">
      <bdi className="font-medium">{of.instrument.show_code}</bdi>{' '}
      <span className="text-quiet">{text('money.reference', { id: of.id })}</span>
      <span className="block text-quiet">
        {text(of.side === 'buy' ? 'orders.buy' : 'orders.sell')}{' '}
        <span className="figure">{formatLotsText(of.lots)}</span>
      </span>
    </th>
  );
}

/** When, at which price and on which quote something was filled. */
function Fill({
  at,
  price,
  quote,
  precision,
}: {
  readonly at: string;
  readonly price: string;
  readonly quote?: number | undefined;
  readonly precision: number;
}): ReactNode {
  return (
    <td>
      <span className="figure font-medium">{formatPriceText(price, precision)}</span>
      {quote === undefined ? null : (
        <>
          {' '}
          <span className="figure text-quiet">#{quote}</span>
        </>
      )}
      <span className="block text-quiet">
        <bdi className="tabular-nums">{at}</bdi>
      </span>
    </td>
  );
}

function Cell({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <td className="amount">
      <span className="figure">{children}</span>
    </td>
  );
}

function useUtc(): ReturnType<typeof createTimeFormat> {
  const { tag } = useLanguageInfo();
  return createTimeFormat(tag, 'UTC');
}
