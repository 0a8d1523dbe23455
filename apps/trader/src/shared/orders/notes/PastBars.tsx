import type { Bar } from '@fairlot/client';
import { DAY_MS } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { cx } from '@fairlot/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../../language/language.ts';
import { useTradeNotesText } from '../../language/trade-notes-text.ts';
import { HEIGHT, WIDTH, pastFigure } from './past-figure.ts';
import type { PastFigure, PastLevel, PastMark } from './past-figure.ts';

interface PastBarsProps {
  readonly bars: readonly Bar[];
  readonly marks: readonly PastMark[];
  readonly levels: readonly PastLevel[];
  readonly code: string;
  /** Name of the bars' period. */
  readonly period: string;
  /** Formats a price. */
  readonly price: (value: number) => string;
}

const LINES = { stopLoss: 'stroke-critical', takeProfit: 'stroke-brand' } as const;
const DASHES = { stopLoss: '6 4', takeProfit: '2 4' } as const;

/** Bars of the past with marks and levels, and a legend with their prices. */
export function PastBars({ bars, marks, levels, code, period, price }: PastBarsProps): ReactNode {
  const t = useText();
  const words = useTradeNotesText();
  const times = useTimes();
  const figure = pastFigure(bars, marks, levels);
  const [first, last] = [bars[0]?.time ?? 0, bars.at(-1)?.time ?? 0];
  const moment = (time: number): string => (last - first > 60 * DAY_MS ? times.date(time) : times.short(time));
  const shownMarks = marks.filter(({ name }) => figure.marks.some((each) => each.name === name));
  const shownLevels = levels.filter(({ name }) => figure.levels.some((each) => each.name === name));
  const sentence = words('tradeNotes.chartText', {
    code: isolate(code),
    from: isolate(moment(first)),
    to: isolate(moment(last)),
  });
  return (
    <>
      {/* Time runs from left to right in every language. */}
      <div dir="ltr">
        <div className="flex gap-2">
          <div className="relative h-50 min-w-0 flex-1">
            <Drawn figure={figure} sentence={sentence} />
            {figure.marks.map(({ name, x, y }) => (
              <span
                key={name}
                data-testid={`past-${name}`}
                className="pointer-events-none absolute -translate-x-1/2 -translate-y-1/2"
                style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
              >
                <Shape name={name} />
              </span>
            ))}
          </div>
          <div aria-hidden="true" className="flex shrink-0 flex-col justify-between text-end text-12 text-quiet">
            {[...new Set([price(figure.high), price(figure.low)])].map((edge) => (
              <span key={edge} className="figure">
                {edge}
              </span>
            ))}
          </div>
        </div>
        <div aria-hidden="true" className="mt-1 flex flex-wrap justify-between gap-x-3 text-12 text-quiet">
          <bdi className="tabular-nums">{moment(first)}</bdi>
          <bdi>{period}</bdi>
          <bdi className="tabular-nums">{moment(last)}</bdi>
        </div>
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-quiet">
        {shownMarks.map(({ name, price: at }) => (
          <Legend key={name} name={words(`tradeNotes.view.${name}`)} value={price(at)}>
            <Shape name={name} />
          </Legend>
        ))}
        {shownLevels.map(({ name, price: at }) => (
          <Legend key={name} name={t(`orders.field.${name}`)} value={price(at)}>
            <svg width="16" height="8" aria-hidden="true">
              <path d="M0 4H16" className={LINES[name]} strokeWidth="1.5" strokeDasharray={DASHES[name]} />
            </svg>
          </Legend>
        ))}
      </ul>
    </>
  );
}

function Drawn({ figure, sentence }: { readonly figure: PastFigure; readonly sentence: string }): ReactNode {
  const title = useId();
  const { wicks, bodies, levels } = figure;
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- An image file could not use the theme's colours.
      role="img"
      aria-labelledby={title}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      <title id={title}>{sentence}</title>
      {[0, 0.5, 1].map((part) => (
        <path
          key={part}
          d={`M0 ${part * HEIGHT}H${WIDTH}`}
          className="stroke-line"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path d={wicks.up} className="fill-none stroke-up" strokeWidth="1" vectorEffect="non-scaling-stroke" />
      <path d={wicks.down} className="fill-none stroke-down" strokeWidth="1" vectorEffect="non-scaling-stroke" />
      <path d={bodies.up} className="fill-up" />
      <path d={bodies.down} className="fill-down" />
      {levels.map(({ name, y }) => (
        <path
          key={name}
          d={`M0 ${y}H${WIDTH}`}
          className={cx('fill-none', LINES[name])}
          strokeWidth="1.5"
          strokeDasharray={DASHES[name]}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** A triangle for the entry, a square for the exit: shapes, because colours mean directions here. */
function Shape({ name }: { readonly name: PastMark['name'] }): ReactNode {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" className="block fill-ink stroke-surface">
      <path d={name === 'entry' ? 'M2 1L13 7L2 13z' : 'M2 2H12V12H2z'} strokeWidth="1.5" />
    </svg>
  );
}

function Legend({
  name,
  value,
  children,
}: {
  readonly name: string;
  readonly value: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li className="inline-flex items-center gap-1.5">
      {children}
      <span>
        {name} <span className="figure font-medium text-ink">{value}</span>
      </span>
    </li>
  );
}
