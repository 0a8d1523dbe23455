import type { Leader } from '@fairlot/client';
import type { Rate } from '@fairlot/domain';
import { isolate, isolateWords } from '@fairlot/i18n';
import { useId, useMemo } from 'react';
import type { ReactNode } from 'react';
import { boxOf, linePath } from '../../features/statement/curve-path.ts';
import { usePercent, useText, useTimes } from '../../shared/language/language.ts';

const WIDTH = 320;
const HEIGHT = 120;
const NONE = 0n as Rate;

/**
 * A trader's growth by day. The scale contains the line of no growth and names both ends; days without a point are gaps in
 * time, not in the order of points. Its text says the same to screen readers. Time runs left to right.
 */
export function GrowthCurve({ curve }: Pick<Leader, 'curve'>): ReactNode {
  const t = useText();
  const times = useTimes();
  const { change } = usePercent();
  const drawn = useMemo(() => pathsOf(curve), [curve]);
  const [first, last] = [curve[0], curve.at(-1)];
  if (drawn === undefined || first === undefined || last === undefined)
    return <p className="text-14 text-quiet">{t('copying.leader.tooYoung')}</p>;
  const [low, high] = endsOf(curve.map(({ growth }) => growth));
  const [bottom, top] = endsOf([low, high, NONE]);
  const name = t('copying.leader.curve', {
    growth: isolate(change(last.growth)),
    date: isolateWords(times.date(last.day)),
    low: isolate(change(low)),
    high: isolate(change(high)),
  });
  return (
    <figure>
      <div aria-hidden="true" dir="ltr" className="flex gap-2">
        <Drawing {...drawn} isDown={last.growth < 0n} />
        <span className="figure flex shrink-0 flex-col justify-between text-end text-12 text-quiet">
          {/* A flat line has only one figure. */}
          {[...new Set([top, bottom])].map((end) => (
            <span key={String(end)}>{change(end)}</span>
          ))}
        </span>
      </div>
      <figcaption>
        <span className="sr-only">{name}</span>
        <span aria-hidden="true" dir="ltr" className="mt-1 flex justify-between text-12 text-quiet">
          {/* A date has the direction of its language, whatever that of the chart is. */}
          {[first, last].map(({ day }) => (
            <bdi key={day}>
              <time dateTime={day}>{times.date(day)}</time>
            </bdi>
          ))}
        </span>
      </figcaption>
    </figure>
  );
}

interface Paths {
  readonly line: string;
  readonly area: string;
  /** The line of no growth. */
  readonly zero: string;
}

function Drawing({ line, area, zero, isDown }: Paths & { readonly isDown: boolean }): ReactNode {
  const gradient = useId();
  return (
    <svg
      className={`h-30 min-w-0 flex-1 overflow-visible ${isDown ? 'text-down' : 'text-up'}`}
      preserveAspectRatio="none"
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      fill="none"
    >
      <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="currentColor" stopOpacity="0.22" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
      <path d={zero} className="stroke-line-strong" strokeDasharray="4 4" vectorEffect="non-scaling-stroke" />
      <path d={area} fill={`url(#${gradient})`} />
      <path d={line} stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" strokeLinejoin="round" />
    </svg>
  );
}

/** The paths of at least two points. */
function pathsOf(curve: Leader['curve']): Paths | undefined {
  const points = curve.map(({ day, growth }) => ({ time: Date.parse(day), value: Number(growth) }));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return undefined;
  const none = [first, last].map(({ time }) => ({ time, value: 0 }));
  const box = boxOf([points, none], WIDTH, HEIGHT);
  if (box === undefined) return undefined;
  const line = linePath(points, box);
  return { line, area: `${line}L${String(WIDTH)} ${String(HEIGHT)}L0 ${String(HEIGHT)}Z`, zero: linePath(none, box) };
}

/** The lowest and the highest of some figures. */
function endsOf(figures: readonly Rate[]): readonly [low: Rate, high: Rate] {
  let [low = NONE, high = NONE] = [figures[0], figures[0]];
  for (const figure of figures) {
    if (figure < low) low = figure;
    if (figure > high) high = figure;
  }
  return [low, high];
}
