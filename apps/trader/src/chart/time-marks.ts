import { PERIOD_MS } from '@fairlot/domain';

/** What a mark of the time axis says: a year or a day that begins with its bar, or a time of the day. */
export type MarkRank = 'year' | 'day' | 'time';

export interface TimeMark {
  /** Of the bar under which it stands. */
  readonly index: number;
  readonly rank: MarkRank;
}

export interface MarkedSpan {
  /** The time of a bar. */
  readonly timeOf: (index: number) => number;
  /** First bar in view, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly periodMs: number;
  /** How many bars lie between two marks at least, so that their words do not touch. */
  readonly apart: number;
  /** Milliseconds by which the clock of the axis is ahead of UTC at a moment. */
  readonly offsetAt: (time: number) => number;
}

/** A round part of time: how long it takes about, and which one a moment lies in. */
interface Step {
  readonly ms: number;
  readonly partOf: (local: number) => number;
}

const [MINUTE, DAY] = [PERIOD_MS['1min'], PERIOD_MS['1day']];
/** The first day of the epoch was a Thursday; weeks begin on Monday. */
const TO_MONDAY = 3 * DAY;
const STEPS: readonly Step[] = [
  ...[1, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((count) => ({
    ms: count * MINUTE,
    partOf: (local: number) => Math.floor(local / (count * MINUTE)),
  })),
  ...[1, 2, 7, 14].map((count) => ({
    ms: count * DAY,
    partOf: (local: number) => Math.floor((local + TO_MONDAY) / (count * DAY)),
  })),
  ...[1, 3, 6, 12].map((count) => ({
    ms: count * 30 * DAY,
    partOf: (local: number) => Math.floor(monthOf(local) / count),
  })),
];
const RANKS: readonly MarkRank[] = ['year', 'day', 'time'];

/**
 * Where a time axis is marked: at round moments as near to each other as their words allow, under the first bar of each.
 * Days come before times and years before days, so that what a reader needs most is not what gives way.
 */
export function timeMarks({ timeOf, from, to, periodMs, apart, offsetAt }: MarkedSpan): TimeMark[] {
  const step = STEPS.find(({ ms }) => ms >= periodMs * apart) ?? STEPS.at(-1);
  const local = (index: number): number => timeOf(index) + offsetAt(timeOf(index));
  const begun: TimeMark[] = [];
  const first = Math.max(1, from);
  let before = first < to ? local(first - 1) : 0;
  for (let index = first; index < to; index += 1) {
    const now = local(index);
    if (step !== undefined && step.partOf(before) !== step.partOf(now))
      begun.push({ index, rank: rankOf(before, now) });
    before = now;
  }
  const kept: TimeMark[] = [];
  for (const rank of RANKS) {
    for (const mark of begun)
      if (mark.rank === rank && kept.every(({ index }) => Math.abs(index - mark.index) >= apart)) kept.push(mark);
  }
  return kept.sort((a, b) => a.index - b.index);
}

function rankOf(before: number, now: number): MarkRank {
  if (Math.floor(monthOf(before) / 12) !== Math.floor(monthOf(now) / 12)) return 'year';
  return Math.floor(before / DAY) === Math.floor(now / DAY) ? 'time' : 'day';
}

/** Months since the year 0. */
function monthOf(local: number): number {
  const date = new Date(local);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
