import { formatAmount, formatCount, formatLotsText, formatMoneyText } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { usePercent } from '../../shared/figures.ts';
import { useText } from '../../shared/text.ts';
import { Amount, sumOf } from './Amount.tsx';
import { changesOf, movedOf } from './figures.ts';
import type { Statement } from './wish.ts';

export const CARD = 'rounded-surface border border-line bg-surface p-4';

/** The period as a sentence of figures: opening balance + trading + payments = closing balance; then what moved, line by line. */
export function Summary({ statement }: { readonly statement: Statement }): ReactNode {
  const text = useText();
  const { opening, closing, floating } = statement;
  const { trading, payments } = changesOf(statement);
  const frozen = /[1-9]/.test(closing.frozen);
  return (
    <section aria-label={text('statement.closing')} className={CARD}>
      <p className="text-12 text-quiet">{text('statement.closing')}</p>
      <p className="text-28 font-bold wrap-anywhere" data-testid="closing">
        <span className="figure">
          {formatMoneyText(closing.total)}
          <wbr />
          <span className="ms-1.5 text-14 font-medium text-quiet">USD</span>
        </span>
      </p>
      <div className="mt-1 flex flex-wrap items-end gap-x-3 gap-y-1">
        <Term sign="=" name={text('statement.opening')}>
          <Amount value={opening.total} />
        </Term>
        <Term sign="+" name={text('statement.tradingResult')}>
          <Amount value={trading} result />
        </Term>
        <Term sign="+" name={text('statement.paid')}>
          <Amount value={payments} />
        </Term>
      </div>
      {frozen ? (
        <p className="mt-2 text-12 text-quiet">{text('statement.frozen', { amount: dollars(closing.frozen) })}</p>
      ) : null}
      {floating === null || statement.positions.length === 0 ? null : (
        <p className="mt-1 text-12 text-quiet">
          {text('statement.netValue', { amount: dollars(sumOf(closing.total, floating)) })}
        </p>
      )}
      <Moved statement={statement} />
    </section>
  );
}

function Moved({ statement }: { readonly statement: Statement }): ReactNode {
  const text = useText();
  const moved = movedOf(statement, text);
  return (
    <div className="mt-4 border-t border-line pt-2">
      <h2 className="py-1 text-12 font-normal text-quiet">{text('statement.moved')}</h2>
      {moved.length === 0 ? (
        <p className="text-14 text-quiet">{text('statement.nothingMoved')}</p>
      ) : (
        <dl className="divide-y divide-line">
          {moved.map(({ name, value, isResult = false }) => (
            <div key={name} className="flex min-h-9 items-center justify-between gap-4 py-1">
              <dt className="min-w-0 text-14">{name}</dt>
              <dd className="text-14 font-medium">
                <Amount value={value} signed result={isResult} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The closed trades of the period in six figures. */
export function Results({ statement: { trades } }: { readonly statement: Statement }): ReactNode {
  const text = useText();
  const { percent } = usePercent();
  return (
    <section aria-label={text('statement.results')} className={CARD}>
      <h2 className="text-16 font-semibold">{text('statement.results')}</h2>
      <dl className="mt-3 grid grid-cols-3 gap-3 crowded:grid-cols-2">
        <Figure name={text('statement.stat.trades')}>{formatCount(trades.trades)}</Figure>
        <Figure name={text('statement.stat.winRate')}>{percent(trades.win_rate)}</Figure>
        <Figure name={text('statement.stat.lots')}>{formatLotsText(trades.lots)}</Figure>
        <Figure name={text('statement.stat.grossProfit')}>
          <Amount value={trades.gross_profit} result />
        </Figure>
        <Figure name={text('statement.stat.grossLoss')}>
          <Amount value={trades.gross_loss} result />
        </Figure>
        <Figure name={text('statement.stat.net')}>
          <span data-testid="net">
            <Amount value={trades.net} result />
          </span>
        </Figure>
      </dl>
    </section>
  );
}

function Term({
  sign,
  name,
  children,
}: {
  readonly sign: string;
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className="flex items-end gap-2">
      <span aria-hidden="true" className="text-14 text-faint">
        {sign}
      </span>
      <span>
        <span className="block text-12 text-quiet">{name}</span>
        <span className="flex min-h-5 items-center text-14 font-medium">{children}</span>
      </span>
    </span>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-12 leading-4 text-quiet">{name}</dt>
      <dd className="text-14 font-medium">
        <span className="figure">{children}</span>
      </dd>
    </div>
  );
}

/** Dollars inside a sentence. */
export function dollars(value: string): string {
  return isolate(formatAmount(value));
}
