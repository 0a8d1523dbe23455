import { PERIOD_MS } from '@fairlot/domain';

/** Rank of a label on the time axis: the start of a year, the start of a day, or a time of day. */
export type MarkRank = 'year' | 'day' | 'time';

export interface TimeMark {
  /** Index of the labelled bar. */
  readonly index: number;
  readonly rank: MarkRank;
}

export interface MarkedSpan {
  /** Time of a bar. */
  readonly timeOf: (index: number) => number;
  /** First visible bar, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly periodMs: number;
  /** Least number of bars between two labels, so that their texts do not touch. */
  readonly apart: number;
  /** Offset of the axis's time zone from UTC at a time, in ms. */
  readonly offsetAt: (time: number) => number;
}

/** A round interval: its approximate length, and the number of the interval that contains a local time. */
interface Step {
  readonly ms: number;
  readonly partOf: (local: number) => number;
}

const [MINUTE, DAY] = [PERIOD_MS['1min'], PERIOD_MS['1day']];
/** Day 0 of the epoch was a Thursday; weeks start on Monday. */
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
 * Chooses the labels of a time axis: round times, as dense as the texts allow, each at the first bar of its interval.
 * Years take precedence over days, and days over times.
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
