/** A line through samples: change a minute, and how uncertain it is (two standard errors). */
export interface Slope {
  readonly perMinute: number;
  readonly uncertainty: number;
}

/** The least-squares line through values at minutes. */
export function slopeOf(points: readonly (readonly [minute: number, value: number])[]): Slope {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const perMinute = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - perMinute * (x - meanX)) ** 2, 0);
  return { perMinute, uncertainty: 2 * Math.sqrt(rest / (count - 2) / spread) };
}

export type MemoryVerdict = 'steady' | 'grows' | 'not judged';

/**
 * Memory is judged over at least so many minutes after the warm-up. Caches that drop half of their entries at once do so
 * several times in this time.
 */
export const LEAST_JUDGED_MINUTES = 16;

/** Growth a minute of the peaks: the greatest value of the later half against that of the earlier half. */
export function peakGrowthOf(points: readonly (readonly [minute: number, value: number])[]): number {
  const middle = Math.floor(points.length / 2);
  const peak = (some: typeof points): number => Math.max(...some.map(([, value]) => value));
  const [first, halfway] = [points[0]?.[0] ?? 0, points[middle]?.[0] ?? 0];
  return (peak(points.slice(middle)) - peak(points.slice(0, middle))) / (halfway - first);
}

/** Says whether memory grows, by its peaks. A cache that fills and is emptied again has a slope, but steady peaks. */
export function judgeMemory(
  judgedMinutes: number,
  points: readonly (readonly [minute: number, value: number])[],
  limit: number,
): MemoryVerdict {
  if (judgedMinutes < LEAST_JUDGED_MINUTES) return 'not judged';
  return peakGrowthOf(points) > limit ? 'grows' : 'steady';
}

/** Problems of tables that have grown: by more than their limit, or without one. */
export function judgeTables(
  grown: Readonly<Record<string, number>>,
  limits: Readonly<Record<string, number>>,
): readonly string[] {
  return Object.entries(grown).flatMap(([table, rows]) => {
    const limit = limits[table];
    if (rows <= (limit ?? 0)) return [];
    return [
      limit === undefined
        ? `table ${table} has grown by ${rows} rows and has no documented limit`
        : `table ${table} has grown by ${rows} rows, its limit is ${Math.floor(limit)}`,
    ];
  });
}
