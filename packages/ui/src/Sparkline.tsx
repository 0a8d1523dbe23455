import { memo, useId, useMemo } from 'react';
import type { ReactNode } from 'react';
import { sparklinePaths } from './sparkline-path.ts';

export interface SparklineProps {
  readonly values: readonly number[];
  /** Sign of the series' change from its start to its end, which decides the colour. */
  readonly direction: -1 | 0 | 1;
}

const WIDTH = 72;
const HEIGHT = 28;
const COLOURS = { 1: 'text-up', 0: 'text-faint', '-1': 'text-down' } as const;

/** A small area chart that fills its width. Decorative, and not mirrored in right-to-left layouts. */
export const Sparkline = memo(function Sparkline({ values, direction }: SparklineProps): ReactNode {
  const gradient = useId();
  const paths = useMemo(() => sparklinePaths(values, WIDTH, HEIGHT), [values]);
  if (paths === undefined) return null;
  return (
    <svg
      className={COLOURS[direction]}
      width="100%"
      height={HEIGHT + 2}
      preserveAspectRatio="none"
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      fill="none"
      aria-hidden="true"
    >
      <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="currentColor" stopOpacity="0.22" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
      <path d={paths.area} fill={`url(#${gradient})`} />
      <path
        d={paths.line}
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
});
