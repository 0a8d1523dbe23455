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

/** Memory is judged over at least so many minutes after the warm-up. */
export const LEAST_JUDGED_MINUTES = 8;

/** Says that memory is steady only when growth above the limit is ruled out, within the uncertainty of the samples. */
export function judgeMemory(judgedMinutes: number, { perMinute, uncertainty }: Slope, limit: number): MemoryVerdict {
  if (perMinute - uncertainty > limit) return judgedMinutes < LEAST_JUDGED_MINUTES ? 'not judged' : 'grows';
  return judgedMinutes < LEAST_JUDGED_MINUTES || perMinute + uncertainty > limit ? 'not judged' : 'steady';
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
