import { createTimeFormat, formatMoneyText } from '@fairlot/client';
import { DAY_MS } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { cx } from '@fairlot/ui';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { MASK, useBalanceHidden } from '../../shared/account/hidden-balance.ts';
import { useLanguageInfo, useText } from '../../shared/language/language.ts';
import { curveFigures } from './curve-figures.ts';
import { boxOf, linePath, stepPath } from './curve-path.ts';
import type { CurvePoint } from './curve-path.ts';
import type { Statement } from '@fairlot/client';

const WIDTH = 600;
const HEIGHT = 160;

/**
 * Chart of the balance (steps) and the equity (line). A sentence and a table give the same figures to screen
 * readers.
 */
export function EquityCurve({ statement }: { readonly statement: Statement }): ReactNode {
  const t = useText();
  const hidden = useBalanceHidden();
  const { tag } = useLanguageInfo();
  const utc = createTimeFormat(tag, 'UTC');
  const [balance, equity] = seriesOf(statement);
  const box = boxOf([balance, equity], WIDTH, HEIGHT);
  // The lists next to the chart use local time, so a time in the chart is marked as UTC.
  const moment = (at: number): string =>
    box !== undefined && box.to - box.from < 3 * DAY_MS ? `${utc.short(at)} UTC` : utc.date(at);
  // Its axis and its table are figures of the account.
  if (hidden) return <p className="text-14 text-quiet">{MASK}</p>;
  if (box === undefined) return <p className="text-14 text-quiet">{t('statement.curve.empty')}</p>;
  const { low, high, first, last } = curveFigures(statement);
  // A flat line has only one figure.
  const edges = [...new Set([formatMoneyText(high), formatMoneyText(low)])];
  const sentence = t('statement.curve.text', {
    first: figure(first),
    last: figure(last),
    low: figure(low),
    high: figure(high),
  });
  return (
    <>
      {/* Time runs from left to right in every language. */}
      <div dir="ltr" className="figure block">
        <div className="flex gap-2">
          <Curve balance={balance} equity={equity} box={box} sentence={sentence} />
          <div
            aria-hidden="true"
            className={cx(
              'flex shrink-0 flex-col text-end text-12 text-quiet',
              edges.length === 1 ? 'justify-center' : 'justify-between',
            )}
          >
            {edges.map((edge) => (
              <span key={edge}>{edge}</span>
            ))}
          </div>
        </div>
        <div aria-hidden="true" className="mt-1 flex justify-between text-12 text-quiet">
          <bdi>{moment(box.from)}</bdi>
          <bdi>{moment(box.to)}</bdi>
        </div>
      </div>
      <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 text-12 text-quiet">
        <Legend colour="bg-faint" name={t('statement.curve.balance')} />
        <Legend colour="bg-brand-fill" name={t('statement.curve.equity')} />
      </p>
      <AsTable statement={statement} time={(at) => utc.dateTime(at)} />
    </>
  );
}

interface CurveProps {
  readonly balance: readonly CurvePoint[];
  readonly equity: readonly CurvePoint[];
  readonly box: NonNullable<ReturnType<typeof boxOf>>;
  /** The curve in words, for screen readers. */
  readonly sentence: string;
}

function Curve({ balance, equity, box, sentence }: CurveProps): ReactNode {
  const t = useText();
  const title = useId();
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- An image file could not use the theme's colours.
      role="img"
      aria-labelledby={`${title}-title ${title}-desc`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-40 min-w-0 flex-1 overflow-visible"
    >
      <title id={`${title}-title`}>{t('statement.curve.title')}</title>
      <desc id={`${title}-desc`}>{sentence}</desc>
      {[0, 0.5, 1].map((part) => (
        <path
          key={part}
          d={`M0 ${part * HEIGHT}H${WIDTH}`}
          className="stroke-line"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path
        d={stepPath(balance, box)}
        className="fill-none stroke-faint"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={linePath(equity, box)}
        className="fill-none stroke-brand"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {/* The last mark is a dot, visible even if it is the only one. */}
      <path
        d={linePath(equity.slice(-1), box)}
        className="fill-none stroke-brand"
        strokeWidth="7"
        vectorEffect="non-scaling-stroke"
        strokeLinecap="round"
      />
    </svg>
  );
}

function figure(value: string): string {
  return isolate(formatMoneyText(value));
}

function Legend({ colour, name }: { readonly colour: string; readonly name: string }): ReactNode {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`h-0.5 w-4 rounded-full ${colour}`} />
      {name}
    </span>
  );
}

/** The marks as a table, rendered only when it is opened. */
function AsTable({
  statement: { curve },
  time,
}: {
  readonly statement: Statement;
  readonly time: (at: string) => string;
}): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-14 font-medium text-brand">
        {t('statement.curve.asTable')}
      </summary>
      {open ? (
        <table className="w-full text-14">
          <thead className="text-12 text-quiet">
            <tr>
              <th scope="col" className="py-1 text-start font-normal">
                {t('statement.curve.time')}
              </th>
              <th scope="col" className="text-end font-normal">
                {t('statement.curve.balance')}
              </th>
              <th scope="col" className="text-end font-normal">
                {t('statement.curve.equity')}
              </th>
            </tr>
          </thead>
          <tbody>
            {curve.equity.map(({ time: at, balance, value }) => (
              <tr key={at} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  <bdi className="tabular-nums">{time(at)}</bdi>
                </th>
                <td className="text-end">
                  <span className="figure">{formatMoneyText(balance)}</span>
                </td>
                <td className="text-end">
                  {value === null ? (
                    t('statement.curve.unknown')
                  ) : (
                    <span className="figure">{formatMoneyText(value)}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </details>
  );
}

/**
 * Points for drawing, as floats; displayed figures come from the texts. The balance starts with the period and extends
 * to its end.
 */
function seriesOf({
  curve,
  opening,
  from,
  ongoing,
  asOf: now,
  to,
}: Statement): readonly [balance: readonly CurvePoint[], equity: readonly CurvePoint[]] {
  const equity = curve.equity.map(({ time, value }) => ({
    time: Date.parse(time),
    value: value === null ? undefined : Number(value),
  }));
  const moved = curve.balance.map(({ time, value }) => ({ time: Date.parse(time), value: Number(value) }));
  const end = { time: Date.parse(ongoing ? now : to), value: moved.at(-1)?.value ?? Number(opening.total) };
  const before = /[1-9]/.test(opening.total) ? [{ time: Date.parse(from), value: Number(opening.total) }] : [];
  return [before.length === 0 && moved.length === 0 ? [] : [...before, ...moved, end], equity];
}
