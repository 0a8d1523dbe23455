import { PER_EVENT } from '../../../../apps/server/src/security/security-log.ts';

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

/** Bytes a minute of lines that are not of the security log. */
const OTHER_LOG_BYTES = 100_000;

/**
 * Judges the lines that a log has grown by in some seconds. The security log promises a limit for each event with one
 * outcome (`PER_EVENT` in the server's security-log.ts); its minutely sums of cut lines are one for each network.
 */
export async function judgeLog(
  lines: AsyncIterable<string> | Iterable<string>,
  seconds: number,
): Promise<{ problems: string[]; otherBytes: number; events: Record<string, number> }> {
  const events: Record<string, number> = {};
  let otherBytes = 0;
  for await (const line of lines) {
    const { security, event, outcome, suppressed } = fieldsOf(line);
    if (security !== true) otherBytes += Buffer.byteLength(line) + 1;
    else if (suppressed === undefined) {
      const kind = `${String(event)} ${String(outcome)}`;
      events[kind] = (events[kind] ?? 0) + 1;
    }
  }
  const limit = PER_EVENT.burst + Math.ceil(PER_EVENT.perSecond * seconds);
  const problems = Object.entries(events)
    .filter(([, count]) => count > limit)
    .map(([kind, count]) => `the security log has ${count} lines of "${kind}", its limit is ${limit}`);
  if (otherBytes > (OTHER_LOG_BYTES * seconds) / 60)
    problems.push(`the log has grown by ${otherBytes} bytes beside the security log`);
  return { problems, otherBytes, events };
}

/** The parts of a line that the verdict needs; none of a line that is no JSON. */
function fieldsOf(line: string): { security?: unknown; event?: unknown; outcome?: unknown; suppressed?: unknown } {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
