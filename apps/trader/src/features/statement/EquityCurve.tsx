import { createTimeFormat, formatMoneyText } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { cx } from '@fairlot/ui';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useLanguageInfo } from '../../shared/language.ts';
import { useText } from '../../shared/text.ts';
import { boxOf, linePath, stepPath } from './curve-path.ts';
import type { CurvePoint } from './curve-path.ts';
import type { Statement } from './wish.ts';

const WIDTH = 600;
const HEIGHT = 160;

/** Balance in steps, net value at its marks. For those who cannot see a line, the same as a sentence and as a table. */
export function EquityCurve({ statement }: { readonly statement: Statement }): ReactNode {
  const text = useText();
  const { tag } = useLanguageInfo();
  const utc = createTimeFormat(tag, 'UTC');
  const title = useId();
  const [balance, equity] = seriesOf(statement);
  const box = boxOf([balance, equity], WIDTH, HEIGHT);
  // Lists beside the curve tell the device's own time: a time of the curve says that it is another.
  const moment = (at: number): string =>
    box !== undefined && box.to - box.from < 3 * 86_400_000 ? `${utc.short(at)} UTC` : utc.date(at);
  if (box === undefined) return <p className="text-14 text-quiet">{text('statement.curve.empty')}</p>;
  const shown = [...balance, ...equity].flatMap(({ value }) => (value === undefined ? [] : [value]));
  // A level line has one figure, beside it.
  const edges = [
    ...new Set([Math.max(...shown), Math.min(...shown)].map((value) => formatMoneyText(value.toFixed(2)))),
  ];
  const sentence = text('statement.curve.text', {
    first: figure(balance[0]?.value ?? 0),
    last: figure(balance.at(-1)?.value ?? 0),
    low: figure(Math.min(...shown)),
    high: figure(Math.max(...shown)),
  });
  return (
    <>
      {/* Time runs from left to right in every language. */}
      <div dir="ltr" className="figure block">
        <div className="flex gap-2">
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture file could not take the theme's colours. */}
          <svg
            role="img"
            aria-labelledby={`${title}-title ${title}-desc`}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-40 min-w-0 flex-1 overflow-visible"
          >
            <title id={`${title}-title`}>{text('statement.curve.title')}</title>
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
            {/* The last mark stands out, also where it is the only one. */}
            <path
              d={linePath(equity.slice(-1), box)}
              className="fill-none stroke-brand"
              strokeWidth="7"
              vectorEffect="non-scaling-stroke"
              strokeLinecap="round"
            />
          </svg>
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
        <Legend colour="bg-faint" name={text('statement.curve.balance')} />
        <Legend colour="bg-brand-fill" name={text('statement.curve.equity')} />
      </p>
      <AsTable statement={statement} time={(at) => utc.dateTime(at)} />
    </>
  );
}

function figure(value: number): string {
  return isolate(formatMoneyText(value.toFixed(2)));
}

function Legend({ colour, name }: { readonly colour: string; readonly name: string }): ReactNode {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`h-0.5 w-4 rounded-full ${colour}`} />
      {name}
    </span>
  );
}

/** The marks as rows; made when they are looked at. */
function AsTable({
  statement: { curve },
  time,
}: {
  readonly statement: Statement;
  readonly time: (at: string) => string;
}): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-14 font-medium text-brand">
        {text('statement.curve.asTable')}
      </summary>
      {open ? (
        <table className="w-full text-14">
          <thead className="text-12 text-quiet">
            <tr>
              <th scope="col" className="py-1 text-start font-normal">
                {text('statement.curve.time')}
              </th>
              <th scope="col" className="text-end font-normal">
                {text('statement.curve.balance')}
              </th>
              <th scope="col" className="text-end font-normal">
                {text('statement.curve.equity')}
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
                    text('statement.curve.unknown')
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

/** Numbers to draw with; figures that are read come from the texts. The balance begins with the period and holds to its end. */
function seriesOf({
  curve,
  opening,
  from,
  ongoing,
  as_of: now,
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
