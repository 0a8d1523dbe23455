import type { Tally } from './crowd-order.ts';
import { tableLimits } from './limits.ts';
import type { HonestRecord } from './record.ts';
import type { Sample } from './samples.ts';
import { type judgeLog, judgeMemory, judgeTables, peakGrowthOf, slopeOf } from './verdict.ts';

const MIB = 2 ** 20;
/** Growth of the heap that is a leak, in MiB a minute. */
const HEAP_LIMIT = 0.5;
/** Memory is not judged before: caches, budgets, accounts and recent keys fill. */
const WARM_UP_MINUTES = 12;

export interface Play {
  readonly record: HonestRecord;
  readonly samples: readonly Sample[];
  readonly tally: Tally;
  readonly seconds: number;
  readonly members: number;
  readonly p99Ms: number;
  readonly maps: object;
  readonly log: Awaited<ReturnType<typeof judgeLog>>;
}

export interface Judgement {
  readonly problems: string[];
  /** Questions that the run was too short to answer. */
  readonly unjudged: string[];
  readonly figures: object;
}

/** Compares what was measured with what the documents promise. */
export function judge({ record, samples, tally, seconds, members, p99Ms, maps, log }: Play): Judgement {
  const problems = [...record.failures].map(([what, times]) => `honest clients: ${what} (${times} times)`);
  const unjudged: string[] = [];
  const latencies = record.latencies();
  // Without any order the percentile is NaN.
  if (!(latencies.p99ms <= p99Ms))
    problems.push(`p99 of the honest orders is ${latencies.p99ms} ms, its limit is ${p99Ms} ms`);
  for (const [attack, outcomes] of Object.entries(tally))
    if (Object.keys(outcomes).every((outcome) => outcome.startsWith('not sent')))
      problems.push(`the attack by ${attack} did not take place`);
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no samples');
  const memory = memoryOf(samples);
  if (memory.verdict === 'grows')
    problems.push(`the peaks of the heap grow by ${memory.peaksMiBPerMinute} MiB a minute`);
  if (memory.verdict === 'not judged') unjudged.push('memory: the run was too short to rule out growth');
  const grown = Object.fromEntries(
    Object.entries(last.rows).flatMap(([table, rows]) => {
      const more = rows - (first.rows[table] ?? 0);
      return more > 0 ? [[table, more]] : [];
    }),
  );
  const limits = tableLimits(seconds, record, members);
  problems.push(...judgeTables(grown, limits));
  problems.push(...log.problems);
  return {
    problems,
    unjudged,
    figures: {
      seconds: Math.round(seconds),
      honest: { calls: record.calls, signIns: record.signIns, orders: latencies, p99LimitMs: p99Ms },
      memory,
      rows: Object.fromEntries(
        Object.entries(grown).map(([table, more]) => [table, { more, limit: Math.floor(limits[table] ?? 0) }]),
      ),
      log: { bytes: last.logBytes - first.logBytes, otherBytes: log.otherBytes, securityEvents: log.events },
      maps,
      attacks: tally,
      samples: samples.map(({ minute, memory: { rss, heapUsed, external }, heard }) => ({
        minute: Number(minute.toFixed(1)),
        rssMiB: mib(rss),
        heapMiB: mib(heapUsed),
        externalMiB: mib(external),
        heard,
      })),
    },
  };
}

function memoryOf(samples: readonly Sample[]) {
  // The last sample is taken after everybody has left.
  const judged = samples.slice(0, -1).filter(({ minute }) => minute >= WARM_UP_MINUTES);
  const [from, to] = [judged[0]?.minute ?? 0, judged.at(-1)?.minute ?? 0];
  const points = judged.map(
    ({ minute, memory: { heapUsed, external } }) => [minute, (heapUsed + external) / MIB] as const,
  );
  const heap = slopeOf(points);
  const rss = slopeOf(judged.map(({ minute, memory }) => [minute, memory.rss / MIB]));
  return {
    verdict: judgeMemory(to - from, points, HEAP_LIMIT),
    judgedMinutes: Number((to - from).toFixed(1)),
    peaksMiBPerMinute: Number(peakGrowthOf(points).toFixed(3)),
    heapMiBPerMinute: Number(heap.perMinute.toFixed(3)),
    uncertainty: Number(heap.uncertainty.toFixed(3)),
    limitMiBPerMinute: HEAP_LIMIT,
    rssMiBPerMinute: Number(rss.perMinute.toFixed(3)),
  };
}

function mib(bytes: number): number {
  return Number((bytes / MIB).toFixed(1));
}
