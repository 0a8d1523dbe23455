import type { Leader } from '@fairlot/client';
import { isolate, isolateWords } from '@fairlot/i18n';
import { sparklinePaths } from '@fairlot/ui';
import { useId, useMemo } from 'react';
import type { ReactNode } from 'react';
import { usePercent, useText, useTimes } from '../../shared/language/language.ts';

const WIDTH = 320;
const HEIGHT = 120;

/** A trader's growth by day, with a line at zero. Its text says the same to screen readers. Time runs left to right. */
export function GrowthCurve({ curve }: Pick<Leader, 'curve'>): ReactNode {
  const t = useText();
  const times = useTimes();
  const { change } = usePercent();
  const gradient = useId();
  const values = useMemo(() => curve.map(({ growth }) => Number(growth)), [curve]);
  const paths = useMemo(() => sparklinePaths(values, WIDTH, HEIGHT), [values]);
  const [first, last] = [curve[0], curve.at(-1)];
  if (paths === undefined || first === undefined || last === undefined)
    return <p className="text-14 text-quiet">{t('copying.leader.tooYoung')}</p>;
  const ordered = curve.map(({ growth }) => growth).sort((one, other) => (one < other ? -1 : 1));
  const [low, high] = [ordered[0] ?? last.growth, ordered.at(-1) ?? last.growth];
  const span = Number(high) - Number(low);
  const zero = span === 0 ? undefined : HEIGHT - ((0 - Number(low)) / span) * HEIGHT;
  const name = t('copying.leader.curve', {
    growth: isolate(change(last.growth)),
    date: isolateWords(times.date(last.day)),
    low: isolate(change(low)),
    high: isolate(change(high)),
  });
  return (
    <figure>
      <svg
        aria-hidden="true"
        className={last.growth < 0n ? 'text-down' : 'text-up'}
        width="100%"
        height={HEIGHT + 4}
        preserveAspectRatio="none"
        viewBox={`0 -2 ${String(WIDTH)} ${String(HEIGHT + 4)}`}
        fill="none"
      >
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.22" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
        {zero === undefined || zero < 0 || zero > HEIGHT ? null : (
          <path
            d={`M0 ${String(zero)}H${String(WIDTH)}`}
            className="stroke-line-strong"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <path d={paths.area} fill={`url(#${gradient})`} />
        <path d={paths.line} stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>
        <span className="sr-only">{name}</span>
        <span aria-hidden="true" dir="ltr" className="mt-1 flex justify-between text-12 text-quiet">
          <time dateTime={first.day}>{times.date(first.day)}</time>
          <time dateTime={last.day}>{times.date(last.day)}</time>
        </span>
      </figcaption>
    </figure>
  );
}
